import { sameValue, type Values } from "../model/json-value.ts";

/**
 * The service deletes the object only if it has certain values: a deletion sets them first if the state has others.
 *
 * Values of several capabilities go into one update, which the deletion follows. The state doesn't keep them.
 *
 * The driver reads the object first, and sends nothing if it is already gone.
 *
 * @param values - the values, or a function of the state that returns them, or undefined if nothing blocks a deletion
 *
 * @see src/driver/hooks.ts
 * @see src/driver/remove.ts
 * @see test/unit/capabilities/set-before-delete.test.ts
 */
export function setBeforeDelete(values: Values | ((state: Values) => Values | undefined)): {
  readonly name: string;
  readonly valuesBeforeDelete: (state: Values) => Values | undefined;
} {
  const isHindering = (state: Values): boolean =>
    Object.entries(values).some(([name, value]) => state[name] !== undefined && !sameValue(state[name], value));
  return {
    name: "set before delete",
    valuesBeforeDelete: typeof values === "function" ? values : (state) => (isHindering(state) ? values : undefined),
  };
}
