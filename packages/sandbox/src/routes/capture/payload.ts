import { gunzipSync } from "node:zlib";
import type { Properties } from "../../analytics/rows.ts";
import type { IncomingRequest } from "../../pipeline/exchange.ts";
import { isDictionary } from "../../wire/read-value.ts";

/** A refusal in plain text, as capture sends it. @source live notes on persons and events, 7.3 */
export class CaptureRefusal extends Error {
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.status = status;
  }
}

/** The contents of a request, in whatever form it was sent. */
export type Payload = { readonly events: readonly Properties[]; readonly token: string };

/** Maximum size of a body after decompression. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON, or a form field or query parameter `data` with JSON in base64; gzip is recognized by its first bytes.
 *
 * @throws CaptureRefusal 400 for unreadable data, 401 without one token
 * @source live notes on persons and events, 7.1-7.3; most texts are inferred
 */
export function readPayload(request: IncomingRequest, query: URLSearchParams, maxBytes: number): Payload {
  const value = parsed(bodyText(request, query, maxBytes));
  const envelope = asObject(value);
  const batch = envelope?.["batch"];
  const items = Array.isArray(value) ? value : Array.isArray(batch) ? batch : [value];
  const events = items.map((item) => {
    const event = asObject(item);
    if (event === undefined) throw unreadable("an event is no object");
    return event;
  });
  if (events.length === 0) throw new CaptureRefusal(400, "request holds no event");
  const outer = Array.isArray(batch) && envelope !== undefined ? tokenIn(envelope) : undefined;
  return { events, token: oneToken(events, outer) };
}

function bodyText(request: IncomingRequest, query: URLSearchParams, maxBytes: number): string {
  if (request.bodyBytes.length > maxBytes) throw unreadable("the body is too large");
  const bytes = inflated(request.bodyBytes);
  const text = bytes.toString("utf8");
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  const data = isForm || text === "" ? (new URLSearchParams(text).get("data") ?? query.get("data")) : null;
  if (data === null) return text;
  // A form decodes a plus sign of base64 to a space.
  return /^\s*[[{]/.test(data) ? data : Buffer.from(data.replaceAll(" ", "+"), "base64").toString("utf8");
}

function inflated(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    throw unreadable("invalid gzip data");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("the body is no JSON");
  }
}

function unreadable(why: string): CaptureRefusal {
  return new CaptureRefusal(400, `failed to parse request: ${why}`);
}

function asObject(value: unknown): Properties | undefined {
  return isDictionary(value) ? value : undefined;
}

function tokenIn(holder: Properties): string | undefined {
  const properties = asObject(holder["properties"]);
  const token = holder["api_key"] ?? holder["token"] ?? holder["$token"] ?? properties?.["token"];
  return typeof token === "string" ? token : undefined;
}

function oneToken(events: readonly Properties[], outer: string | undefined): string {
  if (outer !== undefined) return outer;
  const tokens = new Set(events.map(tokenIn));
  if (tokens.has(undefined)) throw new CaptureRefusal(401, "event submitted without an api_key");
  if (tokens.size > 1) throw new CaptureRefusal(401, "batch submitted with inconsistent api_key values");
  return [...tokens][0] ?? "";
}
