import type {
  Derivation,
  EmptyList,
  HiddenRows,
  ListCapability,
  PartialRows,
  Partitions,
  SeparateLists,
} from "../model/list-capability.ts";
import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** The service has no list of the objects: they come from rows of another resource's list, which is read once for both. */
export function derivedList<Api, Wire>(derivation: Derivation<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "derived list", derivedFrom: derivation };
}

/**
 * Some services have no single list of all objects, but a list for each part, such as each project. If an object's part
 * is known, the driver searches only that list.
 */
export function partitionedList<Wire>(partitions: Partitions<Wire>): ListCapability<unknown, Wire> {
  return { name: "partitioned list", partitions };
}

/** Some objects have separate lists besides the main one. Each is searched only in its own list; `list` shows none. */
export function separateLists(lists: SeparateLists): ListCapability {
  return { name: "separate lists", separateLists: lists };
}

/** Rows of the list don't show all inputs: an object with inputs that its row doesn't show is read separately. */
export function partialRows(rows: PartialRows): ListCapability {
  return { name: "partial rows", partialRows: rows };
}

/** A deferred object has no row. While it waits, something else at the service represents it. */
export function placeholderRow<Api, Wire>(
  find: (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>,
): ListCapability<Api, Wire> {
  return { name: "placeholder row", placeholderRow: find };
}

/** A complete list contains something that surely exists: a list without it proves no absence. */
export function incompleteList<Api, Wire>(
  why: (rows: readonly Wire[], ask: ServiceContext<Api>, at: IdentityParts) => Promise<string | undefined>,
): ListCapability<Api, Wire> {
  return { name: "incomplete list", whyIncomplete: why };
}

/**
 * Some keys see only some of the rows, in a list that looks complete. Such a list proves no absence, and isn't shown to
 * users unless the capability allows it.
 */
export function hiddenRows<Api>(rows: HiddenRows<Api>): ListCapability<Api> {
  return { name: "hidden rows", hiddenRows: rows };
}

/**
 * Only the list shows the objects, and an empty list proves little: a cache or a starting service can return one. The
 * driver checks the object by another request.
 */
export function emptyList<Api, Wire>(rules: EmptyList<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "empty list", emptyList: rules };
}
