import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { ResourceReference } from "../model/resource-reference.ts";

/** How to derive objects from the rows of another resource's list, which is read once for both. */
export interface Derivation<Api, Wire> {
  readonly resource: ResourceReference;
  /** Boolean inputs that affect the derived objects. The scope has them as "true" or "false". */
  readonly dependsOn?: readonly string[];
  readonly make: (rows: readonly never[], scope: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire[]>;
}

/**
 * The service has no list of the objects: they come from rows of another resource's list, which is read once for both.
 *
 * The driver derives the objects from the rows for each request, with the inputs of `dependsOn` as the program declares
 * them. A lookup, a refresh, and a drift report use the result like rows that the service lists.
 *
 * @see src/driver/lists/derived-list.ts
 * @see src/driver/location.ts
 * @see test/unit/capabilities/derived-list.test.ts
 */
export function derivedList<Api, Wire>(
  derivation: Derivation<Api, Wire>,
): { readonly name: string; readonly derivedFrom: Derivation<Api, Wire> } {
  return { name: "derived list", derivedFrom: derivation };
}
