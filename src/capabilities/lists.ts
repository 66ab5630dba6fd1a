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

/** The service has no list of the objects: they are made of the rows of another resource's list, which is read once for both. */
export function derivedList<Api, Wire>(derivation: Derivation<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "derived list", derivedFrom: derivation };
}

/**
 * Some services don't have the one list of all objects, but a list for each part that holds them, such as each project. An
 * object whose part is known is looked for in that list alone.
 */
export function partitionedList<Wire>(partitions: Partitions<Wire>): ListCapability<unknown, Wire> {
  return { name: "partitioned list", partitions };
}

/** Some objects lie in lists of their own beside the one list. Each is looked for in its own list alone, and none is listed for people. */
export function separateLists(lists: SeparateLists): ListCapability {
  return { name: "separate lists", separateLists: lists };
}

/** Rows of the list don't show all inputs: an object that declares more than its row shows is read separately. */
export function partialRows(rows: PartialRows): ListCapability {
  return { name: "partial rows", partialRows: rows };
}

/** A deferred object has no row, and something else at the service represents it as long as it waits. */
export function placeholderRow<Api, Wire>(
  find: (at: IdentityParts, ask: ServiceContext<Api>) => Promise<Wire | undefined>,
): ListCapability<Api, Wire> {
  return { name: "placeholder row", placeholderRow: find };
}

/** A list that is whole shows something that is surely there: without it, the list proves no absence. */
export function incompleteList<Api, Wire>(
  why: (rows: readonly Wire[], ask: ServiceContext<Api>, at: IdentityParts) => Promise<string | undefined>,
): ListCapability<Api, Wire> {
  return { name: "incomplete list", whyIncomplete: why };
}

/**
 * Some keys are shown only a part of the rows, in a list that looks whole. Such a list proves no absence, and isn't given to
 * people unless the capability says so.
 */
export function hiddenRows<Api>(rows: HiddenRows<Api>): ListCapability<Api> {
  return { name: "hidden rows", hiddenRows: rows };
}

/**
 * Only the list shows the objects, and an empty one proves little: a cache or a half-started service may answer so. The
 * service is asked for the object in another way.
 */
export function emptyList<Api, Wire>(rules: EmptyList<Api, Wire>): ListCapability<Api, Wire> {
  return { name: "empty list", emptyList: rules };
}
