/**
 * `npm run mutate`: changes the sources in nearly 1,000 places, one at a time, and counts the changes that the tests
 * notice.
 *
 * A seed selects the changes of each room (`mutate/plan.ts`). Only tests that reach the change and start no other
 * program run: first the tests near the room, then all of them for survivors. They run within one process, and only
 * those that need more of jest run with jest. The run ends after `--minutes` (90). The same command resumes it if no
 * source and no test has changed, and prints the survivors and the score.
 *
 * `--places` sets the number of places in each room instead of the plan, `--rooms` selects rooms, and `--near` runs
 * only the near tests. `--also` runs the named tests on the survivors, instead of all tests. `--changed` also runs only
 * the near tests, changes only files that differ from a commit (`--from`, `main` by default), and ends after ten
 * minutes. A completed run adds its scores to `docs/contributing/test-strength.md`, unless it used only changed files.
 *
 *     npm run mutate -- [--seed 1] [--places 10] [--rooms client,cli] [--near | --also 'test/counts/*.test.ts'] [--changed [--from main]] [--minutes 90] [--concurrency 2] [--plan plan.json] [--list]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type MutationPlan, PLAN } from "./mutate/plan.ts";
import {
  digestOf,
  isInProcess,
  openIn,
  outcomesOf,
  type Pass,
  recordedIn,
  settle,
  type Step,
  testsNamedBy,
} from "./mutate/record.ts";
import { sample, type SampledMutant } from "./mutate/sample.ts";
import { type MutantOutcome, printScore, scoresOf, withEquivalents } from "./mutate/score.ts";
import { STRENGTH_RECORD, strengthPage, strengthRecord, withRun } from "./mutate/strength-page.ts";
import { runStryker } from "./mutate/stryker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/u, "");
// As jest's tests are run, see test/support/run/set-up.ts.
process.env["TZ"] = "Asia/Kathmandu";

const FOLDER = join(root, ".stryker");
const PAGE = join(root, "docs/contributing/test-strength.md");

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261121" },
    places: { type: "string" },
    rooms: { type: "string" },
    near: { type: "boolean", default: false },
    also: { type: "string" },
    changed: { type: "boolean", default: false },
    from: { type: "string", default: "main" },
    minutes: { type: "string" },
    concurrency: { type: "string", default: "2" },
    plan: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

/** The files from which Stryker's plugins read mutants, and to which they write results. */
interface Files {
  readonly list: string;
  readonly record: string;
  /** The test files that don't run within one process. */
  readonly toJest: string;
}

/** The location of a mutant in Stryker's form: lines from one, columns from zero. */
function rangeOf(key: string): string {
  const [file = "", ...numbers] = key.split(":");
  const [line = 0, column = 0, lastLine = 0, lastColumn = 0] = numbers.slice(0, 4).map(Number);
  return `${file}:${line + 1}:${column}-${lastLine + 1}:${lastColumn}`;
}

function optionsFor(
  step: Step,
  tests: readonly string[],
  keys: readonly string[],
  files: Files,
): Record<string, unknown> {
  return {
    // Only the selected mutants, and those inside them, are built into the code, because others would cost memory in
    // every test.
    mutate: keys.map(rangeOf),
    plugins: [fileURLToPath(new URL("mutate/plugins.mjs", import.meta.url))],
    checkers: ["sample"],
    testRunner: isInProcess(step) ? "in process" : "batches",
    testRunnerNodeArgs: ["--no-warnings", "--max-old-space-size=6000"],
    reporters: ["record"],
    coverageAnalysis: "perTest",
    concurrency: Number(values.concurrency),
    // A loaded machine slows tests, and only a test that hangs counts as noticed.
    timeoutMS: 20_000,
    timeoutFactor: 1.5,
    dryRunTimeoutMinutes: 60,
    maxTestRunnerReuse: isInProcess(step) ? 60 : 20,
    allowConsoleColors: false,
    tempDirName: ".stryker/copies",
    ignorePatterns: ["dist", "test/languages", "bench", ".stryker", ".test-all"],
    jest: {
      projectType: "custom",
      enableFindRelatedTests: false,
      config: {
        testMatch: tests.map((file) => `<rootDir>/${file}`),
        testEnvironment: fileURLToPath(new URL("mutate/environment.cjs", import.meta.url)),
        testTimeout: 30_000,
      },
    },
    warnings: { unknownOptions: false, preprocessorErrors: true, unserializableOptions: true, slow: false },
    orgform: { ...files, pass: step, tests, testNames: PLAN.testNames },
  };
}

/** The requested plan, with the requested rooms and number of places. */
function planGiven(): MutationPlan {
  // The plan of another commit has the same shape. -- the user wrote it
  const plan = values.plan === undefined ? PLAN : (JSON.parse(readFileSync(values.plan, "utf8")) as MutationPlan);
  const { places, rooms } = values;
  const chosen = rooms?.split(",") ?? Object.keys(plan.layers);
  const unknown = chosen.find((room) => plan.layers[room] === undefined);
  if (unknown !== undefined) {
    throw new Error(`--rooms: there is no room "${unknown}"; choose among ${Object.keys(plan.layers).join(", ")}`);
  }
  const layers = Object.entries(plan.layers).map(([room, { mutants, ...rest }]) => {
    const wanted = places === undefined ? mutants : Number(places);
    return [room, { ...rest, mutants: chosen.includes(room) ? wanted : 0 }] as const;
  });
  return { ...plan, layers: Object.fromEntries(layers) };
}

/** The files that differ from a commit; undefined for all files. */
function changedFiles(): ReadonlySet<string> | undefined {
  if (!values.changed) return undefined;
  const git = (...args: string[]): string[] => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard");
  return new Set([...git("diff", "--name-only", values.from), ...added]);
}

const minutes = Number(values.minutes ?? (values.changed ? 10 : 90));

/** How long npm and a process take to start and to end, at most. */
const END_MS = 8_000;

/** The requested passes, in order. All tests need a while to start, but the near tests finish within minutes. */
function passesGiven(): readonly Pass[] {
  if (values.near || values.changed) return ["near"];
  return values.also === undefined ? ["near", "all"] : ["near", `also ${values.also}`];
}

/** The tests of a pass: those near the rooms of the changes, the named tests, or all. */
function testsOf(pass: Pass, { layers, tests }: MutationPlan, drawn: readonly SampledMutant[]): readonly string[] {
  if (pass === "all") return tests;
  if (pass !== "near") return testsNamedBy(pass);
  return [...new Set(drawn.flatMap(({ layer }) => layers[layer]?.near ?? []))];
}

/** A run with a sample of mutants. */
interface Run {
  readonly plan: MutationPlan;
  readonly drawn: readonly SampledMutant[];
  readonly passes: readonly Pass[];
  readonly files: Files;
}

async function main(): Promise<void> {
  const plan = planGiven();
  const drawn = await sample(root, plan, Number(values.seed), changedFiles());
  if (values.list) return drawn.forEach(({ key, layer }) => console.log(layer, key));
  const run = { plan, drawn, passes: passesGiven(), files: filesOfRun() };
  // Counted from the start of the process, which has drawn the sample by now.
  const leftMs = minutes * 60_000 - END_MS - performance.now();
  setTimeout(() => stop(run, `${minutes} minutes are over`), leftMs).unref();
  for (const pass of run.passes) await runPass(pass, run);
  const outcomes = scored(run);
  if (!values.changed && values.plan === undefined) {
    const scores = withRun(strengthRecord(), values.seed, scoresOf(drawn, outcomes), run.passes);
    writeFileSync(STRENGTH_RECORD, `${JSON.stringify(scores, null, 2)}\n`);
    writeFileSync(PAGE, strengthPage(scores));
  }
  process.exit();
}

/** Runs the tests within one process, and then, with jest, those that can't run so. */
async function runPass(pass: Pass, { plan, drawn, files }: Run): Promise<void> {
  const tests = testFilesOf(testsOf(pass, plan, drawn));
  await runStep(`${pass}, in process`, tests);
  // The runner of the first step writes a list of paths.
  const toJest = JSON.parse(readFileSync(files.toJest, "utf8")) as string[];
  const rest = tests.filter((file) => toJest.includes(file));
  await runStep(pass, rest);

  async function runStep(step: Step, some: readonly string[]): Promise<void> {
    const all = drawn.map(({ key }) => key);
    const keys = openIn(recordedIn(files.record), all, step);
    if (keys.length === 0) return;
    if (some.length === 0) return settle(files.record, keys, step);
    writeFileSync(files.list, JSON.stringify({ root, keys }));
    await runStryker(optionsFor(step, some, keys, files));
  }
}

/** The test files that glob patterns mean, below the root. */
function testFilesOf(patterns: readonly string[]): string[] {
  const match = patterns.flatMap((pattern) => ["--testMatch", `<rootDir>/${pattern}`]);
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const found = execFileSync(process.execPath, [jest, "--listTests", ...match], { cwd: root, encoding: "utf8" });
  const paths = found.split("\n").filter(Boolean);
  return paths.map((path) => relative(root, path).replaceAll("\\", "/")).sort();
}

function filesOfRun(): Files {
  mkdirSync(FOLDER, { recursive: true });
  const digest = digestOf(root);
  const toJest = join(FOLDER, `${digest}-jest.json`);
  if (!existsSync(toJest)) writeFileSync(toJest, "[]");
  return { list: join(FOLDER, "list.json"), record: join(FOLDER, `${digest}.jsonl`), toJest };
}

function scored({ drawn, passes, files }: Run): MutantOutcome[] {
  const outcomes = withEquivalents(outcomesOf(recordedIn(files.record), passes), root);
  printScore(drawn, outcomes, root);
  return outcomes;
}

function stop(run: Run, reason: string): never {
  scored(run);
  console.log(`mutate: ${reason}; the same command goes on from here.`);
  process.exit(1);
}

main().catch((error: unknown) => {
  console.error(`mutate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
