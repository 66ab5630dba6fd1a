import { longList, type Notation, quoted, STEP } from "../../../adopt/literal.ts";

/** Words that mean something else than themselves at the beginning of a member. @source HCL native syntax specification */
const KEYWORDS: ReadonlySet<string> = new Set(["else", "endfor", "endif", "false", "for", "if", "in", "null", "true"]);

function escapeOf(codePoint: number): string {
  const hex = codePoint.toString(16);
  return codePoint > 0xff_ff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** A text as HCL, in which nothing is a template. */
export function hclText(text: string): string {
  // Two signs begin an escaped template, so after one of them the next isn't an escape.
  return quoted(text, escapeOf).replaceAll(
    /(?<before>[$%])?(?<sign>[$%])\{/gu,
    (_match, before: string | undefined, sign: string) =>
      before === undefined ? `${sign}${sign}{` : `${before}${escapeOf(sign.codePointAt(0) ?? 0)}{`,
  );
}

/** One attribute per line, with aligned values as far as each has one line, as `terraform fmt` writes them. */
export function attributeLines(members: readonly (readonly [string, string])[], indent: string): string {
  const isLong = (index: number): boolean => members[index]?.[1].includes("\n") !== false;
  const widthAt = (index: number): number => {
    if (isLong(index)) return 0;
    let [first, last] = [index, index];
    while (!isLong(first - 1)) first -= 1;
    while (!isLong(last + 1)) last += 1;
    return Math.max(...members.slice(first, last + 1).map(([name]) => name.length));
  };
  return members.map(([name, value], index) => `${indent}${name.padEnd(widthAt(index))} = ${value}\n`).join("");
}

/** Values as HCL writes them. */
export const HCL: Notation = {
  text: hclText,
  lines: (lines, indent) => `join("\\n", ${longList(lines.map(hclText), indent)})`,
  record: (members, indent) => {
    if (members.length === 0) return "{}";
    const keyed = members.map(([name, value]) => [keyOf(name), value] as const);
    return `{\n${attributeLines(keyed, indent + STEP)}${indent}}`;
  },
};

function keyOf(name: string): string {
  return /^[a-z_][a-z\d_]*$/u.test(name) && !KEYWORDS.has(name) ? name : hclText(name);
}
