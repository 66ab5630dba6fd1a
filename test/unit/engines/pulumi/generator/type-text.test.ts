import { expect, test } from "@jest/globals";

import { memberDoc, tagOf, typeText } from "../../../../../src/engines/pulumi/generator/type-text.ts";
import type { Shape } from "../../../../../src/model/shape.ts";

const PLAIN: readonly (readonly [Shape, string])[] = [
  [{ type: "string" }, "string"],
  [{ type: "boolean" }, "boolean"],
  [{ type: "null" }, "null"],
  [{ type: "number" }, "number"],
  [{ type: "integer" }, "number"],
  [{ const: 'a"é' }, '"a\\"é"'],
  [{ const: false, type: "boolean" }, "false"],
  [{ type: "string", enum: ["a|b", "c"] }, '"a|b" | "c"'],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
  [{}, "unknown"],
  [{ type: ["string", "null"] }, "unknown"],
];

test.each([
  ...PLAIN,
  [{ type: "array" }, "unknown[]"],
  [{ type: "array", items: { type: "integer" } }, "number[]"],
  [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  [
    { type: "array", items: { type: "object", additionalProperties: { anyOf: [{ type: "string" }, {}] } } },
    "Record<string, string | unknown>[]",
  ],
  [{ type: "object" }, "Record<string, unknown>"],
  [{ type: "object", additionalProperties: true }, "Record<string, unknown>"],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object", properties: {} }, "{  }"],
  [
    { type: "object", properties: { a: { type: "string" }, b: { type: "null" } }, required: ["b"] },
    "{ readonly a?: string; readonly b: null }",
  ],
] satisfies readonly (readonly [Shape, string])[])("the shape %j is written as %j", (shape, text) => {
  expect(typeText(shape)).toBe(text);
});

test("members of lists, records, and objects can be unknown until later, and have their own texts", () => {
  const shape: Shape = {
    type: "object",
    properties: {
      a: { type: "array", items: { type: "string" }, doc: "A." },
      b: { type: "object", additionalProperties: { anyOf: [{ type: "null" }] } },
      c: { anyOf: [{ type: "array", items: { type: "object", properties: { d: { type: "number", doc: "D." } } } }] },
    },
  };
  const docOf = ({ doc = "" }: Shape): string => `<${String(doc)}>`;
  expect(typeText(shape, (text) => `In<${text}>`, docOf)).toBe(
    "{ <A.>readonly a?: In<In<string>[]>; <>readonly b?: In<Record<string, In<null>>>; " +
      "<>readonly c?: In<In<{ <D.>readonly d?: In<number> }>[]> }",
  );
});

test("a text stands before a member on lines of its own, and a tag marks what is deprecated", () => {
  expect([memberDoc({ doc: 'A "é".' }), memberDoc({})]).toEqual(['\n/** A "é". */\n', ""]);
  expect([tagOf("use b"), tagOf(undefined)]).toEqual([" @deprecated use b", ""]);
});
