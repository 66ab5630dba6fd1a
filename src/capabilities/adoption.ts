import type { AdoptionPolicy, Capability } from "../model/capability.ts";

/**
 * What the service shows of an object that exists already, by which create judges whether it may adopt it: who made it and
 * when, whether it is meant whoever made it, and whether a second one of the same natural key is allowed.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a policy that asks nothing of the wire form serves every resource
export function adoption<Api = any, Wire = any>(policy: AdoptionPolicy<Api, Wire>): Capability<Api, Wire> {
  return { name: "adoption", adoption: policy };
}
