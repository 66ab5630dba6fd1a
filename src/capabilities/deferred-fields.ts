import type { Capability, DeferredFields } from "../model/capability.ts";

/**
 * The service refuses these inputs until a condition holds. They are stored and not sent; the first update after that sets
 * them. The output `heldBack` lists them.
 */
export function deferredFields<Wire>(rules: DeferredFields<Wire>): Capability<unknown, Wire> {
  return { name: "deferred fields", deferredFields: rules };
}
