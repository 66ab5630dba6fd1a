/**
 * A run of hours: if it was killed, or tests failed, the same command resumes it, as long as only test files differ. Those
 * run again, and no others, because no test imports another.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOfFile } from "../../test/support/run/digest-of-file.cjs";
import { addedUp, type JestSummary, runJest } from "../run-jest.ts";

const IN_RUN = fileURLToPath(new URL("../../test/support/run", import.meta.url));

/** The variable that names the record of the files that passed; `test/support/run` reads and writes it. */
const PASSED_RECORD = "ORGFORM_TEST_PASSED";

/** A test file that has passed. Times are milliseconds since 1970. */
interface Passed {
  readonly name: string;
  /** What it contained. */
  readonly digest: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly passed: number;
  readonly pending: number;
  readonly todo: number;
}

/** A run in parts, such as one for each version of an engine. Each part has its own record. */
export class LongRun {
  readonly #folder: string;

  /** @param root - the checkout, in which git works */
  constructor(root: string, digest = digestOf(root)) {
    this.#folder = join(root, ".test-all", digest);
    // The records of other sources are useless from now on.
    if (!existsSync(this.#folder)) rmSync(join(root, ".test-all"), { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Runs the files of a part that haven't passed yet. The summary has all of them. */
  part(name: string, args: readonly string[], env: NodeJS.ProcessEnv): JestSummary | undefined {
    const record = join(this.#folder, `${name}.jsonl`);
    const before = passedIn(record);
    if (before.length > 0)
      console.log(`${name}: ${before.length} test files passed before, in ${minutesOf(before)} minutes`);
    const resuming = [
      `--filter=${join(IN_RUN, "not-passed-yet.cjs")}`,
      "--reporters=default",
      `--reporters=${join(IN_RUN, "note-passed.cjs")}`,
      "--passWithNoTests",
    ];
    if (!existsSync(record)) writeFileSync(record, "");
    const summary = runJest([...args, ...resuming], { ...env, [PASSED_RECORD]: record });
    return before.length === 0 ? summary : addedUp([summaryOf(before), summary]);
  }

  /** The next run starts from the beginning. */
  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function passedIn(record: string): Passed[] {
  if (!existsSync(record)) return [];
  // The reporter writes a line per file.
  const lines = readFileSync(record, "utf8").split("\n").filter(Boolean);
  const passed = lines.map((line) => JSON.parse(line) as Passed);
  return passed.filter(({ name, digest }) => existsSync(name) && digestOfFile(name) === digest);
}

function summaryOf(files: readonly Passed[]): JestSummary {
  const sum = (count: "passed" | "pending" | "todo"): number => files.reduce((total, file) => total + file[count], 0);
  return {
    numPassedTests: sum("passed"),
    numFailedTests: 0,
    numPendingTests: sum("pending"),
    numTodoTests: sum("todo"),
    numRuntimeErrorTestSuites: 0,
    testResults: files,
  };
}

/** The minutes in which at least one of the files ran. */
export function minutesOf(files: readonly Pick<Passed, "startTime" | "endTime">[]): number {
  let until = 0;
  let ms = 0;
  for (const { startTime, endTime } of files.toSorted((one, other) => one.startTime - other.startTime)) {
    ms += Math.max(0, endTime - Math.max(until, startTime));
    until = Math.max(until, endTime);
  }
  return Math.round(ms / 60_000);
}

/** The test files of this project, as jest.config.mjs has them. Those of examples and fixtures are input of others. */
const TEST_FILE = /^test\/(?!fixtures\/|boundaries\/planted\/).*\.test\.ts$/u;

/** A digest of the files of a checkout, as they are now: what is committed, changed, and new, except test files. */
function digestOf(root: string): string {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    maxBuffer: 1_000_000_000,
  });
  const digest = createHash("sha256");
  for (const path of listed.toString().split("\0").filter(Boolean).toSorted()) {
    if (TEST_FILE.test(path)) continue;
    const file = join(root, path);
    digest.update(path).update(existsSync(file) ? readFileSync(file) : "");
  }
  return digest.digest("hex").slice(0, 16);
}
