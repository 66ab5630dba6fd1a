import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
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
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** Twice the processors: the tests of real engines wait for timers and processes half of their time. */
const WORKERS = availableParallelism() * 2;

/**
 * The tables make and drop a service for every cell: with room for what dies young, and one thread that clears it away
 * beside busy processors, they take a twelfth less. Workers are started with the same.
 */
const NODE_FLAGS = ["--max-semi-space-size=64", "--single-threaded-gc"];

/** The output of jest goes where ours goes; its summary goes to a file, so that nothing is read out of text. */
export function runJest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): JestSummary | undefined {
  const folder = mkdtempSync(join(tmpdir(), "orgform-jest-"));
  try {
    const outputFile = join(folder, "summary.json");
    const all = ["--json", "--outputFile", outputFile, `--maxWorkers=${WORKERS}`, ...args];
    // With --json, jest writes its summary to standard output as well, where nobody wants to read it.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    const command = [...NODE_FLAGS, programOf("jest"), ...all];
    const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: [...stdio] });
    const summary = JSON.parse(readFileSync(outputFile, "utf8")) as JestSummary;
    const isFailed = summary.numFailedTests + summary.numRuntimeErrorTestSuites > 0;
    // No test failed and jest did: the run left something in the checkout (test/support/run).
    return status === 0 || isFailed ? summary : { ...summary, numRuntimeErrorTestSuites: 1 };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several runs as one; undefined when one of them ended without a summary. */
export function addedUp(summaries: readonly (JestSummary | undefined)[]): JestSummary | undefined {
  const whole = summaries.filter((one) => one !== undefined);
  if (whole.length < summaries.length || whole.length === 0) return undefined;
  const sum = (count: (one: JestSummary) => number): number => whole.reduce((total, one) => total + count(one), 0);
  return {
    numPassedTests: sum((one) => one.numPassedTests),
    numFailedTests: sum((one) => one.numFailedTests),
    numPendingTests: sum((one) => one.numPendingTests),
    numTodoTests: sum((one) => one.numTodoTests),
    numRuntimeErrorTestSuites: sum((one) => one.numRuntimeErrorTestSuites),
    testResults: whole.flatMap(({ testResults }) => testResults),
  };
}

const SLOWEST = 10;

/** The files that took longest, as lines. */
export function slowestOf({ testResults }: Pick<JestSummary, "testResults">): string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}`);
}

/** Ends a run with its slowest files, a plain `N passed, N failed`, and an exit code. */
export function sayCounts(summary: JestSummary | undefined): void {
  if (summary === undefined) throw new Error("jest ended without a summary");
  console.log(["The slowest files:", ...slowestOf(summary)].join("\n"));
  const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites;
  const leftOut = summary.numPendingTests + summary.numTodoTests;
  if (leftOut > 0) console.log(`${leftOut} left out`);
  console.log(`${summary.numPassedTests} passed, ${failed} failed`);
  if (failed > 0 || summary.numPassedTests === 0) process.exitCode = 1;
}
