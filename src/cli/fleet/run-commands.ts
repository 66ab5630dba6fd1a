import type { BoundPlan, FleetSession, RunControl, Tally } from "@orgform/fleet";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { withApproversFlag } from "./approvers.ts";
import { fleetPackage } from "../optional-packages.ts";
import { confirm, controlled } from "./run-control.ts";
import { afterRun, assertNoStray, planIn, withPlanFlags } from "./plan-files.ts";
import { planJudgeOf } from "./plan-judge.ts";
import { RunFiles, withFileFlags } from "./run-files.ts";
import { openFleet, selectionIn, shardIn, withFleetFlags, withSelectionFlags, withShardFlag } from "./session.ts";
import { resumeOnTemporal, upOnTemporal } from "./temporal-commands.ts";
import { isOnTemporal, withTemporalFlags, withTemporalFleet } from "./temporal-package.ts";

const JSON_FLAG = "Print the events as lines of JSON. The last one is the event `end`.";

const AFTER = `
Exit code 0: all succeeded; 1: not all; 3: nothing failed, and a wave waits for an approval.`;

/** `orgform fleet up`. */
export function upCommand(): CliCommand {
  const command = new CliCommand("up").summary("Apply the fleet file to the organizations, wave by wave");
  return withTemporalFlags(withApproversFlag(withPlanFlags(withFileFlags(withSelectionFlags(withFleetFlags(command))))))
    .option("--yes", "Start without asking for confirmation.")
    .option("--approve", "Wait for a person's approval before every wave except the first.")
    .option("--resume", "With --plan, continue the latest run if it applies this plan and isn't finished.")
    .option("--refresh", "Refresh first, if the engine doesn't do so anyway.")
    .option("--json", JSON_FLAG)
    .addHelpText("after", AFTER)
    .runs((flags) =>
      isOnTemporal(flags)
        ? withTemporalFleet(flags, (fleet) => upOnTemporal(fleet, flags))
        : withFleet(flags, (fleet) => up(fleet, flags)),
    );
}

/** `orgform fleet resume`. */
export function resumeCommand(): CliCommand {
  const command = new CliCommand("resume").summary("Resume the latest run, without the organizations that succeeded");
  return withTemporalFlags(withApproversFlag(withPlanFlags(withFileFlags(withShardFlag(withFleetFlags(command))))))
    .option("--yes", "Start without asking for confirmation.")
    .option("--json", JSON_FLAG)
    .addHelpText("after", AFTER)
    .runs((flags) =>
      isOnTemporal(flags)
        ? withTemporalFleet(flags, (fleet) => resumeOnTemporal(fleet, flags))
        : withFleet(flags, async (fleet) => {
            const plan = await planIn(flags);
            await confirm(flags, "Resume?");
            const shard = shardIn(readText(flags["shard"]));
            return ended(flags, plan, await run(flags, fleet, (control) => fleet.resume(control, plan, shard)));
          }),
    );
}

async function applyPlan(fleet: FleetSession, flags: FlagValues, plan: BoundPlan): Promise<number> {
  assertNoStray(flags);
  const shard = shardIn(readText(flags["shard"]));
  if (flags["resume"] === true && (await fleet.hasBegun(plan, shard))) {
    await confirm(flags, "Resume?");
    return ended(flags, plan, await run(flags, fleet, (control) => fleet.resume(control, plan, shard ?? plan.shard)));
  }
  const { length } = fleet.organizationsIn(plan, shard);
  await confirm(flags, `Apply the plan to ${length} of ${fleet.fleet.organizations.length} organizations?`);
  const isApproved = flags["approve"] === true;
  return ended(flags, plan, await run(flags, fleet, (control) => fleet.apply(plan, isApproved, control, shard)));
}

/** Deletes a plan that was applied. @returns the exit code of its run */
function ended(flags: FlagValues, plan: BoundPlan | undefined, code: number): number {
  afterRun(flags, code, plan);
  return code;
}

async function up(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const plan = await planIn(flags);
  if (plan !== undefined) return applyPlan(fleet, flags, plan);
  if (flags["resume"] === true)
    throw new UsageError("--resume continues the run of a plan. Add --plan, or run `orgform fleet resume`.");
  const selection = selectionIn(flags);
  const { organizations } = await fleet.runPlan(selection);
  await confirm(flags, `Run ${organizations.length} of ${fleet.fleet.organizations.length} organizations?`);
  const options = { isRefresh: flags["refresh"] === true, isApproved: flags["approve"] === true };
  return run(flags, fleet, (control) => fleet.run("up", selection, options, control));
}

/** Opens the fleet of the flags while a command uses it; an error that a person can fix is printed without a stack trace. */
export async function withFleet(flags: FlagValues, act: (fleet: FleetSession) => Promise<number>): Promise<number> {
  const { ApprovalError, FleetBusyError, NothingToResumeError, PlanFileError, RetirementError, SelectionError } =
    await fleetPackage();
  const fleet = await openFleet(flags);
  try {
    return await act(fleet);
  } catch (error) {
    const mistakes = [
      ApprovalError,
      FleetBusyError,
      NothingToResumeError,
      PlanFileError,
      RetirementError,
      SelectionError,
    ];
    const isMistake = mistakes.some((kind) => error instanceof kind);
    throw isMistake && error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    await fleet.close();
  }
}

/** Runs organizations, and writes the files that the flags request. @returns the exit code: all succeeded, or not all */
export async function run(
  flags: FlagValues,
  fleet: FleetSession,
  act: (control: RunControl) => Promise<Tally>,
): Promise<number> {
  const judge = await planJudgeOf(fleet);
  const files = await RunFiles.open(flags, fleet);
  try {
    return await controlled(flags, ({ onEvent, ...control }) =>
      act({ ...control, judge, onEvent: files.with(onEvent) }),
    );
  } finally {
    await files.written();
  }
}
