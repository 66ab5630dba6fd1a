/** One level of indentation, in all languages that are written. */
export const STEP = "  ";

/** How a language writes what a value is made of; `indent` stands in front of the line on which the value ends. */
export interface Notation {
  /** A text of one line, in quotes. */
  readonly text: (text: string) => string;
  /** A text of several lines, one below the other, so that a person can read it. */
  readonly lines: (lines: readonly string[], indent: string) => string;
  /** A record of written values. */
  readonly record: (members: readonly (readonly [string, string])[], indent: string) => string;
}

/** Writes a value of JSON; absent members are left out. */
export function literal(value: unknown, notation: Notation, indent = ""): string {
  if (typeof value === "string") {
    const lines = value.split("\n");
    return lines.length < 3 ? notation.text(value) : notation.lines(lines, indent);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return list(
      items.map((item) => literal(item, notation, indent + STEP)),
      indent,
    );
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return notation.record(
    members.map(([name, member]) => [name, literal(member, notation, indent + STEP)] as const),
    indent,
  );
}

/** Longest list that stays on one line, in characters. */
const SHORT_LIST = 60;

function list(items: readonly string[], indent: string): string {
  const line = `[${items.join(", ")}]`;
  return line.length > SHORT_LIST || line.includes("\n") ? longList(items, indent) : line;
}

/** A list of written values, one below the other, which all the languages write alike. */
export function longList(items: readonly string[], indent: string): string {
  return `[\n${items.map((item) => `${indent}${STEP}${item},\n`).join("")}${indent}]`;
}

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** What ends a text, steers a terminal, cannot be seen, or turns the direction of writing. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE = /["\\\u0000-\u001f\u007f-\u00a0]|(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cf}\p{Co}]/gu;

/**
 * A text in quotes, of which no character is more than a character; half a pair of surrogates, which no file can hold,
 * becomes a replacement character.
 *
 * @param escapeOf - how the language writes a character by its code point
 */
export function quoted(text: string, escapeOf: (codePoint: number) => string): string {
  const whole = text.replaceAll(/\p{Cs}/gu, "\uFFFD");
  return `"${whole.replaceAll(UNSAFE, (unsafe) => SHORT[unsafe] ?? escapeOf(unsafe.codePointAt(0) ?? 0))}"`;
}
