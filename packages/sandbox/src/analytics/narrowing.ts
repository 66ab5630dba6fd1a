import { hasQuirk } from "../dialects.ts";
import type { SqlValue } from "../store/database.ts";
import type { World } from "../world.ts";
import { type FilterGroup, type PropertyFilter, comparableText } from "./property-filter.ts";
import { DISTINCT_IDS_TABLE } from "./rows.ts";

/** An SQL condition that holds for every matching person and few others, so only those are read and checked. */
export type Narrowing = { readonly sql: string; readonly values: readonly SqlValue[] };

/**
 * Runs of characters that are the same in a row's text and in a value, except for case, and aren't special in LIKE.
 * Without i and k, because the lower case of some other letters is i or k.
 */
const PLAIN = /[a-hjl-z0-9@.-]{2,}/gu;

/** The candidates of a search. */
export function narrowedBySearch(world: World, project: number, search: string): Narrowing | undefined {
  const part = likeAnywhere(search);
  if (part === undefined) return undefined;
  const ids = `SELECT person FROM t_${DISTINCT_IDS_TABLE.name} WHERE project = ? AND distinct_id`;
  return hasQuirk(world.dialect, "searchLooksForPartsOfIds")
    ? { sql: `(json LIKE ? OR id IN (${ids} LIKE ?))`, values: [part, project, part] }
    : { sql: `(json LIKE ? OR id IN (${ids} = ?))`, values: [part, project, search] };
}

/** The candidates for conditions on properties; undefined if that could be everybody. */
export function narrowedByFilters(filter: FilterGroup | PropertyFilter): Narrowing | undefined {
  if (!("values" in filter)) return narrowedByProperty(filter);
  const parts = filter.values.map(narrowedByFilters);
  const known = parts.flatMap((part) => part ?? []);
  if (filter.type === "OR" && known.length < parts.length) return undefined;
  return joinedBy(filter.type, known);
}

function narrowedByProperty({ type, key, operator, value }: PropertyFilter): Narrowing | undefined {
  if (type !== "person") return undefined;
  const texts = operator === "is_set" ? [key] : operator === "exact" || operator === "icontains" ? [value].flat() : [];
  const parts = texts.map((text) => likeAnywhere(comparableText(text)));
  const known = parts.flatMap((part) => part ?? []);
  if (known.length < parts.length) return undefined;
  return joinedBy(
    "OR",
    known.map((part) => ({ sql: "json LIKE ?", values: [part] })),
  );
}

function joinedBy(word: "AND" | "OR", parts: readonly Narrowing[]): Narrowing | undefined {
  if (parts.length === 0) return undefined;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`, values: parts.flatMap(({ values }) => values) };
}

/** A pattern for the longest plain run in a string; undefined if there is none. */
function likeAnywhere(text: string): string | undefined {
  const [longest] = (text.toLowerCase().match(PLAIN) ?? []).toSorted((one, other) => other.length - one.length);
  return longest === undefined ? undefined : `%${longest}%`;
}
