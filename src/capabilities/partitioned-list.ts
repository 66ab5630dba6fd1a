import type { CallContext } from "../model/call-context.ts";
import type { IdentityParts } from "../model/identity.ts";

/**
 * Lists of the parts of an organization, for services without a single list. `list` is then also called with a part.
 */
export interface Partitions<Wire> {
  /** Name of the field that names an object's part. */
  readonly field: string;
  /** The part that a row names. */
  readonly of: (wire: Wire) => string | undefined;
  /** All parts, for objects whose part isn't known. */
  readonly all: (scope: IdentityParts, call: CallContext) => Promise<readonly string[]>;
}

/**
 * Some services have no single list of all objects, but a list for each part, such as each project. If an object's part
 * is known, the driver searches only that list.
 *
 * @see src/driver/session/list-cache.ts
 * @see src/driver/location.ts
 * @see test/unit/capabilities/partitioned-list.test.ts
 */
export function partitionedList<Wire>(partitions: Partitions<Wire>): {
  readonly name: string;
  readonly partitions: Partitions<Wire>;
} {
  return { name: "partitioned list", partitions };
}
