import type { Capability } from "../model/capability.ts";

/**
 * Other objects refer to this one and keep it from being deleted: a replacement is created first, what refers to the old
 * object is changed, and the old one is deleted last. The new one never has the ID of the old one, so both can exist.
 */
export function referencedObject(): Capability {
  return { name: "referenced object", replacesFirst: "create" };
}
