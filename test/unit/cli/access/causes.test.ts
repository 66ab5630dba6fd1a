import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../../scripts/gen/example-picture.ts";
import { accessReport } from "../../../../src/cli/access/report.ts";
import type { PlannedChange } from "../../../../src/model/picture/planned-change.ts";
import { UNKNOWN } from "../../../../src/model/unknown.ts";
import { plannedChange } from "../../../support/planned-change.ts";

const ANN = "ann@acme.example";
// Begins as Ann's does.
const OTHER = "ann@acme.example.org";
/** The service ignores case in names of roles. */
const ROLE = "Röle: 'a', \"b\"; r2";
const projectRule = { projectId: "7", resource: "project", resourceId: null, email: null, roleId: null };
const BEFORE = pictureOfExample({
  organization: {
    organizationId: "o1",
    features: ["access_control", "role_based_access"],
    usesMostSpecificAccess: true,
  },
  sections: {
    projects: [
      { id: "o1/7", name: "Shop", projectId: "7" },
      { name: "7", projectId: "77" },
    ],
    people: [
      { email: ANN, name: ANN, level: "member" },
      { email: OTHER, name: OTHER, level: "member" },
    ],
    roles: [
      { name: ROLE, roleId: "r1", members: [ANN] },
      { name: "r1", roleId: "r2", members: [OTHER] },
      { name: " Padded É ", roleId: "r3", members: [ANN] },
    ],
    accessRules: [
      { ...projectRule, id: "7/everyone", level: "member" },
      { ...projectRule, id: "7/role:r1", roleId: "r1", level: "member" },
      { ...projectRule, id: "7/ann", email: ANN, level: "member" },
    ],
  },
});

const change = (resource: string, address: string, changes: Partial<PlannedChange> = {}): PlannedChange =>
  plannedChange(resource, { address, ...changes });

/** What changes Ann's access to the shop, or to a kind of resource in it; undefined if nothing does. */
function causes(changes: readonly PlannedChange[], kind = "project"): readonly string[] | undefined {
  const plan = { engine: "pulumi", unknown: [], changes };
  const { changes: told = [] } = accessReport(BEFORE, { person: ANN, project: "7" }, plan);
  return told.find((one) => one.kind === kind && one.project.projectId === "7")?.by;
}

/** Changes Ann's access without any other change. */
const RULE = change("ProjectAccess", "ann", {
  id: "7/ann",
  before: { projectId: "7", email: ANN, level: "member" },
  after: { projectId: "7", email: ANN, level: "none" },
});
const rule = (after: Readonly<Record<string, unknown>>, resource = "ProjectAccess"): PlannedChange =>
  change(resource, "two", { after: { projectId: "7", level: "admin", ...after } });
const removedRole = (roleId: string, changes: Partial<PlannedChange> = {}): PlannedChange =>
  change("Role", "two", { id: `o1/${roleId}`, before: { organizationId: "o1", name: "two", roleId }, ...changes });

describe("the causes of a person's changed access", () => {
  test.each([
    ["a rule of the person's role", rule({ roleId: "r1" })],
    ["a rule of the person's role by its name, in another case", rule({ roleName: ` ${ROLE.toUpperCase()} ` })],
    ["a rule of the person's role, whose name has blanks around it", rule({ roleName: "padded é" })],
    ["a rule of a role that isn't known yet", rule({ roleId: UNKNOWN })],
    ["a rule of a person who isn't known yet", rule({ email: UNKNOWN })],
    ["the project's default", rule({})],
    ["the person's new role", change("RoleMembership", "two", { after: { roleId: "r2", email: " ANN@acme.example" } })],
    ["a removed role of the person", removedRole("r1")],
  ])("include %s", (_, other) => {
    expect(causes([RULE, other])).toEqual(["ProjectAccess ann", `${other.resource} two`]);
  });

  test.each([
    ["a rule of another role", rule({ roleId: "r2" })],
    ["a rule of a role whose name is the ID of the person's role", rule({ roleName: "r1" })],
    ["a rule of another person", rule({ email: OTHER })],
    ["the default of another project", rule({ projectId: "77" })],
    ["the default of a kind in the project", rule({ resource: "dashboard", level: "editor" }, "AccessControl")],
    ["a rule for one object", rule({ resource: "project", resourceId: "7" }, "AccessControl")],
    ["an unchanged rule", { ...rule({ roleId: "r1" }), before: { projectId: "7", level: "admin", roleId: "r1" } }],
    ["another person's role", change("RoleMembership", "two", { after: { roleId: "r1", email: OTHER } })],
    ["another person's level", change("Member", "two", { after: { email: OTHER, level: "admin" } })],
    [
      "levels that leave the person's",
      change("OrganizationMembers", "two", { after: { members: {}, enforce: false } }),
    ],
    ["a removed role of another person", removedRole("r2")],
    ["a domain", change("Domain", "two", { before: { domain: "a.example" }, after: { domain: "b.example" } })],
    ["a new role", change("Role", "two", { after: { organizationId: "o1", name: "two" } })],
    ["a renamed role", removedRole("r1", { after: { organizationId: "o1", name: "three" } })],
    ["a role that only leaves the state", removedRole("r1", { isForgotten: true })],
    ["a new project", change("Project", "two", { after: { organizationId: "o1", name: "New" } })],
  ])("exclude %s", (_, other) => {
    expect(causes([RULE, other])).toEqual(["ProjectAccess ann"]);
  });

  test("of access to a kind of resource include the closed project, and exclude rules for other kinds", () => {
    const ofKind = (resource: string): PlannedChange =>
      change("AccessControl", resource, { after: { projectId: "7", resource, level: "viewer" } });
    const plan = [RULE, ofKind("dashboard"), ofKind("notebook")];
    expect(causes(plan, "dashboard")).toEqual(["ProjectAccess ann", "AccessControl dashboard"]);
    expect(causes(plan, "notebook")).toEqual(["ProjectAccess ann", "AccessControl notebook"]);
  });

  test("are the person's level, the removed project, and the list of members", () => {
    const level = change("Member", "two", {
      after: { organizationId: "o1", email: "Ann@acme.example", level: "admin" },
    });
    expect(causes([level])).toEqual(["Member two"]);
    const list = change("OrganizationMembers", "two", { after: { members: { [ANN]: "admin" }, enforce: false } });
    expect(causes([list])).toEqual(["OrganizationMembers two"]);
    const before = { organizationId: "o1", projectId: "7", name: "Shop" };
    expect(causes([change("Project", "two", { id: "o1/7", before })])).toEqual(["Project two"]);
  });
});

/** What changes Ann's access to a project by its name. */
function causesIn(project: string, changes: readonly PlannedChange[]): readonly string[] | undefined {
  const { changes: told = [] } = accessReport(BEFORE, { person: ANN }, { engine: "pulumi", unknown: [], changes });
  return told.find((one) => one.kind === "project" && one.project.name === project)?.by;
}

describe("the causes of access to a project that the plan creates", () => {
  const made = (name: unknown, address: string): PlannedChange =>
    change("Project", address, { after: { organizationId: "o1", name } });
  const NEW = made(" Neu É|", "new");

  test.each<[what: string, other: PlannedChange, isCause: boolean]>([
    ["a default of a project that isn't known yet", rule({ projectId: UNKNOWN }), true],
    ["a rule of the person there", rule({ projectId: UNKNOWN, email: ` ${ANN.toUpperCase()} ` }), true],
    ["a rule of another person there", rule({ projectId: UNKNOWN, email: OTHER }), false],
    ["a default of a project that is there", rule({ projectId: "7" }), false],
    ["another new project", made("Neu", "two"), false],
    ["a new project whose name isn't known yet", made(UNKNOWN, "two"), true],
  ])("with %s", (_, other, isCause) => {
    const causing = isCause ? [`${other.resource} two`] : [];
    expect(causesIn("Neu É|", [NEW, other])).toEqual(["Project new", ...causing]);
  });
});

describe("the causes by a role", () => {
  const madeRole = (name: string): PlannedChange => change("Role", name, { after: { organizationId: "o1", name } });
  const joins = (role: string, email: string): PlannedChange =>
    change("RoleMembership", `${role}:${email}`, {
      after: { organizationId: "o1", roleId: UNKNOWN, email },
      references: { roleId: role },
    });
  const ruleOf = (role: string): PlannedChange => ({
    ...rule({ roleId: UNKNOWN, email: null }),
    address: `of ${role}`,
    references: { roleId: role },
  });
  const plan = [RULE, madeRole("ops"), madeRole("dev"), joins("ops", ANN), joins("dev", OTHER)];

  test("are rules of a new role that the person gets, and not those of a new role of others", () => {
    expect(causesIn("Shop", [...plan, ruleOf("ops"), ruleOf("dev")])).toEqual([
      "ProjectAccess ann",
      `RoleMembership ops:${ANN}`,
      "ProjectAccess of ops",
    ]);
  });

  test("are rules of any role if the plan doesn't say which of two new roles it is", () => {
    expect(causesIn("Shop", [...plan, madeRole("dev"), ruleOf("dev")])).toEqual([
      "ProjectAccess ann",
      `RoleMembership ops:${ANN}`,
      "ProjectAccess of dev",
    ]);
  });

  test("are rules as they were of a role that the person leaves, and not as they will be", () => {
    const leaves = change("RoleMembership", "leaves", {
      id: `o1/r1/${ANN}`,
      before: { organizationId: "o1", roleId: "r1", email: ANN },
    });
    const removed = change("ProjectAccess", "removed", {
      id: "7/role:r1",
      before: { projectId: "7", roleId: "r1", level: "member" },
    });
    const added = rule({ roleId: "r1" });
    expect(causesIn("Shop", [RULE, leaves, removed])).toEqual([
      "ProjectAccess ann",
      "RoleMembership leaves",
      "ProjectAccess removed",
    ]);
    expect(causesIn("Shop", [RULE, leaves, added])).toEqual(["ProjectAccess ann", "RoleMembership leaves"]);
  });

  test.each<[what: string, values: Readonly<Record<string, unknown>>, isCause: boolean]>([
    ["nobody in particular", { email: null, roleId: null }, true],
    ["nobody in particular, with a role without a name", { email: null, roleId: null, roleName: null }, true],
    ["a role by its name, without an ID", { email: null, roleId: null, roleName: ROLE }, true],
    ["another role by its name, without an ID", { email: null, roleId: null, roleName: "two" }, false],
    ["a role whose name isn't known yet", { roleName: UNKNOWN }, true],
    ["a role by its ID, which decides before its name", { roleId: "r2", roleName: ROLE }, false],
    ["the person's role, whose ID decides before its name", { roleId: "r1", roleName: "two" }, true],
    ["a kind that isn't known yet", { resource: UNKNOWN }, true],
    ["an object that isn't known yet", { resourceId: UNKNOWN }, true],
    ["a project that isn't known yet", { projectId: UNKNOWN }, true],
  ])("or without one: a rule for %s", (_, values, isCause) => {
    const causing = isCause ? ["AccessControl two"] : [];
    expect(causesIn("Shop", [RULE, rule(values, "AccessControl")])).toEqual(["ProjectAccess ann", ...causing]);
  });
});

describe("the causes among changes that only look alike", () => {
  const left = (resource: string, before: Readonly<Record<string, unknown>>): PlannedChange =>
    change(resource, "two", { before: { organizationId: "o1", ...before } });
  const replaced = (resource: string, before: object, after: object): PlannedChange =>
    change(resource, "two", {
      before: { organizationId: "o1", ...before },
      after: { organizationId: "o1", ...after },
      isReplaced: true,
    });
  const other = { projectId: "7", email: OTHER, level: "admin" };
  const own = { ...other, email: ANN };

  test.each<[what: string, change: PlannedChange, isCause: boolean]>([
    ["another person's membership in a role that ends", left("RoleMembership", { roleId: "r1", email: OTHER }), false],
    ["a membership in a role that ends", left("RoleMembership", { roleId: "r3", email: ANN }), true],
    [
      "a membership that passes to another person",
      replaced("RoleMembership", { roleId: "r3", email: ANN }, { roleId: "r3", email: OTHER }),
      true,
    ],
    ["a rule that passes to another person", replaced("ProjectAccess", own, other), true],
    ["a rule that passes to the person", replaced("AccessControl", other, own), true],
    ["a removed role of the person, known by its name", left("Role", { name: ` ${ROLE.toUpperCase()} ` }), true],
    ["a removed role of another name", left("Role", { name: "two" }), false],
    [
      "a rule that a plan makes about somebody who isn't known yet",
      { ...rule({ email: UNKNOWN }), before: { projectId: "7", level: "admin" } },
      true,
    ],
    [
      "a level that stays",
      change("Member", "two", { after: { organizationId: "o1", email: ANN, level: "member" } }),
      false,
    ],
    [
      "a new name of the project",
      change("Project", "two", {
        id: "o1/7",
        before: { organizationId: "o1", projectId: "7", name: "Shop" },
        after: { organizationId: "o1", projectId: "7", name: "Store" },
      }),
      false,
    ],
  ])("of %s: %j", (_, changed, isCause) => {
    // Found by its number, whatever its name.
    const { changes: told = [] } = accessReport(
      BEFORE,
      { person: ANN },
      { engine: "pulumi", unknown: [], changes: [RULE, changed] },
    );
    const by = told.find((one) => one.kind === "project" && one.project.projectId === "7")?.by;
    expect(by).toEqual(["ProjectAccess ann", ...(isCause ? [`${changed.resource} two`] : [])]);
  });

  const LIST = change("OrganizationMembers", "all", { after: { members: { [ANN]: "admin" }, enforce: false } });
  test("of a new level in a list: not the level of another person", () => {
    const level = change("Member", "two", { after: { organizationId: "o1", email: OTHER, level: "owner" } });
    expect(causes([LIST, level])).toEqual(["OrganizationMembers all"]);
  });

  test.each<[what: string, removed: PlannedChange]>([
    ["a membership of the person", left("Membership", { email: ANN.toUpperCase(), level: "member" })],
    ["a member", left("Member", { email: ANN, level: "member" })],
    ["an invite that takes its member along", left("Invite", { email: ANN, onDestroy: "removeMember" })],
    [
      "the project by its number, under an older name",
      { ...left("Project", { projectId: "7", name: "é" }), id: "o1/7" },
    ],
    ["the project by its name, without a number", { ...left("Project", { name: "Shop" }), id: "o1/7" }],
    [
      "the project, which another replaces",
      { ...replaced("Project", { projectId: "7", name: "Shop" }, { name: "é" }), id: "o1/7" },
    ],
  ])("of the end of access: %s", (_, removed) => {
    expect(causes([removed])).toEqual([`${removed.resource} two`]);
    const elsewhere = left("Project", { projectId: "77", name: "Shop" });
    expect(causes([removed, { ...elsewhere, address: "elsewhere" }])).toEqual([`${removed.resource} two`]);
  });
});
