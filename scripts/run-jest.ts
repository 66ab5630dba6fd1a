import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programOf } from "./program-of.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The part of jest's own summary that is counted here. */
export interface JestSummary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be run at all; their tests are in no other count. */
  readonly numRuntimeErrorTestSuites: number;
}

/** More than there are processors: the tests of real engines wait for timers and processes half of their time. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);

/** The output of jest goes where ours goes; its summary goes to a file, so that nothing is read out of text. */
export function runJest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): JestSummary | undefined {
  const folder = mkdtempSync(join(tmpdir(), "orgform-jest-"));
  try {
    const outputFile = join(folder, "summary.json");
    const all = ["--json", "--outputFile", outputFile, `--maxWorkers=${WORKERS}`, ...args];
    // With --json, jest writes its summary to standard output as well, where nobody wants to read it.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    spawnSync(process.execPath, [programOf("jest"), ...all], { cwd: root, env, stdio: [...stdio] });
    return JSON.parse(readFileSync(outputFile, "utf8")) as JestSummary;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends a run with a plain `N passed, N failed`, and with an exit code. */
export function sayCounts(summary: JestSummary | undefined): void {
  if (summary === undefined) throw new Error("jest ended without a summary");
  const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites;
  const leftOut = summary.numPendingTests + summary.numTodoTests;
  if (leftOut > 0) console.log(`${leftOut} left out`);
  console.log(`${summary.numPassedTests} passed, ${failed} failed`);
  if (failed > 0 || summary.numPassedTests === 0) process.exitCode = 1;
}
