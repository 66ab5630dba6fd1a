import type { Capability, Quota, SerializeBy } from "../model/capability.ts";
import { sameValue, type Values } from "../model/json-value.ts";

/** Requests that make, change or remove the object depend on something, or change something, that others share. */
export function serializeBy(shared: SerializeBy): Capability {
  return { name: "serialized requests", serializeBy: shared };
}

/**
 * Of the requests that make the object, or send it again, the service takes so many in a time. What is over is pending until
 * the time that the refusal names, and no request is sent before it; so a resource with a quota has a pending creation too.
 */
export function quota<Api, Wire, Part extends string>(rules: Quota<Api, Wire, Part>): Capability<Api, Wire> {
  return { name: "quota", quota: rules };
}

/**
 * The request that creates an object does not carry these inputs, everywhere or in some services; the update that follows
 * sets them. So an object that an interrupted run has left may lack them.
 */
export function setAfterwards(...inputs: readonly string[]): Capability {
  return { name: "inputs set after the create", setAfterwards: inputs };
}

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
