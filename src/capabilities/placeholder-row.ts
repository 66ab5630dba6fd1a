import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** What represents a deferred object that has no row; undefined where the object is missing. */
export type PlaceholderRow<Api, Wire> = (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>;

/**
 * A deferred object has no row. While it waits, something else at the service represents it.
 *
 * The list cache asks after the list, read twice, lacks the object.
 *
 * So a read, an import, or a deletion of the object works while it waits. What is found counts as its row, and the object
 * leaves the state only if nothing represents it any more.
 *
 * @see src/driver/session/list-cache.ts
 * @see test/unit/capabilities/placeholder-row.test.ts
 */
export function placeholderRow<Api, Wire>(
  find: PlaceholderRow<Api, Wire>,
): { readonly name: string; readonly placeholderRow: PlaceholderRow<Api, Wire> } {
  return { name: "placeholder row", placeholderRow: find };
}
