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
   * The output that names them, in fields with its name inside of the value, if that isn't the last part of the
   * identity. No other resource has an output with that name.
   */
  readonly by?: string;
}

/**
 * A value that isn't secret but can contain secrets. If it does, lists show it without them, and reports and written
 * programs treat the whole value as a secret.
 */
export interface SecretsInside {
  /** The same value without its secrets; the value itself if it has none. */
  readonly withoutSecrets: (value: unknown) => unknown;
}

/** The marks of a field: everything that the engines, the driver, and the docs know about it besides its type. */
export interface FieldMarks<Default = unknown> {
  /** One sentence for users, with limits and units; shown on hover, in the reference and in engine schemas. */
  readonly doc: Text;
  /** Only for inputs; `update` if absent. */
  readonly onChange?: OnChange;
  /** The value is encrypted in the state and never printed; or it isn't secret as a whole and can contain secrets. */
  readonly secret?: true | SecretsInside;
  /**
   * How far the service returns the value; always if absent.
   *
   * - `never`: it is write-only; changes are found by comparing with the value that was given before;
   * - `sometimes`: to some keys, or in some versions. If the service returns the value, it is compared like any
   *   other, and otherwise like a write-only one;
   * - `where supported`: some services lack the setting, or only show it. If an observation of the whole object
   *   doesn't have the setting, the declared value is kept in the state and nothing is sent.
   */
  readonly returned?: "never" | "sometimes" | "where supported";
  /** Only for outputs: never changes in the life of the object, or not in some updates. */
  readonly stable?: true | Stability;
  /** Only for inputs: the object that the value, or each item of a list, names. The ID of an ancestor needs no mark. */
  readonly refersTo?: ReferredObject;
  /**
   * Only for inputs: the value contains numbers of integrations, and the provider itself changes one when it replaces
   * that integration. Everything else in an object still shows whether a create of this program made it.
   */
  readonly isRelinked?: true;
  /** The service's value if the field was never set; sent when the field leaves the program. */
  readonly serviceDefault?: ServiceDefault<Default>;
  /** How the service changes a value before it stores it (trim, lower-case ...). */
  readonly normalize?: (value: never) => unknown;
  /** Taken from the provider's configuration if the program omits the field; the key of that setting. */
  readonly fromConfig?: "organizationId";
}

/** A declared field: a zod schema and its marks. */
export interface Field<S extends z.ZodType = z.ZodType, Wire extends AnyCodec = AnyCodec> extends FieldMarks {
  readonly schema: S;
  /**
   * How the field is converted to and from the service's form; absent for a field that the service doesn't have, and
   * for a part of the identity.
   */
  readonly wire?: Wire;
}

/**
 * The codecs that a field can have. A codec that only reads returns exactly the schema's type. A codec that also writes
 * can return values that no program could declare, and accepts declared values and the service's default.
 */
type CodecFor<S extends z.ZodType, Default> =
  | ShownCodec<never, z.output<S>>
  | FieldCodec<never, unknown, Unlimited<z.output<S>> | null | undefined, Exclude<z.output<S>, undefined> | Default>;

/** The fields of a resource by name, in the order in which the docs show them. */
export type Fields = Readonly<Record<string, Field>>;

/** Declares one field: its type as a zod schema, its marks, and its conversion to the service's form. */
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

/** The values of a set of fields after a check: defaults are filled in, and optional fields can be absent. */
export type ValuesOf<F extends Fields> = {
  [K in Exclude<keyof F, OptionalKeys<F>>]: z.output<F[K]["schema"]>;
} & { [K in OptionalKeys<F>]?: Exclude<z.output<F[K]["schema"]>, undefined> };

/** A type without its limits: the service can return any string even if only a few can be declared, and null anywhere. */
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
 * The service's values of a set of inputs, in the user's terms: null and absent if the service says so, and values that
 * the program couldn't declare.
 */
export type Observed<F extends Fields> = {
  readonly [K in keyof F]?: Unlimited<z.output<F[K]["schema"]>> | null | undefined;
};

/**
 * Whether an observation says nothing about the field, so its value can only be sent, not compared. For a field that
 * the service never returns, null can still say that it isn't set.
 */
export function isHidden(declared: Field, observed: unknown): boolean {
  if (declared.returned === "never") return observed !== null;
  return declared.returned !== undefined && observed === undefined;
}

/** Whether the program can omit the field. */
export function isOptional(declared: Field): boolean {
  return declared.fromConfig !== undefined || declared.schema.safeParse(undefined).success;
}

/**
 * Whether the field is decided once, by the program or by the service: its removal from the program resets nothing and
 * replaces no object.
 */
export function isDecidedOnce(declared: Field): boolean {
  const isFree = declared.fromConfig === undefined && !hasServiceDefault(declared);
  return declared.onChange === "replace" && isFree && isOptional(declared);
}

/** The default that a check fills in, or undefined if the field has none. */
export function defaultOf(declared: Field): unknown {
  const parsed = declared.schema.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

/** Whether an update leaves an output unchanged. */
export function isStableIn(name: string, { stable }: Pick<FieldMarks, "stable">, update: PlannedUpdate): boolean {
  return stable === true ? update.state[name] !== undefined : stable?.isKept(name, update) === true;
}
