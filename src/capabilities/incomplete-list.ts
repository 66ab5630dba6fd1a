import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { ListCapability } from "../model/list-capability.ts";

/** A list that is whole shows something that is surely there: without it, the list proves no absence. */
export function incompleteList<Api, Wire>(
  why: (rows: readonly Wire[], ask: ServiceContext<Api>, at: IdentityParts) => Promise<string | undefined>,
): ListCapability<Api, Wire> {
  return { name: "incomplete list", whyIncomplete: why };
}
