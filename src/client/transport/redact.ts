const MARK = "[redacted]";
/** Shorter values are not looked for: hiding every "on" or "12" would make texts unreadable and hide nothing. */
const MIN_SECRET_LENGTH = 4;
const MAX_DEPTH = 6;

/** Replaces known secret values in anything that leaves the client as text. */
export interface Redactor {
  /** Makes a value secret from now on; values under 4 characters are ignored. */
  add(secret: string): void;
  /** The text with every known secret, also in its JSON, URL, query and base64 spelling, replaced by `[redacted]`. */
  text(value: string): string;
  /** A copy of a plain value with every text in it redacted; deeper than 6 levels becomes `[redacted]`. */
  value<T>(value: T): T;
  /** A new error with the name, code and redacted message of the given one, and nothing else of it. */
  cause(error: unknown): Error;
}

/** Makes a redactor that knows the given secrets; they stay in its closure and show in no inspection. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new Set<string>();
  let spellings: string[] = [];

  const add = (secret: string): void => {
    if (secret.length < MIN_SECRET_LENGTH) return;
    for (const spelling of spellingsOf(secret)) known.add(spelling);
    spellings = [...known].sort((a, b) => b.length - a.length);
  };
  const text = (value: string): string => {
    let result = value;
    for (const spelling of spellings) result = result.replaceAll(spelling, MARK);
    return result;
  };
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MAX_DEPTH) return MARK;
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), walk(item, depth + 1)]));
  };

  for (const secret of secrets) add(secret);
  return {
    add,
    text,
    value: <T>(value: T): T => walk(value, 0) as T,
    cause: (error) => causeFrom(error, text),
  };
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = [secret, json, Buffer.from(secret, "utf8").toString("base64"), inQuery(secret), inQuery(json)];
  try {
    spellings.push(encodeURIComponent(secret));
  } catch {
    // A lone surrogate has no URL spelling, so it cannot show up in one.
  }
  return spellings;
}

/** As a query spells it: blanks are a plus there, and more characters are escaped than in a path. */
function inQuery(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Library errors may hold raw bytes, sockets or headers; only their name, code and words go on. */
function causeFrom(error: unknown, text: (value: string) => string): Error {
  const isObject = typeof error === "object" && error !== null;
  const source: { name?: unknown; message?: unknown; code?: unknown; errors?: unknown } = isObject
    ? error
    : { message: error };
  const inner = Array.isArray(source.errors) ? source.errors.map(messageOf) : [];
  const copy = new Error(text([wordOf(source.message), ...inner].filter((word) => word !== "").join("; ")));
  const name = text(wordOf(source.name) || "Error");
  Object.defineProperty(copy, "name", { value: name, enumerable: false, configurable: true });
  // The copy's own stack would point here; the place of the failure is in the error that carries the cause.
  Object.defineProperty(copy, "stack", { value: `${name}: ${copy.message}`, enumerable: false, configurable: true });
  if (typeof source.code === "string") Object.assign(copy, { code: text(source.code) });
  return copy;
}

function messageOf(error: unknown): string {
  return wordOf(typeof error === "object" && error !== null && "message" in error ? error.message : error);
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
