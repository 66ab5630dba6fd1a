import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";

import { EQUIVALENTS, isEquivalent } from "../../scripts/mutate/equivalents.ts";
import { placeOf } from "../../scripts/mutate/place.ts";
import { PLAN } from "../../scripts/mutate/plan.ts";
import {
  isInProcess,
  openIn,
  outcomesOf,
  recordedIn,
  type RecordedOutcome,
  settle,
  type Step,
  testsNamedBy,
} from "../../scripts/mutate/record.ts";
import { scoresOf } from "../../scripts/mutate/score.ts";
import { strengthPage, withRun } from "../../scripts/mutate/strength-page.ts";

const ROOT = join(__dirname, "../..");

/** Folders without code of ours to change: stored texts, generated files, and code that only packs files. */
const WITHOUT_CODE = new Set(["src/dyn", "packages/cdktf/src", "packages/cdktn/src"]);

/** Every folder of code. */
function roomsOf(isThere: (folder: string) => boolean): string[] {
  const foldersIn = (path: string): string[] =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  const packages = foldersIn("packages").map((name) => `packages/${name}/src`);
  return [...foldersIn("src").map((name) => `src/${name}`), ...packages.filter(isThere)];
}

const missingIn = (folders: readonly string[]): string[] => {
  const mutated = new Set(Object.values(PLAN.layers).map(({ folder }) => folder));
  return folders.filter((folder) => !mutated.has(folder) && !WITHOUT_CODE.has(folder));
};

test("every folder of code is a room of the mutation tests", () => {
  expect(missingIn(roomsOf((folder) => existsSync(join(ROOT, folder))))).toEqual([]);
});

test("a room that the plan lacks is named", () => {
  expect(missingIn(["src/model", "src/attic"])).toEqual(["src/attic"]);
});

/** The lines of a file, in the form of the list of equivalent changes without its marks. */
const linesOf = (file: string): string[] =>
  readFileSync(join(ROOT, file), "utf8")
    .split("\n")
    .map((line) => line.trim());

test("every change that nobody can notice is still one of a line that is there, and has its reason", () => {
  const stale = EQUIVALENTS.filter(({ file, code }) => !linesOf(file).includes(code.replaceAll(/[«»]/gu, "").trim()));
  expect(stale).toEqual([]);
  expect(EQUIVALENTS.filter(({ reason }) => !reason.endsWith("."))).toEqual([]);
});

const FILE = "test/boundaries/mutated-rooms.test.ts";
/** Of the first line of this file: its brace. */
const KEY = `${FILE}:0:7:0:8:BlockStatement:{\n}`;
const OTHER = `${FILE}:1:7:1:8:BlockStatement:{}`;

test("a survivor is told with its line, and is known again by it wherever the line has moved to", () => {
  const place = placeOf(KEY, ROOT);
  expect(place).toEqual({
    file: FILE,
    line: 1,
    code: expect.stringMatching(/^import «\{» existsSync/u),
    replacement: "{ }",
  });
  const known = [{ ...place, reason: "It only is an example." }];
  expect(isEquivalent(KEY, ROOT, known)).toBe(true);
  expect(isEquivalent(OTHER, ROOT, known)).toBe(false);
  expect(isEquivalent(KEY, ROOT, [{ ...place, replacement: "[]", reason: "" }])).toBe(false);
});

test("a match that takes its groups for granted is a change that nobody can notice, and one without a match isn't", () => {
  const file = "scripts/mutate/equivalents.ts";
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  const code = '/«(?<code>.*)»/u.exec(code)?.groups?.["code"]';
  const at = lines.findIndex((text) => text.includes(code));
  const from = lines[at]?.indexOf(code) ?? -1;
  const key = (replacement: string): string =>
    `${file}:${at}:${from}:${at}:${from + code.length}:OptionalChaining:${replacement}`;
  expect(isEquivalent(key(code.replace(".groups?.", ".groups")), ROOT, [])).toBe(true);
  expect(isEquivalent(key(code.replace(")?.groups", ").groups")), ROOT, [])).toBe(false);
});

const line = (key: string, pass: Step, status: string): RecordedOutcome => ({ key, pass, status });

test.each<readonly [string, readonly RecordedOutcome[], readonly string[], string | undefined]>([
  ["never tried", [], ["near", "all"], undefined],
  ["noticed nearby", [line(KEY, "near", "Killed")], [], "Killed"],
  ["out of time nearby", [line(KEY, "near", "Timeout")], [], "Timeout"],
  ["not to be loaded", [line(KEY, "near", "RuntimeError")], [], "RuntimeError"],
  ["survivor of the near tests", [line(KEY, "near", "Survived")], ["all"], undefined],
  ["reached by no near test", [line(KEY, "near", "NoCoverage")], ["all"], undefined],
  ["noticed elsewhere", [line(KEY, "near", "Survived"), line(KEY, "all", "Killed")], [], "Killed"],
  ["survivor of all", [line(KEY, "near", "NoCoverage"), line(KEY, "all", "Survived")], [], "Survived"],
  ["noticed within one process", [line(KEY, "near, in process", "Killed")], [], "Killed"],
  ["survivor within one process", [line(KEY, "near, in process", "Survived")], ["near", "all"], undefined],
  [
    "survivor within one process that jest doesn't reach",
    [line(KEY, "near, in process", "Survived"), line(KEY, "near", "NoCoverage"), line(KEY, "all", "NoCoverage")],
    [],
    "Survived",
  ],
])("a change that is %s is tried by what may still notice it", (_, recorded, open, status) => {
  expect((["near", "all"] as const).filter((pass) => openIn(recorded, [KEY], pass).length > 0)).toEqual(open);
  expect(outcomesOf(recorded, ["near", "all"]).map((one) => one.status)).toEqual(status === undefined ? [] : [status]);
});

test("a step of a pass closes only itself, and one without tests closes too", () => {
  const recorded = [line(KEY, "near, in process", "Survived")];
  const steps = ["near, in process", "near", "all, in process"] as const;
  expect(steps.map((step) => isInProcess(step))).toEqual([true, false, true]);
  expect(steps.map((step) => openIn(recorded, [KEY], step))).toEqual([[], [KEY], [KEY]]);
  const path = join(mkdtempSync(join(tmpdir(), "orgform-record-")), "record.jsonl");
  settle(path, [KEY], "near");
  expect(recordedIn(path)).toEqual([line(KEY, "near", "NoCoverage")]);
  rmSync(dirname(path), { recursive: true });
});

test("survivors of the near tests are tried by other tests that are named, and by others again", () => {
  const recorded = [line(KEY, "near", "Survived"), line(KEY, "also test/a.test.ts", "Survived")];
  const further = ["also test/a.test.ts", "also test/a.test.ts test/b.test.ts", "all"] as const;
  expect(further.map((pass) => openIn(recorded, [KEY], pass))).toEqual([[], [KEY], [KEY]]);
  expect(testsNamedBy(further[1])).toEqual(["test/a.test.ts", "test/b.test.ts"]);
  expect(outcomesOf(recorded, ["near", further[0]]).map((one) => one.status)).toEqual(["Survived"]);
  expect(outcomesOf(recorded, ["near", further[1]])).toEqual([]);
});

test("the page has the scores of every run by room, and says which counted near tests alone", () => {
  const drawn = [KEY, OTHER].map((key) => ({ key, layer: "cli" }));
  const scores = scoresOf(drawn, [line(KEY, "near", "Killed"), line(OTHER, "near", "Survived")]);
  const runs = [["near"], ["near", "all"], ["near", "also test/a.test.ts"]] as const;
  const record = runs.reduce((before, passes, index) => withRun(before, `${index + 1}`, scores, passes), {});
  const lines = strengthPage(record, []).split("\n");
  expect(lines).toContain("| folder | seed 1 | seed 2 | seed 3 |");
  expect(lines).toContain("| `src/cli` | 1 of 2 (50.0 %) * | 1 of 2 (50.0 %) | 1 of 2 (50.0 %) ** |");
  expect(lines).toContain("| `src/model` | - | - | - |");
  expect(lines).toContain("| all of these | 1 of 2 (50.0 %) * | 1 of 2 (50.0 %) | 1 of 2 (50.0 %) ** |");
});

test("the page in the repository is the one of the scores and the list", () => {
  expect(readFileSync(join(ROOT, "docs/contributing/test-strength.md"), "utf8")).toBe(strengthPage());
});
