import { served } from "../../src/app/served.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { fieldsOf } from "../../src/model/definition.ts";
import { argumentsOf, resultOf } from "../../src/model/function.ts";
import { isAnyJson } from "../../src/model/any-json.ts";
import type { Field } from "../../src/model/field.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";

function membersOf({ properties = {}, items, additionalProperties }: Shape): string[] {
  const inner = [items, typeof additionalProperties === "object" ? additionalProperties : undefined];
  const below = [...Object.values(properties), ...inner].flatMap((one) => (one === undefined ? [] : membersOf(one)));
  return [...Object.keys(properties), ...below];
}

const namesOf = (fields: readonly (readonly [string, Field])[]): string[] =>
  fields.flatMap(([name, rules]) => [name, ...(isAnyJson(rules) ? [] : membersOf(shapeOf(rules)))]);

/** Every name of fields and types that HCL spells in another way. */
export function foreignNames(): ReadonlySet<string> {
  const fields = [
    ...served.flatMap((one) => namesOf([...fieldsOf(one, "inputs"), ...fieldsOf(one, "outputs")])),
    ...functions.flatMap((one) => namesOf([...argumentsOf(one), ...resultOf(one)])),
  ];
  const types = [...served, ...functions].map(({ name }) => name);
  return new Set([...fields, ...types].filter((name) => /[a-z\d][A-Z]/u.test(name)));
}

/** Types with one word are also English words: after an article, they don't begin a sentence. */
const TYPES = served.map(({ name }) => name).join("|");
const AS_A_WORD = new RegExp(`\\b(?:an?|the) (?<name>${TYPES})\\b`, "gu");

/** The names in a text that no configuration has. */
export function foreignNamesIn(text: string, names = foreignNames()): string[] {
  const words = [...text.matchAll(/\b[A-Za-z]\w*\b/gu)].map(([word]) => word).filter((word) => names.has(word));
  const types = [...text.matchAll(AS_A_WORD)].map(({ groups }) => groups?.["name"] ?? "");
  return [...new Set([...words, ...types])];
}
