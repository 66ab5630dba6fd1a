import type { Before } from "../call.ts";
import type { IdentityParts } from "../identity.ts";
import { pick, type Values } from "../json-value.ts";
import type * as z from "zod";
import type { Field, Fields } from "../field.ts";
import type { Reading, Sending } from "./codec.ts";

/** The row that the codecs of these fields read; unknown without any. */
export type RowOf<F extends Fields> = ReadBy<F[keyof F]> extends (row: infer Row) => void ? Row : unknown;

type ReadBy<One> =
  One extends Field<z.ZodType, infer C>
    ? C extends { readonly read: (row: infer Row, reading: Reading) => unknown }
      ? (row: Row) => void
      : never
    : never;

/** The body that the codecs of these inputs write; unknown without any. */
export type BodyOf<F extends Fields> = [WrittenBy<F[keyof F]>] extends [never] ? unknown : WrittenBy<F[keyof F]>;

type WrittenBy<One> =
  One extends Field<z.ZodType, infer C>
    ? C extends { readonly write: (given: never, sending: Sending<never>) => infer Body }
      ? Body
      : never
    : never;

// Inside of a resource, the fields have no types: `field` and `defineResource` have checked them against these rows,
// which `never` represents.

/** The parts of a resource with codecs. */
interface Declared {
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly identity: { readonly parts: readonly string[] };
}

/** The body that sets some of the inputs, from what their codecs write. An absent input is absent in it. */
export function bodyFrom({ inputs: fields }: Declared, inputs: Values, before?: Before<never>): Values {
  const sending = { inputs, before };
  const body: Record<string, unknown> = {};
  for (const [name, { wire }] of Object.entries(fields)) {
    if (inputs[name] !== undefined) Object.assign(body, wire?.write?.(inputs[name] as never, sending));
  }
  return body;
}

/** The values in a row: from each codec, and the parts of the identity that have no codec. */
export function valuesFrom(
  { inputs, outputs, identity }: Declared,
  row: never,
  at: IdentityParts,
  declared?: Values,
): Values {
  const fields: Fields = { ...inputs, ...outputs };
  const parts = identity.parts.filter((name) => fields[name] !== undefined && fields[name].wire === undefined);
  return { ...pick(at, parts), ...read(fields, row, { at, declared }) };
}

/** The values of some fields in a row, independent of the object and of its declaration. */
export function shownFields<F extends Fields>(fields: F, row: RowOf<F>): Values;
export function shownFields(fields: Fields, row: never): Values {
  return read(fields, row, { at: {}, declared: undefined });
}

function read(fields: Fields, row: never, reading: Reading): Values {
  const entries = Object.entries(fields).map(([name, { wire }]) => [name, wire?.read(row, reading)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
