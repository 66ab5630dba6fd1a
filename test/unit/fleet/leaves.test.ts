import { expect, test } from "@jest/globals";

import type { Value } from "../../../packages/fleet/src/index.ts";
import { leavesOf, valueAt, withLeaf } from "../../../packages/fleet/src/promotion/leaves.ts";

const VALUES: Readonly<Record<string, Value>> = {
  title: "é|",
  limits: { seats: 0, inner: { on: false, none: null } },
  people: ["ann", { name: "bob" }],
  empty: {},
};

test("leaves are all that isn't an object with values, each with its path", () => {
  expect(leavesOf(VALUES)).toEqual([
    { path: ["title"], value: "é|" },
    { path: ["limits", "seats"], value: 0 },
    { path: ["limits", "inner", "on"], value: false },
    { path: ["limits", "inner", "none"], value: null },
    { path: ["people"], value: ["ann", { name: "bob" }] },
    { path: ["empty"], value: {} },
  ]);
  expect(leavesOf({ a: 1 }, ["above"])).toEqual([{ path: ["above", "a"], value: 1 }]);
  expect(leavesOf({})).toEqual([]);
});

test.each<[path: readonly string[], value: Value | undefined]>([
  [[], VALUES],
  [["title"], "é|"],
  [["limits", "inner", "on"], false],
  [["limits", "inner", "none"], null],
  [["limits", "none"], undefined],
  [["limits", "none", "deeper"], undefined],
  [["limits", "inner", "none", "deeper"], undefined],
  [["title", "length"], undefined],
  [["people", "0"], undefined],
  [["people", "length"], undefined],
  [["toString"], undefined],
  [["limits", "constructor"], undefined],
])("the value at %j is %j", (path, value) => {
  expect(valueAt(VALUES, path)).toEqual(value);
});

test.each<[path: readonly string[], changed: Readonly<Record<string, Value>>]>([
  [["title"], { ...VALUES, title: "new" }],
  [["more"], { ...VALUES, more: "new" }],
  [["limits", "seats"], { ...VALUES, limits: { seats: "new", inner: { on: false, none: null } } }],
  [["limits", "inner", "none"], { ...VALUES, limits: { seats: 0, inner: { on: false, none: "new" } } }],
  [
    ["limits", "more", "deep"],
    { ...VALUES, limits: { seats: 0, inner: { on: false, none: null }, more: { deep: "new" } } },
  ],
  [["empty", "one"], { ...VALUES, empty: { one: "new" } }],
  [["title", "one"], { ...VALUES, title: { one: "new" } }],
  [["people", "one"], { ...VALUES, people: { one: "new" } }],
  [["limits", "inner", "none", "x"], { ...VALUES, limits: { seats: 0, inner: { on: false, none: { x: "new" } } } }],
])("a leaf at %j changes nothing beside it", (path, changed) => {
  const before = structuredClone(VALUES);
  expect(withLeaf(VALUES, { path, value: "new" })).toEqual(changed);
  expect(VALUES).toEqual(before);
});
