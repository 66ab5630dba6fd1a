/**
 * Builds, runs the tests, and ends with a plain `N passed, N failed`.
 *
 * `--quick` runs what needs neither other programs nor a build, `--contract` what compares both ends of a protocol,
 * `--acceptance` what runs the real engines, `--languages` the programs in other languages than TypeScript,
 * `--histories` 2,000 random histories, `--all` everything: each engine in each dialect for each resource, the histories,
 * the languages, and the oldest and newest versions of Terraform and OpenTofu. It takes hours: if it was killed, or tests
 * failed, the same command runs only what hasn't passed yet, as long as no file of the checkout differs. Anything else
 * goes to jest.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { addedUp, type JestSummary, runJest, sayCounts } from "./run-jest.ts";
import { writeSdks } from "./sdks/write-sdks.ts";
import { ensureActionlint } from "../tools/set-up/actionlint.ts";
import { ensureAge } from "../tools/set-up/age.ts";
import { ensurePython, lackingTools } from "../tools/set-up/languages.ts";
import { ensurePostgres } from "../tools/set-up/postgres.ts";
import { ensurePulumi } from "../tools/set-up/pulumi/ensure.ts";
import { ensureLanguageHosts } from "../tools/set-up/pulumi/language-hosts.ts";
import { ensureConftest } from "../tools/set-up/conftest.ts";
import { ensurePromtool } from "../tools/set-up/promtool.ts";
import { ensureTemporal } from "../tools/set-up/temporal.ts";
import { ensureTerraform, ensureTofu } from "../tools/set-up/terraform/ensure.ts";
import { runGrouped } from "./test/groups.ts";
import { LongRun, minutesOf } from "./test/long-run.ts";
import { jestArguments } from "./test/selection.ts";
import { OTHER_RANGE_ENDS, runVersions } from "./test/terraform-versions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Fetches everything that a run needs before the tests, because it takes minutes and would exceed a test's time limit.
 */
async function fetchFor(args: readonly string[]): Promise<void> {
  if (args.includes("--quick") || args.includes("--histories")) return;
  if (!args.includes("--languages")) {
    process.env["ORGFORM_TEST_PULUMI"] = JSON.stringify(await ensurePulumi());
    await ensureTerraform();
    await ensureTofu();
    await ensureActionlint();
    await ensureTemporal();
    await ensurePostgres();
    if (!args.includes("--all")) return;
    await ensureAge();
    await ensureConftest();
    await ensurePromtool();
  }
  await ensureLanguageHosts();
  await writeSdks(root);
  if (lackingTools().every(({ language }) => language !== "python")) await ensurePython();
}

/**
 * Whether a run is a daily run of whole folders. A run of chosen files, or with more histories than usual, has no
 * budget.
 */
function isBudgeted(args: readonly string[]): boolean {
  return args.every((arg) => arg === "--quick" || arg === "--acceptance");
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--histories")) process.env["ORGFORM_HISTORIES"] ??= "2000";
  const isAll = args.includes("--all");
  if (isAll) process.env["ORGFORM_TEST_ALL"] = "1";
  if (!args.includes("--quick") || args.includes("--contract")) build(root);
  await fetchFor(args);
  const lacking = isAll || args.includes("--languages") ? lackingTools() : [];
  const leftOut = lacking.map(({ language }) => language);
  const chosen = jestArguments(args, join(root, "test"), leftOut);
  const runOnce = isBudgeted(args) ? runGrouped : runJest;
  const summary = isAll ? await runAll(chosen) : runOnce(chosen);
  for (const { language, tools } of lacking)
    console.log(`left out: ${language}, there is no ${tools.join(", no ")} on PATH`);
  sayCounts(summary, isBudgeted(args));
}

/** Everything, in a run that can be resumed. */
async function runAll(args: readonly string[]): Promise<JestSummary | undefined> {
  const run = new LongRun(root);
  const once = run.part("once", args, process.env);
  const versions = await runVersions(OTHER_RANGE_ENDS, [], (name, all, env) => run.part(name, all, env));
  const summary = addedUp([once, ...versions]);
  if (summary === undefined) return undefined;
  console.log(`All parts took ${minutesOf(summary.testResults)} minutes.`);
  if (summary.numFailedTests + summary.numRuntimeErrorTestSuites === 0) run.end();
  return summary;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
