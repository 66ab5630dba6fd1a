import { quoted } from "../../../../src/adopt/literal.ts";
import { isRecord } from "../../../../src/model/json-value.ts";

/** A quoted string that Python, Go, C#, and Java all read. */
export const textLiteral = (text: string): string =>
  quoted(text, (codePoint) => String.raw`\u${codePoint.toString(16).padStart(4, "0")}`);

/** How a language writes JSON for which the schema has no type. */
export interface AnyNotation {
  readonly list: (items: readonly string[]) => string;
  readonly record: (members: readonly (readonly [name: string, value: string])[]) => string;
  readonly boolean: (value: boolean) => string;
}

/** A JSON value on one line. Its names are the service's own, and have the same spelling in every language. */
export function anyLiteral(value: unknown, notation: AnyNotation): string {
  if (typeof value === "string") return textLiteral(value);
  if (typeof value === "boolean") return notation.boolean(value);
  if (Array.isArray(value)) return notation.list(value.map((item) => anyLiteral(item, notation)));
  if (isRecord(value)) {
    return notation.record(
      Object.entries(value).map(([name, member]) => [textLiteral(name), anyLiteral(member, notation)] as const),
    );
  }
  return JSON.stringify(value);
}

/** Lines between an opening and a closing line, indented by a step. */
export function block(open: string, lines: readonly string[], close: string, step: string): string {
  if (lines.length === 0) return open + close;
  return `${open}\n${indented(lines.join("\n"), step)}\n${close}`;
}

/** A text with indented lines. */
export const indented = (text: string, step: string): string => text.replaceAll(/^(?=.)/gmu, step);
