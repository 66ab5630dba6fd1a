/** The inputs that the rows of a list don't show. */
export interface PartialRows {
  /** Inputs that no row shows. An object that declares one of them is read separately. */
  readonly omits?: readonly string[];
  /** Inputs that the rows of some services don't show. If a row lacks them, its object is read separately. */
  readonly mayOmit?: readonly string[];
  /** A lookup of one object reads it separately and shows all of it: what rows leave out, and secret outputs. */
  readonly isLookedUpWhole?: true;
}

/**
 * Rows of the list don't show all inputs. An object with inputs that its row doesn't show is read separately.
 *
 * An input that a row lacks never counts as its default. Lists for people leave out the inputs that no row shows.
 *
 * If a separate read lacks a key too, the service doesn't have it. From then on, its rows are enough.
 *
 * @see src/driver/observe.ts
 * @see src/driver/session/rows-in-part.ts
 * @see test/unit/capabilities/partial-rows.test.ts
 */
export function partialRows(rows: PartialRows): { readonly name: string; readonly partialRows: PartialRows } {
  return { name: "partial rows", partialRows: rows };
}
