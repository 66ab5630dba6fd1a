import { expect, test } from "@jest/globals";

import { nearest } from "../../../src/model/suggest.ts";

test.each([
  ["sandbx", "sandbox"],
  ["SANDBOX", "sandbox"],
  ["dirft", "drift"],
  ["isMemberJoinEmailEnable", "isMemberJoinEmailEnabled"],
  ["unrelated", undefined],
])("%s is taken for %s", (mistyped, name) => {
  expect(nearest(mistyped, ["sandbox", "drift", "adopt", "isMemberJoinEmailEnabled"])).toBe(name);
});

const ALIKE = ["sandbox", "sandbag", "sandbar", "handbag"];

test.each(ALIKE)(
  "%s is taken for itself, and for itself with a letter too many, in any order of names alike",
  (name) => {
    for (let turn = 0; turn < ALIKE.length; turn += 1) {
      const names = [...ALIKE.slice(turn), ...ALIKE.slice(0, turn)];
      for (const order of [names, names.toReversed()]) {
        expect([nearest(name, order), nearest(`${name}q`, order)]).toEqual([name, name]);
      }
    }
  },
);

test("of two names that are as near as each other, the first is taken", () => {
  expect([nearest("cat", ["bat", "hat"]), nearest("cat", ["hat", "bat"])]).toEqual(["bat", "hat"]);
});
