import { describe, expect, test } from "@jest/globals";

import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

const ANN = "ann@acme.example";
// Begins as Ann's does, and ends so.
const JOANN = "joann@acme.example";
const OTHERS = "ann@acme.example.org";

const people = [ANN, JOANN, OTHERS].map((email) => ({ email, name: email, level: "admin" }));
const BEFORE = pictureOfExample({
  organization: { organizationId: "o1" },
  sections: {
    people,
    roles: [{ name: "Builders", roleId: "r1", members: [ANN, OTHERS, JOANN] }],
    accessRules: people.map(({ email }) => ({
      projectId: "7",
      resource: "project",
      resourceId: null,
      email,
      roleId: null,
      level: "admin",
    })),
  },
});

const change = (resource: string, before: Readonly<Record<string, unknown>>): PlannedChange => ({
  resource,
  address: "one",
  id: `o1/${ANN}`,
  before: { organizationId: "o1", email: "Ann@Acme.Example ", level: "admin", ...before },
  after: undefined,
  isReplaced: false,
  isForgotten: false,
  secrets: [],
});

const after = (one: PlannedChange): string =>
  JSON.stringify(pictureAfterPlan(BEFORE, { engine: "pulumi", changes: [one] }).living);

describe("a plan by which a person leaves", () => {
  test.each([
    ["Member", { onDestroy: "remove" }],
    ["Membership", { onDestroy: "remove" }],
    ["Membership", {}],
    ["Invite", { onDestroy: "removeMember" }],
  ])("leaves nothing of the person, and all of those who are called alike: %s %j", (resource, before) => {
    const living = after(change(resource, before));
    expect(living).not.toContain(`"${ANN}"`);
    for (const email of [JOANN, OTHERS]) {
      // As a person, by name, in the role, and in a rule.
      expect(living.split(`"${email}"`)).toHaveLength(JSON.stringify(BEFORE.living).split(`"${email}"`).length);
    }
  });

  test.each([
    ["Member", { onDestroy: "retain" }],
    ["Membership", { onDestroy: "retain" }],
    ["Invite", {}],
    ["Invite", { onDestroy: "retain" }],
  ])("leaves all as it is: %s %j", (resource, before) => {
    expect(after(change(resource, before))).toBe(JSON.stringify(BEFORE.living));
  });

  test("leaves all as it is where state alone forgets the person", () => {
    expect(after({ ...change("Membership", {}), isForgotten: true })).toBe(JSON.stringify(BEFORE.living));
  });
});

describe("a plan that makes an object anew", () => {
  const project = { organizationId: "o1", name: "Web", projectId: "7" };
  const held = pictureOfExample({
    organization: { organizationId: "o1" },
    sections: {
      projects: [{ ...project, id: "o1/7", timezone: "UTC" }],
      exports: [{ name: "Lake", id: "7/e1", projectId: "7", exportId: "e1" }],
    },
  });

  test("shows a new one without the ID of the old one, and nothing that was in that", () => {
    const changes: PlannedChange[] = [
      {
        ...change("Project", {}),
        id: "o1/7",
        before: { ...project, timezone: "UTC" },
        after: { organizationId: "o1", name: "Web", timezone: "Europe/Berlin" },
        isReplaced: true,
      },
    ];
    const { projects, exports } = pictureAfterPlan(held, { engine: "pulumi", changes }).living;
    expect(projects).toMatchObject([
      { name: "Web", id: { unknown: expect.any(String) }, projectId: { unknown: expect.any(String) } },
    ]);
    expect(projects).toHaveLength(1);
    expect(Array.isArray(exports) ? exports.filter(({ name }) => name === "Lake") : []).toEqual([]);
  });
});
