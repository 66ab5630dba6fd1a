import { type Dialect, isIn } from "../dialects.ts";

/** Type of one field on the wire. */
export type WireType = "uuid" | "text" | "boolean" | "integer" | "number" | "dateTime" | "object" | "list" | "any";

/** Description of one field of a resource; it is used to check both requests and responses. */
export type FieldSpec = {
  readonly name: string;
  readonly type: WireType;
  /** Types in dialects with another type. */
  readonly types?: Partial<Readonly<Record<Dialect, WireType>>>;
  readonly nullable?: boolean;
  readonly writable?: boolean;
  /** Required in the body of POST and PUT. */
  readonly required?: boolean;
  /** Longest string in characters, after trimming. */
  readonly maxChars?: number;
  /** Whether it accepts the empty string; for nullable references and Booleans, the empty string means null instead. */
  readonly blank?: boolean;
  readonly choices?: readonly string[];
  readonly pattern?: { readonly matches: RegExp; readonly detail: string };
  /** First dialect in which the field is shown and accepted. */
  readonly since?: Dialect;
  /** Last dialect in which the field is shown and accepted. */
  readonly until?: Dialect;
  /** First dialect in which a writable field is only shown, and a sent value is ignored. */
  readonly readOnlySince?: Dialect;
  /** Whether a response can lack the key. */
  readonly optional?: boolean;
  /** Contents of an object, or of each item of a list. */
  readonly of?: ResourceSpec;
  /** Smallest and largest accepted integer. */
  readonly least?: number;
  readonly most?: number;
  /** Used instead of the type's reader: returns the value to store or throws a refusal. */
  readonly read?: (value: unknown, field: FieldSpec) => unknown;
  /** Source of the facts about the field, with the date. */
  readonly source: string;
};

/** A resource as a list of fields, in the order in which the service shows and checks them. */
export type ResourceSpec<Values extends object = Readonly<Record<string, unknown>>> = {
  readonly name: string;
  readonly fields: readonly FieldSpec[];
  /** Type of the parsed body; never set. */
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

/** Whether a dialect accepts a value for a field. */
export function isWritableIn(field: FieldSpec, dialect: Dialect): boolean {
  return (
    field.writable === true && (field.readOnlySince === undefined || !isIn(dialect, { since: field.readOnlySince }))
  );
}

/** Describes fields with one common source. */
export function fieldsFrom(
  source: string,
): (name: string, type: FieldSpec["type"], more?: Partial<FieldSpec>) => FieldSpec {
  return (name, type, more = {}) => ({ name, type, source, ...more });
}
