import type { Fields, ValuesOf } from "../../model/field.ts";
import { snakeName } from "../../model/names.ts";

/**
 * The service's data in the model's names: each declared field from the key of that name in snake_case. It omits nulls
 * and undeclared keys.
 */
export function shown<R extends Fields>(fields: R, wire: object): ValuesOf<R> {
  const sent = new Map<string, unknown>(Object.entries(wire));
  const entries = Object.keys(fields).map((name) => [name, sent.get(snakeName(name)) ?? undefined] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ValuesOf<R>; // -- the fields were declared after the rows
}

/** The rows of a list, in the model's names, read on demand. */
export async function* shownRows<R extends Fields>(
  fields: R,
  rows: AsyncIterable<object>,
): AsyncGenerator<ValuesOf<R>> {
  for await (const row of rows) yield shown(fields, row);
}

/** Arguments with the service's names, without absent ones. */
export function wireArguments(
  args: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const given = names.filter((name) => args[name] !== undefined);
  return Object.fromEntries(given.map((name) => [snakeName(name), args[name]]));
}
