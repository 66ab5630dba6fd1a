import type { Channel } from "../file/watch-schema.ts";
import type { Message } from "../outbox/message.ts";
import type { Sender } from "./channel.ts";
import { mustSend } from "./http.ts";
import { messageText } from "./lines.ts";
import { secretText } from "./secret-text.ts";

const MARKS = { error: ":red_circle:", warning: ":large_orange_circle:", note: ":white_circle:" } as const;

/** Longest header of a message, characters. @source api.slack.com/reference/block-kit/blocks, header */
const HEADER_CHARACTERS = 150;

/** Posts a message to an incoming webhook of Slack. */
export const sendSlack: Sender<"slack"> = async (message, channel, { environment, signal }) => {
  const body = JSON.stringify(slackBody(message, channel));
  const headers = { "content-type": "application/json" };
  await mustSend({ method: "POST", url: secretText(channel.url, environment), headers, body }, signal);
};

/** A message in Block Kit: a header, and a section for each event. */
export function slackBody(message: Message, channel: Extract<Channel, { readonly type: "slack" }>): object {
  const { title, lines, more } = messageText(message, channel);
  const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
  return {
    text: escaped(title),
    blocks: [
      { type: "header", text: { type: "plain_text", text: title.slice(0, HEADER_CHARACTERS), emoji: false } },
      ...lines.map(({ event, text }) => section(`${MARKS[event.subject.severity]} ${escaped(text)}`)),
      ...(more === undefined ? [] : [{ type: "context", elements: [{ type: "plain_text", text: more }] }]),
    ],
  };
}

/** Text from outside: no mention, no link. @source api.slack.com/reference/surfaces/formatting, escaping */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
