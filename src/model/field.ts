import type * as z from "zod";

import { sameValue, type Values } from "./json-value.ts";
import type { AnyResource } from "./definition.ts";
import type { Text } from "./messages.ts";
import type { AnyCodec, FieldCodec, ShownCodec } from "./wire/codec.ts";

/**
 * What a change of an input does to the object.
 *
 * - `update`: the object is changed in place (the default);
 * - `replace`: the object is deleted and made anew;
 * - `none`: an argument for the provider alone; a change is stored and nothing is sent.
 */
export type OnChange = "update" | "replace" | "none";

/** The marks of a field: everything an engine, the driver and the docs know about it beside its type. */
export interface FieldMarks<Default = unknown> {
  /** One sentence for users, with limits and units; shown on hover, in the reference and in engine schemas. */
  readonly doc: Text;
  /** What to declare in place of it, in whole sentences; the field is deprecated. */
  readonly deprecation?: Text;
  /** Inputs only; `update` when absent. */
  readonly onChange?: OnChange;
  /** Values of several kinds that are changed in place: the kind of one; another kind replaces the object. */
  readonly kindOf?: (value: unknown) => unknown;
  /** The value is encrypted in state and never printed. */
  readonly secret?: boolean;
  /**
   * The value is no secret but may hold some: the same value without them. Where that is another one, lists show it, and
   * reports and written programs treat the whole value as a secret.
   */
  readonly withoutSecrets?: (value: unknown) => unknown;
  /**
   * The service never returns the value; changes are found by comparing with what was given before. `"unless shown"`:
   * it returns the value to some keys or in some versions, and where it does the value is compared like any other.
   */
  readonly writeOnly?: boolean | "unless shown";
  /**
   * Values that mean the same in forms of unlike members: which form. An engine that keeps state's spelling where nothing
   * differs takes the program's where the form is another one.
   */
  readonly formOf?: (value: unknown) => string;
  /** Write-only records: the members that an object of these other inputs may have; of an input with secrets inside, their places. */
  readonly membersFor?: (inputs: Values) => readonly string[];
  /**
   * Some services lack the setting, or only show it: where an observation of the whole object says nothing about it, what
   * is declared is kept in state and nothing is sent.
   */
  readonly notEverywhere?: boolean;
  /** Inputs for the provider alone: a new value sends all write-only inputs once more. */
  readonly resends?: boolean;
  /** The service refuses the value until the resource's precondition is met; it is deferred until then. */
  readonly isDeferrable?: boolean;
  /** Inputs only: the request that makes an object does not carry the value, everywhere or in some services; a change sets it. */
  readonly isSetAfterwards?: boolean;
  /**
   * Outputs only: never changes in the life of the object. A function tells by what is declared whether an update leaves it
   * as it is.
   */
  readonly stable?: boolean | ((inputs: Values) => boolean);
  /** Outputs only: other resources name the object by it, in an input or a member of that name, and no other kind has one. */
  readonly isHandle?: boolean;
  /**
   * Inputs only: the resource whose object the value names, or each of a list, or the members inside of it that are called
   * like that resource's handle. The id of an ancestor goes without saying.
   */
  readonly refersTo?: () => AnyResource;
  /** Outputs only: the inputs, or members of such, without a change of which it stays what it is. */
  readonly follows?: readonly string[];
  /** Outputs only: by what state holds, whether no change of an input can make it another one any more. */
  readonly isSettled?: (state: Values) => boolean;
  /** What the service holds when the field was never set; sent when the field leaves the program. */
  readonly serviceDefault?: Default;
  /** What services of another age or region hold in its place: an object with it is as new as one with the default. */
  readonly otherDefaults?: readonly unknown[];
  /** What the service does to a value before it stores it (trim, lower-case ...). */
  readonly normalize?: (value: never) => unknown;
  /** A field as look-ups show it: of an object without the members that are secret. */
  readonly isLookedUp?: boolean;
  /** Values of several forms: the type of the one that look-ups show, which is the normalized one. */
  readonly lookedUpAs?: z.ZodType;
  /** Any JSON: engines without a type for it take and give it as a JSON text. */
  readonly isJson?: boolean;
  /** Filled from the provider's configuration when the program leaves it out; the key of that setting. */
  readonly fromConfig?: "organizationId";
}

/** A declared field: a zod schema and its marks. */
export interface Field<S extends z.ZodType = z.ZodType, Wire extends AnyCodec = AnyCodec> extends FieldMarks {
  readonly schema: S;
  /** How the field stands on the wire; absent for what the service doesn't have, and for a part of the identity. */
  readonly wire?: Wire;
}

/**
 * The codecs that a field may have. One that only shows gives exactly what the schema says; one that also writes may show
 * what no program could declare, and is given declared values and the service's default.
 */
type CodecFor<S extends z.ZodType, Default> =
  | ShownCodec<never, z.output<S>>
  | FieldCodec<never, unknown, Unlimited<z.output<S>> | null | undefined, Exclude<z.output<S>, undefined> | Default>;

/** The fields of a resource by name, in the order in which the docs show them. */
export type Fields = Readonly<Record<string, Field>>;

/** Declares one field: its type as a zod schema, its marks, and how it stands on the wire. */
export function field<S extends z.ZodType>(schema: S, marks: FieldMarks & { readonly wire?: never }): Field<S, never>;
export function field<S extends z.ZodType, Wire extends CodecFor<S, Default>, const Default = never>(
  schema: S,
  marks: FieldMarks<Default> & { readonly wire: Wire },
): Field<S, Wire>;
export function field(schema: z.ZodType, marks: FieldMarks & { readonly wire?: AnyCodec }): Field {
  return { schema, ...marks };
}

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends z.output<F[K]["schema"]> ? K : never;
}[keyof F];

/** The values of a set of fields after check: defaults filled in, optional fields possibly absent. */
export type ValuesOf<F extends Fields> = {
  [K in Exclude<keyof F, OptionalKeys<F>>]: z.output<F[K]["schema"]>;
} & { [K in OptionalKeys<F>]?: Exclude<z.output<F[K]["schema"]>, undefined> };

/** A type without its limits: what the service holds may be any text where few are declared, and null anywhere. */
type Unlimited<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly (Unlimited<Item> | null)[]
        : T extends object
          ? { readonly [K in keyof T]: Unlimited<T[K]> | null | undefined }
          : T;

/**
 * What the service holds of a set of inputs, in the user's words: null and absent where the service says so, and values
 * that the program could not declare.
 */
export type Observed<F extends Fields> = {
  readonly [K in keyof F]?: Unlimited<z.output<F[K]["schema"]>> | null | undefined;
};

/**
 * Tells whether an observation says nothing about the field, so that its value can only be sent, not compared. Of one that
 * the service never returns it may still say, by null, that there is none.
 */
export function isHidden(declared: Field, observed: unknown): boolean {
  const mayBeUnsaid = declared.writeOnly === "unless shown" || declared.notEverywhere === true;
  return (declared.writeOnly === true && observed !== null) || (mayBeUnsaid && observed === undefined);
}

/** Tells whether the program may leave the field out. */
export function isOptional(declared: Field): boolean {
  return declared.fromConfig !== undefined || declared.schema.safeParse(undefined).success;
}

/**
 * Tells whether the field is decided once, by the program or else by the service: nothing is put back when it leaves the
 * program, and no object is replaced for it.
 */
export function isDecidedOnce(declared: Field): boolean {
  const isFree = declared.fromConfig === undefined && !("serviceDefault" in declared);
  return declared.onChange === "replace" && isFree && isOptional(declared);
}

/** The default that check fills in, or undefined when the field has none. */
export function defaultOf(declared: Field): unknown {
  const parsed = declared.schema.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Tells whether an update to these inputs leaves an output as it is. */
export function isStableFor({ stable = false }: Field, inputs: Values): boolean {
  return typeof stable === "function" ? stable(inputs) : stable;
}

/** Tells whether a value, normalized, is one that some service holds of a field that was never set. */
export function isSomeDefault(declared: Field, value: unknown): boolean {
  return [declared.serviceDefault, ...(declared.otherDefaults ?? [])].some((one) => sameValue(value, one));
}
