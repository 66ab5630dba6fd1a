import type { IdempotencyRecord, RecordStore } from "../driver/driver.ts";
import { isRecord, parsedJson } from "../model/json-value.ts";
import { recordFiles, recordFolder, type RecordOwner } from "./record-files.ts";

/** The folder when nothing names another: below the one that the process works in, that of the program. */
const DEFAULT_FOLDER = ".orgform/intents";

/** Idempotency records as files of one folder, one for each call; the folder is made with the first one. */
export function idempotencyFiles(owner: RecordOwner): RecordStore<IdempotencyRecord> {
  return recordFiles(recordFolder(owner, DEFAULT_FOLDER), recordFrom);
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
