import type { Fleet } from "../expansion/expand.ts";

/** A problem of a run on Temporal that a person can fix, or the next step. */
export class TemporalError extends Error {}

/** Only runs on one machine check plans: an `up` that nobody checked must not look like a checked one. @throws TemporalError */
export function assertNoPolicy({ policy }: Pick<Fleet, "policy">): void {
  if (policy === undefined) return;
  throw new TemporalError(
    "Workers on Temporal don't check plans before a wave, so an `up` with `policy` in the fleet file would be unchecked. Run `up` without --temporal, or remove `policy` and check after each wave with `orgform fleet check --policy FILE`.",
  );
}
