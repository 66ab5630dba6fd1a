import { rmSync } from "node:fs";

import { refuseLeftovers } from "./checkout.ts";

/** After the last test of a run. */
// oxlint-disable-next-line import/no-default-export -- jest calls what the file exports by default
export default function tearDown(): void {
  const run = globalThis.testRun;
  if (run === undefined) return;
  rmSync(run.records, { recursive: true, force: true });
  try {
    refuseLeftovers(run.root, run.before);
  } catch (error) {
    // The run fails, and its summary is written all the same.
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
