import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";

import type { IdempotencyRecord, IdempotencyStore } from "../driver/driver.ts";
import { isRecord, parsedJson } from "../model/json-value.ts";

/** The environment variable that names the folder. */
export const IDEMPOTENCY_VARIABLE = "ORGFORM_INTENTS_DIR";

/** The folder when nothing names another: below the one that the process works in, that of the program. */
const DEFAULT_FOLDER = ".orgform/intents";

/**
 * IdempotencyStore as files of one folder, one for each call; the folder is made with the first one.
 *
 * @param environment - `ORGFORM_INTENTS_DIR` names the folder, absolute or from where the process works
 */
export function idempotencyFiles(environment: Readonly<Record<string, string | undefined>>): IdempotencyStore {
  const named = environment[IDEMPOTENCY_VARIABLE] ?? "";
  const place = named === "" ? DEFAULT_FOLDER : named;
  const fileOf = (key: string): string => join(place, `${key}.json`);
  return {
    place,
    read: async (key) => {
      const text = await readFile(fileOf(key), "utf8").catch(absent);
      return text === undefined ? undefined : recordFrom(text);
    },
    write: async (key, record) => {
      await makeDurably(place);
      await writeDurably(fileOf(key), `${JSON.stringify(record, null, 2)}\n`);
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/** Whole or not at all, and on the disk before the call that it tells of is sent. */
async function writeDurably(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`;
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

/** Makes a folder and what it lies in; each new name is on the disk afterwards. */
async function makeDurably(place: string): Promise<void> {
  const made = await mkdir(place, { recursive: true });
  if (made === undefined) return;
  const above = dirname(resolve(made));
  for (let folder = resolve(place); folder !== above; folder = dirname(folder)) await syncFolder(dirname(folder));
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

/** A record that cannot be read stands for a call of which nothing is known: it must not be sent again. */
function recordFrom(text: string): IdempotencyRecord {
  const read = parsedJson(text);
  const values = isRecord(read) ? read : {};
  const textAt = (name: string): string | undefined => (typeof values[name] === "string" ? values[name] : undefined);
  return {
    function: textAt("function") ?? "unknown",
    startedAt: textAt("startedAt") ?? "a time that cannot be read",
    finishedAt: textAt("finishedAt"),
    result: isRecord(values["result"]) ? values["result"] : undefined,
  };
}
