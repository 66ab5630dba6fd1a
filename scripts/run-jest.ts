import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { budgetsOf } from "./budget/budgets.ts";
import { secondsOfChildren } from "./budget/cpu-time.ts";
import { byPart, CPU_RECORD, type CpuUse, cpuLines, dearestOf, overBudget, readRecord } from "./budget/test-cpu.ts";
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
  /** What the run took of the processors; added here. */
  readonly cpu?: CpuUse;
}

/** Twice the processors: the tests of real engines wait for timers and processes half of their time. */
const WORKERS = availableParallelism() * 2;

/**
 * The tables make and drop a service for every cell: with room for what dies young, and one thread that clears it away
 * beside busy processors, they take a twelfth less. Workers are started with the same.
 */
const NODE_FLAGS = [
  "--max-semi-space-size=64",
  "--single-threaded-gc",
  // What has been compiled is kept for the test files after (test/support/run/quick-compile.ts).
  "--no-flush-bytecode",
  ...patientCompiler(),
];

/**
 * A test file lives for seconds and loads its modules anew, so V8 optimizes most functions for nothing: later, that takes
 * a twentieth less of the processors. Newer versions of V8 do not take the flag.
 */
function patientCompiler(): readonly string[] {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return major < 22 ? ["--interrupt-budget=600000"] : [];
}

/** The output of jest goes where ours goes; its summary goes to a file, so that nothing is read out of text. */
export function runJest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): JestSummary | undefined {
  const folder = mkdtempSync(join(tmpdir(), "orgform-jest-"));
  try {
    const outputFile = join(folder, "summary.json");
    const record = join(folder, "cpu.jsonl");
    const before = secondsOfChildren();
    const all = ["--json", "--outputFile", outputFile, `--maxWorkers=${WORKERS}`, ...args];
    // With --json, jest writes its summary to standard output as well, where nobody wants to read it.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    const command = [...NODE_FLAGS, programOf("jest"), ...all];
    const { status } = spawnSync(process.execPath, command, {
      cwd: root,
      env: { ...env, [CPU_RECORD]: record },
      stdio: [...stdio],
    });
    const after = secondsOfChildren();
    const total = before === undefined || after === undefined ? {} : { total: after - before };
    const told = JSON.parse(readFileSync(outputFile, "utf8")) as JestSummary;
    const summary = { ...told, cpu: { files: readRecord(record), ...total } };
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
    cpu: cpuOfAll(whole.map(({ cpu }) => cpu ?? { files: [] })),
  };
}

function cpuOfAll(uses: readonly CpuUse[]): CpuUse {
  const files = uses.flatMap((use) => use.files);
  if (uses.some(({ total }) => total === undefined)) return { files };
  return { files, total: uses.reduce((sum, { total = 0 }) => sum + total, 0) };
}

/** The files that took longest, waits included, as lines. */
export function slowestOf({ testResults }: Pick<JestSummary, "testResults">): string[] {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    path: name,
    seconds: (endTime - startTime) / 1_000,
  }));
  return dearestOf({ files }, root);
}

/** What the run took by folder, as lines, and why that is too much; nothing where the system does not tell. */
function cpuOf({ cpu }: JestSummary): { readonly lines: readonly string[]; readonly complaints: readonly string[] } {
  if (cpu?.total === undefined) return { lines: [], complaints: [] };
  const parts = byPart(cpu, budgetsOf().testMinutes, join(root, "test"));
  const lines = ["Minutes of CPU by folder:", ...cpuLines(parts), "The files that took most of it:"];
  return { lines: [...lines, ...dearestOf(cpu, root)], complaints: overBudget(parts) };
}

/**
 * Ends a run with what it took, its slowest files, a plain `N passed, N failed`, and an exit code. A run of whole folders
 * is held to their budgets.
 */
export function sayCounts(summary: JestSummary | undefined, isBudgeted = false): void {
  if (summary === undefined) throw new Error("jest ended without a summary");
  const { lines, complaints } = cpuOf(summary);
  console.log([...lines, "The slowest files:", ...slowestOf(summary)].join("\n"));
  const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites;
  const leftOut = summary.numPendingTests + summary.numTodoTests;
  if (leftOut > 0) console.log(`${leftOut} left out`);
  const tooDear = isBudgeted ? complaints : [];
  for (const complaint of tooDear) console.log(complaint);
  console.log(`${summary.numPassedTests} passed, ${failed + tooDear.length} failed`);
  if (failed + tooDear.length > 0 || summary.numPassedTests === 0) process.exitCode = 1;
}
