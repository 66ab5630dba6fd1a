/** What the rows of a list do not show. */
export interface PartialRows {
  /** Inputs that no row shows: an object that declares one of them is read by itself. */
  readonly omits?: readonly string[];
  /** Inputs that the rows of some services do not show: where one lacks them, its object is read by itself. */
  readonly mayOmit?: readonly string[];
  /** A lookup of one object reads it separately and shows all of it: what rows leave out, and secret outputs. */
  readonly isLookedUpWhole?: true;
}

/**
 * Rows of the list don't show all inputs: an object with inputs that its row doesn't show is read separately.
 *
 * What a row lacks never counts as a default. Lists for people leave out the inputs that no row shows.
 *
 * A key that is also absent from an object that was read separately is one that the service doesn't have: from then on, its
 * rows are enough.
 *
 * @see src/driver/observe.ts
 * @see src/driver/session/rows-in-part.ts
 * @see test/unit/capabilities/partial-rows.test.ts
 */
export function partialRows(rows: PartialRows): { readonly name: string; readonly partialRows: PartialRows } {
  return { name: "partial rows", partialRows: rows };
}
