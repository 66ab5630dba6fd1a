import type { AnyResource } from "../../model/definition.ts";
import { isBeingDeleted } from "../hooks/async-deletion.ts";
import type { Wire } from "../session/list-cache.ts";

/** Whether a row appears in lists as an object of the resource. */
export function isRowOf({ collection }: AnyResource, row: Wire): boolean {
  return collection?.listFilter?.(row) !== false;
}

/** The rows that appear in lists as objects of the resource, without objects that are being deleted. */
export function presentRows(definition: AnyResource, rows: readonly Wire[]): Wire[] {
  return rows.filter((row) => isRowOf(definition, row) && !isBeingDeleted(definition, row));
}
