import type { Before } from "../call.ts";
import type { Fields } from "../field.ts";
import type { IdentityParts } from "../identity.ts";
import { pick, type Values } from "../json-value.ts";
import type { Reading } from "./codec.ts";
import type { RowOf } from "./codec-types.ts";

// The fields of a resource forget their types: `field` and `defineResource` have checked them against these rows, which
// `never` stands for.

/** What a resource with codecs is made of. */
interface Declared {
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly identity: { readonly parts: readonly string[] };
}

/** The body that sets some of the inputs: what their codecs write. An absent input is absent in it. */
export function bodyFrom({ inputs: fields }: Declared, inputs: Values, before?: Before<never>): Values {
  const sending = { inputs, before };
  const body: Record<string, unknown> = {};
  for (const [name, { wire }] of Object.entries(fields)) {
    if (inputs[name] !== undefined) Object.assign(body, wire?.write?.(inputs[name] as never, sending));
  }
  return body;
}

/** What a row shows: what each codec reads, and the parts of the identity that have no codec. */
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

/** What a row shows of some fields, whatever object it is a row of and whatever is declared of it. */
export function shownFields<F extends Fields>(fields: F, row: RowOf<F>): Values;
export function shownFields(fields: Fields, row: never): Values {
  return read(fields, row, { at: {}, declared: undefined });
}

function read(fields: Fields, row: never, reading: Reading): Values {
  const entries = Object.entries(fields).map(([name, { wire }]) => [name, wire?.read(row, reading)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
