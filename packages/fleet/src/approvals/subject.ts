import { digestOfJson, statementOf } from "../bound/bound-plan.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import type { RecordedRun, SharedContents } from "../record/run-record.ts";

/**
 * What the approvals of a run cover: the plan that it applies, or the run with the current contents of the fleet file
 * and the templates. Shards of one rollout have the same: all of its organizations, or the plan of which each applies a
 * part. A signature over another digest doesn't count.
 *
 * @param organizations - all organizations of the run, or of its rollout, as the file has them now
 */
export function subjectDigest(
  { id, started, options, rollout }: Pick<RecordedRun, "id" | "started" | "options" | "rollout">,
  organizations: readonly FleetOrganization[],
): string {
  if (options.plan !== undefined) return options.plan;
  const who = rollout === undefined ? [id, started] : ["rollout", rollout.id, rollout.started];
  return digestOfJson([...who, contentsOf(organizations)]);
}

/**
 * What all shards apply together: the plan, or what file and templates say.
 *
 * @param all - the organizations of all shards
 * @param plan - digest of the plan that they apply; undefined without one
 */
export const sharedContents = (
  shard: SharedContents["shard"],
  all: readonly FleetOrganization[],
  plan: string | undefined,
): SharedContents => ({
  shard,
  digest: plan ?? digestOfJson(contentsOf(all)),
  names: all.map(({ name }) => name),
});

function contentsOf(organizations: readonly FleetOrganization[]): readonly (readonly [string, object])[] {
  const said = organizations.map((one) => [one.name, statementOf(one)] as const);
  return said.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
