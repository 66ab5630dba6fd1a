import { isRecord } from "../../../model/json-value.ts";
import type { Shape } from "../../../model/shape.ts";
import { printed, type Spelling, type Text } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { modelName, snakeName } from "../../../model/names.ts";
import { NESTING } from "./protocol.ts";

/** A type of Terraform, as far as the model needs one; no dynamic types and no blocks. */
export type AttributeType =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "map"; readonly of: AttributeType }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Member>> };

/** A member of an object; keyed by the model's name. */
export interface Member {
  readonly type: AttributeType;
  readonly required: boolean;
  readonly doc?: Text;
  readonly secret?: boolean;
  /** The engine takes the value and stores it nowhere. */
  readonly isWriteOnly?: boolean;
  /** The model has no such member. */
  readonly isBeside?: boolean;
}

const SCALARS: Readonly<Record<string, AttributeType>> = {
  string: { kind: "string" },
  number: { kind: "number" },
  integer: { kind: "number" },
  boolean: { kind: "bool" },
};

/**
 * The Terraform type for a type of the model.
 *
 * @throws Error at start for a type that Terraform has no word for, such as "a string or a list".
 */
export function typeFrom(shape: Shape): AttributeType {
  const constants = shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);
  if (constants !== undefined) return commonType(constants.map((value) => SCALARS[typeof value]));
  if (shape.anyOf !== undefined) return commonType(shape.anyOf.filter(({ type }) => type !== "null").map(typeFrom));
  if (shape.type === "array" && shape.items !== undefined) return { kind: "list", of: typeFrom(shape.items) };
  if (shape.type === "object") return objectFrom(shape);
  return commonType([SCALARS[String(shape.type)]]);
}

function commonType(types: readonly (AttributeType | undefined)[]): AttributeType {
  const [first] = types;
  if (first === undefined || types.some((type) => JSON.stringify(type) !== JSON.stringify(first))) {
    throw new Error(`Terraform has no type for a value that may be one of ${JSON.stringify(types)}`);
  }
  return first;
}

function objectFrom(shape: Shape): AttributeType {
  if (shape.properties === undefined) {
    const { additionalProperties } = shape;
    if (typeof additionalProperties !== "object") throw new Error("Terraform has no type for an object of anything");
    return { kind: "map", of: typeFrom(additionalProperties) };
  }
  const members = Object.entries(shape.properties).flatMap(([name, member]): (readonly [string, Member])[] => {
    const { doc, secret } = member;
    // An import has no secret: whether one has to be given, the plan knows, which has the state.
    const required = shape.required?.includes(name) === true && member.default === undefined && secret !== true;
    const marks = {
      ...(doc === undefined ? {} : { doc }),
      ...(secret === true ? { secret } : {}),
    };
    const type = typeFrom(member);
    const own = [name, { type, required, ...marks }] as const;
    return secret === true && canBeWriteOnly(type) ? [own, ...writeOnlyPair(name, type, doc)] : [own];
  });
  return { kind: "object", members: Object.fromEntries(members) };
}

/**
 * Whether a secret with that type has a write-only form: a map is given as a whole, and in a list, nobody could tell
 * which one changed.
 */
export function canBeWriteOnly(type: AttributeType): boolean {
  return type.kind !== "list";
}

/** The other way to give a secret of an object: two members, as a secret input has two attributes for it. */
function writeOnlyPair(name: string, type: AttributeType, doc: Text = ""): (readonly [string, Member])[] {
  const { value, version } = pairOf(name);
  const texts = pairTexts(snakeName(name), printed(doc));
  return [
    [value, { type, required: false, doc: texts.value, isWriteOnly: true, isBeside: true }],
    [version, { type: { kind: "number" }, required: false, doc: texts.version, isBeside: true }],
  ];
}

/** The names, in the model's spelling, of the write-only form of a secret. */
export function pairOf(name: string): { readonly value: string; readonly version: string } {
  return { value: `${name}Wo`, version: `${name}WoVersion` };
}

/** The field that a value represents; undefined for the version of one. */
export function storedName(name: string, { isBeside, isWriteOnly }: Member): string | undefined {
  if (isBeside !== true) return name;
  return isWriteOnly === true ? name.replace(/Wo$/u, "") : undefined;
}

/** The type of a value that the service decides: no part of it is given. */
export function withoutPairs(type: AttributeType): AttributeType {
  if (type.kind === "list" || type.kind === "map") return { ...type, of: withoutPairs(type.of) };
  if (type.kind !== "object") return type;
  const members = Object.entries(type.members).filter(([, { isBeside }]) => isBeside !== true);
  return {
    kind: "object",
    members: Object.fromEntries(members.map(([name, one]) => [name, { ...one, type: withoutPairs(one.type) }])),
  };
}

/** The descriptions of both, for users. */
export function pairTexts(stored: string, doc: string): { readonly value: string; readonly version: string } {
  return {
    value: `Write-only alternative to ${stored}, which leaves no trace in plan or state. Needs Terraform or OpenTofu 1.11. ${doc}`,
    version: `Version of ${stored}_wo. Raise it to send the value again.`,
  };
}

/** The type in the engine's JSON notation: `"string"`, `["list","number"]`. */
function typeNotation(type: AttributeType): unknown {
  if (type.kind === "object") {
    const members = Object.entries(type.members).map(([name, { type: own }]) => [snakeName(name), typeNotation(own)]);
    return ["object", Object.fromEntries(members)];
  }
  return type.kind === "list" || type.kind === "map" ? [type.kind, typeNotation(type.of)] : type.kind;
}

/** The bytes of a type in a schema. */
export function typeBytes(type: AttributeType): Uint8Array {
  return Buffer.from(JSON.stringify(typeNotation(type)));
}

/**
 * The type's part of an attribute in the schema: objects that are declared are nested attributes, everything else is a
 * notation. OpenTofu 1.8 crashes over a nested attribute that is computed when it generates a configuration.
 *
 * @param marks - what every member is marked with, too
 * @source opentofu v1.8.11 internal/configs/configschema/filter.go
 */
export function typeFields(
  type: AttributeType,
  isComputed: boolean,
  marks: Readonly<Record<string, unknown>> = {},
  spelling?: Spelling,
): Record<string, unknown> {
  const single = type.kind === "object" ? type : undefined;
  const element = type.kind === "list" || type.kind === "map" ? type.of : undefined;
  const object = single ?? (element?.kind === "object" ? element : undefined);
  if (object === undefined || isComputed) return { type: typeBytes(type) };
  const nesting = single === undefined ? NESTING[type.kind as "list" | "map"] : NESTING.single;
  const attributes = Object.entries(object.members).map(([name, member]) => ({
    name: snakeName(name),
    ...typeFields(member.type, isComputed, marks, spelling),
    ...(member.doc === undefined ? {} : { description: printed(member.doc, spelling) }),
    ...(member.secret === true ? { sensitive: true } : {}),
    ...(member.isWriteOnly === true ? { writeOnly: true } : {}),
    ...marks,
    required: member.required,
    optional: !member.required,
  }));
  return { nestedType: { attributes, nesting } };
}

/** A value of the engine in the model's form: null is absent, members have the model's names. */
export function valueToModel(type: AttributeType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (value === UNKNOWN) return UNKNOWN;
  // A null among the elements stays: the check of the model refuses it.
  const element = (own: AttributeType, item: unknown): unknown => (item === null ? null : valueToModel(own, item));
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => element(type.of, item));
  if (type.kind === "map" && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, element(type.of, item)]));
  }
  if (type.kind === "object" && isRecord(value)) {
    const members = Object.entries(value).flatMap(([attribute, item]) => {
      const name = modelName(attribute);
      const member = type.members[name];
      const isOurs = member !== undefined && member.isBeside !== true;
      const translated = isOurs ? valueToModel(member.type, item) : undefined;
      return translated === undefined ? [] : [[name, translated] as const];
    });
    return Object.fromEntries(members);
  }
  // Numbers that fit no machine word arrive as text.
  return type.kind === "number" ? Number(value) : value;
}

/** A value of the model in the engine's form: every member is present, null when it is absent. */
export function valueToTerraform(type: AttributeType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value === UNKNOWN) return UNKNOWN;
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => valueToTerraform(type.of, item));
  if (type.kind === "map" && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueToTerraform(type.of, item)]));
  }
  if (type.kind === "object" && isRecord(value)) {
    const members = Object.entries(type.members).map(([name, member]) => [
      snakeName(name),
      valueToTerraform(member.type, value[name]),
    ]);
    return Object.fromEntries(members);
  }
  return value;
}
