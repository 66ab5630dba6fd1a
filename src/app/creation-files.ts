import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { type CreationRecord, RECORDS_KEPT_MS, type RecordStore } from "../driver/driver.ts";
import { isRecord, jsonText, parsedJson } from "../model/json-value.ts";
import { systemClock } from "./clock.ts";
import { recordFiles, recordFolder, type RecordOwner } from "./record-files.ts";
import type { CreationStores } from "./sessions.ts";

/**
 * The records of creates as files of one folder, one for each object: `creates` in the folder of records that
 * `ORGFORM_INTENTS_DIR` names, else `.orgform/creates` in the user's home, since every create leaves one and none of them
 * belongs into the folder of a program.
 *
 * @param maker - the stack or working folder whose creates these are; asked for whenever a record is
 */
export function creationFiles(owner: RecordOwner, maker: () => string): CreationStores {
  const place = folderOf(owner);
  let pruning: Promise<void> | undefined;
  return ({ host, apiKey }): RecordStore<CreationRecord> => {
    const files = recordFiles(place, recordFrom);
    // A hash: natural keys may be about persons, and of the API key nothing may be told.
    const nameOf = (key: string): string =>
      createHash("sha256")
        .update(jsonText({ host, apiKey, owner: maker(), key }))
        .digest("hex")
        .slice(0, 40);
    return {
      place,
      read: (key) => files.read(nameOf(key)),
      write: async (key, record) => {
        await (pruning ??= prune(place));
        await files.write(nameOf(key), record);
      },
      remove: (key) => files.remove(nameOf(key)),
    };
  };
}

function folderOf(owner: RecordOwner): string {
  const { environment } = owner;
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();
  return join(recordFolder(owner, join(home, ".orgform")), "creates");
}

/** Removes what is too old; somebody else may be at it too. */
async function prune(place: string): Promise<void> {
  const names = await readdir(place).catch(() => []);
  for (const name of names) {
    const path = join(place, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && systemClock.now() - found.mtimeMs > RECORDS_KEPT_MS) await rm(path, { force: true });
  }
}

/** A record that cannot be read tells of nothing: what exists is then somebody's. */
function recordFrom(text: string): CreationRecord | undefined {
  const read = parsedJson(text);
  if (!isRecord(read) || typeof read["triedAt"] !== "string" || !Array.isArray(read["seen"])) return undefined;
  const seen = read["seen"].filter((id) => typeof id === "string");
  return { triedAt: read["triedAt"], seen, made: typeof read["made"] === "string" ? read["made"] : undefined };
}
