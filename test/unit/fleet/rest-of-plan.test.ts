import { expect, test } from "@jest/globals";

import type { PlannedObject } from "@orgform/fleet";
import { isRestOf } from "../../../packages/fleet/src/bound/moved.ts";

const object = (operation: PlannedObject["operation"], address: string, ...fields: string[]): PlannedObject => ({
  operation,
  address,
  fields,
});

const PLAN = {
  objects: [
    object("create", "organization.it"),
    object("update", "role.support", "name", "description"),
    object("replace", "domain.web", "domain"),
    object("delete", "role.old"),
  ],
};

test.each([
  ["nothing", []],
  ["all of it", PLAN.objects],
  ["fewer objects", [object("delete", "role.old")]],
  ["fewer fields", [object("update", "role.support", "name")]],
  ["the second half of a replacement", [object("create", "domain.web")]],
  ["the first half of a replacement", [object("delete", "domain.web")]],
] as const)("%s is left of a plan", (_what, now) => {
  expect(isRestOf(PLAN, now)).toBe(true);
});

test.each([
  ["another object", object("create", "role.new")],
  ["another operation", object("delete", "role.support")],
  ["a replacement in place of an update", object("replace", "role.support", "name")],
  ["another field", object("update", "role.support", "name", "color")],
  ["an update in place of a creation", object("update", "organization.it", "name")],
] as const)("%s isn't", (_what, one) => {
  expect(isRestOf(PLAN, [object("delete", "role.old"), one])).toBe(false);
});
