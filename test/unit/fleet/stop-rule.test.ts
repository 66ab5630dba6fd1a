import { expect, test } from "@jest/globals";

import { reasonToStop, type WaveSoFar } from "../../../packages/fleet/src/run/stop-rule.ts";
import type { Fleet } from "../../../packages/fleet/src/index.ts";

/** A file with only the stop rule of a row. */
const NEVER: Fleet["stop"] = { failures: Infinity, deletions: undefined, replacements: undefined };

const statesOf = (failed: number): WaveSoFar["states"] => [
  ...Array.from({ length: failed }, () => "failed" as const),
  ...Array.from({ length: 8 - failed }, () => "succeeded" as const),
];

/** Each rule alone: the counted event, the words for several, and for one. */
const RULES = [
  {
    name: "failures",
    stop: (failures: number) => ({ failures }),
    after: (count: number) => reasonWith(count, {}),
    words: "3 organizations failed; the run stops at 3",
    once: "1 organization failed; the run stops at 1",
  },
  {
    name: "deletions",
    stop: (deletions: number) => ({ deletions }),
    after: (count: number) => reasonWith(0, { removed: { delete: count, replace: 0 } }),
    words: "3 objects deleted in the wave; the run stops at 3",
    once: "1 object deleted in the wave; the run stops at 1",
  },
  {
    name: "replacements",
    stop: (replacements: number) => ({ replacements }),
    after: (count: number) => reasonWith(0, { removed: { delete: 0, replace: count } }),
    words: "3 objects replaced in the wave; the run stops at 3",
    once: "1 object replaced in the wave; the run stops at 1",
  },
  {
    name: "a share",
    stop: (count: number) => ({ share: count / 8 }),
    after: (count: number) => reasonWith(0, { states: statesOf(count) }),
    words: "3 of 8 organizations of the wave failed; the run stops at 37.5%",
    once: "1 of 8 organizations of the wave failed; the run stops at 12.5%",
  },
] as const;

const reasonWith =
  (failures: number, wave: Partial<WaveSoFar>) =>
  (stop: Partial<Fleet["stop"]>): string | undefined =>
    reasonToStop({ ...NEVER, ...stop }, failures, { states: statesOf(0), ...wave });

test.each(RULES)("$name stop a run at exactly the number of the file", ({ stop, after, words, once }) => {
  expect([1, 2, 3, 4].map((count) => after(count)(stop(3)) !== undefined)).toEqual([false, false, true, true]);
  expect(after(3)(stop(3))).toBe(words);
  expect(after(1)(stop(1))).toBe(once);
});

test.each(RULES)("what $name don't speak of stops no run", (rule) => {
  for (const other of RULES.filter((one) => one !== rule)) expect(other.after(8)(rule.stop(1))).toBeUndefined();
  expect(rule.after(8)({})).toBeUndefined();
});

test("a wave of nobody stops at no share", () => {
  expect(reasonToStop({ ...NEVER, share: 0.01 }, 0, { states: [] })).toBeUndefined();
});
