import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import {
  type CreationAttempt,
  type CreationRecord,
  type CreationStore,
  type CreatorIndex,
  RECORDS_KEPT_MS,
} from "../driver/driver.ts";
import { isRecord, jsonText, parsedJson } from "../model/json-value.ts";
import { systemClock } from "./clock.ts";
import { recordFiles, recordFolder, type RecordOwner } from "./record-files.ts";
import type { CreationStores } from "./sessions.ts";

/** For how long to remember which stack created an object: a year. */
const CREATORS_KEPT_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Stores creation records as files in one folder, one for each natural key: `creates` in the folder of records that
 * `ORGFORM_INTENTS_DIR` names, else `.orgform/creates` in the user's home, because every create leaves a record and
 * none belongs in a program's folder. `creators` beside it stores which stack created each object.
 *
 * @param maker - the stack or working folder that creates the objects; called for each new record
 */
export function creationFiles(owner: RecordOwner, maker: () => string): CreationStores {
  const folder = folderOf(owner);
  const creates = join(folder, "creates");
  const index = join(folder, "creators");
  let pruning: Promise<void> | undefined;
  const pruned = (): Promise<void> =>
    (pruning ??= Promise.all([prune(creates, RECORDS_KEPT_MS), prune(index, CREATORS_KEPT_MS)]).then(() => undefined));
  return ({ host, apiKey }): CreationStore => {
    const files = recordFiles(creates, recordFrom);
    const nameOf = (key: string): string => hashOf({ host, apiKey, owner: maker(), key });
    return {
      location: creates,
      read: (key) => files.read(nameOf(key)),
      write: async (key, record) => {
        await pruned();
        await files.write(nameOf(key), record);
      },
      remove: (key) => files.remove(nameOf(key)),
      creators: creatorsIn(index, host, maker),
    };
  };
}

/** By host and object only: stacks with different keys can share an organization. */
function creatorsIn(folder: string, host: string, maker: () => string): CreatorIndex {
  const files = recordFiles(folder, creatorFrom);
  const nameOf = (object: string): string => hashOf({ host, object });
  const ownName = (): string => hashOf({ host, owner: maker() });
  return {
    note: (object, isMade) => files.write(nameOf(object), { creator: ownName(), isMade }),
    isMadeHere: async (object) => {
      const noted = await files.read(nameOf(object));
      return noted?.creator === ownName() && noted.isMade;
    },
    isOfAnother: async (object) => {
      const noted = await files.read(nameOf(object));
      return noted !== undefined && noted.creator !== ownName();
    },
    drop: (object) => files.remove(nameOf(object)),
  };
}

/** A hash: natural keys can identify people, and the file must not reveal anything about the API key. */
function hashOf(named: Readonly<Record<string, string>>): string {
  return createHash("sha256").update(jsonText(named)).digest("hex").slice(0, 40);
}

function folderOf(owner: RecordOwner): string {
  const { environment } = owner;
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();
  return recordFolder(owner, join(home, ".orgform"));
}

/** Removes old files; another process might do so at the same time. */
async function prune(folder: string, keptMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && systemClock.now() - found.mtimeMs > keptMs) await rm(path, { force: true });
  }
}

/** An unreadable record counts as absent: existing objects then belong to somebody else. */
function recordFrom(text: string): CreationRecord | undefined {
  const read = parsedJson(text);
  if (!isRecord(read) || !Array.isArray(read["attempts"])) return undefined;
  return { attempts: read["attempts"].flatMap(attemptFrom) };
}

function attemptFrom(read: unknown): CreationAttempt[] {
  if (!isRecord(read)) return [];
  const { sentAt, salt, clockErrorMs, seen, digests } = read;
  if (!isTime(sentAt) || typeof salt !== "string" || typeof clockErrorMs !== "number") return [];
  if (!Array.isArray(seen) || !isRecord(digests)) return [];
  const texts = Object.entries(digests).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return [
    {
      sentAt,
      ...(isTime(read["lastSentAt"]) ? { lastSentAt: read["lastSentAt"] } : {}),
      ...(isTime(read["gaveUpAt"]) ? { gaveUpAt: read["gaveUpAt"] } : {}),
      clockErrorMs,
      seen: seen.filter((id) => typeof id === "string"),
      salt,
      digests: Object.fromEntries(texts),
      ...(typeof read["made"] === "string" ? { made: read["made"] } : {}),
    },
  ];
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

/** A note from an earlier version doesn't say whether the object was created. */
function creatorFrom(text: string): { readonly creator: string; readonly isMade: boolean } | undefined {
  const read = parsedJson(text);
  if (!isRecord(read) || typeof read["creator"] !== "string") return undefined;
  return { creator: read["creator"], isMade: read["isMade"] === true };
}
