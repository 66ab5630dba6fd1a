import type { Channel } from "../file/watch-schema.ts";
import type { Message } from "../outbox/message.ts";
import type { Sender } from "./channel.ts";
import { mustSend } from "./http.ts";
import { messageText } from "./lines.ts";
import { secretText } from "./secret-text.ts";

const COLORS = { error: "attention", warning: "warning", note: "default" } as const;

/** Posts a message to a workflow of Microsoft Teams that accepts webhooks. */
export const sendTeams: Sender<"teams"> = async (message, channel, { environment, signal }) => {
  const body = JSON.stringify(teamsBody(message, channel));
  const headers = { "content-type": "application/json" };
  await mustSend({ method: "POST", url: secretText(channel.url, environment), headers, body }, signal);
};

/** A message as an adaptive card. */
export function teamsBody(message: Message, channel: Extract<Channel, { readonly type: "teams" }>): object {
  const { title, lines, more } = messageText(message, channel);
  const block = (text: string, further: object) => ({ type: "TextBlock", text: escaped(text), wrap: true, ...further });
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            block(title, { weight: "bolder", size: "medium" }),
            ...lines.map(({ event, text }) => block(text, { color: COLORS[event.subject.severity] })),
            ...(more === undefined ? [] : [block(more, { isSubtle: true })]),
          ],
        },
      },
    ],
  };
}

/** Text blocks support some Markdown: names from outside must not become links. */
function escaped(text: string): string {
  return text.replaceAll(/[\\[\]*_`]/gu, "\\$&");
}
