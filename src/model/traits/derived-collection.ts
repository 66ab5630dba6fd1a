import type { ResourceReference } from "../resource-reference.ts";
import type { ServiceContext } from "../guard.ts";
import type { IdentityParts } from "../identity.ts";

/** Trait of a collection: the service has no list of the objects, and they are made of the rows of another one. */
export interface DerivedCollection<Api, Wire> {
  /** In place of `list`. */
  readonly derivedFrom?: Derivation<Api, Wire>;
}

/** How objects are made of the rows of another resource's list, which is read once for both. */
export interface Derivation<Api, Wire> {
  readonly resource: ResourceReference;
  /** Inputs, each a yes or a no, on which it depends what is made; the scope has them as "true" or "false". */
  readonly dependsOn?: readonly string[];
  readonly make: (rows: readonly never[], scope: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire[]>;
}
