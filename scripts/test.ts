/**
 * Builds, runs the tests, and ends with a plain `N passed, N failed`.
 *
 * `--quick` runs what needs no other program, `--acceptance` what runs the real engines, `--languages` the programs in
 * other languages than TypeScript; anything else goes to jest.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { programOf } from "./program-of.ts";
import { writeSdks } from "./sdks/write-sdks.ts";
import { ensurePython, lackingTools } from "./set-up/languages.ts";
import { ensurePulumi } from "./set-up/pulumi/ensure.ts";
import { ensureLanguageHosts } from "./set-up/pulumi/language-hosts.ts";
import { ensureTerraform } from "./set-up/terraform.ts";
import { jestArguments } from "./test/selection.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

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

/** Fetches what a run needs here, where it may take its minutes, and not within the time limit of a first test. */
async function fetchFor(args: readonly string[]): Promise<void> {
  if (args.includes("--quick")) return;
  if (!args.includes("--languages")) {
    await ensurePulumi();
    await ensureTerraform();
    return;
  }
  await ensureLanguageHosts();
  await writeSdks(root);
  if (lackingTools().every(({ language }) => language !== "python")) await ensurePython();
}

async function main(args: readonly string[]): Promise<void> {
  build(root);
  await fetchFor(args);
  const lacking = args.includes("--languages") ? lackingTools() : [];
  const summary = runJest(
    jestArguments(
      args,
      join(root, "test"),
      lacking.map(({ language }) => language),
    ),
  );
  if (summary === undefined) throw new Error("jest ended without a summary");
  for (const { language, tools } of lacking)
    console.log(`left out: ${language}, there is no ${tools.join(", no ")} on PATH`);
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
