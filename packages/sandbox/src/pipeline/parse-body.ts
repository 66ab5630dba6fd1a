import { gunzipSync } from "node:zlib";
import type { IncomingRequest, ParsedBody } from "./exchange.ts";
import { parseError, unsupportedMediaType } from "./service-error.ts";

/** Largest request body, 20 MiB. @source live notes 1.1 */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * Reads a body as JSON, form, or multipart; a missing body counts as an empty dictionary.
 *
 * Never throws: the service checks the body only after authentication and permission, so an error is stored for later.
 * @source live service 2025-08, flow 1:102-105
 */
export function parseBody(request: IncomingRequest): ParsedBody {
  const contentType = request.headers["content-type"] ?? "";
  const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (request.bodyBytes.length === 0) return { data: {} };
  const bytes = inflate(request);
  if (bytes === undefined) return { error: parseError("Malformed gzip body.") };
  if (mediaType === "application/json") return parseJson(bytes.toString("utf8"));
  if (mediaType === "application/x-www-form-urlencoded") {
    return { data: Object.fromEntries(new URLSearchParams(bytes.toString("utf8"))) };
  }
  if (mediaType === "multipart/form-data") return parseMultipart(bytes.toString("utf8"), contentType);
  return { error: unsupportedMediaType((contentType.split(";")[0] ?? "").trim()) };
}

function inflate(request: IncomingRequest): Buffer | undefined {
  if (request.headers["content-encoding"] !== "gzip") return request.bodyBytes;
  try {
    return gunzipSync(request.bodyBytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch {
    return undefined;
  }
}

/** Reads the text fields of a multipart form; supported operations have no uploads. */
function parseMultipart(text: string, contentType: string): ParsedBody {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) {
    return { error: parseError("Multipart form parse error - Invalid boundary in multipart: None") };
  }
  const data: Record<string, string> = {};
  for (const part of text.split(`--${boundary}`)) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    if (name !== undefined) data[name] = rest.join("\r\n\r\n").replace(/\r\n$/, "");
  }
  return { data };
}

function parseJson(text: string): ParsedBody {
  try {
    return { data: JSON.parse(text) };
  } catch (error) {
    const [what, position] = describeJsonFault(error instanceof Error ? error.message : "", text);
    const before = text.slice(0, position).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    const detail = `JSON parse error - ${what}: line ${before.length} column ${column} (char ${position})`;
    return { error: parseError(detail) };
  }
}

/** Translates the engine's error into the words of the service's parser, if there is an equivalent. */
function describeJsonFault(message: string, text: string): [what: string, position: number] {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  if (/property name/.test(message)) return ["Expecting property name enclosed in double quotes", position];
  if (/Unterminated string/.test(message)) return ["Unterminated string starting at", position];
  if (/after JSON/.test(message)) return ["Extra data", position];
  if (/Expected ','/.test(message)) return ["Expecting ',' delimiter", position];
  return ["Expecting value", /end of JSON/.test(message) ? text.length : startOfBadValue(text)];
}

/** The engine doesn't say where an invalid value begins; the service's parser points to its first character. */
function startOfBadValue(text: string): number {
  const found = /(?:^|[:,[])\s*(?=[^\s"{[\]\d-])(?!true|false|null)/.exec(text);
  return found === null ? 0 : found.index + found[0].length;
}
