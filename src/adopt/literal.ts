/** One level of indentation, in all output languages. */
export const STEP = "  ";

/** How a language writes each kind of value; `indent` is the indentation of the line on which the value ends. */
export interface Notation {
  /** A string of one line, in quotes. */
  readonly text: (text: string) => string;
  /** A string of several lines, written line by line so people can read it. */
  readonly lines: (lines: readonly string[], indent: string) => string;
  /** A rendered value as an item of a list, if it can't stand before a comma as it is. */
  readonly item?: (rendered: string, indent: string) => string;
  /** A record of rendered values. */
  readonly record: (members: readonly (readonly [string, string])[], indent: string) => string;
}

/** Renders a JSON value; leaves absent fields out. */
export function literal(value: unknown, notation: Notation, indent = ""): string {
  if (typeof value === "string") {
    const lines = value.split("\n");
    return lines.length < 3 ? notation.text(value) : notation.lines(lines, indent);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return list(
      items.map((item) => {
        const rendered = literal(item, notation, indent + STEP);
        return notation.item?.(rendered, indent + STEP) ?? rendered;
      }),
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

/** A list of rendered values, one on each line. All languages write it the same way. */
export function longList(items: readonly string[], indent: string): string {
  return `[\n${items.map((item) => `${indent}${STEP}${item},\n`).join("")}${indent}]`;
}

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Characters that end a string, control a terminal, are invisible, or change the direction of writing. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE = /["\\\u0000-\u001f\u007f-\u00a0]|(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cf}\p{Co}]/gu;

/**
 * A string in quotes, without any character that has a special meaning. A lone surrogate, which no file can hold,
 * becomes a replacement character.
 *
 * @param escapeOf - how the language escapes a character, by its code point
 */
export function quoted(text: string, escapeOf: (codePoint: number) => string): string {
  const whole = text.replaceAll(/\p{Cs}/gu, "\uFFFD");
  return `"${whole.replaceAll(UNSAFE, (unsafe) => SHORT[unsafe] ?? escapeOf(unsafe.codePointAt(0) ?? 0))}"`;
}
