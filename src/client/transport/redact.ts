const MARK = "[redacted]";
/** Shorter values are not looked for: hiding every "on" or "12" would make texts unreadable and hide nothing. */
const MIN_SECRET_LENGTH = 4;
/** From this length on a text is the secret in any case, and a piece of base64 is one: shorter ones occur by chance. */
const MIN_SURE_LENGTH = 8;
/** Longer ones, such as the source of a plugin, are looked for as they are: as a pattern they would cost too much. */
const MAX_FOLDED_LENGTH = 1_000;
const MAX_DEPTH = 6;

/** Replaces known secret values in anything that leaves the client as text. */
export interface Redactor {
  /** Makes a value secret from now on; values under 4 characters are ignored. */
  add(secret: string): void;
  /**
   * The text with every known secret replaced by `[redacted]`, also in its JSON, URL and query spelling, in base64 on its
   * own or as a part of something longer, and in other letter case.
   */
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
  let folded: RegExp | undefined;

  const add = (secret: string): void => {
    if (secret.length < MIN_SECRET_LENGTH) return;
    for (const spelling of spellingsOf(secret)) known.add(spelling);
    spellings = [...known].sort((a, b) => b.length - a.length);
    folded = undefined;
  };
  const text = (value: string): string => {
    let result = value;
    for (const spelling of spellings) result = result.replaceAll(spelling, MARK);
    folded ??= anyCaseOf(spellings);
    return result.replaceAll(folded, MARK);
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

/** One pattern for all that are long enough; it finds nothing when none is. */
function anyCaseOf(spellings: readonly string[]): RegExp {
  const sure = spellings.filter(({ length }) => length >= MIN_SURE_LENGTH && length <= MAX_FOLDED_LENGTH);
  const parts = sure.map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`));
  return new RegExp(parts.length === 0 ? "(?!)" : parts.join("|"), "gi");
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = [secret, json, ...inBase64(secret), inQuery(secret), inQuery(json)];
  try {
    spellings.push(encodeURIComponent(secret));
  } catch {
    // A lone surrogate has no URL spelling, so it cannot show up in one.
  }
  return spellings;
}

/**
 * In base64 as a whole, and the characters that do not depend on what stands around it, for each place of the secret in
 * the groups of three bytes; both alphabets.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const pieces = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const found = [bytes.toString("base64"), ...pieces.filter(({ length }) => length >= MIN_SURE_LENGTH)];
  return [...found, ...found.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"))];
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
