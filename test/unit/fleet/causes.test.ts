import { expect, test } from "@jest/globals";

import { causesOf, namesText } from "../../../packages/fleet/src/run/causes.ts";

const failed = (name: string, message: string) => ({ name, state: "failed" as const, message });

test("a cause that organizations share is told once, without their names, and the most common one first", () => {
  expect(
    causesOf([
      failed("beta", "No seat in beta-2, for beta."),
      failed("acme", "The key of acme: acme/web is refused."),
      { name: "birch", state: "succeeded" },
      failed("cedar", "The key of cedar: cedar/web is refused."),
    ]),
  ).toEqual([
    { message: "The key of ORGANIZATION: ORGANIZATION/web is refused.", organizations: ["acme", "cedar"] },
    { message: "No seat in beta-2, for beta.", organizations: ["beta"] },
  ]);
});

test("many names are counted", () => {
  expect(namesText(["a", "b", "c", "d", "e"])).toBe("a, b, c, d, e");
  expect(namesText(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e, and 2 more");
});
