import { type FilterGroup, filtersFrom, holds } from "./property-filter.ts";
import type { EventRow, PersonRow, Properties } from "./rows.ts";
import { sandboxError } from "../pipeline/service-error.ts";

/** One kind of event in an analysis; without a name every event. */
export type Entity = { readonly event: string | null; readonly order: number; readonly filters: FilterGroup };

/** The entities of an analysis in their order. @source live notes on persons and events, 3.14 */
export function entitiesOf(parameters: Properties): Entity[] {
  const actions = parameters["actions"];
  if (Array.isArray(actions) && actions.length > 0) throw noActions();
  const events = parameters["events"];
  if (!Array.isArray(events)) return [];
  return events.map(entityFrom).toSorted((left, right) => left.order - right.order);
}

/** Reads `{id, order?, properties?}`, or the bare name of an event. @public */
export function entityFrom(written: unknown, index = 0): Entity {
  if (typeof written !== "object" || written === null) {
    return { event: typeof written === "string" ? written : null, order: index, filters: filtersFrom([]) };
  }
  const { id, order, properties, type } = written as Properties;
  if (type === "actions") throw noActions();
  return {
    event: typeof id === "string" && id !== "" ? id : null,
    order: typeof order === "number" ? order : index,
    filters: filtersFrom(properties ?? []),
  };
}

function noActions(): Error {
  return sandboxError(501, "not_implemented", "The sandbox has no actions: name events instead.");
}

/** Whether an event is of an entity. @public */
export function fitsEntity(entity: Entity, event: EventRow, person: PersonRow): boolean {
  if (entity.event !== null && entity.event !== event.event) return false;
  return holds(entity.filters, { person: person.properties, event: event.properties, isInCohort: () => false });
}

/** Whether an event is of any of them. */
export function fitsAnyEntity(entities: readonly Entity[], event: EventRow, person: PersonRow): boolean {
  return entities.some((entity) => fitsEntity(entity, event, person));
}
