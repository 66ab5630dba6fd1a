import type { ListCapability, Partitions } from "../model/list-capability.ts";

/**
 * Some services don't have the one list of all objects, but a list for each part that holds them, such as each project. An
 * object whose part is known is looked for in that list alone.
 */
export function partitionedList<Wire>(partitions: Partitions<Wire>): ListCapability<unknown, Wire> {
  return { name: "partitioned list", partitions };
}
