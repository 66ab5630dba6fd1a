/**
 * Builds, runs the tests, and ends with a plain `N passed, N failed`.
 *
 * `--quick` runs what needs no other program, `--acceptance` what runs the real engines; anything else goes to jest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { programOf } from "./program-of.ts";
import { ensurePulumi } from "./set-up/pulumi/ensure.ts";
import { ensureTerraform, ensureTofu } from "./set-up/terraform/ensure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders of `test/` by what a run asks for; all of them when it asks for nothing. */
const SELECTIONS: Readonly<Record<string, readonly string[]>> = {
  "--quick": ["unit", "properties", "contract"],
  "--acceptance": ["acceptance"],
};

/** The part of jest's own summary that is counted here. */
interface JestSummary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be run at all; their tests are in no other count. */
  readonly numRuntimeErrorTestSuites: number;
}

/** The output of jest goes where ours goes; its summary goes to a file, so that nothing is read out of text. */
function runJest(args: readonly string[]): JestSummary | undefined {
  const folder = mkdtempSync(join(tmpdir(), "orgform-jest-"));
  try {
    const outputFile = join(folder, "summary.json");
    const all = ["--json", "--outputFile", outputFile, "--maxWorkers=100%", ...args];
    // With --json, jest writes its summary to standard output as well, where nobody wants to read it.
    const stdio = ["ignore", "ignore", "inherit"] as const;
    spawnSync(process.execPath, [programOf("jest"), ...all], { cwd: root, stdio: [...stdio] });
    return JSON.parse(readFileSync(outputFile, "utf8")) as JestSummary;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function jestArguments(args: readonly string[]): string[] {
  const folders = args.flatMap((arg) => SELECTIONS[arg] ?? []);
  const rest = args.filter((arg) => SELECTIONS[arg] === undefined);
  return folders.length === 0
    ? rest
    : [...rest, "--testPathPatterns", `[\\\\/]test[\\\\/](?:${folders.join("|")})[\\\\/]`];
}

async function main(args: readonly string[]): Promise<void> {
  build(root);
  // Fetched here, where it may take its minutes, and not within the time limit of whatever test comes first.
  if (!args.includes("--quick")) {
    await ensurePulumi();
    await ensureTerraform();
    await ensureTofu();
  }
  const summary = runJest(jestArguments(args));
  if (summary === undefined) throw new Error("jest ended without a summary");
  const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites;
  const leftOut = summary.numPendingTests + summary.numTodoTests;
  if (leftOut > 0) console.log(`${leftOut} left out`);
  console.log(`${summary.numPassedTests} passed, ${failed} failed`);
  if (failed > 0 || summary.numPassedTests === 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
