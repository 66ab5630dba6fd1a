import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/**
 * Writes new files into a folder, beside existing ones: all of them or, if one can't be written, none.
 *
 * @param files - texts by path below the folder
 * @param write - writes one new file; Node's function if absent
 * @throws UsageError if one of them exists, before anything is written, or if one can't be written
 */
export function writeNewFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  write: (path: string, text: string) => void = writeNew,
): void {
  const path = resolve(folder);
  const taken = Object.keys(files).find((name) => existsSync(join(path, name)));
  if (taken !== undefined) {
    throw new UsageError(
      `${join(folder, taken)} exists already. Nothing was written. Move it away, or name another folder.`,
    );
  }
  const made: string[] = [];
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = join(path, name);
      const above = mkdirSync(dirname(file), { recursive: true });
      made.unshift(...(above === undefined ? [] : [above]));
      made.unshift(file);
      write(file, text);
    }
  } catch (error) {
    for (const one of made) rmSync(one, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Could not write ${folder}: ${why}. No part of it was left there.`);
  }
}

/** Fails if the file exists, even if it was created a moment ago. */
function writeNew(path: string, text: string): void {
  writeFileSync(path, text, { flag: "wx" });
}
