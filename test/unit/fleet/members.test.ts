import { expect, test } from "@jest/globals";

import { membersOf } from "../../../packages/fleet/src/members.ts";

test.each([undefined, null, 0, true, "ENOENT", Symbol("code")])("%p has no members", (value) => {
  expect(membersOf(value)).toEqual({});
});

test("an object has its own, and an error what only some errors have", () => {
  expect(membersOf({ calls: 7 })).toEqual({ calls: 7 });
  const { code, message, stderr } = membersOf(Object.assign(new Error("no é"), { code: "EACCES" }));
  expect([code, message, stderr]).toEqual(["EACCES", "no é", undefined]);
});
