import { realpathSync } from "node:fs";
import process from "node:process";

import { jsonText } from "../model/json-value.ts";
import type { RecordOwner } from "./record-files.ts";

/** The environment variable that stands in the place of the working folder, for runners whose folders change. */
const OWNER_VARIABLE = "ORGFORM_RECORD_OWNER";

/** What a process knows about its stack before any state of it is saved. */
export interface StackName {
  readonly engine: "pulumi" | "terraform";
  /** Project and stack, or the workspace; absent if the engine hasn't named it. */
  readonly stack?: string | undefined;
  /** Where the engine stores its states, as a string. */
  readonly backend?: string | undefined;
}

/**
 * A text for the stack whose records these are: the engine, its project and stack or workspace, its backend, and the
 * real path of the folder in which the program works, or what `ORGFORM_RECORD_OWNER` says in its place.
 */
export function recordOwnerName({ environment, folder = process.cwd() }: RecordOwner, stack: StackName): string {
  const named = environment[OWNER_VARIABLE] ?? "";
  return jsonText({ ...stack, ...(named === "" ? { folder: realPathOf(folder) } : { named }) });
}

/** The same for a Pulumi stack, whose backend is in the environment. `stack` has what the engine has sent so far. */
export function pulumiOwnerName(owner: RecordOwner, stack: string | undefined): string {
  return recordOwnerName(owner, { engine: "pulumi", stack, backend: owner.environment["PULUMI_BACKEND_URL"] });
}

/** A folder can have several names. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
