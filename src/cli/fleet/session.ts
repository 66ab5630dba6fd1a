import process from "node:process";
import { fileURLToPath } from "node:url";
import type { FleetSession, Selection, SessionOptions } from "@orgform/fleet";
import { inPackage } from "../../app/packaged-file.ts";
import { shellWord } from "../../adopt/shell-word.ts";
import type { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { approversIn } from "./approvers.ts";
import { labelsIn } from "../check/labels.ts";
import { versionedEngines } from "./engines.ts";
import { fleetPackage } from "../optional-packages.ts";

/** The default file of a fleet. */
export const DEFAULT_FILE = "fleet.yaml";

/** The program of the provider process that organizations share. */
export const SHARED_PROVIDERS = fileURLToPath(inPackage("engines/shared-providers/main.js"));

/** The flags that say which fleet. */
export const withFleetFlags = (command: CliCommand): CliCommand =>
  command
    .option("--file <FILE>", `Fleet file. Default ${DEFAULT_FILE}.`)
    .option(
      "--record <FILE>",
      "File with the record of runs. Default: runs.sqlite in .orgform/NAME beside the fleet file.",
    );

/** The flags that choose among its organizations. */
export const withChoiceFlags = (command: CliCommand): CliCommand =>
  command
    .option("--only <NAMES>", "Organizations to include, separated by commas.")
    .option("--labels <LABELS>", "Labels of the organizations to include, such as stage=production,region=eu.");

/** The flags that say which of its organizations, a shard among them. */
export const withSelectionFlags = (command: CliCommand): CliCommand =>
  withChoiceFlags(command).option(
    "--shard <K/N>",
    "Shard to run: K of N, from 1. Each organization belongs to one shard, regardless of the others in the file.",
  );

/** The flag that says which of several runs that share a record. */
export const withShardFlag = (command: CliCommand): CliCommand =>
  command.option("--shard <K/N>", "Shard whose latest run is meant: K of N. Default: the latest run of the record.");

/** Path of the fleet file that the flags name. */
export const fileIn = (flags: FlagValues): string => readText(flags["file"]) ?? DEFAULT_FILE;

/** The flags by which another command finds the same fleet, and those by which it chooses the same of its organizations. */
const FLEET_FLAGS = ["file", "record", "temporal", "namespace", "task-queue"] as const;
const SELECTION_FLAGS = ["only", "labels", "shard"] as const;
const PLAN_FLAGS = ["plan", "key-file", "approvers"] as const;

/** Flags that only some commands accept: a plan for a part of a fleet is applied to that part, and a resumed run keeps its plan. */
const FLAGS_OF: Readonly<Record<string, readonly string[]>> = {
  up: SELECTION_FLAGS,
  resume: [...PLAN_FLAGS, "shard"],
  approve: ["approvers", "shard"],
  status: ["shard"],
};

/** The words that a person types for another command of the fleet in the flags. */
export function wordsFor(flags: FlagValues): (command: string) => string {
  const given = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      if (flags[name] === true) return [` --${name}`];
      const value = readText(flags[name]);
      return value === undefined ? [] : [` --${name} ${shellWord(value)}`];
    });
  return (command) => `orgform fleet ${command}${given([...FLEET_FLAGS, ...(FLAGS_OF[command] ?? [])]).join("")}`;
}

/** Opens the fleet that the flags name. @throws UsageError with every problem of the file */
export async function openFleet(
  flags: FlagValues,
  { isRecordLocal }: Pick<SessionOptions, "isRecordLocal"> = {},
): Promise<FleetSession> {
  const { FleetFileError, FleetSession, RecordError } = await fleetPackage();
  try {
    return await FleetSession.open({
      file: fileIn(flags),
      recordFile: readText(flags["record"]),
      isRecordLocal,
      environment: process.env,
      engines: versionedEngines(),
      providerCommand: [process.execPath, SHARED_PROVIDERS],
      approvers: await approversIn(flags),
    });
  } catch (error) {
    if (error instanceof FleetFileError || error instanceof RecordError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** The organizations in the flags. @throws UsageError naming the flag and its form */
export function selectionIn(flags: FlagValues): Selection {
  return {
    names: readText(flags["only"])
      ?.split(",")
      .map((name) => name.trim()),
    labels: labelsIn(readText(flags["labels"])),
    shard: shardIn(readText(flags["shard"])),
  };
}

/** The shard that `--shard` names. @throws UsageError */
export function shardIn(text: string | undefined): Selection["shard"] {
  if (text === undefined) return undefined;
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/u.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of)) {
    throw new UsageError(`--shard is ${text}; expected the shard and their number, from 1: 2/4.`);
  }
  return { index: Number(index), of: Number(of) };
}
