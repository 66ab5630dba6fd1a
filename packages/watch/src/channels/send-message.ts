import type { Channel } from "../file/watch-schema.ts";
import type { Message } from "../outbox/message.ts";
import type { SendContext } from "./channel.ts";
import { sendEmail } from "./email.ts";
import { serverUrl } from "./email-server.ts";
import { sendIssue } from "./github-issue.ts";
import { secretText } from "./secret-text.ts";
import { sendSlack } from "./slack.ts";
import { sendTeams } from "./teams.ts";
import { sendWebhook } from "./webhook.ts";

/** Sends a message through its channel. @throws ChannelError */
export function sendMessage(message: Message, channel: Channel, context: SendContext): Promise<void> {
  switch (channel.type) {
    case "webhook":
      return sendWebhook(message, channel, context);
    case "slack":
      return sendSlack(message, channel, context);
    case "teams":
      return sendTeams(message, channel, context);
    case "github-issue":
      return sendIssue(message, channel, context);
    case "email":
      return sendEmail(message, channel, context);
  }
}

/** Reads each secret of a channel once, so a missing secret, or an invalid URL of a mail server, is reported at the start. @throws ChannelError */
export function checkSecrets(channel: Channel, environment: SendContext["environment"]): void {
  for (const source of sourcesIn(channel)) secretText(source, environment);
  if (channel.type === "email") serverUrl(secretText(channel.server, environment));
}

function sourcesIn(channel: Channel) {
  switch (channel.type) {
    case "webhook":
      return [channel.url, channel.secret];
    case "slack":
    case "teams":
      return [channel.url];
    case "github-issue":
      return [channel.token];
    case "email":
      return [channel.server];
  }
}
