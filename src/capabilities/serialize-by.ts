import type { Capability, SerializeBy } from "../model/capability.ts";

/** Requests that make, change or remove the object depend on something, or change something, that others share. */
export function serializeBy(shared: SerializeBy): Capability {
  return { name: "serialized requests", serializeBy: shared };
}
