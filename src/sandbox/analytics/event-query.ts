import type { SqlValue } from "../store/database.ts";
import type { World } from "../world.ts";
import { isInCohort } from "./cohorts.ts";
import { personOf } from "./persons.ts";
import { type FilterGroup, holds } from "./property-filter.ts";
import { EVENTS_TABLE, type EventRow } from "./rows.ts";

/** What a list of events is asked for. */
export type EventQuery = {
  readonly project: number;
  /** Names, any of them. */
  readonly events?: readonly string[] | undefined;
  /** Any of them. */
  readonly distinctIds?: readonly string[] | undefined;
  /** Later than this, and earlier than this: never the very time. */
  readonly afterMs?: number | undefined;
  readonly beforeMs: number;
  readonly filters: FilterGroup;
  readonly isNewestFirst: boolean;
};

/** Rows that are read at a time where every event has to be looked at. */
const CHUNK = 2000;

/** Cuts a part out of what a query finds. @source live notes on persons and events, 4.1 */
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

/** Reads what a query finds, less its filters, a part at a time. */
export function* eachEvent(world: World, query: EventQuery): Iterable<EventRow> {
  for (let offset = 0; ; offset += CHUNK) {
    const rows = select(world, query, CHUNK, offset);
    yield* rows;
    if (rows.length < CHUNK) return;
  }
}

function select(world: World, query: EventQuery, limit: number, offset: number): EventRow[] {
  const conditions = ["project = ?", "timestamp_ms < ?"];
  const values: SqlValue[] = [query.project, query.beforeMs];
  const add = (condition: string, ...more: SqlValue[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  if (query.afterMs !== undefined) add("timestamp_ms > ?", query.afterMs);
  const addAnyOf = (column: string, wanted: readonly string[] | undefined): void => {
    if (wanted !== undefined) add(`${column} IN (${wanted.map(() => "?").join(", ")})`, ...wanted);
  };
  addAnyOf("event", query.events);
  addAnyOf("distinct_id", query.distinctIds);
  const order = query.isNewestFirst ? "timestamp_ms DESC, seq DESC" : "timestamp_ms, seq";
  const tail = `WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return world.store.table(EVENTS_TABLE).select(tail, ...values, limit, offset);
}

/** Whether an event and its person fit. */
export function fits(world: World, filters: FilterGroup, event: EventRow): boolean {
  const person = personOf(world, event.project, event.distinct_id);
  return holds(filters, {
    person: person?.properties ?? {},
    event: event.properties,
    isInCohort: (number) => person !== undefined && isInCohort(world, number, person),
  });
}
