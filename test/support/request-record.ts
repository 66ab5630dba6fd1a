import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** The channel on which undici announces each request before it is sent. */
const CHANNEL = "undici:request:create";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;

/** The look at the key, which a process takes once at most. */
const LOOK_AT_KEY = "GET /personal_api_keys/@current/";

/** Longer texts, such as certificates, are recognized by their beginning and their length. */
const LONGEST = 60;

interface Told {
  readonly request: { readonly method?: string; readonly path?: string; readonly body?: unknown };
}

/** The requests during an action, one line each: method, path without IDs, body. */
export function sentDuring(act: () => Promise<unknown>): Promise<string[]> {
  return linesDuring(act, ({ method = "", path = "", body }) => `${method} ${templateOf(path)}${bodyOf(body)}`);
}

/** The writes during an action, each as it is sent. */
export async function writesDuring(act: () => Promise<unknown>): Promise<string[]> {
  const lines = await linesDuring(act, ({ method = "", path = "", body }) => `${method} ${path} ${textOf(body)}`);
  return lines.filter((line) => !line.startsWith("GET "));
}

async function linesDuring(act: () => Promise<unknown>, lineOf: (told: Told["request"]) => string): Promise<string[]> {
  const lines: string[] = [];
  const note = (told: unknown): void => {
    const line = lineOf((told as Told).request); // -- as undici documents the channel
    if (line !== LOOK_AT_KEY) lines.push(line);
  };
  subscribe(CHANNEL, note);
  try {
    await act();
  } finally {
    unsubscribe(CHANNEL, note);
  }
  return lines;
}

function templateOf(path: string): string {
  const [way = "", query] = path.split("?");
  const template = way
    .replace(/^\/api/u, "")
    .replaceAll(UUID, ":id")
    .replaceAll(/\/\d+(?=\/)/gu, "/:id");
  return query === undefined ? template : `${template}?${query.replaceAll(UUID, ":id")}`;
}

function textOf(body: unknown): string {
  return typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body).toString("utf8") : "";
}

function bodyOf(body: unknown): string {
  const text = textOf(body);
  if (text === "") return "";
  if (!/^[[{]/u.test(text)) return ` ${shortened(text)}`;
  const short = (_name: string, value: unknown): unknown => (typeof value === "string" ? shortened(value) : value);
  return ` ${JSON.stringify(JSON.parse(text), short)}`;
}

function shortened(text: string): string {
  const plain = text.replaceAll(UUID, ":id");
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST / 2)}… (${plain.length})`;
}
