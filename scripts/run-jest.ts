import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { budgetsOf } from "./budget/budgets.ts";
import { secondsOfChildren } from "./budget/cpu-time.ts";
import { budgetsFor, MachineSpeed, speedLine } from "./budget/machine-speed.ts";
import { byPart, CPU_RECORD, type CpuUse, cpuLines, dearestOf, overBudget, readRecord } from "./budget/test-cpu.ts";
import { programOf } from "./program-of.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The used part of jest's own summary. */
export interface JestSummary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that couldn't be run. Their tests are in no other count. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
  /** CPU time of the run, added here. */
  readonly cpu?: CpuUse;
}

/** Twice the processors, because tests of real engines wait for timers and processes half of the time. */
const WORKERS = availableParallelism() * 2;

/**
 * The tables create and drop a service for every cell. With space for short-lived objects from the start, and one thread
 * for garbage collection on busy processors, they take a seventh less. Workers start with the same flags.
 */
const NODE_FLAGS = [
  "--min-semi-space-size=64",
  "--max-semi-space-size=64",
  "--single-threaded-gc",
  // Keeps compiled code for later test files (test/support/run/quick-compile.ts).
  "--no-flush-bytecode",
  ...patientCompiler(),
];

/**
 * A test file lives for seconds and reloads its modules, so V8 optimizes most functions in vain. Later optimization
 * takes a twentieth less CPU. Newer versions of V8 don't have the flag.
 */
function patientCompiler(): readonly string[] {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return major < 22 ? ["--interrupt-budget=600000"] : [];
}

/** Engines and compilers end before they need garbage collection, which is a fifth of their time. */
const GO_MEMORY = { GOGC: "off", GOMEMLIMIT: "1GiB" };

/** The output of jest goes to our own output, and its summary to a file, so nothing is parsed from text. */
export function runJest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): JestSummary | undefined {
  const folder = mkdtempSync(join(tmpdir(), "orgform-jest-"));
  try {
    const outputFile = join(folder, "summary.json");
    const record = join(folder, "cpu.jsonl");
    const before = secondsOfChildren();
    const speed = new MachineSpeed(join(folder, "samples.txt"));
    const all = ["--json", "--outputFile", outputFile, `--maxWorkers=${WORKERS}`, ...args];
    // With --json, jest also writes its summary to standard output, which is ignored.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    const command = [...NODE_FLAGS, programOf("jest"), ...all];
    const { status } = spawnSync(process.execPath, command, {
      cwd: root,
      env: { ...GO_MEMORY, ...env, [CPU_RECORD]: record },
      stdio: [...stdio],
    });
    // The sampling process isn't in it, because it still runs.
    const after = secondsOfChildren();
    const sample = speed.end();
    const total = before === undefined || after === undefined ? {} : { total: after - before };
    const told = JSON.parse(readFileSync(outputFile, "utf8")) as JestSummary;
    const summary = {
      ...told,
      cpu: { files: readRecord(record), ...total, ...(sample === undefined ? {} : { sample }) },
    };
    const isFailed = summary.numFailedTests + summary.numRuntimeErrorTestSuites > 0;
    // Jest failed without a failed test: the run left files in the checkout (test/support/run).
    return status === 0 || isFailed ? summary : { ...summary, numRuntimeErrorTestSuites: 1 };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several runs as one; undefined if one of them ended without a summary. */
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

/** The slowest files, including waits, as lines. */
export function slowestOf({ testResults }: Pick<JestSummary, "testResults">): string[] {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    path: name,
    seconds: (endTime - startTime) / 1_000,
  }));
  return dearestOf({ files }, root);
}

/** The CPU time of the run by folder, as lines, and why it's too much; empty if the system doesn't show it. */
function cpuOf({ cpu }: JestSummary): { readonly lines: readonly string[]; readonly complaints: readonly string[] } {
  if (cpu?.total === undefined) return { lines: [], complaints: [] };
  const { testMinutes, sampleSeconds } = budgetsOf();
  const parts = byPart(cpu, budgetsFor(testMinutes, cpu.sample, sampleSeconds), join(root, "test"));
  const lines = [
    speedLine(cpu.sample, sampleSeconds),
    "Minutes of CPU by folder:",
    ...cpuLines(parts),
    "The files that took most of it:",
  ];
  return { lines: [...lines, ...dearestOf(cpu, root)], complaints: overBudget(parts) };
}

/**
 * Ends a run with its CPU time, its slowest files, a plain `N passed, N failed`, and an exit code. A run of whole
 * folders must meet their budgets.
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
