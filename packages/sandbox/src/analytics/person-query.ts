import { hasQuirk } from "../dialects.ts";
import type { World } from "../world.ts";
import { isInCohort } from "./cohorts.ts";
import { type Narrowing, narrowedByFilters, narrowedBySearch } from "./narrowing.ts";
import { distinctIdsOf, personOf } from "./persons.ts";
import { type FilterGroup, holds, comparableText } from "./property-filter.ts";
import { PERSONS_TABLE, type PersonRow } from "./rows.ts";

/** The parameters of a list of persons. */
export type PersonQuery = {
  readonly project: number;
  readonly email: string | null;
  readonly distinctId: string | null;
  readonly search: string | null;
  readonly filters: FilterGroup;
};

/** Rows per read if every person must be checked. */
const CHUNK = 1000;

/** Newest first, in the order of an index. @source live notes on persons and events, 1.7 */
const NEWEST = "WHERE project = ? AND is_hidden = 0 AND created_ms <= ?";
const ORDER = "ORDER BY created_ms DESC, id DESC LIMIT ? OFFSET ?";
/** Rows before an offset are counted in the index, and not read. */
const PAGE = `WHERE seq IN (SELECT seq FROM t_${PERSONS_TABLE.name} ${NEWEST} ${ORDER}) ORDER BY created_ms DESC, id DESC`;

/** The rows after a given row that match the condition in place of the braces. */
const AFTER =
  "WHERE project = ? AND is_hidden = 0 AND (created_ms, id) < (?, ?)?{} ORDER BY created_ms DESC, id DESC LIMIT ?";

/** Cuts a page out of a query's results, without persons dated in the future. @source as above, 3.1 */
export function findPersons(world: World, query: PersonQuery, limit: number, offset: number): PersonRow[] {
  const table = world.store.table(PERSONS_TABLE);
  const nowMs = world.clock.nowMs();
  if (isUnfiltered(query)) return table.select(PAGE, query.project, nowMs, limit, offset);
  const found: PersonRow[] = [];
  let skipped = 0;
  for (const person of candidates(world, query)) {
    if (!fits(world, query, person)) continue;
    if (skipped < offset) skipped += 1;
    else if (found.push(person) === limit) break;
  }
  return found;
}

/** The total number of a query's results. */
export function countPersons(world: World, query: PersonQuery): number {
  if (!isUnfiltered(query)) return findPersons(world, query, Number.MAX_SAFE_INTEGER, 0).length;
  return world.store.table(PERSONS_TABLE).count({ project: query.project, is_hidden: false });
}

function isUnfiltered({ email, distinctId, search, filters }: PersonQuery): boolean {
  return email === null && distinctId === null && search === null && filters.values.length === 0;
}

/** The smallest set of candidates that an index provides. */
function* candidates(world: World, query: PersonQuery): Iterable<PersonRow> {
  const table = world.store.table(PERSONS_TABLE);
  const nowMs = world.clock.nowMs();
  if (query.distinctId !== null) {
    const person = personOf(world, query.project, query.distinctId);
    if (person !== undefined && !person.is_hidden) yield person;
  } else if (query.email !== null) {
    yield* table.select(`${NEWEST} AND email = ? ORDER BY created_ms DESC, id DESC`, query.project, nowMs, query.email);
  } else {
    const { sql, values } = narrowingOf(world, query);
    // Each read continues after the last row of the one before, by the index.
    let [beforeMs, beforeId] = [nowMs + 1, ""];
    for (;;) {
      const rows = table.select(AFTER.replace("?{}", sql), query.project, beforeMs, beforeId, ...values, CHUNK);
      yield* rows;
      const last = rows[CHUNK - 1];
      if (last === undefined) return;
      [beforeMs, beforeId] = [last.created_ms, last.id];
    }
  }
}

/** What every matching person has in its row, or among its distinct IDs. */
function narrowingOf(world: World, { project, search, filters }: PersonQuery): Narrowing {
  const parts = [
    search === null ? undefined : narrowedBySearch(world, project, search),
    narrowedByFilters(filters),
  ].flatMap((part) => part ?? []);
  return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(""), values: parts.flatMap(({ values }) => values) };
}

function fits(world: World, query: PersonQuery, person: PersonRow): boolean {
  if (query.email !== null && person.email !== query.email) return false;
  if (query.search !== null && !isFoundBy(world, person, query.search)) return false;
  const isMember = (cohort: number): boolean => isInCohort(world, cohort, person);
  return holds(query.filters, { person: person.properties, event: {}, isInCohort: isMember });
}

/**
 * Text anywhere in the address. The documented service matches only whole distinct IDs; the running one also matches
 * parts, and searches name and UUID.
 * @source contract, persons table; live notes on persons and events, 3.1
 */
function isFoundBy(world: World, person: PersonRow, search: string): boolean {
  const text = search.toLowerCase();
  const has = (value: unknown): boolean => comparableText(value).toLowerCase().includes(text);
  if (has(person.properties["email"])) return true;
  if (!hasQuirk(world.dialect, "searchLooksForPartsOfIds")) {
    return personOf(world, person.project, search)?.id === person.id;
  }
  return has(person.properties["name"]) || has(person.id) || distinctIdsOf(world, person.id).some(has);
}
