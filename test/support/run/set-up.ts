import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ensureGenerated } from "../../../scripts/set-up/generated.cjs";
import { entriesOf } from "./checkout.ts";
import { homeRecords, recordsIn } from "./home.ts";
import { LEFT_OPEN_RECORD } from "./left-open.ts";
import { folderInMemory } from "./memory-folder.ts";

/** The facts about the beginning of a run that its end needs. */
export interface Run {
  readonly root: string;
  /** The contents of the checkout before the first test. */
  readonly before: readonly string[];
  /** The folder for all temporary files, if it's in memory. */
  readonly inMemory: string | undefined;
  /** Default folder for files that processes under test write. */
  readonly records: string;
  /** Where test files note the resources that they left open. */
  readonly leftOpen: string;
  /** The user's own records, which no test touches, and what existed before the first one. */
  readonly home: { readonly folder: string; readonly before: ReadonlyMap<string, string> };
}

declare global {
  // Only `var` declares a property of globalThis, which passes data from the start of a run to its end.
  var testRun: Run | undefined;
}

/** Where no hour begins as it does in UTC, so what is read or shown in local time by mistake differs. */
const TIME_ZONE = "Asia/Kathmandu";

/** Before the first test of a run: idempotency records go into a temporary folder, in every process that is started. */
// oxlint-disable-next-line import/no-default-export -- jest calls the file's default export
export default function setUp({ rootDir }: { readonly rootDir: string }): void {
  // Jest without `npm run` has no setup before it.
  if (ensureGenerated(rootDir) !== 0) throw new Error("What is generated could not be written: run `npm run gen`.");
  process.env["TZ"] = TIME_ZONE;
  const inMemory = folderInMemory();
  if (inMemory !== undefined) process.env["TMPDIR"] = inMemory;
  const records = mkdtempSync(join(tmpdir(), "orgform-records-"));
  process.env["ORGFORM_INTENTS_DIR"] = records;
  const leftOpen = join(mkdtempSync(join(tmpdir(), "orgform-left-open-")), "files.txt");
  process.env[LEFT_OPEN_RECORD] = leftOpen;
  const folder = homeRecords();
  const home = { folder, before: recordsIn(folder) };
  globalThis.testRun = { root: rootDir, before: entriesOf(rootDir), inMemory, records, leftOpen, home };
}
