import type { Fleet } from "../expansion/expand.ts";

/** What a person can mend or do next about a run on Temporal. */
export class TemporalError extends Error {}

/** Plans are judged on one machine alone: a run that isn't judged must not look as if it were. @throws TemporalError */
export function assertNoPolicy({ policy }: Pick<Fleet, "policy">): void {
  if (policy === undefined) return;
  throw new TemporalError(
    "Runs on Temporal don't judge plans by `policy` of the fleet file. Remove it there, and check with `orgform fleet check --policy FILE`.",
  );
}
