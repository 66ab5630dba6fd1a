import { expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import type { RoleWire } from "../../../src/client/roles.ts";
import { role } from "../../../src/catalog/resources/role/role.ts";
import { makingIn } from "../../../src/driver/session/session.ts";
import { apiError } from "../../support/fake-service.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";

const wire: RoleWire = {
  id: "01912345-89ab-7cde-8f01-23456789abcd",
  name: "Builders",
  feature_flags_access_level: 21,
  created_at: "2026-11-20T08:00:00Z",
  created_by: null,
};

test("a level is shown in words, an unknown number as it is, and one that a newer service leaves out not at all", () => {
  const level = (number: number | undefined) =>
    role.fromWire({ ...wire, feature_flags_access_level: number }, { organizationId: "o1", roleId: wire.id })
      .featureFlagsAccessLevel;
  expect([21, 37, 50, undefined].map(level)).toEqual(["view", "edit", "50", undefined]);
});

test("only what is given goes into a body", () => {
  expect(role.toWire({ featureFlagsAccessLevel: "edit" })).toEqual({ feature_flags_access_level: 37 });
  expect(role.toWire({ name: "Builders" })).toEqual({ name: "Builders" });
});

test("names are one without regard to capitals and surrounding blanks, as the service has it", () => {
  const matches = (name: string) => role.naturalKey?.matches(wire, { organizationId: "o1", name });
  expect(["builders", " BUILDERS ", "Builder", "Straße"].map(matches)).toEqual([true, true, false, false]);
});

test("a failure to read the current organization that says nothing about it is passed on", async () => {
  const error = apiError({ category: "unavailable", status: 500 });
  const api = { organizations: { get: () => Promise.reject(error) } } as unknown as Api; // -- nothing else is called before
  const call = makingIn(startDriver(api).context);
  const made = role.ops.create?.(api, { organizationId: "o1" }, { name: "Builders" }, call);
  expect(await failureOf(Promise.resolve(made))).toBe(error);
});
