import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { WatchFile } from "@orgform/watch";
import { policyIn } from "../check/checked.ts";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";
import { watchPackage } from "../optional-packages.ts";
import type { PolicyOf } from "./watched-stack.ts";

/** The default watch file. */
const USUAL_WATCH_FILE = "orgform.watch.yaml";

/** A watch file, and the folder from which its paths go. */
export interface FoundWatchFile {
  readonly file: WatchFile;
  readonly folder: string;
}

/**
 * The watch file of a flag, or the one in the folder; without either, the defaults.
 *
 * @throws UsageError with every problem of the file
 */
export async function watchFileIn(folder: string, named: string | undefined): Promise<FoundWatchFile> {
  const { DEFAULT_WATCH_FILE, watchFileOf, WatchFileError } = await watchPackage();
  const path = named ?? join(folder, USUAL_WATCH_FILE);
  if (named === undefined && !existsSync(path)) return { file: DEFAULT_WATCH_FILE, folder };
  try {
    return { file: watchFileOf(path, textOf(path)), folder: dirname(path) };
  } catch (error) {
    if (error instanceof WatchFileError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`The watch file ${path} can't be read: ${codeOf(error)}. Give another one with --config.`, {
      cause: error,
    });
  }
}

/** The policy that the flag or the watch file names, by labels; undefined without one. @throws UsageError */
export async function watchPolicy(
  { file, folder }: FoundWatchFile,
  named: string | undefined,
): Promise<PolicyOf | undefined> {
  const path = named ?? (file.policy === undefined ? undefined : resolve(folder, file.policy));
  if (path === undefined) return undefined;
  const policyFor = await policyIn(path, { mayRunCode: true });
  return (labels) => ({ policy: policyFor(labels), file: path });
}
