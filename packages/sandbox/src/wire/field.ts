import { type Dialect, isIn } from "../dialects.ts";

/** Type of one field on the wire. */
export type WireType = "uuid" | "text" | "boolean" | "integer" | "number" | "dateTime" | "object" | "list" | "any";

/** Description of one field of a resource; both request checking and response checking read it. */
export type FieldSpec = {
  readonly name: string;
  readonly type: WireType;
  /** Types in the dialects that have another one. */
  readonly types?: Partial<Readonly<Record<Dialect, WireType>>>;
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
  /** First dialect in which the field is shown and taken. */
  readonly since?: Dialect;
  /** Last dialect in which the field is shown and taken. */
  readonly until?: Dialect;
  /** First dialect in which a writable field is shown only, and a value that is sent is passed over. */
  readonly readOnlySince?: Dialect;
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
export type ResourceSpec<Values extends object = Readonly<Record<string, unknown>>> = {
  readonly name: string;
  readonly fields: readonly FieldSpec[];
  /** Carries the type of what is read of a body; never set. */
  readonly values?: Values;
};

/** Returns the fields that exist in a dialect. */
export function fieldsIn(resource: ResourceSpec<object>, dialect: Dialect): readonly FieldSpec[] {
  return resource.fields.filter((field) => isIn(dialect, field));
}

/** Returns a field's type in a dialect. */
export function typeIn(field: FieldSpec, dialect: Dialect): WireType {
  return field.types?.[dialect] ?? field.type;
}

/** Tells whether a value that is sent for a field is taken in a dialect. */
export function isWritableIn(field: FieldSpec, dialect: Dialect): boolean {
  return (
    field.writable === true && (field.readOnlySince === undefined || !isIn(dialect, { since: field.readOnlySince }))
  );
}

/** Describes fields that one source tells of. */
export function fieldsFrom(
  source: string,
): (name: string, type: FieldSpec["type"], more?: Partial<FieldSpec>) => FieldSpec {
  return (name, type, more = {}) => ({ name, type, source, ...more });
}
