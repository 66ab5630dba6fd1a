import type { Derivation, ListCapability } from "../model/list-capability.ts";

/** The service has no list of the objects: they are made of the rows of another resource's list, which is read once for both. */
export function derivedList<Api, Wire>(derivation: Derivation<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "derived list", derivedFrom: derivation };
}
