import { rmSync } from "node:fs";
import { dirname } from "node:path";

import { refuseLeftovers } from "./checkout.ts";
import { refuseRecords } from "./home.ts";
import { refuseKilled, refuseLeftOpen } from "./left-open.ts";

/** After the last test of a run. */
// oxlint-disable-next-line import/no-default-export -- jest calls the file's default export
export default function tearDown(): void {
  const run = globalThis.testRun;
  if (run === undefined) return;
  rmSync(run.records, { recursive: true, force: true });
  orFail(() => refuseLeftOpen(run.leftOpen));
  orFail(() => refuseKilled(run.leftOpen));
  rmSync(dirname(run.leftOpen), { recursive: true, force: true });
  if (run.inMemory !== undefined) rmSync(run.inMemory, { recursive: true, force: true });
  orFail(() => refuseLeftovers(run.root, run.before));
  orFail(() => refuseRecords(run.home.folder, run.home.before));
}

/** The run fails, and its summary is written all the same. */
function orFail(look: () => void): void {
  try {
    look();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
