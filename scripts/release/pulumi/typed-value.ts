import { isRecord } from "../../../src/model/json-value.ts";

/** The parts of a property's schema that an example needs. */
interface PropertySpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
  readonly language?: { readonly csharp?: { readonly name?: string } };
}

/** An object type of the schema. */
export interface TypeSpec {
  readonly properties?: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
}

/** Types by token. */
export type Types = Readonly<Record<string, TypeSpec>>;

/** A value with the type information that typed languages need. */
export type TypedValue =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "integer" | "number"; readonly value: number }
  | { readonly kind: "list"; readonly items: readonly TypedValue[] }
  | { readonly kind: "map"; readonly members: readonly (readonly [name: string, value: TypedValue])[] }
  | { readonly kind: "object"; readonly type: string; readonly members: readonly Member[] }
  | { readonly kind: "any"; readonly value: unknown };

/** A member that the schema names, so every language spells it in its own way. */
export interface Member {
  readonly name: string;
  /** Its name in C#, if that isn't the name with a capital first letter. */
  readonly csharp?: string | undefined;
  readonly isRequired: boolean;
  readonly value: TypedValue;
}

const ANY = "pulumi.json#/Any";
const TYPE = "#/types/";

/**
 * The members of an example with their types, in the example's order.
 *
 * @throws Error naming a member that the schema lacks, or that has another type
 */
export function typedMembers(values: Readonly<Record<string, unknown>>, spec: TypeSpec, types: Types): Member[] {
  return Object.entries(values).map(([name, value]) => {
    const property = spec.properties?.[name];
    if (property === undefined) throw new Error(`The schema has no ${name}`);
    return {
      name,
      csharp: property.language?.csharp?.name,
      isRequired: spec.required?.includes(name) === true,
      value: typedValue(value, property, types, name),
    };
  });
}

function typedValue(value: unknown, spec: PropertySpec, types: Types, name: string): TypedValue {
  const { type, $ref, items, additionalProperties } = spec;
  if ($ref === ANY) return { kind: "any", value };
  if ($ref?.startsWith(TYPE) === true && isRecord(value)) {
    const token = $ref.slice(TYPE.length);
    return {
      kind: "object",
      type: token.split(":").at(-1) ?? token,
      members: typedMembers(value, types[token] ?? {}, types),
    };
  }
  if (type === "string" && typeof value === "string") return { kind: "text", value };
  if (type === "boolean" && typeof value === "boolean") return { kind: "boolean", value };
  if ((type === "integer" || type === "number") && typeof value === "number") return { kind: type, value };
  if (items !== undefined && Array.isArray(value)) {
    const all: readonly unknown[] = value;
    return { kind: "list", items: all.map((one) => typedValue(one, items, types, name)) };
  }
  if (additionalProperties !== undefined && isRecord(value)) {
    const entries = Object.entries(value);
    return {
      kind: "map",
      members: entries.map(([key, one]) => [key, typedValue(one, additionalProperties, types, name)] as const),
    };
  }
  throw new Error(`The value of ${name} is not of the schema's type`);
}
