import type { AsyncDeletion, Capability, RetainedDeletion } from "../model/capability.ts";

/**
 * The service removes objects in its own time: a deleted one stays for a while, and so does its natural key. A removal waits
 * until it is gone; one that is kept for long counts as gone at once, and a warning says until when it is kept.
 */
export function asyncDeletion<Wire>(rules: AsyncDeletion<Wire> | RetainedDeletion<Wire>): Capability<unknown, Wire> {
  return { name: "async deletion", asyncDeletion: rules };
}
