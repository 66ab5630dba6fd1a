import process from "node:process";
import type { SessionOptions } from "@orgform/fleet";
import type { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { fleetPackage } from "../optional-packages.ts";

/** The variable with the path of the file of approvers. */
const VARIABLE = "ORGFORM_FLEET_APPROVERS";

/** The flag that names whose signatures a run needs. */
export const withApproversFlag = (command: CliCommand): CliCommand =>
  command.option(
    "--approvers <FILE>",
    `File with the keys that must sign a run, regardless of the fleet file. Default: the variable ${VARIABLE}.`,
  );

/** The signers that flags and environment require; undefined if they leave it to the fleet file. @throws UsageError */
export async function approversIn(flags: FlagValues): Promise<SessionOptions["approvers"]> {
  const file = readText(flags["approvers"]) ?? readText(process.env[VARIABLE]);
  if (file === undefined) return undefined;
  const { ApprovalError, readApprovers } = await fleetPackage();
  try {
    return readApprovers(file);
  } catch (error) {
    throw error instanceof ApprovalError ? new UsageError(error.message, { cause: error }) : error;
  }
}
