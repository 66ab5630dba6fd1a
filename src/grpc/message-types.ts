/** A decoded message: fields by name. Absent scalars have their zero value, and absent messages are undefined. */
export type Message = Record<string, unknown>;

/** The decoded value of each scalar type. */
interface Scalars {
  string: string;
  bytes: Uint8Array;
  bool: boolean;
  int32: number;
  int64: number;
  double: number;
}

/**
 * The type of a decoded message, from a table with a line for each message. Scalars, lists, and maps are always
 * present. Messages and fields with `?` are absent if they weren't sent. If the table or the name is any string, the
 * message has any fields.
 */
export type Received<Table extends string, Name extends string> = string extends Table
  ? Message
  : string extends Name
    ? Message
    : Name extends string
      ? Table extends `${string}\n  ${Name} ${infer Fields}\n${string}`
        ? FieldsOf<Table, Fields>
        : Readonly<Record<string, never>>
      : never;

type FieldsOf<Table extends string, Fields extends string> = Fields extends `${infer Field} ${infer Rest}`
  ? FieldOf<Table, Field> & FieldsOf<Table, Rest>
  : FieldOf<Table, Fields>;

type FieldOf<Table extends string, Field extends string> = Field extends `${infer Name}=${number}:${infer Type}`
  ? Type extends `map<${infer Item}>`
    ? { readonly [Key in Name]: Readonly<Record<string, ValueOf<Table, Item>>> }
    : Type extends `${infer Item}*`
      ? { readonly [Key in Name]: readonly ValueOf<Table, Item>[] }
      : Type extends `${infer Item}?`
        ? { readonly [Key in Name]?: ValueOf<Table, Item> | undefined }
        : Type extends keyof Scalars
          ? { readonly [Key in Name]: Scalars[Type] }
          : { readonly [Key in Name]?: ValueOf<Table, Type> | undefined }
  : never;

type ValueOf<Table extends string, Type extends string> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends "Struct"
    ? Readonly<Record<string, unknown>>
    : Type extends "Value"
      ? unknown
      : Received<Table, Type>;
