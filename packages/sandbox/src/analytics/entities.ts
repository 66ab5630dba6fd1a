import { sandboxError } from "../pipeline/service-error.ts";
import { isDictionary } from "../wire/read-value.ts";
import type { World } from "../world.ts";
import { isInCohort } from "./cohorts.ts";
import { textParameter } from "./parameters.ts";
import { type FilterGroup, filtersFrom, holds } from "./property-filter.ts";
import type { EventRow, PersonRow, Properties } from "./rows.ts";

/** One kind of event in an analysis; without a name, every event. */
export type Entity = {
  readonly event: string | null;
  readonly order: number;
  readonly filters: FilterGroup;
  /** How to count its events: `total`, or a function of a property such as `sum`. */
  readonly math: string;
  readonly mathProperty: string | undefined;
};

/** The entities of an analysis in their order. @source live notes on persons and events, 3.14 */
export function entitiesOf(parameters: Properties): Entity[] {
  const actions = parameters["actions"];
  if (Array.isArray(actions) && actions.length > 0) throw noActions();
  const events = parameters["events"];
  if (!Array.isArray(events)) return [];
  return events.map(entityFrom).toSorted((left, right) => left.order - right.order);
}

/** Reads `{id, order?, properties?, math?}`, or the bare name of an event. */
export function entityFrom(written: unknown, index = 0): Entity {
  const fields = isDictionary(written) ? written : { id: written };
  const { id, order, properties, type } = fields;
  if (type === "actions") throw noActions();
  return {
    event: typeof id === "string" && id !== "" ? id : null,
    order: typeof order === "number" ? order : index,
    filters: filtersFrom(properties ?? []),
    math: textParameter(fields, "math") ?? "total",
    mathProperty: textParameter(fields, "math_property"),
  };
}

function noActions(): Error {
  return sandboxError(501, "not_implemented", "The sandbox has no actions. Use events instead.");
}

/** Whether an event belongs to an entity. */
export function fitsEntity(world: World, entity: Entity, event: EventRow, person: PersonRow): boolean {
  if (entity.event !== null && entity.event !== event.event) return false;
  if (entity.filters.values.length === 0) return true;
  return holds(entity.filters, {
    person: person.properties,
    event: event.properties,
    isInCohort: (number) => isInCohort(world, number, person),
  });
}

/** Whether an event belongs to any of them. */
export function fitsAnyEntity(world: World, entities: readonly Entity[], event: EventRow, person: PersonRow): boolean {
  return entities.some((entity) => fitsEntity(world, entity, event, person));
}
