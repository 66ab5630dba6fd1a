import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";

import type { RecordStore } from "../driver/driver.ts";

/** The environment variable that names the folder of records. */
export const RECORDS_VARIABLE = "ORGFORM_INTENTS_DIR";

/** The owner of the records. */
export interface RecordOwner {
  /** `ORGFORM_INTENTS_DIR` names the folder of records. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder in which the program runs; by default, the folder of this process. */
  readonly folder?: string | undefined;
}

/** The folder of records that the owner names, else the default; both can be relative to the program's folder. */
export function recordFolder({ environment, folder }: RecordOwner, usual: string): string {
  const named = environment[RECORDS_VARIABLE] ?? "";
  const found = named === "" ? usual : named;
  return folder === undefined || folder === process.cwd() ? found : resolve(folder, found);
}

/**
 * The records of a folder, which the first one creates; each is completely on the disk before `write` ends.
 *
 * @param recordFrom - the record from the text of a file, which can be of another version or truncated
 */
export function recordFiles<T>(folder: string, recordFrom: (text: string) => T): RecordStore<T> {
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  return {
    location: folder,
    read: async (key) => {
      const text = await readFile(fileOf(key), "utf8").catch(absent);
      return text === undefined ? undefined : recordFrom(text);
    },
    write: async (key, record) => {
      const text = `${JSON.stringify(record, null, 2)}\n`;
      try {
        await writeDurably(fileOf(key), text);
      } catch (error) {
        absent(error);
        await makeDurably(folder);
        await writeDurably(fileOf(key), text);
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/** Writes completely or not at all, and to the disk before the recorded call is sent. */
async function writeDurably(path: string, text: string): Promise<void> {
  // A unique name: two wanted creates of one name write at the same time, in one process or two.
  const unfinished = `${path}.${randomUUID()}.part`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Creates a folder and its parents; each new name is on the disk afterwards. */
async function makeDurably(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  const above = dirname(resolve(made));
  for (let each = resolve(folder); each !== above; each = dirname(each)) await syncFolder(dirname(each));
}

/** A new name is on the disk when its folder is. Windows has no call for that. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function absent(error: unknown): undefined {
  if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
