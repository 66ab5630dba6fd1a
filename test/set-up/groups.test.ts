import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import { writeGroups } from "../../scripts/test/groups.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

const SIMPLE = 'test("a", () => undefined);\n';

/** Groups of test files, by their paths below `test`, with the titles of each group in its order. */
function groupsOf(files: Readonly<Record<string, string>>) {
  const tests = join(mkdtempSync(join(tmpdir(), "orgform-grouped-")), "test");
  for (const room of ["unit", "contract", "conformance", "faults", "cli", "counts", "docs", "properties"])
    mkdirSync(join(tests, room), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tests, name)), { recursive: true });
    writeFileSync(join(tests, name), text);
  }
  const { folder, grouped } = writeGroups(tests, /[\\/]test[\\/](?!languages[\\/])(?!(?:.*[\\/])?in-full[\\/])/u);
  made.push(dirname(tests), folder);
  const groups = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const titles = (group: string): string[] =>
    [
      ...readFileSync(join(folder, group), "utf8").matchAll(
        /^describe\("([^"]+)", \(\) => void require\("(.+)"\)\);$/gmu,
      ),
    ].map(([, title = "", path = ""]) => {
      expect(JSON.parse(`"${path}"`)).toBe(join(dirname(tests), title));
      return title;
    });
  return {
    groups: Object.fromEntries(groups.toSorted().map((group) => [group.replaceAll("\\", "/"), titles(group)])),
    grouped: grouped.map((path) => path.slice(dirname(tests).length + 1).replaceAll("\\", "/")),
  };
}

test("the files of a folder share a group, in the order of their paths, and each is in one alone", () => {
  const many = Array.from({ length: 61 }, (_, index) => `unit/of-${String(index).padStart(2, "0")}.test.ts`);
  const { groups, grouped } = groupsOf(Object.fromEntries([...many, "docs/b.test.ts"].map((name) => [name, SIMPLE])));
  const titles = many.map((name) => `test/${name}`);
  expect(groups).toEqual({
    "test/docs/group-1.test.ts": ["test/docs/b.test.ts"],
    "test/unit/group-1.test.ts": titles.slice(0, 30),
    "test/unit/group-2.test.ts": titles.slice(30, 60),
    "test/unit/group-3.test.ts": titles.slice(60),
  });
  expect(grouped.toSorted()).toEqual(["test/docs/b.test.ts", ...titles].toSorted());
});

test.each([
  ["a module is another one's", 'jest.mock("node:fs");\n'],
  ["a module is another one's from here on", '  jest.doMock("node:fs", () => ({}));\n'],
  ["modules are loaded anew", "    jest.resetModules();\n"],
  ["modules are loaded apart", "await jest.isolateModulesAsync(async () => undefined);\n"],
  ["it says why", `${SIMPLE}// Runs alone: it counts the sockets of the process.\n`],
])("a file is alone if %s", (_why, text) => {
  expect(groupsOf({ "unit/model/own.test.ts": text, "unit/model/other.test.ts": SIMPLE }).grouped).toEqual([
    "test/unit/model/other.test.ts",
  ]);
});

test("what a run leaves out, what is no test file, and files of other folders are in no group", () => {
  const files = ["unit/in-full/a.test.ts", "unit/fixture.ts", "acceptance/crash.test.ts", "languages/go.test.ts"];
  expect(groupsOf(Object.fromEntries(files.map((name) => [name, SIMPLE])))).toEqual({ groups: {}, grouped: [] });
});
