import type { AnyResource } from "../../model/definition.ts";
import { sameValue, type Values } from "../../model/json-value.ts";

/** What has to be set before the service deletes the object; undefined when state holds nothing that hinders it. */
export function valuesBeforeDelete({ beforeDelete }: AnyResource, state: Values): Values | undefined {
  if (beforeDelete === undefined) return undefined;
  if (typeof beforeDelete === "function") return (beforeDelete as (held: Values) => Values | undefined)(state); // -- its own types were checked by the declaration
  const isHindered = Object.entries(beforeDelete).some(
    ([name, value]) => state[name] !== undefined && !sameValue(state[name], value),
  );
  return isHindered ? beforeDelete : undefined;
}
