import type { EmptyList, ListCapability } from "../model/list-capability.ts";

/**
 * Only the list shows the objects, and an empty one proves little: a cache or a half-started service may answer so. The
 * service is asked for the object in another way.
 */
export function emptyList<Api, Wire>(rules: EmptyList<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "empty list", emptyList: rules };
}
