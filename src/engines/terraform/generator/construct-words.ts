import { actionOf } from "../../../app/actions.ts";
import { type AnyResource, fieldsOf } from "../../../model/definition.ts";
import type { AnyFunction } from "../../../model/function.ts";
import { pascalName } from "../../../model/names.ts";
import { type Shape, shapeOf } from "../../../model/shape.ts";

/** Properties that take few words: TypeScript's union of these, by the name of an interface and of its property. */
export type WordTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The properties of constructs that take few words. Terraform's schema has no enumerations, so a generator makes them
 * plain texts; the declarations know the words.
 */
export function wordTypes(definitions: readonly AnyResource[], functions: readonly AnyFunction[]): WordTypes {
  const found = new Map<string, Map<string, string>>();
  const add = (name: string, prefix: string, definition: AnyResource): void => {
    for (const [field, rules] of fieldsOf(definition, "inputs")) {
      addWords(found, { owner: name, prefix, property: field, shape: shapeOf(rules) });
    }
  };
  for (const definition of definitions) add(`${definition.name}Config`, definition.name, definition);
  for (const one of functions) {
    const name = `DataOrgform${pascalName(one.name)}`;
    add(`${name}Config`, name, actionOf(one));
  }
  return found;
}

interface Property {
  /** The interface that has it. */
  readonly owner: string;
  /** The prefix of its inner interfaces' names. */
  readonly prefix: string;
  readonly property: string;
  readonly shape: Shape;
}

function addWords(found: Map<string, Map<string, string>>, { owner, prefix, property, shape }: Property): void {
  const union = unionOf(shape);
  if (union !== undefined) {
    const own = found.get(owner) ?? new Map<string, string>();
    found.set(owner, own.set(property, union));
  }
  const inner = `${prefix}${pascalName(property)}`;
  const values = typeof shape.additionalProperties === "object" ? shape.additionalProperties : undefined;
  const members = shape.properties ?? shape.items?.properties ?? values?.properties ?? {};
  for (const [member, below] of Object.entries(members)) {
    addWords(found, { owner: inner, prefix: inner, property: member, shape: below });
  }
}

/** The values of a string as a union; undefined for a type that isn't a string, and for a string without fixed values. */
function unionOf({ enum: words, const: only, items, additionalProperties }: Shape): string | undefined {
  const all = words ?? (only === undefined ? [] : [only]);
  if (all.length > 0 && all.every((word) => typeof word === "string")) {
    return all.map((word) => JSON.stringify(word)).join(" | ");
  }
  const inner = items ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  return inner === undefined ? undefined : unionOf(inner);
}

/** A module of constructs in which properties that take few words have a union of these as their type. */
export function withWordTypes(text: string, types: WordTypes): string {
  return text.replaceAll(
    /^export interface (?<name>\w+)(?<head>[^{]*)\{(?<body>[^]*?)^\}/gmu,
    (whole, name: string, head: string, body: string) => {
      const own = types.get(name);
      if (own === undefined) return whole;
      const typed = body.replaceAll(
        /^(?<start>\s*readonly (?<property>\w+)\??: )(?<type>[^;\n]*\bstring\b[^;\n]*);/gmu,
        (line, start: string, property: string, type: string) => {
          const union = own.get(property);
          return union === undefined ? line : `${start}${withUnion(type, union)};`;
        },
      );
      return `export interface ${name}${head}{${typed}}`;
    },
  );
}

/** A text, a list of texts, or a map of texts. */
function withUnion(type: string, union: string): string {
  if (type === "string") return union;
  if (type === "string[]") return `(${union})[]`;
  return type.replace(/: string \}/u, `: ${union} }`);
}
