import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import process from "node:process";
import type { WatchFile, WatchOptions, WatchStore } from "@orgform/watch";
import { CliCommand } from "../command.ts";
import { IgnoreRules } from "../drift/ignore.ts";
import { openFleet, selectionIn } from "../fleet/session.ts";
import { USUAL_REQUESTS_PER_HOUR } from "../../app/settings.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { settingsOf } from "../settings.ts";
import { readStateFile, type RecordedStack } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { untilSignal } from "../until-signal.ts";
import { UsageError } from "../usage-error.ts";
import { assertSecrets } from "../watch/channel-secrets.ts";
import { everyIn } from "../watch/every-flag.ts";
import { HISTORY_TEXT, historyCommand, openHistory } from "../watch/history-command.ts";
import { type FoundWatchFile, watchFileIn, watchPolicy } from "../watch/read-watch-file.ts";
import { METRICS_TEXT, metricsIn, withMetrics } from "../watch/metrics.ts";
import { OTLP_TEXT, otlpIn, withOtlp } from "../watch/otlp.ts";
import { scheduleCommand } from "../watch/schedule-command.ts";
import { say, tell } from "../watch/tell.ts";
import { watchedFleet } from "../watch/watched-fleet.ts";
import { watchClock } from "../watch/watch-clock.ts";
import { watchPackage } from "../optional-packages.ts";
import { type StackToWatch, watchedStack } from "../watch/watched-stack.ts";
import { timeoutIn } from "./drift.ts";

const DESCRIPTION =
  "Compares the state of a stack with the organization again and again, as `orgform drift` does, and checks rules as " +
  "`orgform check` does. Reports only what changed: on standard output, and in the channels of the watch file. Keeps a history. " +
  "Only reads from the service and the state.\n" +
  "Takes the key from ORGFORM_API_KEY.";

const AFTER = `
A stack has one watcher at a time. A second one waits until the first one ends.
With --once, exit code 0: the check worked, and the channels accepted every message; 1: otherwise.
Findings don't change the exit code. Without --once, SIGTERM or SIGINT ends the watch with 0.`;

/** `orgform watch`: says what changed, once. */
export function watchCommand(): CliCommand {
  const command = new CliCommand("watch")
    .usage("[command] [flags]")
    .description(DESCRIPTION)
    .option("--once", "Check once and exit, for cron jobs.")
    .option("--every <DURATION>", "Time between checks, such as 30m. Default: that of the watch file, or 1h.")
    .option(
      "--cwd <DIR>",
      "Folder of the program. Reads its state through pulumi, terraform, or tofu. Default: this folder.",
    )
    .option("--stack <NAME>", "Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one.")
    .option("--state <FILE>", "State file to read instead.")
    .option("--fleet <FILE>", "Fleet file. Watches its organizations instead of one stack, within the fleet's budget.")
    .option("--only <NAMES>", "With --fleet, organizations to include, separated by commas.")
    .option("--labels <LABELS>", "With --fleet, labels of the organizations to include, such as stage=production.")
    .option(
      "--name <NAME>",
      "Name in messages and in the history. Default: the folder and the stack, or the state file.",
    )
    .option("--config <FILE>", "Watch file. Default: orgform.watch.yaml in the folder, if there is one.")
    .option("--policy <FILE>", "Policy file. Default: that of the watch file.")
    .option("--metrics <PORT>", `${METRICS_TEXT} Not with --once.`)
    .option("--otlp <URL>", OTLP_TEXT)
    .option("--history <FILE>", HISTORY_TEXT)
    .option(
      "--ignore <FILE>",
      "File with rules for unmanaged objects to leave out. Default: .orgformignore in the folder.",
    )
    .option(
      "--strict",
      "Also report objects that the service creates along with declared ones, as `orgform drift --strict` does.",
    )
    .option("--timeout <SECONDS>", "Time limit for each check. Default 1800.")
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runWatch);
  command.addCommand(historyCommand());
  command.addCommand(scheduleCommand());
  return command;
}

async function runWatch(flags: FlagValues): Promise<number> {
  const { watchOften, watchOnce } = await watchPackage();
  const isOnce = flags["once"] === true;
  if (isOnce && flags["every"] !== undefined) {
    throw new UsageError("--once checks once, but --every checks repeatedly. Give one of them.");
  }
  const every = await everyIn(flags);
  if (isOnce && flags["metrics"] !== undefined) {
    throw new UsageError(
      "--metrics needs a watch that keeps running, but --once exits after one check. Give one of them.",
    );
  }
  const address = metricsIn(flags);
  const folder = folderIn(flags);
  const found = await watchFileIn(folder, readText(flags["config"]));
  const file: WatchFile = every === undefined ? found.file : { ...found.file, every };
  await assertSecrets(file, process.env);
  const target = await otlpIn(flags, process.env);
  const { watched, parallel, close } = await watchedIn(flags, { ...found, file });
  const watch = async (store: WatchStore): Promise<number> =>
    untilSignal(async (signal) =>
      withOtlp({ target, store, watched, isOnce, say }, async (looked) => {
        const options = { ...optionsOf(isOnce, looked), watched, parallel, file, store, signal };
        if (isOnce) return (await watchOnce(options)) ? 0 : 1;
        await withMetrics(address, { store, watched }, () => watchOften(options));
        return 0;
      }),
    );
  try {
    const store = await openHistory(flags, file, folder);
    try {
      return await watch(store);
    } finally {
      await store.close();
    }
  } finally {
    await close();
  }
}

const optionsOf = (
  isOnce: boolean,
  looked: WatchOptions["onLook"],
): Pick<WatchOptions, "clock" | "environment" | "say" | "onLook"> => ({
  clock: watchClock,
  environment: process.env,
  say,
  onLook: (name, result) => {
    looked(name, result);
    void tell(name, result, isOnce);
  },
});

/** The watched stack, or the organizations of a fleet. */
interface Watching extends Pick<WatchOptions, "watched" | "parallel"> {
  readonly close: () => Promise<void>;
}

async function watchedIn(flags: FlagValues, found: FoundWatchFile): Promise<Watching> {
  const fleetFile = readText(flags["fleet"]);
  if (fleetFile === undefined) {
    const watched = watchedStack(await stackIn(flags, found));
    return { watched: [watched], parallel: 1, close: () => Promise.resolve() };
  }
  const stray = ["stack", "state", "name", "host"].find((name) => flags[name] !== undefined);
  if (stray !== undefined)
    throw new UsageError(`--${stray} is for one stack, but --fleet names many. Leave out one of them.`);
  const fleet = await openFleet({ file: fleetFile });
  const watched = await watchedFleet(fleet, selectionIn(flags), {
    found,
    policyOf: await watchPolicy(found, readText(flags["policy"])),
    ignore: readText(flags["ignore"]),
    isStrict: flags["strict"] === true,
    timeoutSeconds: timeoutIn(readText(flags["timeout"])),
    nowMs: () => watchClock.nowMs(),
  });
  return { ...watched, parallel: fleet.fleet.parallel };
}

/** Folder of the program or of the fleet file. @throws UsageError if there is none */
function folderIn(flags: FlagValues): string {
  const fleetFile = readText(flags["fleet"]);
  const folder = readText(flags["cwd"]) ?? (fleetFile === undefined ? "." : dirname(fleetFile));
  if (existsSync(folder)) return folder;
  throw new UsageError(`There is no folder ${folder}. Give the program's folder with --cwd.`);
}

async function stackIn(flags: FlagValues, found: FoundWatchFile): Promise<StackToWatch> {
  const given = (name: string): string | undefined => readText(flags[name]);
  const [folder, state, stack] = [folderIn(flags), given("state"), given("stack")];
  if (state !== undefined && stack !== undefined) {
    throw new UsageError("--state names a file, but --stack names a stack. Give one of them.");
  }
  const settings = settingsOf({ host: given("host") });
  const name = given("name") ?? nameOf(folder, state, stack);
  const policyOf = await watchPolicy(found, given("policy"));
  return {
    name,
    budget: { name, requestsPerHour: settings.requestsPerHour ?? USUAL_REQUESTS_PER_HOUR },
    file: found.file,
    labels: found.file.labels,
    place: async () => ({ state: await stateOf(folder, state, stack), settings }),
    ignored: IgnoreRules.read(folder, given("ignore")),
    isStrict: flags["strict"] === true,
    timeoutSeconds: timeoutIn(given("timeout")),
    policy: policyOf?.(found.file.labels),
  };
}

function nameOf(folder: string, state: string | undefined, stack: string | undefined): string {
  if (state !== undefined) return basename(state, extname(state));
  const program = basename(resolve(folder));
  return stack === undefined ? program : join(program, stack);
}

async function stateOf(folder: string, state: string | undefined, stack: string | undefined): Promise<RecordedStack> {
  if (state !== undefined) return readStateFile(state);
  return readStackState({ folder, stack, environment: process.env });
}
