const MARK = "[redacted]";
/** Shorter values aren't hidden: replacing every "on" or "12" would make texts unreadable and protect nothing. */
const MIN_SECRET_LENGTH = 4;
/** From this length on, a match is always the secret, and so is a piece of its base64 form; shorter ones occur by chance. */
const MIN_SURE_LENGTH = 8;
/** Longer ones, such as the source of a plugin, are only searched for unchanged: a pattern would cost too much. */
const MAX_FOLDED_LENGTH = 1_000;
/** Longer ones aren't searched for in spellings that need up to six characters for one. */
const MAX_ENCODED_LENGTH = 10_000;
const MAX_DEPTH = 6;
/** A text without any of these contains no escaped characters. */
const ESCAPE = /%[0-9a-f]{2}|\\[ux]/iu;

/** An error with the code that programs check. */
type Coded = Error & { code?: string };

/** Replaces known secret values in every text that leaves the client. */
export interface Redactor {
  /** Makes a value secret from now on; values under 4 characters are ignored. */
  add(secret: string): void;
  /**
   * The text with every known secret replaced by `[redacted]`: unchanged; in its JSON, URL, and query spelling; in
   * base64, alone or as a part of a longer value; in hexadecimal; with any characters as `%41`, `\u0041`, or `\x41`;
   * and in any case.
   */
  text(value: string): string;
  /** A copy of a plain value with every string in it redacted; anything deeper than 6 levels becomes `[redacted]`. */
  value<T>(value: T): T;
  /** A new error with only the name, code, and redacted message of the given one. */
  cause(error: unknown): Coded;
}

/** Creates a redactor that knows the given secrets. They stay in its closure, and inspecting it doesn't show them. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new Set<string>();
  const plain = new Map<string, Pattern>();
  let spellings: readonly Spelling[] | undefined;

  const add = (secret: string): void => {
    if (secret.length < MIN_SECRET_LENGTH || plain.has(secret)) return;
    plain.set(secret, new Pattern(() => escapedFormsOf(secret)));
    for (const spelling of spellingsOf(secret)) known.add(spelling);
    spellings = undefined;
  };
  const text = (value: string): string => {
    spellings ??= longestFirst(known);
    let result = value;
    for (const { text: spelling } of spellings) result = result.replaceAll(spelling, MARK);
    // Most texts contain no secret. A search for each secret costs less than one pattern of all, which every new secret
    // would rebuild.
    const upper = result.toUpperCase();
    for (const { inUpperCase, inAnyCase } of spellings) {
      if (inUpperCase !== undefined && upper.includes(inUpperCase)) result = result.replaceAll(inAnyCase.get(), MARK);
    }
    if (!ESCAPE.test(result)) return result;
    for (const [secret, escaped] of plain) if (isSure(secret)) result = result.replaceAll(escaped.get(), MARK);
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

/** A pattern that is created at its first use. */
class Pattern {
  readonly #make: () => string;
  #made: RegExp | undefined;

  constructor(make: () => string) {
    this.#make = make;
  }

  get(): RegExp {
    return (this.#made ??= new RegExp(this.#make(), "gi"));
  }
}

/** One spelling of a secret. */
interface Spelling {
  readonly text: string;
  /** Absent if the spelling is only searched for unchanged. */
  readonly inUpperCase: string | undefined;
  readonly inAnyCase: Pattern;
}

/** Longest first: a shorter one can be a part of a longer one. */
function longestFirst(spellings: ReadonlySet<string>): readonly Spelling[] {
  return [...spellings]
    .toSorted((a, b) => b.length - a.length)
    .map((text) => ({
      text,
      inUpperCase: isSure(text) ? text.toUpperCase() : undefined,
      inAnyCase: new Pattern(() => asPattern(text)),
    }));
}

/** A pattern of the secret in which each character is unchanged or escaped in one of the usual ways, also twice. */
function escapedFormsOf(secret: string): string {
  return Array.from(secret, escapedFormsOfOne).join("");
}

function escapedFormsOfOne(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join("");
  const units = character.split("").map((unit) => unit.charCodeAt(0));
  // Limited: otherwise the search would go through a long run of backslashes again from each position.
  const code = String.raw`\\{1,8}`;
  const forms = [
    asPattern(character),
    bytes,
    units.map((unit) => `${code}u${hex(unit, 4)}`).join(""),
    `${code}u\\{0*${character.codePointAt(0)?.toString(16)}\\}`,
    units.map((unit) => `${code}x${hex(unit, 2)}`).join(""),
    ...(JSON.stringify(character).length > character.length + 2
      ? [code + asPattern(JSON.stringify(character).slice(2, -1))]
      : []),
    ...(character === " " ? [String.raw`\+`] : []),
  ];
  return `(?:${forms.join("|")})`;
}

const isSure = ({ length }: string): boolean => length >= MIN_SURE_LENGTH && length <= MAX_FOLDED_LENGTH;
const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = [secret, json, ...inBase64(secret), inQuery(secret), inQuery(json), ...inCodes(secret)];
  try {
    spellings.push(encodeURIComponent(secret));
  } catch {
    // A lone surrogate has no URL spelling, so it can't occur in one.
  }
  return spellings;
}

/**
 * The whole base64 form, and, for each position of the secret in a group of three bytes, the characters that don't
 * depend on the text around it; in both alphabets.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const pieces = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const found = [bytes.toString("base64"), ...pieces.filter(({ length }) => length >= MIN_SURE_LENGTH)];
  return [...found, ...found.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** With a code for every character or byte: also for secrets that are too short for a search in other forms. */
function inCodes(secret: string): string[] {
  if (secret.length > MAX_ENCODED_LENGTH) return [];
  const bytes = [...Buffer.from(secret)].map((byte) => hex(byte, 2));
  const units = secret.split("").map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  const found = [bytes.join(""), bytes.map((byte) => `%${byte}`).join("")];
  return [...found, ...found.map((one) => one.toUpperCase()), units.join("")];
}

/** As in a query: a space is a plus, and more characters are escaped than in a path. */
function inQuery(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Library errors can contain raw bytes, sockets, or headers; only their name, code, and message are kept. */
function causeFrom(error: unknown, text: (value: string) => string): Coded {
  const isObject = typeof error === "object" && error !== null;
  const source: { name?: unknown; message?: unknown; code?: unknown; errors?: unknown } = isObject
    ? error
    : { message: error };
  const inner = Array.isArray(source.errors) ? source.errors.map(messageOf) : [];
  const copy: Coded = new Error(text([wordOf(source.message), ...inner].filter((word) => word !== "").join("; ")));
  const name = text(wordOf(source.name) || "Error");
  Object.defineProperty(copy, "name", { value: name, enumerable: false, configurable: true });
  // The copy's own stack would point here; the error that has the cause shows the place of the failure.
  Object.defineProperty(copy, "stack", { value: `${name}: ${copy.message}`, enumerable: false, configurable: true });
  if (typeof source.code === "string") copy.code = text(source.code);
  return copy;
}

function messageOf(error: unknown): string {
  return wordOf(typeof error === "object" && error !== null && "message" in error ? error.message : error);
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
