import { dirname } from "node:path";
import process from "node:process";
import type { ScheduleStand, WatchSchedule } from "@orgform/fleet/temporal";
import { CliCommand } from "../command.ts";
import { versionedEngines } from "../fleet/engines.ts";
import { DEFAULT_FILE, selectionIn, withChoiceFlags } from "../fleet/session.ts";
import { temporalIn, temporalPackage, withTemporalFlags } from "../fleet/temporal-package.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { fleetPackage, watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";
import { everyIn } from "./every-flag.ts";
import { watchFileIn } from "./read-watch-file.ts";

const DESCRIPTION =
  "Creates a schedule on a Temporal server that starts the checks of a fleet. The fleet's workers run them: `orgform fleet worker --temporal --watch`. " +
  "A check doesn't start while the previous one is still running, and missed checks aren't run later.";

/** `orgform watch schedule`. */
export function scheduleCommand(): CliCommand {
  const command = new CliCommand("schedule")
    .usage("[command]")
    .summary("Let a Temporal server start the checks of a fleet")
    .description(DESCRIPTION);
  const set = withChoiceFlags(new CliCommand("set").summary("Create the schedule, or change it"))
    .option("--every <DURATION>", "Time between checks, such as 30m. Default: that of the watch file, or 1h.")
    .option("--config <FILE>", "Watch file. Default: orgform.watch.yaml beside the fleet file, if there is one.");
  const show = new CliCommand("show").summary("Print the schedule, and how its last check ended");
  const remove = new CliCommand("remove").summary("Remove the schedule. A check in progress still finishes");
  command.addCommand(withPlaceFlags(set).runs((flags) => withSchedule(flags, (schedule) => runSet(schedule, flags))));
  command.addCommand(
    withPlaceFlags(show)
      .option("--json", "Print JSON.")
      .runs((flags) => withSchedule(flags, (schedule) => runShow(schedule, flags))),
  );
  command.addCommand(withPlaceFlags(remove).runs((flags) => withSchedule(flags, runRemove)));
  return command;
}

const withPlaceFlags = (command: CliCommand): CliCommand =>
  withTemporalFlags(command.option("--fleet <FILE>", `Fleet file. Default ${DEFAULT_FILE}.`));

const fileOf = (flags: FlagValues): string => readText(flags["fleet"]) ?? DEFAULT_FILE;

async function withSchedule(flags: FlagValues, act: (schedule: WatchSchedule) => Promise<number>): Promise<number> {
  const { TemporalError, WatchSchedule } = await temporalPackage();
  const { FleetFileError, SelectionError } = await fleetPackage();
  let schedule: WatchSchedule | undefined;
  try {
    const place = { file: fileOf(flags), engines: versionedEngines(), ...(await temporalIn(flags)) };
    schedule = await WatchSchedule.open(place);
    return await act(schedule);
  } catch (error) {
    const isMistake = [FleetFileError, SelectionError, TemporalError].some((kind) => error instanceof kind);
    throw isMistake && error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    await schedule?.close();
  }
}

async function runSet(schedule: WatchSchedule, flags: FlagValues): Promise<number> {
  const { durationMs } = await watchPackage();
  const { file } = await watchFileIn(dirname(fileOf(flags)), readText(flags["config"]));
  const everyMs = durationMs((await everyIn(flags)) ?? file.every);
  const jitterMs = file.jitter === undefined ? everyMs / 10 : durationMs(file.jitter);
  const { names, labels } = selectionIn(flags);
  const isNew = await schedule.set({ everyMs, jitterMs, names, labels });
  const stand = await schedule.stand();
  process.stdout.write(
    `The schedule is ${isNew ? "created" : "changed"}.\n${stand === undefined ? "" : textOf(stand)}`,
  );
  return 0;
}

async function runShow(schedule: WatchSchedule, flags: FlagValues): Promise<number> {
  const stand = await schedule.stand();
  if (flags["json"] === true) process.stdout.write(`${JSON.stringify(stand ?? null, null, 2)}\n`);
  else process.stdout.write(stand === undefined ? NONE : textOf(stand));
  return 0;
}

const NONE = "There is no schedule for checks of this fleet. To create one, run `orgform watch schedule set`.\n";

async function runRemove(schedule: WatchSchedule): Promise<number> {
  process.stdout.write((await schedule.remove()) ? "The schedule is removed.\n" : NONE);
  return 0;
}

/** A schedule for people, line by line. */
export function textOf({
  name,
  everyMs,
  jitterMs,
  names,
  labels,
  isPaused,
  next,
  skipped,
  missed,
  last,
}: ScheduleStand) {
  const chosen = [
    ...(names === undefined ? [] : [names.join(", ")]),
    ...Object.entries(labels ?? {}).map(([label, value]) => `${label}=${value}`),
  ];
  const [first] = next;
  const lines = [
    `${name}: every ${durationText(everyMs)}, up to ${durationText(jitterMs)} later`,
    `organizations: ${chosen.length === 0 ? "all of the fleet" : chosen.join(", ")}`,
    isPaused ? "paused" : `next check: ${first ?? "unknown"}`,
    `last check: ${last === undefined ? "none yet" : lastText(last)}`,
    ...(skipped === 0 ? [] : [`skipped because the check before still ran: ${skipped}`]),
    ...(missed === 0 ? [] : [`missed while the server was away: ${missed}`]),
    ...(last?.outcomes?.problems ?? []).map((one) => `${one.name}: ${one.message}`),
  ];
  return `${lines.join("\n")}\n`;
}

const WORDS = {
  clean: "without findings",
  findings: "with findings",
  failed: "couldn't be checked",
  postponed: "skipped during an update",
  lost: "taken over by another watcher",
} as const;

function lastText({ started, state, reason, outcomes }: NonNullable<ScheduleStand["last"]>): string {
  if (state === "running")
    return `${started}, still running. It needs a worker: orgform fleet worker --temporal --watch`;
  if (state === "failed") return `${started}, failed: ${reason ?? "the reason is unknown"}`;
  const parts = Object.entries(WORDS).flatMap(([outcome, words]) => {
    const count = outcomes?.[outcome as keyof typeof WORDS] ?? 0; // -- the names of the table
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return [started, ...parts].join(", ");
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** A duration in the largest unit that divides it evenly. */
function durationText(ms: number): string {
  const [unit, each] = UNITS.find(([, one]) => ms >= one && ms % one === 0) ?? ["s", 1_000];
  return `${ms / each}${unit}`;
}
