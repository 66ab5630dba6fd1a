import { createHmac } from "node:crypto";

import type { Message } from "../outbox/message.ts";
import type { Sender } from "./channel.ts";
import { mustSend } from "./http.ts";
import { secretText } from "./secret-text.ts";

/** Version of the JSON form of a message; raised when a field is removed or changes its meaning. */
const MESSAGE_VERSION = 1;

/** Prefix of Base64-encoded keys. @source standard-webhooks specification, signature scheme */
const BASE64_KEY = "whsec_";

/**
 * Posts a message as JSON, signed as Standard Webhooks specifies: the receiver verifies `webhook-signature`, and
 * `webhook-id` tells it whether it already has the message.
 *
 * @source github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const sendWebhook: Sender<"webhook"> = async (message, channel, { environment, nowMs, signal }) => {
  const body = webhookBody(message);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const headers = {
    "content-type": "application/json",
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureOf(secretText(channel.secret, environment), message.id, timestamp, body),
  };
  await mustSend({ method: "POST", url: secretText(channel.url, environment), headers, body }, signal);
};

/** The JSON of a message, which the guide documents. */
function webhookBody({ id, organization, events }: Message): string {
  return JSON.stringify({ version: MESSAGE_VERSION, id, organization, events });
}

/** The signature of a message: `v1,` and a Base64-encoded HMAC with SHA-256. */
function signatureOf(key: string, id: string, timestamp: string, body: string): string {
  const bytes = key.startsWith(BASE64_KEY) ? Buffer.from(key.slice(BASE64_KEY.length), "base64") : Buffer.from(key);
  return `v1,${createHmac("sha256", bytes).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
