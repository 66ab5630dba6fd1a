/**
 * How certain a fact about 2026-09 is: read in the service's code, generated from its published schema, told in an
 * issue or a change, seen on the running service by somebody who documented it, or inferred from those.
 */
export type Certainty = "read" | "generated" | "told" | "seen" | "inferred";

/** One difference between the dialects. */
export type Quirk = {
  /** What the quirk decides, as a statement that is true or false in a dialect. */
  readonly statement: string;
  readonly documented: boolean;
  readonly "2025-08": boolean;
  /** As in 2025-08 if absent. */
  readonly "2026-09"?: boolean;
  /** First day, as 2026-10-09, on which the statement holds in 2026-09; it doesn't hold there before. */
  readonly since?: string;
  /** Last day on which it holds there; it doesn't hold there later. */
  readonly until?: string;
  /** How certain the value of 2026-09 is; present if that value is. */
  readonly certainty?: Certainty;
  readonly source: string;
};
