import { type Entity, entitiesOf, entityFrom } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import type { Properties } from "../../analytics/rows.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { invalidInput } from "../../pipeline/service-error.ts";
import { wholeNumber } from "./question.ts";

/**
 * The entity of a trends or stickiness query: by its position among the events, else by name and way of counting, else
 * by its given name.
 * @source live notes on persons and events, 3.14; live service 2025-08, flow 11:450
 */
export function targetEntityOf(exchange: Exchange, parameters: Properties): Entity {
  const [id, type] = [textParameter(parameters, "entity_id"), textParameter(parameters, "entity_type")];
  if (id === undefined && type !== "events") {
    throw invalidInput("An entity id and the entity type must be provided to determine an entity");
  }
  const math = textParameter(parameters, "entity_math") ?? "total";
  const order = wholeNumber(exchange, parameters, "entity_order");
  const known = entitiesOf(parameters);
  const alike = (each: Entity): boolean => each.event === (id ?? null) && each.math === math;
  const found = (order === undefined ? undefined : known[order]) ?? known.find(alike);
  if (found !== undefined) return found;
  if (type === undefined) throw invalidInput("An entity must be provided for target entity to be determined");
  return entityFrom({ id, type, math });
}
