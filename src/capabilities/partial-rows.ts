import type { ListCapability, PartialRows } from "../model/list-capability.ts";

/** Rows of the list don't show all inputs: an object that declares more than its row shows is read by itself. */
export function partialRows(rows: PartialRows): ListCapability {
  return { name: "partial rows", partialRows: rows };
}
