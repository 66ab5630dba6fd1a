import type { AnyResource } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";

/** Whether nothing of the object can be changed any more. */
export function isFinal(definition: AnyResource, values: Values): boolean {
  return definition.isFinal?.(values) === true;
}
