import { changedProperties } from "../../analytics/ingestion.ts";
import { distinctIdsOf } from "../../analytics/persons.ts";
import { type FilterGroup, type PropertyFilter, readFilters } from "../../analytics/property-filter.ts";
import { EVENTS_TABLE, type EventRow, type PersonRow, type Properties } from "../../analytics/rows.ts";
import { type DateRange, eventTime, rangeOf } from "../../analytics/dates.ts";
import { type Entity, entitiesOf, fitsAnyEntity } from "../../analytics/entities.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { parametersOf } from "../../analytics/parameters.ts";
import { personInPath } from "./shared.ts";

/** A period in which the relevant properties didn't change. */
type Point = { timestamp: string; properties: Properties; relevant_event_count: number };

/**
 * `GET persons/:id/properties_timeline/`: the values of the properties that an analysis uses, and how many of the
 * analysis's events each period contains.
 * @source live notes on persons and events, 3.13; first recording "S timeline"
 */
export function propertiesTimeline(exchange: Exchange<"id">): Answer {
  const person = personInPath(exchange);
  const parameters = parametersOf(exchange);
  const entities = entitiesOf(parameters);
  const keys = crucialKeys(parameters, entities);
  const range = rangeOf(parameters, exchange.world.clock.nowMs());
  const body = {
    points: pointsOf(exchange, person, keys, entities, range),
    crucial_property_keys: keys,
    effective_date_from: eventTime(range.fromMs),
    effective_date_to: eventTime(range.toMs).replace(/\.999000\+/, ".999999+"),
  };
  return { status: 200, headers: {}, body };
}

/** Properties of persons in filters and breakdown. @source live notes on persons and events, 3.13 */
function crucialKeys(parameters: Properties, entities: readonly Entity[]): string[] {
  const filters = [readFilters(textIn(parameters, "properties")), ...entities.map((entity) => entity.filters)];
  const broken = parameters["breakdown_type"] === "person" ? [textIn(parameters, "breakdown") ?? ""] : [];
  return [...new Set([...filters.flatMap(personKeys), ...broken])].filter((key) => key !== "").toSorted();
}

function textIn(parameters: Properties, name: string): string | null {
  const value = parameters[name];
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function personKeys(filter: FilterGroup | PropertyFilter): string[] {
  if ("values" in filter) return filter.values.flatMap(personKeys);
  return filter.type === "person" ? [filter.key] : [];
}

function pointsOf(
  exchange: Exchange,
  person: PersonRow,
  keys: readonly string[],
  entities: readonly Entity[],
  range: DateRange,
): Point[] {
  const points: Point[] = [];
  for (const { event, properties } of replay(exchange, person, keys)) {
    if (event.timestamp_ms < range.fromMs || event.timestamp_ms > range.toMs) continue;
    if (entities.length > 0 && !fitsAnyEntity(exchange.world, entities, event, person)) continue;
    const last = points.at(-1);
    if (last !== undefined && JSON.stringify(last.properties) === JSON.stringify(properties)) {
      last.relevant_event_count += 1;
    } else points.push({ timestamp: eventTime(event.timestamp_ms), properties, relevant_event_count: 1 });
  }
  return points;
}

/** A person's events in order, each with the properties at that time; properties that no event set have their current values. */
function* replay(
  exchange: Exchange,
  person: PersonRow,
  keys: readonly string[],
): Iterable<{ event: EventRow; properties: Properties }> {
  const table = exchange.world.store.table(EVENTS_TABLE);
  const events = distinctIdsOf(exchange.world, person.id)
    .flatMap((distinct_id) => table.where({ project: person.project, distinct_id }))
    .toSorted((left, right) => left.timestamp_ms - right.timestamp_ms);
  const everSet = changedProperties({}, { $set: Object.assign({}, ...events.flatMap(setBy)) });
  let current = Object.fromEntries(Object.entries(person.properties).filter(([key]) => !Object.hasOwn(everSet, key)));
  for (const event of events) {
    current = { ...changedProperties(current, event.properties) };
    yield { event, properties: Object.fromEntries(keys.map((key) => [key, current[key] ?? null])) };
  }
}

function setBy({ properties }: EventRow): object[] {
  const unset: unknown[] = Array.isArray(properties["$unset"]) ? properties["$unset"] : [];
  return [changedProperties({}, properties), ...unset.map((key) => ({ [String(key)]: null }))];
}
