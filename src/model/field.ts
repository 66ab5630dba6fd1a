import type * as z from "zod";

import { hasServiceDefault, type ServiceDefault } from "./service-default.ts";
import type { ResourceReference } from "./resource-reference.ts";
import type { Text } from "./messages.ts";
import type { OnChange } from "./on-change.ts";
import type { PlannedUpdate, Stability } from "./stability.ts";
import type { AnyCodec, FieldCodec, ShownCodec } from "./wire/codec.ts";

/** The objects that the values of an input name. */
export interface ReferredObject {
  readonly resource: () => ResourceReference;
  /**
   * The output by which they are named, in members of that name inside of the value, where that isn't the last part of
   * the identity. No other resource has an output of that name.
   */
  readonly by?: string;
}

/**
 * A value that is no secret but may hold some. Where it does, lists show it without them, and reports and written programs
 * treat the whole value as a secret.
 */
export interface SecretsInside {
  /** The same value without its secrets; the value itself where it has none. */
  readonly withoutSecrets: (value: unknown) => unknown;
}

/** The marks of a field: everything an engine, the driver and the docs know about it beside its type. */
export interface FieldMarks<Default = unknown> {
  /** One sentence for users, with limits and units; shown on hover, in the reference and in engine schemas. */
  readonly doc: Text;
  /** Inputs only; `update` when absent. */
  readonly onChange?: OnChange;
  /** The value is encrypted in state and never printed; or it is no secret as a whole and may hold some. */
  readonly secret?: true | SecretsInside;
  /**
   * How far the service returns the value; always when absent.
   *
   * - `never`: it is write-only; changes are found by comparing with what was given before;
   * - `sometimes`: to some keys, or in some versions. Where it does the value is compared like any other, and where
   *   it doesn't like a write-only one;
   * - `where supported`: some services lack the setting, or only show it. Where an observation of the whole object
   *   says nothing about it, what is declared is kept in state and nothing is sent.
   */
  readonly returned?: "never" | "sometimes" | "where supported";
  /** Outputs only: never changes in the life of the object, or not in some updates. */
  readonly stable?: true | Stability;
  /** Inputs only: what the value names, or each of a list. The id of an ancestor goes without saying. */
  readonly refersTo?: ReferredObject;
  /** What the service holds when the field was never set; sent when the field leaves the program. */
  readonly serviceDefault?: ServiceDefault<Default>;
  /** What the service does to a value before it stores it (trim, lower-case ...). */
  readonly normalize?: (value: never) => unknown;
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
 * What the service holds of a set of inputs, in the user's words: null and absent if the service says so, and values
 * that the program couldn't declare.
 */
export type Observed<F extends Fields> = {
  readonly [K in keyof F]?: Unlimited<z.output<F[K]["schema"]>> | null | undefined;
};

/**
 * Whether an observation says nothing about the field, so that its value can only be sent, not compared. Of one that
 * the service never returns it may still say, by null, that there is none.
 */
export function isHidden(declared: Field, observed: unknown): boolean {
  if (declared.returned === "never") return observed !== null;
  return declared.returned !== undefined && observed === undefined;
}

/** Whether the program may leave the field out. */
export function isOptional(declared: Field): boolean {
  return declared.fromConfig !== undefined || declared.schema.safeParse(undefined).success;
}

/**
 * Whether the field is decided once, by the program or else by the service: nothing is put back when it leaves the
 * program, and no object is replaced for it.
 */
export function isDecidedOnce(declared: Field): boolean {
  const isFree = declared.fromConfig === undefined && !hasServiceDefault(declared);
  return declared.onChange === "replace" && isFree && isOptional(declared);
}

/** The default that check fills in, or undefined if the field has none. */
export function defaultOf(declared: Field): unknown {
  const parsed = declared.schema.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Whether an update leaves an output as it is. */
export function isStableIn(name: string, { stable }: Pick<FieldMarks, "stable">, update: PlannedUpdate): boolean {
  return stable === true ? update.state[name] !== undefined : stable?.isKept(name, update) === true;
}
