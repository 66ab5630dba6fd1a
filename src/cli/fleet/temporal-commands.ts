import process from "node:process";
import type { BoundPlan } from "@orgform/fleet";
import type { RunStand, TemporalFleet, WorkerOptions } from "@orgform/fleet/temporal";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { METRICS_TEXT } from "../watch/metrics.ts";
import { OTLP_TEXT } from "../watch/otlp.ts";
import { say } from "../watch/tell.ts";
import { whileLooking } from "../watch/scheduled-looks.ts";
import { UsageError } from "../usage-error.ts";
import { versionedEngines } from "./engines.ts";
import { fleetPackage } from "../optional-packages.ts";
import { approversIn, withApproversFlag } from "./approvers.ts";
import { afterRun, assertNoStray, planIn, planKeyIn, withKeyFlag } from "./plan-files.ts";
import { confirm, controlled } from "./run-control.ts";
import { fileIn, selectionIn, SHARED_PROVIDERS, withFleetFlags, wordsFor } from "./session.ts";
import { wordIn } from "./spoken-word.ts";
import { statusText } from "./status-text.ts";
import { isOnTemporal, temporalIn, temporalPackage, withTemporalFlags, withTemporalFleet } from "./temporal-package.ts";

/** `orgform fleet up --temporal`. */
export async function upOnTemporal(fleet: TemporalFleet, flags: FlagValues): Promise<number> {
  const plan = await planIn(flags);
  if (plan !== undefined) return applyOnTemporal(fleet, flags, plan);
  if (flags["resume"] === true)
    throw new UsageError(
      "--resume continues the run of a plan on one machine. To continue a run on Temporal, run `orgform fleet resume --temporal`.",
    );
  const selection = selectionIn(flags);
  await confirm(flags, `Run ${fleet.count(selection)} organizations on Temporal?`);
  const options = { isRefresh: flags["refresh"] === true, isApproved: flags["approve"] === true };
  return controlled(flags, (control) => fleet.run("up", selection, options, control));
}

async function applyOnTemporal(fleet: TemporalFleet, flags: FlagValues, plan: BoundPlan): Promise<number> {
  assertNoStray(flags);
  const { length } = fleet.organizationsIn(plan);
  await confirm(flags, `Apply the plan to ${length} organizations on Temporal?`);
  const file = readText(flags["plan"]) ?? "";
  const isApproved = flags["approve"] === true;
  return ended(flags, plan, await controlled(flags, (control) => fleet.apply(plan, file, isApproved, control)));
}

/** `orgform fleet resume --temporal`. */
export async function resumeOnTemporal(fleet: TemporalFleet, flags: FlagValues): Promise<number> {
  const plan = await planIn(flags);
  await confirm(flags, "Resume?");
  return ended(flags, plan, await controlled(flags, (control) => fleet.resume(control, plan)));
}

/** Deletes a plan that was applied. @returns the exit code of its run */
function ended(flags: FlagValues, plan: BoundPlan | undefined, code: number): number {
  afterRun(flags, code, plan);
  return code;
}

/** `orgform fleet approve --temporal`. */
export async function approveOnTemporal(fleet: TemporalFleet, flags: FlagValues): Promise<number> {
  if (flags["statement"] === true) {
    const { statementText } = await fleetPackage();
    process.stdout.write(statementText((await fleet.waiting()).statement));
    return 0;
  }
  const { approval, held } = await fleet.approve(await wordIn(flags));
  const who = approval.signature === undefined ? "" : `Signed by ${approval.by}. `;
  const may = `Wave ${approval.wave} is starting. To follow it, run \`${wordsFor(flags)("resume")}\``;
  process.stdout.write(`${who}${held === undefined ? may : `Still ${held}`}.\n`);
  return 0;
}

/** `orgform fleet status --temporal`. */
export async function statusOnTemporal(fleet: TemporalFleet, flags: FlagValues): Promise<number> {
  const stand = await fleet.status();
  process.stdout.write(
    flags["json"] === true ? `${JSON.stringify(runStatusJson(stand), null, 2)}\n` : runStatusText(stand, flags),
  );
  return 0;
}

/** The same fields as of a run on this machine. */
function runStatusJson(stand: RunStand | undefined): object | null {
  if (stand === undefined) return null;
  const { run: id, tally, organizations, isRefresh, isApproved, isGuarded, plan, ...rest } = stand;
  const { wave: _wave, isUnsigned: _isUnsigned, ...shown } = rest;
  const members = organizations.map(({ queue: _queue, fingerprint: _fingerprint, isCutOff: _isCutOff, ...one }) => one);
  const options = { isRefresh, isApproved, isGuarded, plan: plan?.digest };
  return { id, ...shown, options, ...tally, organizations: members };
}

function runStatusText(stand: RunStand | undefined, flags: FlagValues): string {
  const words = wordsFor(flags);
  if (stand === undefined) return `Temporal has no run of this fleet. To start one, run \`${words("up")}\`.\n`;
  const run = { ...stand, id: stand.run, reason: stand.reason, options: { plan: stand.plan?.digest } };
  return statusText(run, stand.organizations, words);
}

/** `orgform fleet pause`. */
export function pauseCommand(): CliCommand {
  const command = new CliCommand("pause").summary(
    "Pause a run on Temporal: start no further organizations until you resume it",
  );
  return withTemporalFlags(withFleetFlags(command)).runs((flags) =>
    onTemporalOnly(flags, async (fleet) => {
      await fleet.pause();
      process.stdout.write(
        "The run is paused. Organizations that already run finish. To continue, run `orgform fleet resume --temporal`.\n",
      );
      return 0;
    }),
  );
}

/** `orgform fleet stop`. */
export function stopCommand(): CliCommand {
  const command = new CliCommand("stop").summary("Stop a run on Temporal cleanly; you can resume it");
  return withTemporalFlags(withFleetFlags(command)).runs((flags) =>
    onTemporalOnly(flags, async (fleet) => {
      await fleet.stop();
      process.stdout.write(`The run is stopping. To see how it ends, run \`${wordsFor(flags)("status")}\`.\n`);
      return 0;
    }),
  );
}

function onTemporalOnly(flags: FlagValues, act: (fleet: TemporalFleet) => Promise<number>): Promise<number> {
  if (isOnTemporal(flags)) return withTemporalFleet(flags, act);
  throw new UsageError(
    "This command is for runs on Temporal: give --temporal. To stop a run on this machine, press Ctrl+C.",
  );
}

/** Time limit for a scheduled check of one organization, in seconds. */
const TIMEOUT_SECONDS = 1_800;

const WORKER_AFTER = `
Every worker needs a checkout of the same commit, the engines, and the credentials' sources. It ends cleanly on SIGTERM and
SIGINT: its engines end, and other workers continue with their organizations.`;

/** `orgform fleet worker`. */
export function workerCommand(): CliCommand {
  const command = new CliCommand("worker").summary(
    "Start a Temporal worker, which runs organizations until you stop it",
  );
  return withKeyFlag(withApproversFlag(withTemporalFlags(withFleetFlags(command))))
    .option("--plans <FOLDER>", "Folder with the plans that runs apply. Plans don't pass through Temporal.")
    .option(
      "--workers <N>",
      "Total number of workers of the fleet. Start each worker with the same number. Each gets 1/N of the budget. Default 1.",
    )
    .option(
      "--watch [FILE]",
      "Also make the checks of `orgform watch schedule`, with this watch file. Default: orgform.watch.yaml beside the fleet file.",
    )
    .option("--metrics <PORT>", `${METRICS_TEXT} With --watch.`)
    .option("--otlp <URL>", `${OTLP_TEXT} With --watch.`)
    .addHelpText("after", WORKER_AFTER)
    .runs(work);
}

async function work(flags: FlagValues): Promise<number> {
  const isLooking = flags["watch"] !== undefined;
  const stray = isLooking ? undefined : ["metrics", "otlp"].find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} is for a worker that makes checks. Add --watch.`);
  const { TooManyWorkersError } = await temporalPackage();
  const { FleetBusyError, FleetFileError, RecordError } = await fleetPackage();
  try {
    const workers = workersIn(readText(flags["workers"]));
    const signal = endSignal();
    const folder = readText(flags["plans"]);
    const plans = folder === undefined ? undefined : { folder, key: await planKeyIn(flags) };
    const shared = { workers, plans, approvers: await approversIn(flags) };
    if (!isLooking) await workUntil(flags, { ...shared, signal });
    else {
      await whileLooking(flags, { workers, timeoutSeconds: TIMEOUT_SECONDS, signal }, (looks, until) =>
        workUntil(flags, { ...shared, looks, signal: until }),
      );
    }
    return 0;
  } catch (error) {
    const isMistake = [FleetBusyError, FleetFileError, RecordError, TooManyWorkersError].some(
      (kind) => error instanceof kind,
    );
    throw isMistake && error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  }
}

async function workUntil(
  flags: FlagValues,
  options: Pick<WorkerOptions, "workers" | "plans" | "approvers" | "looks" | "signal">,
): Promise<void> {
  const { runFleetWorker } = await temporalPackage();
  await runFleetWorker({
    ...options,
    file: fileIn(flags),
    recordFile: readText(flags["record"]),
    environment: process.env,
    engines: versionedEngines(),
    providerCommand: [process.execPath, SHARED_PROVIDERS],
    ...(await temporalIn(flags)),
    log: say,
  });
}

/** A signal for the first request to end this process. A second request ends it immediately. */
function endSignal(): AbortSignal {
  const end = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => end.abort());
  return end.signal;
}

function workersIn(text: string | undefined): number {
  if (text === undefined) return 1;
  if (!/^[1-9]\d{0,2}$/u.test(text))
    throw new UsageError(`--workers is ${text}; it must be the number of workers, at least 1.`);
  return Number(text);
}
