import type { SqlValue } from "../store/database.ts";
import type { World } from "../world.ts";
import { isInCohort } from "./cohorts.ts";
import { personOf } from "./persons.ts";
import { type FilterGroup, holds } from "./property-filter.ts";
import { EVENTS_TABLE, type EventRow } from "./rows.ts";

/** The parameters of a list of events. */
export type EventQuery = {
  readonly project: number;
  /** Names, of which any can match. */
  readonly events?: readonly string[] | undefined;
  /** Any of them can match. */
  readonly distinctIds?: readonly string[] | undefined;
  /** Later than this, and earlier than this, both exclusive. */
  readonly afterMs?: number | undefined;
  readonly beforeMs: number;
  readonly filters: FilterGroup;
  readonly isNewestFirst: boolean;
};

/** Rows per read if every event must be checked. */
const CHUNK = 2000;

/** Cuts a page out of a query's results. @source live notes on persons and events, 4.1 */
export function findEvents(world: World, query: EventQuery, limit: number, offset: number): EventRow[] {
  if (query.distinctIds?.length === 0) return [];
  if (query.filters.values.length === 0) return select(world, query, limit, offset);
  const found: EventRow[] = [];
  let skipped = 0;
  for (const event of eachEvent(world, query)) {
    if (!fits(world, query.filters, event)) continue;
    if (skipped < offset) skipped += 1;
    else if (found.push(event) === limit) break;
  }
  return found;
}

/** Reads a query's results that match its filters, in batches. */
export function* eachEvent(world: World, query: EventQuery): Iterable<EventRow> {
  // Each batch begins at the time of the last event before it: an offset would cost more with every batch.
  let fromMs: number | undefined;
  let seen = 0;
  for (;;) {
    const rows = select(world, query, CHUNK, seen, fromMs);
    yield* rows;
    if (rows.length < CHUNK) return;
    const lastMs = rows.at(-1)?.timestamp_ms;
    const alike = rows.filter((row) => row.timestamp_ms === lastMs).length;
    seen = lastMs === fromMs ? seen + alike : alike;
    fromMs = lastMs;
  }
}

function select(world: World, query: EventQuery, limit: number, offset: number, fromMs?: number): EventRow[] {
  const conditions = ["project = ?"];
  const values: SqlValue[] = [query.project];
  const add = (condition: string, ...more: SqlValue[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  const { isNewestFirst, afterMs, beforeMs } = query;
  if (fromMs !== undefined && isNewestFirst) add("timestamp_ms <= ?", fromMs);
  else add("timestamp_ms < ?", beforeMs);
  if (fromMs !== undefined && !isNewestFirst) add("timestamp_ms >= ?", fromMs);
  else if (afterMs !== undefined) add("timestamp_ms > ?", afterMs);
  const addAnyOf = (column: string, wanted: readonly string[] | undefined): void => {
    if (wanted !== undefined) add(`${column} IN (${wanted.map(() => "?").join(", ")})`, ...wanted);
  };
  // With several names, no index is in the order of time. The plus keeps SQLite on the index that is.
  addAnyOf((query.events?.length ?? 0) > 1 ? "+event" : "event", query.events);
  addAnyOf("distinct_id", query.distinctIds);
  const order = isNewestFirst ? "timestamp_ms DESC, seq DESC" : "timestamp_ms, seq";
  const tail = `WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return world.store.table(EVENTS_TABLE).select(tail, ...values, limit, offset);
}

/** Whether an event and its person match. */
export function fits(world: World, filters: FilterGroup, event: EventRow): boolean {
  const person = personOf(world, event.project, event.distinct_id);
  return holds(filters, {
    person: person?.properties ?? {},
    event: event.properties,
    isInCohort: (number) => person !== undefined && isInCohort(world, number, person),
  });
}
