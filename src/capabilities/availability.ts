import type { Availability, Capability } from "../model/capability.ts";

/**
 * Not every service has objects of the kind: older ones don't have them yet, or newer ones no longer do.
 *
 * Where the service says so itself, a list is empty and a refused create names the way out. What newer services no longer have
 * stays in state, and a removal forgets it. A deprecated resource is warned of with what to declare in its place.
 */
export function availability(rules: Availability): Capability {
  return { name: "availability", availability: rules };
}
