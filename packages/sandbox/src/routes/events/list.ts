import { eventTime, readTime } from "../../analytics/dates.ts";
import { type EventQuery, findEvents } from "../../analytics/event-query.ts";
import { distinctIdsOf } from "../../analytics/persons.ts";
import { readFilters } from "../../analytics/property-filter.ts";
import { PERSONS_TABLE } from "../../analytics/rows.ts";
import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { wantsCsv } from "../../pipeline/csv.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { linkWith, readCount } from "../../pipeline/page.ts";
import { failureInLive, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { showEvent } from "./show.ts";

/** Default and maximum number of rows, and the default for CSV. @source live notes on persons and events, 1.8 and 4.1 */
const DEFAULT_ROWS = 100;
const MAX_ROWS = 50_000;
const CSV_ROWS = 3500;
/** @source service 2026-09, persons-and-events.md, events */
const NEWER_MAX_ROWS = 1000;
/** Maximum number of a person's distinct IDs in a search. @source live notes on persons and events, 4.1 */
const MAX_DISTINCT_IDS = 2500;
/** Events further in the future aren't shown. @source as above */
const FUTURE_MS = 5000;

/**
 * `GET events/`: pages by time, so rows with the same time at the edge of a page are lost.
 * @source contract, events table; live service 2025-08, flow 10:26-43
 */
export function listEvents(exchange: Exchange): Answer {
  const query = queryOf(exchange);
  const isCsv = wantsCsv(exchange);
  const isOptIn = hasQuirk(exchange.world.dialect, "personsOfEventsAreOptIn");
  const withPerson = !isOptIn || ["1", "true"].includes((exchange.query.get("include_person") ?? "").toLowerCase());
  const most = isOptIn ? NEWER_MAX_ROWS : MAX_ROWS;
  const limit = Math.min(limitOf(exchange) ?? (isCsv ? CSV_ROWS : DEFAULT_ROWS), most);
  const offset = readCount(exchange.query.get("offset"), 0) ?? 0;
  const found = query === undefined ? [] : findEvents(exchange.world, query, limit + 1, offset);
  const rows = found.slice(0, Math.min(limit, exchange.maxPageRows ?? limit));
  const last = rows.at(-1);
  const edge = query?.isNewestFirst === false ? "after" : "before";
  const hasMore = found.length > rows.length && last !== undefined && !isCsv;
  const body = {
    next: hasMore ? linkWith(exchange, { [edge]: eventTime(last.timestamp_ms) }) : null,
    results: rows.map((event) => showEvent(exchange, event, withPerson)),
  };
  return { status: 200, headers: {}, body };
}

/** The running service fails on a limit that isn't a number. @source live notes on persons and events, 1.5 */
function limitOf(exchange: Exchange): number | undefined {
  const text = exchange.query.get("limit");
  if (text === null || text === "") return undefined;
  const limit = readCount(text, 0);
  if (limit === undefined) throw failureInLive(exchange, invalidInput("A valid integer is required.", "limit"));
  return limit === 0 ? undefined : limit;
}

/** The requested query; undefined if it can't have results. */
function queryOf(exchange: Exchange): EventQuery | undefined {
  refuseExpressions(exchange);
  const given = (name: string): string | undefined => exchange.query.get(name) || undefined;
  const nowMs = exchange.world.clock.nowMs();
  const filters = readFilters(given("properties") ?? null);
  const isNewestFirst = isNewestFirstIn(exchange);
  const time = (name: string): number | undefined => timeIn(exchange, name, nowMs);
  // There are no events after an unreadable time. @source 2025-08-held-out 5
  if (given("after") !== undefined && readTime(given("after") ?? "", nowMs) === undefined) return undefined;
  const [afterMs, beforeMs] = [time("after"), time("before") ?? nowMs + FUTURE_MS];
  // There are no actions, and an unknown action has no events. @source live notes on persons and events, 4.1
  if (given("action_id") !== undefined) return undefined;
  const project = projectOf(exchange).number;
  const event = given("event");
  return {
    project,
    events: event === undefined ? undefined : [event],
    distinctIds: distinctIdsIn(exchange),
    afterMs,
    beforeMs,
    filters,
    isNewestFirst,
  };
}

function refuseExpressions(exchange: Exchange): void {
  if (hasQuirk(exchange.world.dialect, "eventExpressionsAreIgnored")) return;
  const given = ["select", "where"].find((name) => exchange.query.has(name));
  if (given === undefined) return;
  throw sandboxError(
    501,
    "not_implemented",
    `The sandbox doesn't emulate the query language, so it can't evaluate ${given}.`,
  );
}

/** Newest first by default, and if exactly that is requested; any other order is oldest first. @source flow 10:29-31, 10:41 */
function isNewestFirstIn(exchange: Exchange): boolean {
  const text = exchange.query.get("orderBy");
  if (text === null || text === "") return true;
  try {
    return JSON.stringify(JSON.parse(text)) === '["-timestamp"]';
  } catch {
    throw failureInLive(exchange, invalidInput("orderBy is unparsable.", "orderBy"));
  }
}

function timeIn(exchange: Exchange, name: string, nowMs: number): number | undefined {
  const text = exchange.query.get(name);
  if (text === null || text === "") return undefined;
  const timeMs = readTime(text, nowMs);
  if (timeMs === undefined) throw invalidInput(`${name} is no time.`, name);
  return timeMs;
}

/** The distinct IDs of the requested person, and the requested distinct ID; an unknown person has none. @source live notes 4.1 */
function distinctIdsIn(exchange: Exchange): readonly string[] | undefined {
  const own = exchange.query.get("distinct_id");
  const person = exchange.query.get("person_id");
  if (person === null || person === "") return own === null || own === "" ? undefined : [own];
  const table = exchange.world.store.table(PERSONS_TABLE);
  const project = projectOf(exchange).number;
  const row = /^\d{1,15}$/.test(person)
    ? table.one({ project, number: Number(person) })
    : table.get(canonicalUuid(person) ?? "");
  const ids = row?.project === project ? distinctIdsOf(exchange.world, row.id, MAX_DISTINCT_IDS) : [];
  return own === null || own === "" ? ids : ids.filter((id) => id === own);
}
