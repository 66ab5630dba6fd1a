import { describe, expect, test } from "@jest/globals";

import {
  FileProblemsError,
  LocatedDocument,
  requiredWords,
} from "../../../packages/fleet/src/file/located-document.ts";

class Refused extends FileProblemsError {}

const TEXT = `# A comment comes first.

a:
  b: 1
  "2": x
  c:
    - n: 1
    - n: 2
      m: |
        many
        lines
  ? [x, y]
  : 3
other: &o { z: 1 }
alias: *o
scalars:
  - one
  - two
`;
const opened = (text = TEXT): LocatedDocument => new LocatedDocument("f.yaml", text, Refused);

describe("a problem in a file", () => {
  test.each<readonly [readonly PropertyKey[], number, string]>([
    [[], 1, ""],
    [["none"], 1, "none"],
    [["a"], 3, "a"],
    [["a", "none"], 3, "a.none"],
    [["a", "b"], 4, "a.b"],
    [["a", "b", "deep", 0], 4, "a.b.deep[0]"],
    [["a", "2"], 5, "a.2"],
    [["a", 2], 5, "a[2]"],
    [["a", "c"], 6, "a.c"],
    [["a", "c", 0], 7, "a.c[0]"],
    [["a", "c", 1], 8, "a.c[1]"],
    [["a", "c", 1, "n"], 8, "a.c[1].n"],
    [["a", "c", 1, "m"], 9, "a.c[1].m"],
    [["a", "c", 1, "none"], 8, "a.c[1].none"],
    [["a", "c", 2, "n"], 6, "a.c[2].n"],
    [["other", "z"], 14, "other.z"],
    [["alias"], 15, "alias"],
    [["alias", "z"], 15, "alias.z"],
    [["scalars", 0], 17, "scalars[0]"],
    [["scalars", 1], 18, "scalars[1]"],
  ])("at %j is in line %d, and is called %s", (path, line, field) => {
    expect(opened().problem(path, "é|")).toEqual({ file: "f.yaml", line, field, reason: "é|" });
  });

  test("in a list without a map around it has a number alone", () => {
    expect(opened("- 1\n- b: 2\n").problem([1, "b"], "r")).toEqual({
      file: "f.yaml",
      line: 2,
      field: "[1].b",
      reason: "r",
    });
  });

  test("is told with its place, a line for each", () => {
    const problems = [opened().problem(["a", "b"], "is wrong"), opened().problem([], "is empty")];
    const error = new FileProblemsError(problems);
    expect([error.message, error.problems]).toEqual(["f.yaml:4: a.b: is wrong\nf.yaml:1: is empty", problems]);
  });

  test("is each line that isn't YAML", () => {
    const parsed = (): unknown => opened('a: "x\nb: [\n');
    expect(parsed).toThrow(Refused);
    expect(parsed).toThrow(/^f\.yaml:\d+: /u);
    expect(() => opened("ok: 1\na: b: c\nd: e: f\n")).toThrow(/^f\.yaml:2: .+(?:\nf\.yaml:[23]: .+)*$/u);
  });
});

test("a file's values are plain, and only what is written out at a place is a map there", () => {
  expect([opened("").values(), opened("a: [1, x]\n").values()]).toEqual([null, { a: [1, "x"] }]);
  const maps = [["a"], ["other"], ["a", "c", 0]];
  for (const path of maps) expect([path, opened().isMapAt(path)]).toEqual([path, true]);
  for (const path of [["alias"], ["a", "b"], ["a", "c"], ["none"], ["none", "a"]])
    expect([path, opened().isMapAt(path)]).toEqual([path, false]);
});

test.each([
  [{ code: "invalid_type", expected: "string" }, "is required: string"],
  [{ code: "invalid_type" }, "is required: a value"],
  [{ code: "invalid_type", input: null, expected: "string" }, undefined],
  [{ code: "invalid_value", expected: "string" }, undefined],
  [{}, undefined],
])("an issue %j is said as %j", (issue, words) => {
  expect(requiredWords(issue)).toBe(words);
});
