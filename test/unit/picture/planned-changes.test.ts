import { describe, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { isUnknown } from "../../../src/model/picture/known.ts";
import type { Picture, Section } from "../../../src/model/picture/picture.ts";
import type { ForeignChange, PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { foreignChangesFor } from "../../../src/picture/foreign-changes.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { pictureOfResource } from "../../../src/picture/resource-picture.ts";
import { SECTIONS } from "../../../src/picture/sections.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { plannedChange as planned } from "../../support/planned-change.ts";

const ANN = "ann@acme.example";
// Begins as Ann's does.
const OTHER = "ann@acme.example.org";
const rule = { projectId: "7", resource: "project", resourceId: null, roleId: null };
const BEFORE = pictureOfExample({
  organization: { organizationId: "o1" },
  sections: {
    projects: [{ name: "Shop", projectId: "7" }],
    people: [{ email: ANN, name: ANN, level: "member" }],
    invites: [{ email: OTHER, name: OTHER, level: "member", status: "pending" }],
    roles: [{ name: "Builders", roleId: "r1", members: [ANN] }],
    accessRules: [{ ...rule, email: ANN, level: "member", id: "o1/rule" }],
    proxies: { unknown: "the key lacks a scope" },
  },
});

const laid = (changes: readonly PlannedChange[], foreign: readonly ForeignChange[] = []): Picture["living"] =>
  pictureAfterPlan(BEFORE, { engine: "pulumi", changes, foreign }).living;

/** Why a section isn't known; undefined for one that is. */
function reasonOf(living: Picture["living"], section: Section): string | undefined {
  const { [section]: held } = living;
  return isUnknown(held) ? held.unknown : undefined;
}

const forgotten = (living: Picture["living"]): string[] =>
  SECTIONS.map(({ section }) => section).filter(
    (section) => section !== "proxies" && reasonOf(living, section) !== undefined,
  );

describe("a change by another provider", () => {
  const foreign = (resource: string, changes: Partial<ForeignChange> = {}): ForeignChange => ({
    resource,
    address: `other.${resource}`,
    by: "other/other",
    organizationId: "o1",
    isMade: false,
    isRemoved: false,
    ...changes,
  });

  const inProject = ["accessRules", "exports", "integrations", "hogFunctions", "pipelineItems"];

  test.each([
    { resource: "Member", changed: ["people"], below: ["roles", "accessRules"] },
    { resource: "Role", changed: ["roles"], below: ["accessRules"] },
    { resource: "RoleMembership", changed: ["roles"], below: [] },
    { resource: "Project", changed: ["projects"], below: inProject },
    { resource: "ProjectAccess", changed: ["accessRules"], below: [] },
    { resource: "AccessControl", changed: ["accessRules"], below: [] },
    { resource: "HogFunction", changed: ["hogFunctions"], below: [] },
    { resource: "Dashboard", changed: [], below: [] },
  ])("of a $resource leaves unknown what shows it, and what a deletion takes along", ({ resource, changed, below }) => {
    const sorted = (names: readonly string[]): string[] => names.toSorted();
    expect(forgotten(laid([], [foreign(resource)]))).toEqual(changed);
    expect(sorted(forgotten(laid([], [foreign(resource, { isRemoved: true })])))).toEqual(
      sorted([...changed, ...below]),
    );
    // With a project, the service creates the objects that every project has.
    expect(sorted(forgotten(laid([], [foreign(resource, { isMade: true })])))).toEqual(
      sorted(resource === "Project" ? [...changed, ...below] : changed),
    );
  });

  test.each([
    ["o1", ["roles"]],
    [undefined, ["roles"]],
    ["o2", []],
  ])("counts where it may be about the organization: %s", (organizationId, sections) => {
    expect(forgotten(laid([], [foreign("Role", { organizationId })]))).toEqual(sections);
  });

  test("counts for a picture that doesn't know its own ID, and without changes there are none", () => {
    const role = foreign("Role", { organizationId: "o2" });
    const { organization } = BEFORE.living;
    const nameless = { ...organization, organizationId: { unknown: "the key lacks a scope" } };
    expect(
      foreignChangesFor({ ...BEFORE, living: { ...BEFORE.living, organization: nameless } }, { foreign: [role] }),
    ).toEqual([role]);
    expect(foreignChangesFor(BEFORE, { foreign: [role] })).toEqual([]);
    expect(foreignChangesFor(BEFORE, {})).toEqual([]);
  });

  test("is named with its provider, five of them, and the others are counted", () => {
    const many = (count: number, by = "other/other"): ForeignChange[] =>
      Array.from({ length: count }, (_, index) => foreign("Role", { address: `r${index}`, by }));
    expect(reasonOf(laid([], many(5)), "roles")).toBe("other/other changes it in this plan: r0, r1, r2, r3, r4");
    expect(reasonOf(laid([], [...many(4), ...many(3, "third/third")]), "roles")).toBe(
      "other/other and third/third changes it in this plan: r0, r1, r2, r3, r0 and 2 more",
    );
  });

  test("takes no reason from what wasn't known before", () => {
    expect(reasonOf(laid([], [foreign("ProxyRecord")]), "proxies")).toBe("the key lacks a scope");
  });
});

describe("a plan for people", () => {
  const people = (living: Picture["living"]) => {
    const shown = (section: "people" | "invites"): unknown => {
      const { [section]: held } = living;
      return isUnknown(held) ? held.unknown : held.map(({ email, level }) => [email, level]);
    };
    return { people: shown("people"), invites: shown("invites") };
  };
  const ann = [ANN, "member"];
  const invited = [OTHER, "member"];

  test.each([
    ["Member", { email: " Ann@ACME.example", level: "admin" }, { people: [[ANN, "admin"]], invites: [invited] }],
    ["Member", { email: ANN }, { people: [ann], invites: [invited] }],
    ["Membership", { email: ANN, level: "admin" }, { people: [[ANN, "admin"]], invites: [invited] }],
    [
      "Membership",
      { email: "new@acme.example", level: "admin" },
      { people: [ann], invites: [invited, ["new@acme.example", "admin"]] },
    ],
    ["Membership", { email: OTHER, level: "admin" }, { people: [ann], invites: [[OTHER, "admin"]] }],
    ["Membership", { email: OTHER, level: "member" }, { people: [ann], invites: [invited] }],
    ["Invite", { email: ANN, level: "admin" }, { people: [ann], invites: [invited] }],
    ["Invite", { email: "new@acme.example" }, { people: [ann], invites: [invited, ["new@acme.example", "member"]] }],
  ])("%s %j", (resource, after: Values, shown) => {
    expect(people(laid([planned(resource, { after: { organizationId: "o1", ...after } })]))).toEqual(shown);
  });

  test.each([
    ["Membership", { email: OTHER }, []],
    ["Membership", { email: OTHER, onDestroy: "retain" }, [invited]],
    ["Invite", { email: OTHER }, []],
    ["Invite", { email: ANN }, [invited]],
  ])("a %s of %j that goes", (resource, before: Values, invites) => {
    const gone = planned(resource, { id: "x", before: { organizationId: "o1", ...before } });
    expect(people(laid([gone]))).toEqual({ people: [ann], invites });
  });

  test("an address that isn't known yet leaves everybody unknown", () => {
    const { people: shown } = people(laid([planned("Member", { after: { organizationId: "o1", email: UNKNOWN } })]));
    expect(typeof shown).toBe("string");
  });
});

test.each(["ProjectAccess", "AccessControl"])("a rule of %s stays where the program says so", (resource) => {
  const rules = (onDestroy: string | undefined): number => {
    const before = { organizationId: "o1", projectId: "7", onDestroy };
    const { accessRules } = laid([planned(resource, { id: "o1/rule", before })]);
    return isUnknown(accessRules) ? -1 : accessRules.length;
  };
  expect([rules("retain"), rules("remove"), rules(undefined)]).toEqual([1, 0, 0]);
});

describe("the picture of one resource", () => {
  const of = (resource: string, changes: Partial<PlannedChange>): Picture["living"] =>
    pictureOfResource(planned(resource, changes), { engine: "pulumi", host: "https://s.example", now: new Date(125) })
      .living;
  const emails = ({ people }: Picture["living"]): unknown =>
    isUnknown(people) ? "unknown" : people.map(({ email, level }) => [email, level]);

  test.each([
    ["Member", { email: " Ann@acme.example", level: "admin" }, [[ANN, "admin"]]],
    ["Membership", { email: ANN, level: "admin" }, [[ANN, "admin"]]],
    [
      "OrganizationMembers",
      { members: { [ANN]: "admin", [OTHER]: "member" }, enforce: false },
      [
        [ANN, "admin"],
        [OTHER, "member"],
      ],
    ],
    ["Member", { email: UNKNOWN }, "unknown"],
    ["OrganizationMembers", { members: UNKNOWN }, "unknown"],
    ["Role", { name: "Builders" }, "unknown"],
  ])("shows the people of a %s with %j", (resource, after: Values, shown) => {
    expect(emails(of(resource, { after: { organizationId: "o1", ...after } }))).toEqual(shown);
  });

  test("knows its organization by its inputs, by what state holds, by its own ID, or not yet", () => {
    const id = (changes: Partial<PlannedChange>, resource = "Role") => of(resource, changes).organization.id;
    expect(id({ after: { organizationId: "o1", name: "a" } })).toBe("o1");
    expect(id({ id: "o2/r1", before: { organizationId: "o2" }, after: { name: "a" } })).toBe("o2");
    expect(id({ id: "o3", after: { name: "Acme" } }, "Organization")).toBe("o3");
    expect(id({ after: { name: "Acme" } }, "Organization")).toBe("(not known yet)");
  });
});

describe("a replacement that moves an object", () => {
  const role = (organizationId: string): Values => ({ organizationId, roleId: "r1", name: "Builders" });
  const names = ({ roles }: Picture["living"]): unknown =>
    isUnknown(roles) ? roles.unknown : roles.map(({ name }) => name);

  test.each([
    ["out of the organization deletes it there", "o1", "o2", []],
    ["into the organization creates it there", "o2", "o1", ["Builders", "Builders"]],
    ["between other organizations changes nothing", "o2", "o3", ["Builders"]],
  ])("%s", (_what, from, into, shown) => {
    const id = from === "o1" ? "o1/r1" : "o2/r9";
    const before = pictureOfExample({
      organization: { organizationId: "o1" },
      sections: { roles: [{ id: "o1/r1", name: "Builders", roleId: "r1", members: [] }] },
    });
    const moved = planned("Role", { id, before: role(from), after: role(into), isReplaced: true });
    expect(names(pictureAfterPlan(before, { engine: "pulumi", changes: [moved] }).living)).toEqual(shown);
  });
});

test("of an organization that a plan deletes, nothing but its names is known", () => {
  const before = { organizationId: "o1", name: "Acme" };
  const { organization, ...sections } = laid([planned("Organization", { id: "o1", before })]);
  const why = { unknown: "the plan deletes the organization" };
  expect(new Set(Object.values(sections).map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(why)]));
  expect(organization).toMatchObject({ organizationId: "o1", enforce2fa: why });
});

test("an object that the engine leaves alone keeps what the service shows", () => {
  const before = { organizationId: "o1", email: ANN, level: "admin" };
  const { people } = laid([planned("Member", { id: `o1/${ANN}`, before, after: before, isKept: true })]);
  expect(people).toMatchObject([{ email: ANN, level: "member" }]);
});
