import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Where undici tells of each request before it is sent. */
const CHANNEL = "undici:request:create";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;

/** The look at the key, which a process takes once at most. */
const LOOK_AT_KEY = "GET /personal_api_keys/@current/";

/** Longer texts, such as certificates, are recognized by their beginning and their length. */
const LONGEST = 60;

interface Told {
  readonly request: { readonly method?: string; readonly path?: string; readonly body?: unknown };
}

/** What is sent while something is done, one line per request: method, path without ids, body. */
export async function sentDuring(act: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const note = (told: unknown): void => {
    const { method = "", path = "", body } = (told as Told).request; // -- as undici documents the channel
    const line = `${method} ${templateOf(path)}${bodyOf(body)}`;
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

function bodyOf(body: unknown): string {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return "";
  const text = Buffer.from(body).toString("utf8");
  if (!/^[[{]/u.test(text)) return ` ${shortened(text)}`;
  const short = (_name: string, value: unknown): unknown => (typeof value === "string" ? shortened(value) : value);
  return ` ${JSON.stringify(JSON.parse(text), short)}`;
}

function shortened(text: string): string {
  const plain = text.replaceAll(UUID, ":id");
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST / 2)}… (${plain.length})`;
}
