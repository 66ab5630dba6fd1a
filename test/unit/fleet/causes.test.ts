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

test("IDs of the service make no cause another one, and stay where an organization has the cause alone", () => {
  const refusal = (id: string): string => `The plan of organization 01912345-89ab-7cde-8f01-${id} has no roles.`;
  const ids = ["23456789abcd", "ABCDEF012345"] as const;
  expect(causesOf([failed("acme", refusal(ids[0])), failed("birch", refusal(ids[1]))])).toEqual([
    { message: "The plan of organization ID has no roles.", organizations: ["acme", "birch"] },
  ]);
  expect(causesOf([failed("acme", refusal(ids[0]))])).toEqual([{ message: refusal(ids[0]), organizations: ["acme"] }]);
});

test("many names are counted", () => {
  expect(namesText(["a", "b", "c", "d", "e"])).toBe("a, b, c, d, e");
  expect(namesText(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e, and 2 more");
});
