import type { Capability } from "../model/capability.ts";
import { sameValue, type Values } from "../model/json-value.ts";

/**
 * The service deletes the object only while it holds certain values: they are set first where state holds others.
 *
 * @param values - the values, or a function that gives them by what state holds, and undefined where nothing hinders
 */
export function setBeforeDelete(values: Values | ((state: Values) => Values | undefined)): Capability {
  const isHindering = (state: Values): boolean =>
    Object.entries(values).some(([name, value]) => state[name] !== undefined && !sameValue(state[name], value));
  return {
    name: "set before delete",
    valuesBeforeDelete: typeof values === "function" ? values : (state) => (isHindering(state) ? values : undefined),
  };
}
