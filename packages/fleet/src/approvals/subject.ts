import { digestOfJson, statementOf } from "../bound/bound-plan.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import type { RecordedRun } from "../record/run-record.ts";

/**
 * What the approvals of a run cover: the plan that it applies, or the run with the current contents of the fleet file
 * and the templates. A signature over another digest doesn't count.
 *
 * @param organizations - all organizations of the run, as the file has them now
 */
export function subjectDigest(
  { id, started, options }: Pick<RecordedRun, "id" | "started" | "options">,
  organizations: readonly FleetOrganization[],
): string {
  if (options.plan !== undefined) return options.plan;
  const said = organizations.map((one) => [one.name, statementOf(one)] as const);
  const ordered = said.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return digestOfJson([id, started, ordered]);
}
