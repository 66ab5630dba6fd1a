import { describe, expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import type { RoleWire } from "../../../src/client/roles.ts";
import { role } from "../../../src/catalog/resources/role/role.ts";
import { writeContextIn } from "../../../src/driver/session/session.ts";
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
  const call = writeContextIn(startDriver(api).context);
  const made = role.ops.create?.(api, { organizationId: "o1" }, { name: "Builders" }, call);
  expect(await failureOf(Promise.resolve(made))).toBe(error);
});

describe("a write that is refused", () => {
  const HERE = "o1";
  const refusal = (category: "permission" | "invalid", code: string) =>
    apiError({ category, status: category === "permission" ? 403 : 400, code });

  /** A service of 2025 whose account is in these organizations, read by read, and that refuses that many writes. */
  function open(current: readonly string[], error: Error, times: number) {
    const looks = [...current];
    const moved: string[] = [];
    let refused = 0;
    const write = (): Promise<RoleWire> => {
      refused += 1;
      return refused > times ? Promise.resolve(wire) : Promise.reject(error);
    };
    const api = {
      organizations: { get: () => Promise.resolve({ id: looks.length > 1 ? looks.shift() : looks[0], name: "A" }) },
      account: { setCurrentOrganization: (id: string) => Promise.resolve(void moved.push(id)) },
      roles: { update: write, delete: write },
    } as unknown as Api; // -- nothing else is called
    const call = writeContextIn(startDriver(api).context);
    const at = { organizationId: HERE, roleId: wire.id };
    const before = { wire, state: {}, desired: {} };
    return { moved, rename: () => Promise.resolve(role.ops.update?.(api, at, { name: "B" }, call, before)) };
  }

  test.each([
    ["for the level of the account", refusal("permission", "permission_denied")],
    ["for a name that is taken there", refusal("invalid", "unique")],
  ])("%s is sent again when another program had moved the account", async (_why, error) => {
    const { rename, moved } = open([HERE, "o2", "o2"], error, 1);
    expect(await rename()).toBe(wire);
    expect(moved).toEqual([HERE]);
  });

  test("is refused where nobody moved the account, and after three times", async () => {
    const error = refusal("permission", "permission_denied");
    expect(await failureOf(open([HERE], error, 1).rename())).toBe(error);
    const raced = open([HERE, "o2"], error, 9);
    expect(await failureOf(raced.rename())).toBe(error);
    expect(raced.moved).toEqual([HERE, HERE]);
  });
});
