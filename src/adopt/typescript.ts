import { literal, longList, type Notation, quoted, STEP } from "./literal.ts";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/u;

/** A string in TypeScript. */
export const stringLiteral = (text: string): string => quoted(text, (codePoint) => `\\u{${codePoint.toString(16)}}`);

/** The name of a property; unquoted, `__proto__` wouldn't be one. */
function keyOf(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return IDENTIFIER.test(name) ? name : stringLiteral(name);
}

/** Writes values in TypeScript. */
export const TYPESCRIPT: Notation = {
  text: stringLiteral,
  lines: (lines, indent) => `${longList(lines.map(stringLiteral), indent)}.join("\\n")`,
  record: (members, indent) =>
    members.length === 0
      ? "{}"
      : `{\n${members.map(([name, value]) => `${indent}${STEP}${keyOf(name)}: ${value},\n`).join("")}${indent}}`,
};

/** A value in TypeScript. */
export const typescriptOf = (value: unknown, indent: string): string => literal(value, TYPESCRIPT, indent);
