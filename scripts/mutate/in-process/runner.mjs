/**
 * A runner for Stryker that tries a mutant within its own process, because a run of jest loads every module again. It
 * runs the test files that reach the mutant, the cheapest first, until one fails.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

import { bundleTests } from "./bundles.mjs";
import { needsJest, runTestFile } from "./test-file.mjs";

/** Below Stryker's copy of the checkout: bundles, and which tests reach which mutant. */
const FOLDER = "mutate-in-process";
const REACH = join(FOLDER, "reach.json");
/** How long what a failed test has left may still fail. */
const SETTLING_MS = 2000;
/** How Stryker notes a test that has passed. */
const SUCCESS = 0;

/** How Stryker asks for it. */
export function inProcessRunner({ orgform }) {
  const bench = benchAt(process.cwd(), new RegExp(orgform.testNames, "u"));
  // What fails between two runs is nobody's failure, and doesn't end the process.
  process.on("uncaughtException", () => {}).on("unhandledRejection", () => {});
  return {
    init: async () => {},
    capabilities: () => ({ reloadEnvironment: true }),
    dryRun: () => dryRun(bench, orgform),
    mutantRun: ({ activeMutant, hitLimit }) => mutantRun(bench, activeMutant.id, hitLimit),
  };
}
inProcessRunner.inject = ["options"];

/** Runs bundled test files, and knows whether this process has run any. */
function benchAt(root, names) {
  const bundleOf = (file) => join(root, FOLDER, `${file.replaceAll("/", "__")}.cjs`);
  let runs = 0;
  return {
    root,
    isFresh: () => runs === 0,
    keep: (file, text) => writeFileSync(bundleOf(file), text),
    run: (file, options) => {
      runs += 1;
      const text = () => readFileSync(bundleOf(file), "utf8");
      return runTestFile({ path: join(root, file), text }, { names, ...options });
    },
  };
}

/** Tries the files without a mutant. A file that fails, or that needs more than this process, is left to jest. */
async function dryRun(bench, orgform) {
  mkdirSync(join(bench.root, FOLDER), { recursive: true });
  const toJest = new Set(JSON.parse(readFileSync(orgform.toJest, "utf8")));
  const files = [];
  const failed = await bundleTests(bench.root, orgform.tests, ({ file, text }) => {
    if (needsJest(text)) return toJest.add(file);
    bench.keep(file, text);
    files.push(file);
  });
  for (const file of failed) toJest.add(file);
  const reach = {};
  for (const file of files) {
    const reached = switchTo(undefined);
    const { tests, failure } = await bench.run(file, { onTest: (name) => (stryker().currentTestId = name) });
    if (failure === undefined) reach[file] = reachIn(tests, reached);
    else toJest.add(file);
  }
  writeFileSync(join(bench.root, REACH), JSON.stringify(reach));
  writeFileSync(orgform.toJest, JSON.stringify([...toJest]));
  return { status: "complete", ...forStryker(reach, bench.root) };
}

/** Which mutants a file reaches when it loads, and which in each test. */
function reachIn(tests, { static: always, perTest }) {
  const own = tests.map(({ name, ms }) => ({ name, ms, reaches: Object.keys(perTest[name] ?? {}) }));
  return { always: Object.keys(always), tests: own };
}

/** The same in Stryker's form. */
function forStryker(reach, root) {
  const coverage = { static: {}, perTest: {} };
  const tests = [];
  const counted = (ids) => Object.fromEntries(ids.map((id) => [id, 1]));
  for (const [file, { always, tests: own }] of Object.entries(reach)) {
    Object.assign(coverage.static, counted(always));
    for (const { name, ms, reaches } of own) {
      const id = `${file} ${name}`;
      tests.push({ id, name: id, timeSpentMs: ms, status: SUCCESS, fileName: join(root, file) });
      coverage.perTest[id] = counted(reaches);
    }
  }
  return { tests, mutantCoverage: coverage };
}

/** The same tests without a mutant; once more if something that the mutant left behind fails meanwhile. */
async function controlled(bench, file, only) {
  const control = await bench.run(file, { only });
  if (control.failure === undefined) return control;
  await delay(SETTLING_MS);
  return bench.run(file, { only });
}

/** A failure counts only if the process still passes the same tests without the mutant. */
async function mutantRun(bench, id, hitLimit) {
  let nrOfTests = 0;
  for (const { file, only } of filesReaching(id, JSON.parse(readFileSync(join(bench.root, REACH), "utf8")))) {
    const isFresh = bench.isFresh();
    switchTo(id, hitLimit);
    const { tests, failure } = await bench.run(file, { only, untilFailure: true });
    nrOfTests += tests.length;
    if (failure === undefined) continue;
    switchTo(undefined);
    const control = await controlled(bench, file, only);
    if (control.failure === undefined) {
      const killer = tests.find((test) => test.failure !== undefined)?.name ?? "";
      return { status: "killed", killedBy: [`${file} ${killer}`], failureMessage: failure, nrOfTests };
    }
    // Stryker tries it again in a new process; what fails there too is left to jest.
    if (!isFresh) throw new Error(`the process no longer passes ${file}: ${control.failure}`);
  }
  return { status: "survived", nrOfTests };
}

/** Where the code of mutants asks which of them is active, and notes which it has reached. */
function stryker() {
  return (globalThis.__stryker__ ??= {});
}

/** Activates one mutant, or none, and returns a fresh record of the mutants that are reached. */
function switchTo(id, hitLimit) {
  const mutantCoverage = { static: {}, perTest: {} };
  const hits = hitLimit === undefined ? undefined : 0;
  Object.assign(stryker(), { activeMutant: id, currentTestId: undefined, mutantCoverage, hitCount: hits, hitLimit });
  return mutantCoverage;
}

/** The files with tests that reach the mutant, cheapest first; all tests of a file that reaches it when it loads. */
function filesReaching(id, reach) {
  const found = [];
  for (const [file, { always, tests }] of Object.entries(reach)) {
    const isAlways = always.includes(id);
    const reaching = isAlways ? tests : tests.filter(({ reaches }) => reaches.includes(id));
    if (reaching.length === 0) continue;
    const cost = reaching.reduce((sum, { ms }) => sum + ms, 0);
    found.push({ file, cost, only: isAlways ? undefined : new Set(reaching.map(({ name }) => name)) });
  }
  return found.toSorted((left, right) => left.cost - right.cost);
}
