/** Runs a bundled test file within this process, with the parts of jest that it needs. */
import crypto from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";
import process from "node:process";
import { constants, Script } from "node:vm";

import { jestExpect } from "@jest/expect";
import { ModernFakeTimers } from "@jest/fake-timers";
import * as circus from "jest-circus";
import { ModuleMocker } from "jest-mock";
import { SnapshotState } from "jest-snapshot";

/** In milliseconds; a test that takes longer has failed. */
const LIMIT = 15_000;
/** As in test/support/run/quick-hashes.ts. */
const HASHES_AS_THEY_ARE = /fingerprint\.test\.ts$/u;
const { scryptSync } = crypto;

/** The scripts that ran last; all of them would take gigabytes. */
const scripts = new Map();
const MOST_SCRIPTS = 20;
let listener = () => {};
circus.addEventHandler((event) => listener(event));

/** What a process that goes on can't take back, or can't do: these files need a run of jest. */
const NEEDS_JEST = /\bjest\d*\.(?:mock|doMock|unstable_mockModule|isolateModules|resetModules)/u;

/** @param {string} text - of a bundle */
export function needsJest(text) {
  return NEEDS_JEST.test(text);
}

/**
 * @param {{ path: string, text: () => string }} file - the test file, and its bundle
 * @param {object} options
 * @param {RegExp} options.names - of the tests that may run
 * @param {ReadonlySet<string>} [options.only] - full names of the tests that run; absent for all
 * @param {boolean} [options.untilFailure] - leaves out what follows a failure
 * @param {(name: string | undefined) => void} [options.onTest] - hears which test begins
 * @returns {Promise<{ tests: { name: string, ms: number, failure?: string }[], failure?: string }>} the tests that ran,
 *   and the first failure, of a test or of the file
 */
export async function runTestFile(file, options) {
  const mocker = new ModuleMocker(globalThis);
  const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });
  const errors = [];
  const note = (error) => errors.push(textOf(error));
  const restore = keepProcess(note);
  const tests = [];
  listener = listenerOf({ ...options, tests, errors });
  try {
    circus.resetState();
    jestExpect.setState({ testPath: file.path, snapshotState: snapshotsOf(file.path) });
    quickHashes(file.path);
    load(file, { ...circus, expect: jestExpect, jest: jestFor(mocker, timers) });
    circus.getState().testTimeout = LIMIT;
    const { unhandledErrors } = await circus.run();
    errors.push(...unhandledErrors.map(textOf));
  } catch (error) {
    note(error);
  } finally {
    listener = () => {};
    timers.useRealTimers();
    mocker.restoreAllMocks();
    await new Promise((resolve) => setImmediate(resolve));
    restore();
  }
  const failure = tests.find((test) => test.failure !== undefined)?.failure ?? errors[0];
  return { tests, ...(failure !== undefined && { failure }) };
}

/** Collects the tests that ran. */
function listenerOf({ names, only, untilFailure = false, onTest = () => {}, tests, errors }) {
  let hasFailed = false;
  return ({ name, test }) => {
    if (name === "run_start") choose(circus.getState().rootDescribeBlock, names, only);
    if (name === "test_start") {
      jestExpect.setState({ currentTestName: nameOf(test), suppressedErrors: [] });
      if (untilFailure && (hasFailed || errors.length > 0)) test.mode = "skip";
      onTest(test.mode === "skip" ? undefined : nameOf(test));
    }
    if (name !== "test_done") return;
    onTest(undefined);
    const all = [...test.errors, ...errorsOfExpect()];
    const failure = all.length > 0 ? textOf(all) : undefined;
    hasFailed ||= failure !== undefined;
    tests.push({ name: nameOf(test), ms: test.duration ?? 0, ...(failure !== undefined && { failure }) });
  };
}

/** What a test doesn't throw: snapshots that differ, and assertions that it announced and never made. */
function errorsOfExpect() {
  const { suppressedErrors } = jestExpect.getState();
  const missing = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
  return [...suppressedErrors, ...missing];
}

/** Notes errors outside of tests until the returned function puts the folder and the environment back. */
function keepProcess(note) {
  const folder = process.cwd();
  const environment = { ...process.env };
  process.on("unhandledRejection", note).on("uncaughtException", note);
  return () => {
    process.off("unhandledRejection", note).off("uncaughtException", note);
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}

/** Leaves out the tests that may not run, and the set-up of groups without a test. */
function choose(block, names, only) {
  let has = false;
  for (const child of block.children) {
    if (child.type === "describeBlock") {
      has = choose(child, names, only) || has;
      continue;
    }
    const name = nameOf(child);
    if (!names.test(name) || (only !== undefined && !only.has(name))) child.mode = "skip";
    if (child.mode !== "skip" && child.mode !== "todo") has = true;
  }
  if (!has) block.mode = "skip";
  return has;
}

/** The titles of the groups and of the test. */
function nameOf({ name, parent }) {
  const titles = [name];
  for (let block = parent; block?.parent !== undefined; block = block.parent) titles.unshift(block.name);
  return titles.join(" ");
}

function textOf(error) {
  const [first] = Array.isArray(error) ? error : [error];
  if (Array.isArray(first)) return textOf(first);
  return String(first?.stack ?? first);
}

function load({ path, text }, api) {
  const own = createRequire(path);
  const required = (name) => (name === "@jest/globals" ? api : own(name));
  const module = { exports: {} };
  scriptOf(path, text).runInThisContext()(module.exports, Object.assign(required, own), module, path, dirname(path));
}

function scriptOf(path, text) {
  const code = () => `(function (exports, require, module, __filename, __dirname) {${text()}\n})`;
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = scripts.get(path) ?? new Script(code(), { filename: path, importModuleDynamically });
  scripts.delete(path);
  scripts.set(path, script);
  if (scripts.size > MOST_SCRIPTS) scripts.delete(scripts.keys().next().value);
  return script;
}

function snapshotsOf(path) {
  const format = { escapeString: false, printBasicPrototype: false };
  return new SnapshotState(`${path}.snap`, {
    updateSnapshot: "none",
    expand: false,
    rootDir: dirname(path),
    snapshotFormat: format,
    prettierPath: null,
  });
}

function quickHashes(path) {
  const quick = (value, salt, length) => scryptSync(value, salt, length, { N: 2 });
  crypto.scryptSync = HASHES_AS_THEY_ARE.test(path) ? scryptSync : quick;
  syncBuiltinESMExports();
}

/** The methods of `jest` that a process can take back. */
function jestFor(mocker, timers) {
  const chained =
    (act) =>
    (...args) => (act(...args), jest);
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: chained(() => mocker.restoreAllMocks()),
    clearAllMocks: chained(() => mocker.clearAllMocks()),
    setTimeout: chained(() => {}),
    useFakeTimers: chained((config) => timers.useFakeTimers(config)),
    useRealTimers: chained(() => timers.useRealTimers()),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    setSystemTime: (now) => timers.setSystemTime(now),
  };
  return jest;
}
