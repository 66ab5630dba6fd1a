import { expect, test } from "@jest/globals";

import { patternOf } from "../../../packages/policy/src/own/pattern.ts";

const costOf = (source: string, length: number): number => {
  const pattern = patternOf(source);
  if (typeof pattern === "string") throw new Error(pattern);
  return pattern.cost("x".repeat(length));
};

/** The ratio of the costs of a string and of one a tenth as long. */
const growth = (source: string): number => Math.round(costOf(source, 7_130) / costOf(source, 713));

test.each([
  ["^a", 1],
  ["^a+$", 10],
  ["^a+b*$", 100],
  // Without a beginning, it is tried at each place.
  ["a+$", 100],
  ["a", 10],
  ["a^", 10],
  // An alternative can be empty.
  ["^a|b", 10],
])("with a text of ten times the length, %s costs %d times as much", (source, times) => {
  expect(growth(source)).toBe(times);
});

test("each choice doubles the cost, and a repetition that stops early is none", () => {
  expect(costOf("^ab?", 7)).toBe(2 * costOf("^ab", 7));
  expect(costOf("^a+?", 7)).toBe(costOf("^a+", 7));
});
