import { runInNewContext } from "node:vm";

import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { typescriptOf } from "../../../src/adopt/typescript.ts";

/** The value of a TypeScript expression, as JSON text. */
const evaluated = (text: string): string => JSON.stringify(runInNewContext(`(${text})`));

/** Text that an editor shows as it is: no control character, and none that is invisible or turns the writing. */
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0\u2003\u3000]*$/u;

describe("a value in TypeScript", () => {
  test("is the value, in lines of visible text, whatever it holds", () => {
    const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "a-b", "a1", "1a", "", "$_", "é"));
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a\nb", "a\nb\n", "a\n\nb\nc"));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: "small" }, text, fc.integer(), fc.boolean(), tie("list"), tie("record")),
      list: fc.array(tie("value"), { maxLength: 4 }),
      record: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const written = typescriptOf(one, "");
        expect(evaluated(written)).toBe(JSON.stringify(one));
        expect(written.split("\n").filter((line) => !VISIBLE.test(line))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['"', String.raw`"\""`],
    ["\\", String.raw`"\\"`],
    ["\n", String.raw`"\n"`],
    ["\r", String.raw`"\r"`],
    ["\t", String.raw`"\t"`],
    ...["\u0000", "\u001f", "\u007f", "\u00a0", "\u2003", "\u2028", "\u2029", "\u200b", "\ue000"].map(
      (one) => [one, `"\\u{${one.codePointAt(0)?.toString(16)}}"`] as const,
    ),
    ["\ud800a", '"\ufffda"'],
    ["a é 日 🚀 '`|", '"a é 日 🚀 \'`|"'],
  ])("writes the text %j as %s", (text, written) => {
    expect(typescriptOf(text, "")).toBe(written);
  });

  test.each([
    ["a", "a"],
    ["$_9Z", "$_9Z"],
    ["a-b", '"a-b"'],
    ["-ab", '"-ab"'],
    ["1a", '"1a"'],
    ["", '""'],
    ["é", '"é"'],
    ["__proto__", '["__proto__"]'],
  ])("writes the key %j as %s", (name, written) => {
    expect(typescriptOf(JSON.parse(`{${JSON.stringify(name)}:1}`), "")).toBe(`{\n  ${written}: 1,\n}`);
  });

  test("is on one line up to sixty characters, and otherwise on one for each part", () => {
    const list = (length: number): string[] => ["a".repeat(length - 9), "b"];
    expect(typescriptOf(list(60), "")).toBe(`["${"a".repeat(51)}", "b"]`);
    expect(typescriptOf(list(61), "  ")).toBe(`[\n    "${"a".repeat(52)}",\n    "b",\n  ]`);
    expect(typescriptOf([[], {}, [{ a: [1] }]], "")).toBe(
      "[\n  [],\n  {},\n  [\n    {\n      a: [1],\n    },\n  ],\n]",
    );
    expect(typescriptOf({ a: { b: "1\n2\n3" } }, "")).toBe(
      '{\n  a: {\n    b: [\n      "1",\n      "2",\n      "3",\n    ].join("\\n"),\n  },\n}',
    );
    expect(typescriptOf("1\n2", "")).toBe(String.raw`"1\n2"`);
  });

  test("leaves out what is absent, and keeps what only looks so", () => {
    expect(typescriptOf({ a: null, b: undefined, c: 0, d: "", e: false, f: [], g: {} }, "")).toBe(
      '{\n  c: 0,\n  d: "",\n  e: false,\n  f: [],\n  g: {},\n}',
    );
  });
});
