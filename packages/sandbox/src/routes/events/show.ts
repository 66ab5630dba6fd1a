import { eventTime } from "../../analytics/dates.ts";
import { elementsIn } from "../../analytics/elements.ts";
import { personOf } from "../../analytics/persons.ts";
import type { EventRow, PersonRow, Properties } from "../../analytics/rows.ts";
import { hasQuirk } from "../../dialects.ts";
import type { Exchange } from "../../pipeline/exchange.ts";

/** Properties of a person that an event shows. @source live notes on persons and events, 2.3 */
const SHOWN = ["email", "name", "username"];

/** Renders an event. @source contract, Event; live service 2025-08, flow 10:26 */
export function showEvent(exchange: Exchange, event: EventRow, withPerson: boolean): Record<string, unknown> {
  const { world } = exchange;
  const person = withPerson ? personOf(world, event.project, event.distinct_id) : undefined;
  const asSent = hasQuirk(world.dialect, "eventsHoldStructures");
  const written = (value: unknown): unknown => (asSent ? value : JSON.stringify(value));
  return {
    id: event.id.slice(event.id.indexOf(":") + 1),
    distinct_id: event.distinct_id,
    properties: written(withoutQuotes(event.properties)),
    event: event.event,
    timestamp: eventTime(event.timestamp_ms),
    person: written(person === undefined ? null : showPersonOf(event, person)),
    elements: written(elementsIn(event.elements_chain)),
    elements_chain: event.elements_chain,
  };
}

/** Text in double quotes is shown without them. @source live notes on persons and events, 2.3 */
function withoutQuotes(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replace(/^"([\s\S]*)"$/, "$1") : value,
    ]),
  );
}

/** The event shows only the distinct ID that sent it. @source first recording "events", flow 10:26 */
function showPersonOf(event: EventRow, person: PersonRow): Record<string, unknown> {
  const properties = Object.fromEntries(Object.entries(person.properties).filter(([key]) => SHOWN.includes(key)));
  return { is_identified: person.is_identified, distinct_ids: [event.distinct_id], properties };
}
