import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { ResourceReference } from "../model/resource-reference.ts";

/** How objects are made of the rows of another resource's list, which is read once for both. */
export interface Derivation<Api, Wire> {
  readonly resource: ResourceReference;
  /** Inputs, each a yes or a no, on which it depends what is made; the scope has them as "true" or "false". */
  readonly dependsOn?: readonly string[];
  readonly make: (rows: readonly never[], scope: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire[]>;
}

/**
 * The service has no list of the objects: they come from rows of another resource's list, which is read once for both.
 *
 * The driver makes the objects anew from the rows each time somebody asks, with the inputs of `dependsOn` as the program
 * declares them. A look-up, a refresh, and a drift report all work on the result, as on rows that the service lists.
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
