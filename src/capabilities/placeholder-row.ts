import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { ListCapability } from "../model/list-capability.ts";

/** A deferred object has no row, and something else at the service represents it as long as it waits. */
export function placeholderRow<Api, Wire>(
  find: (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>,
): ListCapability<Api, Wire> {
  return { name: "placeholder row", placeholderRow: find };
}
