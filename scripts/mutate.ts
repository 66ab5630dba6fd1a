/**
 * Changes the sources in nearly 1,000 places, one at a time, and counts the changes that the tests notice: `npm run mutate`.
 *
 * Which changes is drawn with a seed from each layer (`mutate/plan.ts`). Only tests run that start no other program, and
 * of those only the ones that reach the change. The run ends after `--minutes` (90); the same command goes on where it
 * was as long as no source and no test has changed, and prints the survivors and the score.
 *
 * `--places` says how many places each room has in place of what the plan says. `--changed` takes only the files that differ
 * from a commit (`--from`, `main` by default), and ends after ten minutes. A run that came to its end writes its scores to
 * `docs/contributing/test-strength.md`, unless it looked at a part alone.
 *
 *     npm run mutate -- [--seed 1] [--places 10] [--changed [--from main]] [--minutes 90] [--concurrency 2] [--plan plan.json] [--list]
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type MutationPlan, PLAN } from "./mutate/plan.ts";
import { sample } from "./mutate/sample.ts";
import { type MutantOutcome, printScore, scoresOf } from "./mutate/score.ts";
import { strengthPage } from "./mutate/strength-page.ts";
import { runStryker } from "./mutate/stryker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/u, "");
const FOLDER = join(root, ".stryker");
const PAGE = join(root, "docs/contributing/test-strength.md");

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261121" },
    places: { type: "string" },
    changed: { type: "boolean", default: false },
    from: { type: "string", default: "main" },
    minutes: { type: "string" },
    concurrency: { type: "string", default: "2" },
    plan: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

/** Of everything that a result depends on: another digest is another record. */
function digestOf(plan: MutationPlan): string {
  const digest = createHash("sha256").update(JSON.stringify([plan, values.seed]));
  for (const folder of ["src", "test", "packages"].filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.parentPath.includes("node_modules")) continue;
      digest.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return digest.digest("hex").slice(0, 16);
}

function outcomesIn(record: string): MutantOutcome[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, "utf8").split("\n").filter(Boolean);
  // The plugins write a line per mutant. -- what a record holds
  return lines.map((line) => JSON.parse(line) as MutantOutcome);
}

/** The place of a mutant as Stryker takes it: lines from one, columns from zero. */
function rangeOf(key: string): string {
  const [file = "", ...numbers] = key.split(":");
  const [line = 0, column = 0, lastLine = 0, lastColumn = 0] = numbers.slice(0, 4).map(Number);
  return `${file}:${line + 1}:${column}-${lastLine + 1}:${lastColumn}`;
}

function optionsFor(
  plan: MutationPlan,
  keys: readonly string[],
  list: string,
  record: string,
): Record<string, unknown> {
  return {
    // Only what is drawn, and what lies in it, is built into the code: the rest would cost memory for every test.
    mutate: keys.map(rangeOf),
    plugins: [fileURLToPath(new URL("mutate/plugins.mjs", import.meta.url))],
    checkers: ["sample"],
    testRunner: "batches",
    reporters: ["record"],
    coverageAnalysis: "perTest",
    concurrency: Number(values.concurrency),
    // A loaded machine makes a test slow; only what hangs is to count as noticed.
    timeoutMS: 20_000,
    timeoutFactor: 0.8,
    dryRunTimeoutMinutes: 20,
    maxTestRunnerReuse: 20,
    allowConsoleColors: false,
    tempDirName: ".stryker/copies",
    ignorePatterns: ["dist", "docs/reference", "test/languages", "bench", ".stryker"],
    jest: {
      projectType: "custom",
      enableFindRelatedTests: false,
      config: {
        testMatch: plan.tests.map((pattern) => `<rootDir>/${pattern}`),
        testEnvironment: fileURLToPath(new URL("mutate/environment.cjs", import.meta.url)),
        testTimeout: 10_000,
      },
    },
    warnings: { unknownOptions: false, preprocessorErrors: true, unserializableOptions: true, slow: false },
    orgform: { list, record, testNames: plan.testNames },
  };
}

/** The plan that was asked for, with as many places in each room as were asked for. */
function planGiven(): MutationPlan {
  // The plan of another commit has the shape of ours. -- written by whoever compares
  const plan = values.plan === undefined ? PLAN : (JSON.parse(readFileSync(values.plan, "utf8")) as MutationPlan);
  if (values.places === undefined) return plan;
  const mutants = Number(values.places);
  const layers = Object.entries(plan.layers).map(([room, { folder }]) => [room, { folder, mutants }] as const);
  return { ...plan, layers: Object.fromEntries(layers) };
}

/** The files that differ from a commit; undefined where all are meant. */
function changedFiles(): ReadonlySet<string> | undefined {
  if (!values.changed) return undefined;
  const git = (...args: string[]): string[] => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard");
  return new Set([...git("diff", "--name-only", values.from), ...added]);
}

const minutes = Number(values.minutes ?? (values.changed ? 10 : 90));

async function main(): Promise<void> {
  const plan = planGiven();
  const drawn = await sample(root, plan, Number(values.seed), changedFiles());
  if (values.list) return drawn.forEach(({ key, layer }) => console.log(layer, key));
  mkdirSync(FOLDER, { recursive: true });
  const record = join(FOLDER, `${digestOf(plan)}.jsonl`);
  const done = new Set(outcomesIn(record).map(({ key }) => key));
  const keys = drawn.map(({ key }) => key).filter((key) => !done.has(key));
  if (keys.length > 0) {
    const list = join(FOLDER, "list.json");
    writeFileSync(list, JSON.stringify({ root, keys }));
    setTimeout(() => stop(`${minutes} minutes are over`), minutes * 60_000).unref();
    await runStryker(optionsFor(plan, keys, list, record));
  }
  const outcomes = outcomesIn(record);
  printScore(drawn, outcomes);
  if (!values.changed && values.plan === undefined) {
    mkdirSync(dirname(PAGE), { recursive: true });
    writeFileSync(PAGE, strengthPage(scoresOf(drawn, outcomes), values.seed));
  }
  process.exit();

  function stop(reason: string): never {
    printScore(drawn, outcomesIn(record));
    console.log(`mutate: ${reason}; the same command goes on from here.`);
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  console.error(`mutate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
