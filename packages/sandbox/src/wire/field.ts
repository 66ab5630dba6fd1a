import type { Dialect } from "../dialects.ts";

/** Type of one field on the wire. */
export type WireType = "uuid" | "text" | "boolean" | "integer" | "number" | "dateTime" | "object" | "list" | "any";

/** Description of one field of a resource; both request checking and response checking read it. */
export type FieldSpec = {
  readonly name: string;
  readonly type: WireType;
  /** Type in the documented dialect where the contract says something else than the running service shows. */
  readonly documentedType?: WireType;
  readonly nullable?: boolean;
  readonly writable?: boolean;
  /** Must be in the body of POST and PUT. */
  readonly required?: boolean;
  /** Longest text in characters, after trimming. */
  readonly maxChars?: number;
  /** Accepts the empty text; for nullable references and booleans the empty text means null instead. */
  readonly blank?: boolean;
  readonly choices?: readonly string[];
  readonly pattern?: { readonly matches: RegExp; readonly detail: string };
  /** Shown and taken in the live dialect only. */
  readonly liveOnly?: boolean;
  /** Shown and taken in the documented dialect only. */
  readonly documentedOnly?: boolean;
  /** The key may be absent from an answer. */
  readonly optional?: boolean;
  /** What an object, or each item of a list, holds. */
  readonly of?: ResourceSpec;
  /** Smallest and largest integer taken. */
  readonly least?: number;
  readonly most?: number;
  /** Taken instead of the reader of the type: returns the value to store or throws a refusal. */
  readonly read?: (value: unknown, field: FieldSpec) => unknown;
  /** Where the facts about the field come from, with the date. */
  readonly source: string;
};

/** A resource as a list of fields in the order in which the service shows and checks them. */
export type ResourceSpec = { readonly name: string; readonly fields: readonly FieldSpec[] };

/** Returns the fields that exist in a dialect. */
export function fieldsIn(resource: ResourceSpec, dialect: Dialect): readonly FieldSpec[] {
  return resource.fields.filter((field) =>
    dialect === "live" ? field.documentedOnly !== true : field.liveOnly !== true,
  );
}

/** Returns a field's type in a dialect. */
export function typeIn(field: FieldSpec, dialect: Dialect): WireType {
  return dialect === "documented" ? (field.documentedType ?? field.type) : field.type;
}
