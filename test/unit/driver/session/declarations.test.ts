import { expect, test } from "@jest/globals";

import { type Declaration, Declarations, type Declared } from "../../../../src/driver/session/declarations.ts";

const among = new Declarations();
const by = (key?: string | symbol): Declaration => ({ among, ...(key === undefined ? {} : { key }) });
const declared = (key?: string | symbol, state: "new" | "held" | "changed" = "new"): Declared => ({
  by: by(key),
  inputs: {},
  isHeld: state !== "new",
  mayBeReplaced: state === "changed",
});

const KEY = Symbol("a");

/* A call about an object, a later one about the same object, and whether they are two declarations of it. */
test.each<[string, Declared, Declared, boolean]>([
  ["equal keys", declared("a"), declared("a"), false],
  ["equal keys, and it is made meanwhile", declared("a"), declared("a", "held"), false],
  ["equal keys, and it is asked about as a new one", declared("a", "held"), declared("a"), false],
  ["other keys", declared("a"), declared("b"), true],
  ["other keys of a beginning in common", declared("a"), declared("ab"), true],
  ["keys that only look alike", declared(KEY), declared(Symbol("a")), true],
  ["one key that isn't a text", declared(KEY), declared(KEY), false],
  ["other keys, and the second is in the state", declared("a"), declared("b", "held"), true],
  ["other keys, and the first is in the state", declared("a", "changed"), declared("b"), true],
  ["other keys, and both are in the state", declared("a", "held"), declared("b", "held"), false],
  ["no keys", declared(), declared(), true],
  ["no keys, and the first is in the state as it is", declared(undefined, "held"), declared(), true],
  ["no keys, and the first is replaced", declared(undefined, "changed"), declared(), false],
  ["no keys, and both are in the state", declared(undefined, "held"), declared(undefined, "held"), false],
  ["no keys, and the second is in the state", declared(), declared(undefined, "changed"), true],
  ["a key and none", declared("a"), declared(), true],
  ["none and a key", declared(), declared("a"), true],
  ["a key and none, and the first is replaced", declared("a", "changed"), declared(), false],
  ["none and a key, and the first is replaced", declared(undefined, "changed"), declared("a"), false],
])("two calls with %s", (_what, first, second, areTwo) => {
  const declarations = new Declarations();
  const session = {};
  expect(declarations.note(session, "Box a", first)).toBeUndefined();
  expect(declarations.note(session, "Box a", second)).toBe(areTwo ? first : undefined);
});

test("declarations of other objects, and of other accounts, are none of the same object", () => {
  const declarations = new Declarations();
  const [session, other] = [{}, {}];
  expect(declarations.note(session, "Box a", declared("a"))).toBeUndefined();
  expect(declarations.note(session, "Box ab", declared("b"))).toBeUndefined();
  expect(declarations.note(other, "Box a", declared("c"))).toBeUndefined();
  expect(declarations.note(session, "Box a", declared("d"))).toEqual(declared("a"));
});

test("what is known of a declaration is what was told last", () => {
  const declarations = new Declarations();
  const session = {};
  declarations.note(session, "Box a", declared("a"));
  declarations.note(session, "Box a", declared("a", "held"));
  // Two objects of the state, and no apply refuses them.
  expect(declarations.note(session, "Box a", declared("b", "held"))).toBeUndefined();
  // A new one is told of the first of several.
  expect(declarations.note(session, "Box a", declared("c"))).toEqual(declared("a", "held"));
});
