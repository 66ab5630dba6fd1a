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

/** Signs that look like a repetition or a choice, and are none. */
const PLAIN = [
  "^ab",
  String.raw`^a\+\*\?\|`,
  "^[*+?|)]a",
  String.raw`^[\]+*]a`,
  "^(?:a)b",
  "^(?=a)b",
  "^(?!a)b",
  "^(?<=a)b",
  "^(?<!a)b",
  "^(?<name>a)b",
  "^a{2}b",
  "^[)]a",
];

test.each(PLAIN)("%s costs a fiftieth of a step, however long the text is", (source) => {
  expect([0, 7, 7_000].map((length) => costOf(source, length))).toEqual([1 / 50, 1 / 50, 1 / 50]);
});

test.each(["^a*", "^a+", "^a{2,}", "^a{12,}", "^a{2,13}", "^[*]*", String.raw`^\++`, "^(?:a)b+", "^[)]+"])(
  "%s repeats once",
  (source) => {
    expect(costOf(source, 700)).toBe(700 / 50);
  },
);

test.each(["*", "+", "{2}", "{2,}", "{2,13}", "*?"])("a group is never repeated by %s", (repetition) => {
  for (const group of ["(a)", "(?:a|b)", String.raw`(\))`, "([)])", "(?<name>a)"]) {
    const source = group + repetition;
    expect(patternOf(source)).toBe(
      `the pattern ${JSON.stringify(source)} repeats a group; repeat a class such as [a-z] instead`,
    );
    expect(patternOf(`${group}?b`)).toHaveProperty("cost");
  }
});
