import type { Before } from "../call.ts";
import type { Field, Fields } from "../field.ts";
import type { IdentityParts } from "../identity.ts";
import type { Values } from "../json-value.ts";

// The fields of a resource forget their types: `field` and `defineResource` have checked them against these rows.

/** What a resource with codecs is made of. */
interface Declared {
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly identity: { readonly parts: readonly string[] };
}

/** The body that sets some of the inputs: what their codecs write. An absent input is absent in it. */
export function bodyFrom({ inputs: fields }: Declared, inputs: Values, before?: Before<unknown>): Values {
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
  row: unknown,
  at: IdentityParts,
  declared?: Values,
): Values {
  const reading = { at, declared };
  const valueOf = (name: string, { wire }: Field): unknown => {
    if (wire !== undefined) return wire.read(row as never, reading);
    return identity.parts.includes(name) ? at[name] : undefined;
  };
  const entries = Object.entries({ ...inputs, ...outputs }).map(
    ([name, rules]) => [name, valueOf(name, rules)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
