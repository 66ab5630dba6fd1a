import type { Fleet } from "../expansion/expand.ts";

/** A problem of a run on Temporal that a person can fix, or the next step. */
export class TemporalError extends Error {}

/** Only runs on one machine check plans: an unchecked run must not look like a checked one. @throws TemporalError */
export function assertNoPolicy({ policy }: Pick<Fleet, "policy">): void {
  if (policy === undefined) return;
  throw new TemporalError(
    "Runs on Temporal don't judge plans by `policy` of the fleet file. Remove it there, and check with `orgform fleet check --policy FILE`.",
  );
}
