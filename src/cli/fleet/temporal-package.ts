import process from "node:process";
import type { TemporalFleet, TemporalPlace } from "@orgform/fleet/temporal";
import type { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { approversIn } from "./approvers.ts";
import { versionedEngines } from "./engines.ts";
import { fleetPackage } from "../optional-packages.ts";
import { fileIn } from "./session.ts";

/** The packages for fleets on Temporal, in the required version. */
const PACKAGES = ["activity", "client", "worker", "workflow"].map((name) => `@temporalio/${name}@1.24.0`);

const MISSING =
  "Fleets on Temporal need Temporal's packages, which aren't installed: run `npm install --save-dev " +
  `${PACKAGES.join(" ")}\` and this command again.`;

/** The flags that say which server of Temporal, and which fleet there. */
export const withTemporalFlags = (command: CliCommand): CliCommand =>
  command
    .option(
      "--temporal [ADDRESS]",
      "Address of the Temporal server to run on. Default: TEMPORAL_ADDRESS or 127.0.0.1:7233.",
    )
    .option("--namespace <NAME>", "Namespace on the server. Default: TEMPORAL_NAMESPACE or `default`.")
    .option(
      "--task-queue <NAME>",
      "Task queue of the fleet on the server. Default: orgform- and the file's name, such as orgform-fleet.",
    );

/** Flags for files from the record of this machine, and for a part of the run on one machine. */
const LOCAL_FLAGS = ["page", "report", "shard", "retire"];

/** Whether the flags mean a run on Temporal. @throws UsageError for flags that only such a run has */
export function isOnTemporal(flags: FlagValues): boolean {
  if (flags["temporal"] !== undefined) {
    const local = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
    if (local === undefined) return true;
    throw new UsageError(`--${local} is for runs on this machine. Leave out --${local} or --temporal.`);
  }
  const stray = ["namespace", "task-queue"].find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} is for runs on Temporal. Add --temporal.`);
  return false;
}

/** Runs fleets on Temporal. @throws UsageError if a package isn't installed */
export async function temporalPackage() {
  await fleetPackage();
  try {
    return await import("@orgform/fleet/temporal");
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("Cannot find package '@temporalio/")) throw error;
    throw new UsageError(MISSING, { cause: error });
  }
}

/** The server that flags and environment name. */
export async function temporalIn(flags: FlagValues): Promise<{ temporal: TemporalPlace; name: string | undefined }> {
  const { temporalPlace } = await temporalPackage();
  const place = { address: readText(flags["temporal"]), namespace: readText(flags["namespace"]) };
  return { temporal: temporalPlace(place, process.env), name: readText(flags["task-queue"]) };
}

/** Opens the fleet at its server while a command uses it; an error that a person can fix is printed without a stack trace. */
export async function withTemporalFleet(
  flags: FlagValues,
  act: (fleet: TemporalFleet) => Promise<number>,
): Promise<number> {
  const { TemporalError, TemporalFleet } = await temporalPackage();
  const { ApprovalError, FleetBusyError, FleetFileError, NothingToResumeError, PlanFileError, SelectionError } =
    await fleetPackage();
  let fleet: TemporalFleet | undefined;
  try {
    fleet = await TemporalFleet.open({
      file: fileIn(flags),
      engines: versionedEngines(),
      approvers: await approversIn(flags),
      ...(await temporalIn(flags)),
    });
    return await act(fleet);
  } catch (error) {
    const kinds = [
      ApprovalError,
      FleetBusyError,
      FleetFileError,
      NothingToResumeError,
      PlanFileError,
      SelectionError,
      TemporalError,
    ];
    const isMistake = kinds.some((kind) => error instanceof kind);
    throw isMistake && error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    await fleet?.close();
  }
}
