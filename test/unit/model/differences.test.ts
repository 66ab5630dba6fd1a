import { describe, expect, test } from "@jest/globals";

import { differencesOf } from "../../../src/model/differences.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const VALUES = ["", "a", 0, false, [], ["a"], {}, { a: 1 }, UNKNOWN];
const ABSENT = [undefined, null];

describe.each(ABSENT)("%p", (absent) => {
  test.each(VALUES)("before %j is an addition as a whole, and after it a deletion", (value) => {
    for (const [before, after, kind] of [
      [absent, value, "add"],
      [value, absent, "delete"],
    ] as const) {
      expect(differencesOf("p", before, after)).toEqual([{ path: "p", kind, before, after }]);
      expect(differencesOf("p", { q: [0, before] }, { q: [0, after] })).toEqual([
        { path: "p.q[1]", kind, before, after },
      ]);
    }
  });
});

test("values of one kind differ where they do, and values of two kinds as a whole", () => {
  expect(differencesOf("p", { a: 1, "b.c": [1, 2], d: { e: 1 } }, { a: 1, "b.c": [1, 3, 4], d: [1] })).toEqual([
    { path: 'p["b.c"][1]', kind: "update", before: 2, after: 3 },
    { path: 'p["b.c"][2]', kind: "add", before: undefined, after: 4 },
    { path: "p.d", kind: "update", before: { e: 1 }, after: [1] },
  ]);
  expect(differencesOf("p", [UNKNOWN], [1])).toEqual([{ path: "p[0]", kind: "update", before: UNKNOWN, after: 1 }]);
});
