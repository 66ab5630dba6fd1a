import { expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/registry.generated.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const DUE = "2026-12-01T08:00:00.637Z";

/** Resources whose objects wait for a time in their state. */
const DATED = resources.flatMap((one) => {
  const dueAt = one.capabilities?.find(({ pendingCreation }) => pendingCreation !== undefined)?.pendingCreation?.dueAt;
  return dueAt === undefined || !("dueAt" in one.outputs) ? [] : [[one.name, dueAt] as const];
});

test("some objects wait for a time", () => {
  expect(DATED.map(([name]) => name)).toContain("RoleMembership");
});

test.each(DATED)("%s is due when its state says so, and at no time that isn't known", (_, dueAt) => {
  expect([DUE, undefined, null, UNKNOWN].map((told) => dueAt({ dueAt: told }))).toEqual([
    DUE,
    undefined,
    undefined,
    undefined,
  ]);
});

const LEVELED = resources.filter(
  (one) => "level" in one.inputs && one.guards?.some(({ on }) => on.includes("update")) === true,
);

test.each(LEVELED.map((one) => [one.name, one] as const))(
  "a level of %s that isn't known yet is neither judged nor asked about",
  async (_, { guards = [] }) => {
    const state = { organizationId: "o1", userId: "u1", email: "ann@acme.example", level: "owner" };
    const ask = (): never => {
      throw new Error("asked");
    };
    for (const { on, inPreview, refuse } of guards) {
      if (!on.includes("update") || !inPreview) continue;
      const context = { verb: "update", inputs: { ...state, level: UNKNOWN }, state } as const;
      expect(await refuse(context, undefined, ask)).toBeUndefined();
    }
  },
);
