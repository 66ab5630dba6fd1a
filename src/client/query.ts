/** Values of a query by name; `undefined`, `null`, and `false` are omitted. */
export type QueryValues = Readonly<Record<string, unknown>>;

/**
 * Writes a query with its question mark; `""` if nothing remains.
 *
 * `false` is omitted because the service treats several flags as set if they are present (`delete_events=false` deletes
 * events). Lists and objects are written as JSON, which the service reads.
 *
 * @param repeated - names whose lists are written as one parameter for each element instead
 * @source departures 2025-08 "persons DELETE"; live-persons-and-events 1.5, 6; flows 10:134-147 (observed 2026-11-20)
 */
export function queryOf(values: QueryValues, repeated: readonly string[] = []): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    repeated.includes(name) && Array.isArray(value)
      ? value.map((each: unknown) => [name, each] as const)
      : [[name, value] as const],
  );
  return written(pairs.filter(([, value]) => value !== null && value !== false));
}

/** A query that repeats the body must not make the URL longer than servers accept, usually 8 kB. */
const MAX_DOCUMENTED_QUERY = 4000;

/**
 * The query of a request whose parameters the service reads from the body, although the contract shows them in the
 * query. Both are sent, unless the query would be too long for a URL.
 */
export function documentedQueryOf(values: QueryValues): string {
  const query = written(Object.entries(values));
  return query.length > MAX_DOCUMENTED_QUERY ? "" : query;
}

function written(pairs: readonly (readonly [name: string, value: unknown])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) {
    if (value !== undefined) query.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
