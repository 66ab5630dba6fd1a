import type { Capability, Quota } from "../model/capability.ts";

/**
 * Of the requests that make the object, or send it again, the service takes so many in a time. What is over is pending until
 * the time that the refusal names, and no request is sent before it; so a resource with a quota has a pending creation too.
 */
export function quota<Api, Wire, Part extends string>(rules: Quota<Api, Wire, Part>): Capability<Api, Wire> {
  return { name: "quota", quota: rules };
}
