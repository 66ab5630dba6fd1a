import { type BoundPlan, digestOf, organizationsOf, PlanFileError } from "../bound/bound-plan.ts";
import type { Fleet } from "../expansion/expand.ts";
import type { RecordedRun, RunOptions, RunRecord } from "../record/run-record.ts";
import type { OnEvent } from "./events.ts";
import { changedNote, planOrganizations } from "./run-plan.ts";

/** There is no run to resume. */
export class NothingToResumeError extends Error {}

/** The latest `up`, or the latest of a shard. @throws NothingToResumeError */
export async function latestUp(record: RunRecord, shard?: RunOptions["shard"]): Promise<RecordedRun> {
  const run = await record.newest("up", shard);
  if (run !== undefined) return run;
  const what = shard === undefined ? "" : ` of shard ${shard.index}/${shard.of}`;
  throw new NothingToResumeError(`No \`orgform fleet up\`${what} is recorded: there is nothing to resume.`);
}

/**
 * Whether the latest `up`, or the latest of a shard, applies a plan and isn't finished.
 *
 * @param plan - digest of the plan
 */
export async function hasBegun(record: RunRecord, plan: string, shard: RunOptions["shard"]): Promise<boolean> {
  const latest = await record.newest("up", shard);
  if (latest?.options.plan !== plan || latest.options.shard?.of !== shard?.of) return false;
  return isUnfinished(record, latest);
}

/** Whether something of a run is left to do. */
async function isUnfinished(record: RunRecord, { id }: RecordedRun): Promise<boolean> {
  const { failed, notStarted } = await record.tallyOf(id);
  return failed + notStarted > 0;
}

/** @throws NothingToResumeError if nothing of a run is left to do */
export async function assertUnfinished(record: RunRecord, run: RecordedRun): Promise<void> {
  if (!(await isUnfinished(record, run)))
    throw new NothingToResumeError(`All of run ${run.id} succeeded: there is nothing to resume.`);
}

/**
 * Checks that a resumption applies what the run applied: the same stored plan, or the fleet file.
 *
 * @param plan - the plan that the user gave for the resumption; undefined if none
 * @throws PlanFileError
 */
export function assertPlanOf(
  { id, options }: Pick<RecordedRun, "id" | "options">,
  plan: BoundPlan | undefined,
  { fleet, name }: { readonly fleet: Fleet; readonly name: string },
): void {
  if (plan === undefined && options.plan === undefined) return;
  if (plan === undefined)
    throw new PlanFileError(`Run ${id} applies the plan ${options.plan}: give its file with --plan, or plan again.`);
  if (options.plan === undefined)
    throw new PlanFileError(`Run ${id} applies the fleet file, not a plan: leave out --plan.`);
  const digest = digestOf(plan);
  if (digest !== options.plan)
    throw new PlanFileError(
      `Run ${id} applies the plan ${options.plan}, and the file has ${digest}. Give the file of the run.`,
    );
  organizationsOf(plan, name, fleet);
}

/** Says how many organizations changed in the fleet file after they succeeded: a resumption doesn't run them again. */
export async function tellOfChanges(
  run: RecordedRun,
  { fleet, record }: { readonly fleet: Fleet; readonly record: RunRecord },
  onEvent: OnEvent,
): Promise<void> {
  const recorded = await record.organizationsOf(run.id);
  const done = new Set(recorded.flatMap(({ name, state }) => (state === "succeeded" ? [name] : [])));
  const { organizations } = await planOrganizations(fleet, fleet.organizations, record, 1);
  const changed = organizations.filter(
    ({ organization, standing }) => standing === "changed" && done.has(organization.name),
  );
  if (changed.length > 0) onEvent(changedNote(changed.length));
}
