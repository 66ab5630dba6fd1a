import { readFileSync, rmSync, statSync } from "node:fs";
import process from "node:process";
import type { BoundPlan, PlanKey, PlanLock } from "@orgform/fleet";
import type { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { fleetPackage } from "../optional-packages.ts";

/** The variables with the key of plans, and with those whom plans are encrypted for. */
const KEY_VARIABLE = "ORGFORM_PLAN_KEY";
const RECIPIENTS_VARIABLE = "ORGFORM_PLAN_RECIPIENTS";

export const withKeyFlag = (command: CliCommand): CliCommand =>
  command.option(
    "--key-file <FILE>",
    `File with the key of the plan: an age identity, or a passphrase of at least 16 characters. Default: the variable ${KEY_VARIABLE}.`,
  );

/** The flags for a plan that is kept. */
export const withLockFlags = (command: CliCommand): CliCommand =>
  withKeyFlag(command).option(
    "--recipients <KEYS>",
    `Public keys of age (age1...) that the plan is encrypted for, separated by commas. Default: the variable ${RECIPIENTS_VARIABLE}, or else the key of the plan.`,
  );

/** The flags for a run that applies a plan. */
export const withPlanFlags = (command: CliCommand): CliCommand =>
  withKeyFlag(
    command.option(
      "--plan <FILE>",
      "Plan to apply, written by `orgform fleet plan --out FILE`. The file is deleted after the whole plan has succeeded.",
    ),
  );

/** @throws UsageError for flags that a plan answers already */
export function assertNoStray(flags: FlagValues): void {
  const stray = ["only", "labels", "refresh"].find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`The plan already decides --${stray}. Leave out --${stray} or --plan.`);
}

/** What flags and environment encrypt a plan for. @throws UsageError if that is nothing, or can't be used */
export async function planLockIn(flags: FlagValues): Promise<PlanLock> {
  const [given, file] = [readText(flags["recipients"]), readText(flags["key-file"])];
  if (given !== undefined && file !== undefined)
    throw new UsageError("--recipients and --key-file both say what encrypts the plan. Leave out one of them.");
  const text = given ?? (file === undefined ? process.env[RECIPIENTS_VARIABLE]?.trim() : undefined);
  if (text === undefined || (text === "" && given === undefined)) return planKeyIn(flags);
  takenKey();
  const { recipientsFrom } = await fleetPackage();
  return usable(recipientsFrom(text, given === undefined ? RECIPIENTS_VARIABLE : "--recipients"));
}

/** The key of plans in flags and environment. @throws UsageError if there is none, or one that others can read */
export async function planKeyIn(flags: FlagValues): Promise<PlanKey> {
  const file = readText(flags["key-file"]);
  const variable = takenKey();
  const text = file === undefined ? variable : keyFileText(file);
  if (text === undefined || text === "") {
    const also = flags["out"] === undefined ? "" : ", or --recipients age1...";
    throw new UsageError(
      `A plan contains secrets, so it's encrypted: give --key-file FILE${also}, or set ${KEY_VARIABLE}. Make a key with \`age-keygen\` or \`openssl rand -base64 32\`.`,
    );
  }
  const { planKeyFrom } = await fleetPackage();
  return usable(planKeyFrom(text, file === undefined ? KEY_VARIABLE : `--key-file ${file}`));
}

/** Takes the key out of the environment: the programs of a fleet see all of it, and can print it. */
function takenKey(): string | undefined {
  const key = process.env[KEY_VARIABLE]?.trim();
  Reflect.deleteProperty(process.env, KEY_VARIABLE);
  return key;
}

/** @throws UsageError for a key that can't be used */
async function usable<T>(key: Promise<T>): Promise<T> {
  const { PlanFileError } = await fleetPackage();
  try {
    return await key;
  } catch (error) {
    throw error instanceof PlanFileError
      ? new UsageError(`${error.message} Nothing was run.`, { cause: error })
      : error;
  }
}

function keyFileText(file: string): string {
  try {
    const { mode } = statSync(file);
    if (process.platform === "win32" || (mode & 0o077) === 0) return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new UsageError(`--key-file ${file} cannot be read: ${codeOf(error)}.`, { cause: error });
  }
  throw new UsageError(`--key-file ${file} is readable by other users: run \`chmod 600 ${file}\`. Nothing was run.`);
}

/** Writes a plan, which only its owner can read. @throws UsageError */
export async function writePlan(path: string, plan: BoundPlan, lock: PlanLock): Promise<void> {
  const { sealedPlan } = await fleetPackage();
  writeWhole(path, await sealedPlan(plan, lock));
}

/** Reads the plan in the flags; undefined if they name none. @throws UsageError that names file, cause, and next step */
export async function planIn(flags: FlagValues): Promise<BoundPlan | undefined> {
  const path = readText(flags["plan"]);
  if (path === undefined) return undefined;
  const key = await planKeyIn(flags);
  const { openedPlan } = await fleetPackage();
  return usable(openedPlan(path, planBytes(path), key));
}

function planBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`--plan ${path} cannot be read: ${codeOf(error)}. Nothing was run.`, { cause: error });
  }
}

/** Deletes a plan that was applied; one that wasn't, or not all of it, stays for `orgform fleet resume` and for other shards. */
export function afterRun(flags: FlagValues, code: number, plan: BoundPlan | undefined): void {
  const path = readText(flags["plan"]);
  if (path === undefined) return;
  const shard = readText(flags["shard"]);
  const isWhole = code === 0 && (shard === undefined || plan?.shard !== undefined);
  if (isWhole) rmSync(path, { force: true });
  if (flags["json"] === true) return;
  if (code === 0 && !isWhole) {
    process.stdout.write(
      `Shard ${shard} of the plan was applied. ${path} holds secrets. Delete it after all shards.\n`,
    );
    return;
  }
  process.stdout.write(
    isWhole
      ? `The plan was applied. ${path} is deleted.\n`
      : `${path} holds secrets. Keep it for \`orgform fleet resume --plan ${path}\`, or delete it.\n`,
  );
}
