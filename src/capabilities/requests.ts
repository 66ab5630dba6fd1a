import type { Capability, Quota, SerializeBy } from "../model/capability.ts";
import { sameValue, type Values } from "../model/json-value.ts";

/** Requests that create, change, or delete the object depend on something shared with others, or change it. */
export function serializeBy(shared: SerializeBy): Capability {
  return { name: "serialize by", serializeBy: shared };
}

/**
 * The service limits the requests that create the object, or send it again, in a period. Objects above the limit stay
 * pending until the time that the refusal names, without a request before it. So a quota includes a pending creation.
 */
export function quota<Api, Wire, Part extends string>(rules: Quota<Api, Wire, Part>): Capability<Api, Wire> {
  return { name: "quota", quota: rules };
}

/**
 * The create request can't carry these inputs, in all or some services; the following update sets them. So an object
 * from an interrupted run might lack them.
 */
export function setAfterwards(...inputs: readonly string[]): Capability {
  return { name: "set afterwards", setAfterwards: inputs };
}

/**
 * The service deletes the object only if it has certain values: a deletion sets them first if the state has others.
 *
 * @param values - the values, or a function of the state that returns them, or undefined if nothing blocks a deletion
 */
export function setBeforeDelete(values: Values | ((state: Values) => Values | undefined)): Capability {
  const isHindering = (state: Values): boolean =>
    Object.entries(values).some(([name, value]) => state[name] !== undefined && !sameValue(state[name], value));
  return {
    name: "set before delete",
    valuesBeforeDelete: typeof values === "function" ? values : (state) => (isHindering(state) ? values : undefined),
  };
}
