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
