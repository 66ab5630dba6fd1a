import type { AnyResource } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";

/** Whether a deletion ends the declaration alone. */
export function isRetained(definition: AnyResource, state: Values): boolean {
  return definition.isRetained?.(state) === true;
}
