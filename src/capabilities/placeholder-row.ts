import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** The placeholder of a deferred object without a row; undefined if the object is missing. */
export type PlaceholderRow<Api, Wire> = (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>;

/**
 * A deferred object has no row. While it waits, something else at the service represents it.
 *
 * The list cache calls it after two reads of the list lacked the object.
 *
 * So a read, an import, or a deletion of the object works while it waits. The placeholder counts as its row, and the
 * object leaves the state only if no placeholder represents it any longer.
 *
 * @see src/driver/session/list-cache.ts
 * @see test/unit/capabilities/placeholder-row.test.ts
 */
export function placeholderRow<Api, Wire>(
  find: PlaceholderRow<Api, Wire>,
): { readonly name: string; readonly placeholderRow: PlaceholderRow<Api, Wire> } {
  return { name: "placeholder row", placeholderRow: find };
}
