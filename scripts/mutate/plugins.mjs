/**
 * Three plugins for Stryker, which loads them in its own processes. One admits only the mutants in a list. One runs the
 * test files that reach a mutant, the cheapest first, until one fails. One records each result.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

import { strykerPlugins as jestPlugins } from "@stryker-mutator/jest-runner";

import { inProcessRunner } from "./in-process/runner.mjs";

/** Location of the test files' costs, in Stryker's copy of the checkout; the first run, without a mutant, writes it. */
const COSTS = "mutate-costs.json";
/** Cost of loading a test file, besides its tests. */
const LOAD_MS = 400;
/** Of a run without a mutant. */
const NO_MUTANT = { activeMutant: { id: "none" }, hitLimit: undefined };
/** How Stryker notes a test that has run and passed; tests that a pattern leaves out are among the results. */
const [SUCCESS, FAILED] = [0, 1];
/** The estimated costs of the first batches of test files, and of each further one. */
const BATCHES_MS = [1500, 4000, 12_000];
/** Maximum number of files in a batch: if a mutant makes tests hang, each file takes the time limit of a test. */
const FILES = 8;

/** Identifies a mutant in every run. */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }, root = process.cwd()) {
  const file = relative(root, fileName).replaceAll("\\", "/");
  return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(":");
}

/** Refuses mutants that aren't in the list; refused ones count neither for nor against the score. */
function sampleChecker({ orgform }) {
  const { keys, root } = JSON.parse(readFileSync(orgform.list, "utf8"));
  const listed = new Set(keys);
  const verdict = (mutant) =>
    listed.has(keyOf(mutant, root)) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" };
  return {
    init: async () => {},
    group: async (mutants) => [mutants.map(({ id }) => id)],
    check: async (mutants) => Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)])),
  };
}
sampleChecker.inject = ["options"];

/** Stryker's runner for jest, which always runs every test file and never stops early, one batch of files at a time. */
function batchRunner(injector, { orgform }) {
  const [{ factory }] = jestPlugins;
  const jest = injector.injectFunction(factory);
  const adapter = jest.jestTestAdapter;
  let testFiles;
  jest.jestTestAdapter = {
    run: (settings) => {
      const { testNamePattern = orgform.testNames } = settings;
      return adapter.run({ ...settings, testNamePattern, ...(testFiles === undefined ? {} : { testFiles }) });
    },
  };
  return {
    init: () => jest.init(),
    capabilities: () => jest.capabilities(),
    dryRun: async (options) => {
      const { tests, ...result } = await jest.dryRun(options);
      if (tests === undefined) return result;
      // A test that fails without a mutant, as one that compares sources with each other in this copy, notices nothing.
      const sound = tests.filter(({ status }) => status !== FAILED);
      for (const { name, status } of tests)
        if (status === FAILED) console.log(`not asked, since it fails here: ${name}`);
      writeFileSync(COSTS, JSON.stringify(costsOf(sound)));
      return { ...result, tests: sound };
    },
    mutantRun: async (options) => {
      let nrOfTests = 0;
      for (const batch of batchesOf(JSON.parse(readFileSync(COSTS, "utf8")), options.testFilter)) {
        testFiles = batch.files;
        const chosen = { ...options, testFilter: batch.names };
        const result = await jest.mutantRun(chosen);
        // A failure counts only if the same tests pass without the mutant.
        const isItsOwn =
          result.status !== "killed" || (await jest.mutantRun({ ...chosen, ...NO_MUTANT })).status !== "killed";
        if (result.status !== "survived" && isItsOwn) return result;
        nrOfTests += result.nrOfTests ?? 0;
      }
      return { status: "survived", nrOfTests };
    },
  };
}
batchRunner.inject = ["$injector", "options"];

/** The tests of every file with their times. */
function costsOf(tests) {
  const files = {};
  for (const { fileName, name, timeSpentMs, status } of tests) {
    if (status === SUCCESS) (files[fileName] ??= []).push([name, timeSpentMs]);
  }
  return files;
}

/** The files with tests that reach the mutant, cheapest first; all files when `names` is undefined. */
function batchesOf(costs, names) {
  const reaching = names && new Set(names);
  const files = [];
  for (const [file, tests] of Object.entries(costs)) {
    const chosen = tests.filter(([name]) => reaching === undefined || reaching.has(name));
    const cost = chosen.reduce((sum, [, time]) => sum + time, LOAD_MS);
    if (chosen.length > 0) files.push({ file, cost, names: chosen.map(([name]) => name) });
  }
  const batches = [];
  let [limit, spent] = [0, Number.POSITIVE_INFINITY];
  for (const { file, cost, names: inFile } of files.sort((left, right) => left.cost - right.cost)) {
    if (spent >= limit || batches.at(-1)?.files.length === FILES) {
      limit = BATCHES_MS[batches.length] ?? BATCHES_MS.at(-1);
      spent = 0;
      batches.push({ files: [], names: [] });
    }
    const batch = batches.at(-1);
    batch.files.push(file);
    batch.names.push(...inFile);
    spent += cost;
  }
  return batches;
}

/** Adds a line for every mutant of the list to the record, so an interrupted run can resume. */
function recordingReporter({ orgform }) {
  const { keys, root } = JSON.parse(readFileSync(orgform.list, "utf8"));
  const listed = new Set(keys);
  let done = 0;
  return {
    onMutantTested: (mutant) => {
      const key = keyOf(zeroBased(mutant), root);
      if (!listed.has(key)) return;
      const { status, killedBy } = mutant;
      const line = { key, status, pass: orgform.pass, killedBy: killedBy?.[0] };
      appendFileSync(orgform.record, `${JSON.stringify(line)}\n`);
      done += 1;
      console.log(`${done}/${keys.length} ${status} ${key.replaceAll(/\s+/gu, " ").slice(0, 120)}`);
    },
  };
}
recordingReporter.inject = ["options"];

/** A result counts lines and columns from one, a mutant from zero. */
function zeroBased({ location: { start, end }, ...mutant }) {
  const moved = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return { ...mutant, location: { start: moved(start), end: moved(end) } };
}

export const strykerPlugins = [
  { kind: "Checker", name: "sample", factory: sampleChecker },
  { kind: "TestRunner", name: "batches", factory: batchRunner },
  { kind: "TestRunner", name: "in process", factory: inProcessRunner },
  { kind: "Reporter", name: "record", factory: recordingReporter },
];
