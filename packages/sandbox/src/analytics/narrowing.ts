import { hasQuirk } from "../dialects.ts";
import type { SqlValue } from "../store/database.ts";
import type { World } from "../world.ts";
import { type FilterGroup, type PropertyFilter, comparableText } from "./property-filter.ts";
import { DISTINCT_IDS_TABLE } from "./rows.ts";

/** A condition in SQL that holds for every person that fits, and for few others: those alone are read and judged. */
export type Narrowing = { readonly sql: string; readonly values: readonly SqlValue[] };

/**
 * Runs of characters that stand in the text of a row as they stand in a value, in some letter case, and mean nothing to
 * LIKE. Without i and k: other letters than theirs become them in lower case.
 */
const PLAIN = /[a-hjl-z0-9@.-]{2,}/gu;

/** What a search leaves over. */
export function narrowedBySearch(world: World, project: number, search: string): Narrowing | undefined {
  const part = likeAnywhere(search);
  if (part === undefined) return undefined;
  const ids = `SELECT person FROM t_${DISTINCT_IDS_TABLE.name} WHERE project = ? AND distinct_id`;
  return hasQuirk(world.dialect, "searchLooksForPartsOfIds")
    ? { sql: `(json LIKE ? OR id IN (${ids} LIKE ?))`, values: [part, project, part] }
    : { sql: `(json LIKE ? OR id IN (${ids} = ?))`, values: [part, project, search] };
}

/** What conditions on properties leave over; undefined when that may be everybody. */
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

/** A pattern for the longest plain run of a text; undefined when it has none. */
function likeAnywhere(text: string): string | undefined {
  const [longest] = (text.toLowerCase().match(PLAIN) ?? []).toSorted((one, other) => other.length - one.length);
  return longest === undefined ? undefined : `%${longest}%`;
}
