import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { type StoredBlock, storedValue } from "../../../../src/engines/terraform/switch-writer/stored-values.ts";

/**
 * A text as the language reads it: a JSON string whose doubled signs before a brace stand for one. After a third sign, the
 * language reads them otherwise, and it knows fewer escapes.
 */
function readText(literal: string): string {
  expect(literal).not.toMatch(/(?<![$%])(?:\$|%)\{|[$%]{3}\{|(?<!\\)(?:\\\\)*\\[bf]/u);
  return String(JSON.parse(literal.replaceAll(/([$%])\1\{/gu, "$1{")));
}

const block = (
  ...instances: readonly (readonly [key: string | number | undefined, level: unknown])[]
): StoredBlock => ({
  type: "posthog_role",
  name: "r",
  instances: instances.map(([key, level]) => ({ index_key: key, attributes: { level } })),
});

const awkward = fc.constantFrom(
  "${path.cwd}",
  "%{ if x }",
  'a "b" | c',
  "C:\\x",
  "C:\\boot",
  "$${x}",
  "$%{x}",
  "\b\f",
  "two\nlines",
  "Zoë",
  "$",
  "{",
  "plain",
);

describe("a value out of a state, as an expression", () => {
  test("is that text and no code, whatever it holds", () => {
    fc.assert(
      fc.property(awkward, awkward, (one, other) => {
        const text = `${one} ${other}`;
        expect(readText(storedValue([block([undefined, text])], "level") ?? "")).toBe(text);
      }),
    );
  });

  test("is looked up by keys where instances differ, each under its own", () => {
    fc.assert(
      fc.property(fc.uniqueArray(awkward, { minLength: 2, maxLength: 4 }), (keys) => {
        const levels = keys.map((key, index) => `${index} of ${key}`);
        const text = storedValue([block(...keys.map((key, index) => [key, levels[index]] as const))], "level") ?? "";
        const [, entries = ""] = /^\{ (.*) \}\[each\.key\]$/su.exec(text) ?? [];
        const literals = entries.match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
        const read = literals.map(readText);
        const pairs = read.flatMap((key, at) => (at % 2 === 0 ? [[key, read[at + 1]] as const] : []));
        expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(keys.map((key, at) => [key, levels[at]])));
      }),
    );
  });

  test.each<[string, readonly StoredBlock[], string | undefined]>([
    ["the same of all", [block(["a", "x"], ["b", "x"])], '"x"'],
    ["the same in two modules", [block([undefined, "x"]), block([undefined, "x"])], '"x"'],
    ["another in another module", [block(["a", "x"]), block(["a", "y"])], undefined],
    ["numbered, in any order", [block([1, "y"], [0, "x"])], '["x", "y"][count.index]'],
    ["numbered with a hole", [block([0, "x"], [2, "y"])], undefined],
    ["lacking in one", [block(["a", "x"], ["b", null])], undefined],
    ["a list", [block([undefined, ["x"]])], undefined],
    ["of no instance", [block()], undefined],
  ])("%s", (_what, blocks, expected) => {
    expect(storedValue(blocks, "level")).toBe(expected);
  });
});
