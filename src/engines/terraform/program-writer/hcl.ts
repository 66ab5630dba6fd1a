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
  // To `terraform fmt`, a heredoc is one line.
  const isLong = (index: number): boolean => {
    const value = members[index]?.[1];
    return value === undefined || (value.includes("\n") && !value.startsWith("<<-EOT"));
  };
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
  lines: (lines, indent) => heredoc(lines, indent) ?? `join("\\n", ${longList(lines.map(hclText), indent)})`,
  // The end mark of a heredoc is alone on its line.
  item: (rendered, indent) => (rendered.startsWith("<<-EOT") ? `(${rendered}\n${indent})` : rendered),
  record: (members, indent) => {
    if (members.length === 0) return "{}";
    const keyed = members.map(([name, value]) => [keyOf(name), value] as const);
    return `{\n${attributeLines(keyed, indent + STEP)}${indent}}`;
  },
};

/**
 * Several lines as an indented heredoc.
 *
 * @returns undefined for lines that a heredoc can't hold exactly, because it has no escapes and removes common indentation
 * @source HCL native syntax specification, "Template Expressions"
 */
function heredoc(lines: readonly string[], indent: string): string | undefined {
  const isClosed = lines.at(-1) === "";
  const body = isClosed ? lines.slice(0, -1) : lines;
  if (!body.every(isVerbatim) || !body.some((line) => /^\S/u.test(line))) return undefined;
  const text = body.map((line) => (line === "" ? "" : `${indent}${STEP}${line.replaceAll(/[$%](?=\{)/gu, "$&$&")}`));
  const written = ["<<-EOT", ...text, `${indent}EOT`].join("\n");
  return isClosed ? written : `chomp(${written}\n${indent})`;
}

/** Whether a line of a heredoc can be written as it is: without what a string would escape, the end mark, and an escaped template. */
function isVerbatim(line: string): boolean {
  const escaped = line.replaceAll(/["\\]/gu, "\\$&");
  return quoted(line, escapeOf) === `"${escaped}"` && line.trim() !== "EOT" && !/[$%][$%]\{/u.test(line);
}

function keyOf(name: string): string {
  return /^[a-z_][a-z\d_]*$/u.test(name) && !KEYWORDS.has(name) ? name : hclText(name);
}
