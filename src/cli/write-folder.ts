import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/**
 * Refuses a folder if writing files to it would touch existing ones.
 *
 * @param besides - names that don't count
 * @throws UsageError for a file, and for a folder that isn't empty
 */
export function refuseNonEmpty(folder: string, besides: readonly string[] = []): void {
  const path = resolve(folder);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new UsageError(`${folder} is a file. Name a folder that is empty or doesn't exist yet.`);
  const first = readdirSync(path).find((name) => !besides.includes(name));
  if (first === undefined) return;
  throw new UsageError(
    `The folder ${folder} is not empty: it holds ${JSON.stringify(first)}. Nothing was written. ` +
      "Name a folder that is empty or doesn't exist yet.",
  );
}

/**
 * Creates a folder with these files: all of them or, if one can't be written, none.
 *
 * They are written beside the folder and moved there at the end.
 *
 * @param write - writes one file; Node's function if absent
 * @throws UsageError if the folder exists, or a file can't be written
 */
export function writeFolder(
  folder: string,
  files: Readonly<Record<string, string>>,
  write: (path: string, text: string) => void = writeFileSync,
): void {
  refuseNonEmpty(folder);
  const path = resolve(folder);
  let made: string | undefined;
  let beside: string | undefined;
  try {
    made = mkdirSync(dirname(path), { recursive: true });
    beside = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
    for (const [name, text] of Object.entries(files)) write(join(beside, name), text);
    // Only an empty folder can be removed, and not every system moves one over it.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmdirSync(path);
    renameSync(beside, path);
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { recursive: true, force: true });
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Could not write ${folder}: ${why}. No part of it was left there.`);
  }
}
