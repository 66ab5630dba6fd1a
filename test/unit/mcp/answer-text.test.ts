import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { cut, MOST_CHARACTERS, shown } from "../../../packages/mcp/src/answer-text.ts";

/** The parts of a text that was cut: its beginning, the number that is left out, and its end. */
function partsOf(text: string): { head: string; left: number; tail: string } {
  const [head = "", rest = ""] = text.split("\n\nThis isn't all: ");
  const [number = "", tail = ""] = rest.split(
    " characters are left out. Ask for less: the arguments of the tool say how.\n\n",
  );
  return { head, left: Number(number.replaceAll(",", "")), tail };
}

/** Lines of one length, and each line with its number. */
const linesOf = (count: number, length: number): string =>
  Array.from({ length: count }, (_, at) => `${at} `.padEnd(length, "ü|")).join("\n");

test("a text that fits is as it is", () => {
  for (const text of ["", "one", "x".repeat(MOST_CHARACTERS), linesOf(400, 99)]) expect(cut(text)).toBe(text);
});

test("of a longer text, the beginning and the end are kept in whole lines, and the rest is counted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1900 }), fc.integer({ min: 1, max: 3 }), (length, times) => {
      const text = linesOf(Math.ceil((MOST_CHARACTERS * times + 1) / (length + 1)) + 1, length);
      const { head, left, tail } = partsOf(cut(text));
      expect(cut(text).length).toBeLessThanOrEqual(MOST_CHARACTERS);
      expect(head.length + left + tail.length).toBe(text.length);
      expect(text.startsWith(`${head}\n`)).toBe(true);
      expect(text.endsWith(`\n${tail}`)).toBe(true);
      // One more line would be too much: at the beginning, and at the end.
      const line = Math.max(length, `${text.length} `.length) + 1;
      expect(head.length + line).toBeGreaterThan(MOST_CHARACTERS - 2200);
      expect(tail.length + line).toBeGreaterThan(2000);
      expect([head.length <= MOST_CHARACTERS - 2200, tail.length <= 2000]).toEqual([true, true]);
    }),
    // The beginning ends where a line does, and the end begins where one does.
    {
      examples: [
        [366, 1],
        [1999, 1],
        [399, 2],
      ],
      numRuns: 60,
    },
  );
});

test.each([
  ["one line", "x".repeat(50_000), 37_800, 2000],
  ["a first line alone", `\n${"x".repeat(50_000)}`, 37_800, 2000],
  ["a short first line", `a\n${"x".repeat(50_000)}`, 1, 2000],
])("of %s, as much is kept as there is of it", (_what, text, head, tail) => {
  const parts = partsOf(cut(text));
  expect([parts.head.length, parts.tail.length]).toEqual([head, tail]);
  expect(parts.left).toBe(text.length - head - tail);
});

test("signs that turn the direction of a text are left out, and no others", () => {
  const turning = ["\u061C", "\u200E", "\u200F", "\u202A", "\u202E", "\u2066", "\u2069"];
  expect(shown(`a${turning.join("b")}c \u200B\u0007é\n`)).toBe("abbbbbbc \u200B\u0007é\n");
});
