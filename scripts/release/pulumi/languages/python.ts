import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import { type Declared, INDEX } from "../declared.ts";
import type { TypedValue } from "../typed-value.ts";
import { anyLiteral, type AnyNotation, block, textLiteral } from "./literals.ts";

const STEP = "    ";

const JSON_NOTATION: AnyNotation = {
  list: (items) => `[${items.join(", ")}]`,
  record: (members) => `{${members.map(([name, value]) => `${name}: ${value}`).join(", ")}}`,
  boolean: (value) => (value ? "True" : "False"),
};

/** The example as a Python program. Objects are dictionaries, which the SDK types like its classes. */
export function pythonExample({ kind, name, module, members }: Declared): string {
  const scope = module === INDEX ? "orgform" : `orgform.${module}`;
  const given = members.map((member) => `${pythonName(member.name)}=${written(member.value)},`);
  const call =
    kind === "resource"
      ? block(`${EXAMPLE_NAME} = ${scope}.${name}(`, [`"${EXAMPLE_NAME}",`, ...given], ")", STEP)
      : block(`${EXAMPLE_NAME} = ${scope}.${pythonName(name)}(`, given, ")", STEP);
  return `import pulumi_orgform as orgform\n\n${call}`;
}

/** A name in the spelling of Pulumi's Python generator: `enforce2fa`, `saml_x509_cert`. */
function pythonName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** The Python keywords that start with a lowercase letter. */
const KEYWORDS = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if import in is lambda
   nonlocal not or pass raise return try while with yield`.split(/\s+/u),
);

function written(typed: TypedValue): string {
  switch (typed.kind) {
    case "text":
      return textLiteral(typed.value);
    case "boolean":
      return JSON_NOTATION.boolean(typed.value);
    case "integer":
    case "number":
      return String(typed.value);
    case "list":
      return JSON_NOTATION.list(typed.items.map(written));
    case "map":
      return dictionary(typed.members.map(([name, value]) => [name, value] as const));
    case "object":
      return dictionary(typed.members.map(({ name, value }) => [pythonName(name), value] as const));
    case "any":
      return anyLiteral(typed.value, JSON_NOTATION);
  }
}

function dictionary(members: readonly (readonly [name: string, value: TypedValue])[]): string {
  return block(
    "{",
    members.map(([name, value]) => `${textLiteral(name)}: ${written(value)},`),
    "}",
    STEP,
  );
}
