import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { DETECTED, type MutantOutcome } from "./score.ts";

/** The tests that a pass runs: those near the changed code, all tests of the plan, or those that the pass names. */
export type Pass = "near" | "all" | `also ${string}`;

/** The tests of a pass that names them: glob patterns with a space between two. */
export function testsNamedBy(pass: `also ${string}`): readonly string[] {
  return pass.split(" ").slice(1);
}

/** A pass begins within one process; jest then runs the test files that need more. */
export type Step = Pass | `${Pass}, in process`;

const IN_PROCESS = ", in process";

export function isInProcess(step: Step): boolean {
  return step.endsWith(IN_PROCESS);
}

/** A line of a record. */
export interface RecordedOutcome extends MutantOutcome {
  readonly pass: Step;
}

/** A digest of everything that a result depends on. Each digest has its own record. */
export function digestOf(root: string): string {
  const digest = createHash("sha256");
  for (const folder of ["src", "test", "packages", "scripts/mutate"].filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.m?ts$/u.test(entry.name) || entry.parentPath.includes("node_modules")) continue;
      // Only what says which tests run, and nothing of how scores are shown.
      if (folder === "scripts/mutate" && entry.name !== "plan.ts") continue;
      digest.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return digest.digest("hex").slice(0, 16);
}

/** The contents of a record. */
export function recordedIn(record: string): RecordedOutcome[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, "utf8").split("\n").filter(Boolean);
  // The plugins write a line per mutant and pass. -- the contents of a record
  return lines.map((line) => JSON.parse(line) as RecordedOutcome);
}

/** The mutants that a step still has to try. It skips those that were noticed, and those that it has tried. */
export function openIn(recorded: readonly RecordedOutcome[], keys: readonly string[], step: Step): string[] {
  const closed = new Set(
    recorded.filter((one) => one.pass === step || !UNSETTLED.includes(one.status)).map(({ key }) => key),
  );
  return keys.filter((key) => !closed.has(key));
}

/** Records that a step has no tests for these mutants. */
export function settle(record: string, keys: readonly string[], pass: Step): void {
  for (const key of keys) appendFileSync(record, `${JSON.stringify({ key, status: "NoCoverage", pass })}\n`);
}

/** With these outcomes, another pass can still notice the mutant. */
const UNSETTLED = ["Survived", "NoCoverage"];

/**
 * The outcome of each mutant. A mutant is noticed if a test noticed it in any pass. A survivor of the near tests isn't a
 * survivor yet, unless only the near tests were to run.
 */
export function outcomesOf(recorded: readonly RecordedOutcome[], passes: readonly Pass[]): MutantOutcome[] {
  const last = passes.at(-1);
  const settled = recorded.filter(({ pass, status }) => pass === last || !UNSETTLED.includes(status));
  const keysOf = (...statuses: readonly string[]): ReadonlySet<string> =>
    new Set(recorded.filter(({ status }) => statuses.includes(status)).map(({ key }) => key));
  const [noticed, reached] = [keysOf(...DETECTED), keysOf("Survived")];
  const left = settled.filter(({ key, status }) => !noticed.has(key) || DETECTED.includes(status));
  // A later step has only some of the tests, so it may reach less.
  return left.map((one) =>
    one.status === "NoCoverage" && reached.has(one.key) ? { ...one, status: "Survived" } : one,
  );
}
