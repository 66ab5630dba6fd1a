import type { IdempotencyRecord, RecordStore } from "../driver/driver.ts";
import { isRecord, parsedJson } from "../model/json-value.ts";
import { recordFiles, recordFolder, type RecordOwner } from "./record-files.ts";

/** The default folder, relative to the working folder, which is that of the program. */
const DEFAULT_FOLDER = ".orgform/intents";

/** Idempotency records as files in one folder, one for each call; the first record creates the folder. */
export function idempotencyFiles(owner: RecordOwner): RecordStore<IdempotencyRecord> {
  return recordFiles(recordFolder(owner, DEFAULT_FOLDER), recordFrom);
}

/** An unreadable record means that nothing is known about its call, so the call must not be sent again. */
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
