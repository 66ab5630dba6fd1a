import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { fieldsOfSection, type Picture } from "../../../src/model/picture/picture.ts";
import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { plannedChange as planned } from "../../support/planned-change.ts";

const ANN = "ann@acme.example";
const BEN = "ben@acme.example";
const SENT = "sent@acme.example";
// Begins as the other one does.
const OLD = "sent@acme.example.org";
const HIDDEN = { unknown: "the key lacks a scope" };
const NOT_YET = { unknown: "the plan doesn't know it yet" };

const rule = { projectId: "7", resource: "project", resourceId: null, roleId: null, level: "admin" };
const BEFORE = pictureOfExample({
  organization: { organizationId: "o1" },
  sections: {
    people: [
      { email: ANN, name: ANN, level: "member" },
      { email: BEN, name: BEN, level: "admin" },
    ],
    invites: [
      { email: SENT, name: SENT, level: "member", status: "pending" },
      { email: OLD, name: OLD, level: "member", status: "expired" },
    ],
    roles: [
      { name: "Builders", roleId: "r1", members: [ANN] },
      { name: "Makers", roleId: "r2", members: HIDDEN },
    ],
    accessRules: [
      { ...rule, email: ANN, id: "7/a" },
      { ...rule, email: BEN, id: "7/b" },
    ],
  },
});
const WITHOUT_PEOPLE: Picture = { ...BEFORE, living: { ...BEFORE.living, people: HIDDEN } };

const after = (changes: readonly PlannedChange[], before = BEFORE): Picture["living"] =>
  pictureAfterPlan(before, { engine: "pulumi", changes }).living;
const declared = (resource: string, values: Values, before?: Values): PlannedChange =>
  planned(resource, {
    before: before && { organizationId: "o1", ...before },
    after: { organizationId: "o1", ...values },
  });
const gone = (resource: string, values: Values): PlannedChange =>
  planned(resource, { id: "x", before: { organizationId: "o1", ...values } });

/** An invite that the plan sends. */
const sent = (known: object) => ({
  ...Object.fromEntries(
    [...fieldsOfSection("invites"), "organizationId", "firstName", "message", "dueAt"].map((name) => [name, NOT_YET]),
  ),
  resourceName: "Invite",
  ...known,
});
const HELD = Array.isArray(BEFORE.living.invites) ? BEFORE.living.invites : [];
const [PENDING, EXPIRED] = HELD;

describe.each(["Invite", "Membership"])("a planned %s", (resource) => {
  const NEW = "new@acme.example";
  test.each<[string, Values, unknown]>([
    [
      "of somebody new is sent",
      { email: ` ${NEW.toUpperCase()}`, level: "admin" },
      [...HELD, sent({ email: NEW, name: NEW, level: "admin" })],
    ],
    ["without a level is for a member", { email: NEW }, [...HELD, sent({ email: NEW, name: NEW, level: "member" })]],
    ["that was sent stays", { email: SENT, level: "member" }, HELD],
    [
      "with another level is sent anew",
      { email: SENT, level: "admin" },
      [EXPIRED, sent({ email: SENT, name: SENT, level: "admin" })],
    ],
    [
      "with an open level is sent anew",
      { email: SENT, level: UNKNOWN },
      [EXPIRED, sent({ email: SENT, name: SENT, level: NOT_YET })],
    ],
    [
      "that has expired is sent anew",
      { email: OLD, level: "member" },
      [PENDING, sent({ email: OLD, name: OLD, level: "member" })],
    ],
    ["that may expire stays", { email: OLD, level: "member", onExpired: "ignore" }, HELD],
    [
      "that may expire, with another level, is sent anew",
      { email: OLD, level: "admin", onExpired: "ignore" },
      [PENDING, sent({ email: OLD, name: OLD, level: "admin" })],
    ],
    [
      "that was sent, and may expire, with another level, is sent anew",
      { email: SENT, level: "admin", onExpired: "ignore" },
      [EXPIRED, sent({ email: SENT, name: SENT, level: "admin" })],
    ],
  ])("%s", (_what, values, invites) => {
    const living = after([declared(resource, values)]);
    expect(living).toEqual({ ...BEFORE.living, invites });
  });
});

test("an invite for an address that isn't known yet names nobody", () => {
  expect(after([declared("Invite", { email: UNKNOWN, level: "admin" })]).invites).toEqual([
    ...HELD,
    sent({ level: "admin" }),
  ]);
});

test("a membership invites nobody while the members aren't known", () => {
  expect(after([declared("Membership", { email: "new@acme.example" })], WITHOUT_PEOPLE)).toEqual(WITHOUT_PEOPLE.living);
});

describe("a member that goes", () => {
  const without = (email: string) => ({
    ...BEFORE.living,
    people: [BEN, ANN].filter((one) => one !== email).map((one) => expect.objectContaining({ email: one })),
    accessRules: [expect.objectContaining({ email: email === ANN ? BEN : ANN })],
    roles: [
      expect.objectContaining({ roleId: "r1", members: email === ANN ? [] : [ANN] }),
      expect.objectContaining({ roleId: "r2", members: HIDDEN }),
    ],
  });

  test.each(["Member", "Membership"])(
    "%s is demoted, or leaves with roles and rules, as the program says",
    (resource) => {
      const [ann, ben] = Array.isArray(BEFORE.living.people) ? BEFORE.living.people : [];
      expect(after([gone(resource, { email: BEN, onDestroy: "downgrade" })])).toEqual({
        ...BEFORE.living,
        people: [ann, { ...ben, level: "member" }],
      });
      const owners = [ann, ben].flatMap((one) => (one === undefined ? [] : [{ ...one, level: "owner" }]));
      const owned = { ...BEFORE, living: { ...BEFORE.living, people: owners } };
      expect(after([gone(resource, { email: BEN, onDestroy: "downgrade" })], owned).people).toMatchObject([
        { email: ANN, level: "owner" },
        { email: BEN, level: "member" },
      ]);
      for (const email of [ANN, BEN]) {
        expect(after([gone(resource, { email: ` ${email.toUpperCase()} ` })])).toEqual(without(email));
        expect(after([gone(resource, { email, onDestroy: "retain" })])).toEqual(BEFORE.living);
      }
    },
  );

  test("is invited no longer if the person wasn't a member yet", () => {
    const revoked = { ...BEFORE.living, invites: [EXPIRED] };
    expect(after([gone("Membership", { email: SENT })])).toEqual(revoked);
    expect(after([gone("Invite", { email: SENT })])).toEqual(revoked);
    expect(after([gone("Member", { email: SENT })])).toEqual(BEFORE.living);
    for (const resource of ["Membership", "Invite"]) {
      expect(after([gone(resource, { email: SENT, onDestroy: "retain" })])).toEqual(BEFORE.living);
    }
  });
});

describe("all members of an organization", () => {
  const REMOVES = { unknown: "the plan removes undeclared members, and only the apply decides which ones" };
  const levels = (values: Values, before = BEFORE): unknown => {
    const { people } = after([declared("OrganizationMembers", values)], before);
    return Array.isArray(people) ? people.map(({ email, level }) => [email, level]) : people;
  };
  const both = (ann: unknown, ben: unknown) => [
    [ANN, ann],
    [BEN, ben],
  ];

  test.each<[Values, unknown]>([
    [{ members: { [` ${ANN.toUpperCase()}`]: "admin", [BEN]: "member" } }, both("admin", "member")],
    [{ members: { [ANN]: "admin", [BEN]: "admin", "x@y.example": "admin" }, enforce: true }, both("admin", "admin")],
    [{ members: { [ANN]: UNKNOWN }, enforce: false }, both(NOT_YET, "admin")],
    [{ members: { [ANN]: "owner" } }, REMOVES],
    [{ members: {}, enforce: true }, REMOVES],
    [{ members: UNKNOWN, enforce: false }, NOT_YET],
    [{ members: null }, NOT_YET],
    [{}, NOT_YET],
  ])("have the levels of the program, unless it removes others: %j", (values, told) => {
    expect(levels(values)).toEqual(told);
  });

  test("stay unknown if they aren't known, and as they are if the program lets go of them", () => {
    for (const enforce of [true, false]) {
      expect(levels({ members: { [ANN]: "admin" }, enforce }, WITHOUT_PEOPLE)).toEqual(HIDDEN);
    }
    expect(after([gone("OrganizationMembers", { members: { [ANN]: "admin" } })])).toEqual(BEFORE.living);
  });
});

describe("a person's place in a role", () => {
  const members = (changes: readonly PlannedChange[], before = BEFORE): unknown => {
    const { roles } = after(changes, before);
    return Array.isArray(roles) ? roles.map((role) => role.members) : roles;
  };
  const role = planned("Role", { address: "new", after: { organizationId: "o1", name: "New" } });

  test.each<[string, readonly PlannedChange[], unknown]>([
    [
      "is one more, in order",
      [declared("RoleMembership", { roleId: "r1", email: ` ${BEN.toUpperCase()}` })],
      [[ANN, BEN], HIDDEN],
    ],
    ["is there once", [declared("RoleMembership", { roleId: "r1", email: ANN })], [[ANN], HIDDEN]],
    ["is gone", [gone("RoleMembership", { roleId: "r1", email: ANN })], [[], HIDDEN]],
    ["of somebody invited waits", [declared("RoleMembership", { roleId: "r1", email: SENT })], [[ANN], HIDDEN]],
    ["that nobody had is gone too", [gone("RoleMembership", { roleId: "r1", email: SENT })], [[ANN], HIDDEN]],
    [
      "in a role with hidden members stays hidden",
      [declared("RoleMembership", { roleId: "r2", email: ANN })],
      [[ANN], HIDDEN],
    ],
    [
      "in a role that isn't there changes none",
      [declared("RoleMembership", { roleId: "r9", email: BEN })],
      [[ANN], HIDDEN],
    ],
    [
      "of somebody unknown leaves the role open",
      [declared("RoleMembership", { roleId: "r1", email: UNKNOWN })],
      [NOT_YET, HIDDEN],
    ],
    [
      "in an unknown role leaves existing roles",
      [declared("RoleMembership", { roleId: UNKNOWN, email: BEN })],
      [[ANN], HIDDEN],
    ],
    [
      "in an unknown role can be in a new one",
      [role, declared("RoleMembership", { roleId: UNKNOWN, email: BEN })],
      [[ANN], HIDDEN, NOT_YET],
    ],
    ["of nobody leaves a new role empty", [role], [[ANN], HIDDEN, []]],
    [
      "in a role that isn't there leaves a new role empty",
      [role, declared("RoleMembership", { roleId: "r9", email: BEN })],
      [[ANN], HIDDEN, []],
    ],
  ])("%s", (_what, changes, told) => {
    expect(members(changes)).toEqual(told);
  });

  test("comes in order, whoever was there first", () => {
    const { people, roles } = BEFORE.living;
    const first = { ...(Array.isArray(people) ? people : [])[0], email: "a@acme.example" };
    const before = {
      ...BEFORE,
      living: { ...BEFORE.living, people: [first, ...(Array.isArray(people) ? people : [])] },
    };
    expect(Array.isArray(roles)).toBe(true);
    const change = declared("RoleMembership", { roleId: "r1", email: "a@acme.example" });
    expect(members([change], before as Picture)).toEqual([["a@acme.example", ANN], HIDDEN]);
  });

  test("is open in every role whose ID isn't known, if its own isn't either", () => {
    const roles = [
      { name: "Builders", roleId: "r1", members: [ANN] },
      { name: "Makers", roleId: HIDDEN, members: [ANN] },
    ];
    const { people } = BEFORE.living;
    const hidden = pictureOfExample({ organization: { organizationId: "o1" }, sections: { roles } });
    const before = { ...hidden, living: { ...hidden.living, people } };
    const membership = declared("RoleMembership", { roleId: UNKNOWN, email: BEN });
    expect(members([membership], before)).toEqual([[ANN], NOT_YET]);
    expect(members([role, membership], before)).toEqual([[ANN], NOT_YET, NOT_YET]);
    expect(members([role, { ...membership, references: { roleId: "new" } }], before)).toEqual([[ANN], [ANN], [BEN]]);
  });

  test("is open while the members of the organization aren't known", () => {
    expect(members([declared("RoleMembership", { roleId: "r1", email: BEN })], WITHOUT_PEOPLE)).toEqual([
      NOT_YET,
      HIDDEN,
    ]);
  });
});

test.each<[Values, unknown]>([
  [{ email: ANN, level: UNKNOWN }, NOT_YET],
  [{ email: ANN }, "member"],
  [{ email: ` ${ANN.toUpperCase()}`, level: "owner" }, "owner"],
])("a member with %j has the level %j, and nobody else another one", (values, level) => {
  for (const resource of ["Member", "Membership"]) {
    const { people } = after([declared(resource, values, { email: ANN, level: "member" })]);
    expect(Array.isArray(people) ? people.map((one) => one.level) : people).toEqual([level, "admin"]);
  }
});
