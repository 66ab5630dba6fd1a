import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { WatchFile, WatchStore } from "@orgform/watch";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { watchFileIn } from "./read-watch-file.ts";
import { watchClock } from "./watch-clock.ts";
import { watchPackage } from "../optional-packages.ts";

const FORMATS = ["text", "json", "html"] as const;

const DESCRIPTION =
  "Prints what a watcher saw: what is open now, what changed, when each organization was checked last, and which messages " +
  "the channels didn't accept. Makes no requests.";

/** `orgform watch history`. */
export function historyCommand(): CliCommand {
  return new CliCommand("history")
    .summary("Print open findings, and what changed")
    .description(DESCRIPTION)
    .option("--cwd <DIR>", "Folder of the program. Default: this folder.")
    .option(
      "--config <FILE>",
      "Watch file, which may name a database. Default: orgform.watch.yaml in the folder, if there is one.",
    )
    .option("--history <FILE>", HISTORY_TEXT)
    .option("--name <NAME>", "Name in the history, to show only that one.")
    .option("--since <DURATION>", "How far back, such as 12h or 7d. Default 30d.")
    .choice("--format <WORD>", `${FORMATS.join(", ")}. Default text.`, FORMATS)
    .option("--out <FILE>", "File for the history. It's written completely or not at all. Default: standard output.")
    .runs(runHistory);
}

async function runHistory(flags: FlagValues): Promise<number> {
  const { historyJson, historyOf, historyPage, historyText } = await watchPackage();
  const format = readChoice("format", flags["format"], FORMATS) ?? "text";
  const sinceMs = watchClock.nowMs() - (await sinceIn(flags));
  const folder = readText(flags["cwd"]) ?? ".";
  const { file } = await watchFileIn(folder, readText(flags["config"]));
  const path = historyFileIn(flags, folder);
  if (file.database === undefined && !existsSync(path)) {
    throw new UsageError(
      `There is no history ${path}. Run \`orgform watch --once\` first, or name another file with --history.`,
    );
  }
  const store = await openHistory(flags, file, folder);
  try {
    const history = await historyOf(store, { organization: readText(flags["name"]), sinceMs }, watchClock.nowMs());
    const shown = { text: historyText, json: historyJson, html: historyPage }[format](history);
    const out = readText(flags["out"]);
    if (out === undefined) process.stdout.write(shown);
    else writeWhole(out, shown);
    return 0;
  } finally {
    await store.close();
  }
}

async function sinceIn(flags: FlagValues): Promise<number> {
  const { durationMs, isDuration } = await watchPackage();
  const since = readText(flags["since"]) ?? "30d";
  if (isDuration(since)) return durationMs(since);
  throw new UsageError(`--since is ${since}; it must be a duration such as 12h or 7d.`);
}

/** The help text of the flag, the same in each command. */
export const HISTORY_TEXT =
  "File of the history. Default: the database of the watch file, or .orgform/watch.sqlite in the folder.";

const historyFileIn = (flags: FlagValues, folder: string): string =>
  readText(flags["history"]) ?? join(folder, ".orgform", "watch.sqlite");

/** Opens or creates the history. @param folder - of the program, or of the fleet file. @throws UsageError if it can't be used */
export async function openHistory(flags: FlagValues, file: WatchFile, folder: string): Promise<WatchStore> {
  const { databaseUrl, HistoryError, PostgresError, PostgresStore, SqliteStore } = await watchPackage();
  if (file.database !== undefined && flags["history"] !== undefined) {
    throw new UsageError("--history names a file, and the watch file a database. Leave out one of them.");
  }
  try {
    const url = databaseUrl(file, process.env);
    return url === undefined ? new SqliteStore(historyFileIn(flags, folder)) : await PostgresStore.open({ url });
  } catch (error) {
    if (error instanceof HistoryError || error instanceof PostgresError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
