import { eachEvent, fits } from "../../analytics/event-query.ts";
import { personOf } from "../../analytics/persons.ts";
import { type FilterGroup, comparableText } from "../../analytics/property-filter.ts";
import type { EventRow } from "../../analytics/rows.ts";
import { hasQuirk } from "../../dialects.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { valuesIn as shownValues } from "../persons/read.ts";
import type { World } from "../../world.ts";

/** @source live notes on persons and events, 4.3 */
const MAX_VALUES = 10;
const DAYS_MS = 7 * 86_400_000;

/** Events that the browser's client sends automatically. */
const OWN_EVENTS = new Set(["$autocapture", "$pageview", "$identify", "$pageleave", "$screen"]);

/** `GET events/values/`: values of the last seven days. @source live notes on persons and events, 4.3 */
export function listEventValues(exchange: Exchange): Answer {
  const key = exchange.query.get("key") ?? "";
  const { dialect } = exchange.world;
  const needsEvents = hasQuirk(dialect, "eventValuesNeedEvents");
  if (key === "") {
    const refused = invalidInput("You must provide a key", null);
    throw needsEvents ? refused : failureInLive(exchange, refused);
  }
  if (needsEvents && exchange.query.getAll("event_name").length === 0) {
    throw invalidInput("The event_name parameter is required when using a personal API key.", null);
  }
  const wanted = (exchange.query.get("value") ?? "").toLowerCase();
  const found = new Set<string>();
  for (const event of recent(exchange)) {
    for (const value of valuesIn(exchange, key, event)) {
      const name = comparableText(value);
      if (name !== "" && name.toLowerCase().includes(wanted)) found.add(name);
    }
    // With a part of a value, the shortest values come first, so all have to be read.
    if (wanted === "" && found.size >= MAX_VALUES) break;
  }
  const names = wanted === "" ? [...found] : [...found].toSorted((left, right) => left.length - right.length);
  const body = names.slice(0, MAX_VALUES).map((name) => ({ name }));
  return { status: 200, headers: { "Cache-Control": "max-age=10" }, body: shownValues(exchange, body) };
}

function* recent(exchange: Exchange): Iterable<EventRow> {
  const nowMs = exchange.world.clock.nowMs();
  const names = new Set(exchange.query.getAll("event_name"));
  const filters = filtersIn(exchange);
  const range = { afterMs: nowMs - DAYS_MS, beforeMs: nowMs + 1, filters: NONE, isNewestFirst: true };
  for (const event of eachEvent(exchange.world, { project: projectOf(exchange).number, ...range })) {
    if (names.size > 0 && !names.has(event.event)) continue;
    if (fits(exchange.world, filters, event)) yield event;
  }
}

const NONE: FilterGroup = { type: "AND", values: [] };
const PREFIX = "properties_";

/** `properties_<name>`: a value, or a list of them as JSON. @source as above */
function filtersIn(exchange: Exchange): FilterGroup {
  const values = [...exchange.query]
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, text]) => {
      const value = text.startsWith("[") ? listIn(text) : text;
      return { key: name.slice(PREFIX.length), value, operator: "exact", type: "event" };
    });
  return { type: "AND", values };
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function valuesIn(exchange: Exchange, key: string, event: EventRow): unknown[] {
  if (key === "custom_event") return OWN_EVENTS.has(event.event) ? [] : [event.event];
  if (exchange.query.get("is_column") === "true") return [columnOf(exchange.world, key, event)];
  const value = Object.hasOwn(event.properties, key) ? event.properties[key] : undefined;
  return Array.isArray(value) ? value : [value];
}

function columnOf(world: World, key: string, event: EventRow): unknown {
  if (key === "event") return event.event;
  if (key === "distinct_id") return event.distinct_id;
  return key === "person_id" ? personOf(world, event.project, event.distinct_id)?.id : undefined;
}
