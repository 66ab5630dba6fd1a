import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { accessReport } from "../../../src/cli/access/report.ts";
import { readPlanText } from "../../../src/cli/state/read-plan.ts";
import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { withSureRoles } from "../../../src/picture/planned-roles.ts";

const ANN = "ann@acme.example";
const BEN = "ben@acme.example";
const ORGANIZATION = "0198a3c0-0000-4000-8000-000000000001";
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const AWKWARD = `a.role_id "b" ["c"]`;

const BEFORE = pictureOfExample({
  organization: {
    organizationId: ORGANIZATION,
    features: ["access_control", "role_based_access"],
    usesMostSpecificAccess: true,
  },
  sections: {
    projects: [{ name: "Shop", projectId: "7" }],
    people: [
      { email: ANN, name: ANN, level: "member" },
      { email: BEN, name: BEN, level: "member" },
    ],
    // Ben has another role, and Ann has none.
    roles: [{ name: "Old", roleId: "r1", members: [BEN] }],
    accessRules: [
      { projectId: "7", resource: "project", resourceId: null, email: null, roleId: null, level: "none", id: "7/all" },
    ],
  },
});

interface Shown {
  /** What the rule's role is taken from, and the membership's. */
  readonly rule: readonly string[];
  readonly membership: readonly string[];
  /** Address of the module that has everything. */
  readonly within?: string;
}

/** What Terraform shows of a new role, a membership of Ann in it, and a rule for it. */
function terraformPlan({ rule, membership, within }: Shown): unknown {
  const prefix = within === undefined ? "" : `${within}.`;
  const change = (type: string, name: string, after: object) => ({
    address: `${prefix}orgform_${type}.${name}`,
    ...(within === undefined ? {} : { module_address: within }),
    mode: "managed",
    type: `orgform_${type}`,
    change: { actions: ["create"], before: null, after, after_unknown: type === "role" ? {} : { role_id: true } },
  });
  const declared = (type: string, name: string, references: readonly string[]) => ({
    address: `orgform_${type}.${name}`,
    expressions: { role_id: { references } },
  });
  const module = {
    resources: [declared("role_membership", "ann", membership), declared("project_access", "shop", rule)],
  };
  return {
    format_version: "1.2",
    planned_values: {},
    configuration: { root_module: within === undefined ? module : { module_calls: { team: { module } } } },
    resource_changes: [
      change("role", 'new["a.b"]', { organization_id: ORGANIZATION, name: AWKWARD }),
      change("role", "other", { organization_id: ORGANIZATION, name: "Other" }),
      change("role_membership", 'ann["x.y"]', { organization_id: ORGANIZATION, email: ANN }),
      change("project_access", "shop[0]", { project_id: "7", level: "member" }),
    ],
  };
}

/** What Pulumi shows of the same. */
function pulumiPreview({ rule, membership }: Shown): unknown {
  const step = (type: string, name: string, inputs: object, roleId: readonly string[] = []) => ({
    op: "create",
    urn: `urn:pulumi:dev::shop::orgform:index:${type}::${name}`,
    newState: { type: `orgform:index:${type}`, inputs, propertyDependencies: { roleId } },
  });
  const role = { roleId: UNKNOWN_TEXT };
  return {
    changeSummary: {},
    steps: [
      step("Role", AWKWARD, { organizationId: ORGANIZATION, name: AWKWARD }),
      step("Role", "other", { organizationId: ORGANIZATION, name: "Other" }),
      step("RoleMembership", "ann", { organizationId: ORGANIZATION, email: ANN, ...role }, membership),
      step("ProjectAccess", "shop", { projectId: "7", level: "member", ...role }, rule),
    ],
  };
}

/** Who gains, loses, or might gain or lose what, and by how many of the plan's changes. */
function told(plan: unknown): unknown {
  const { changes = [] } = accessReport(BEFORE, {}, readPlanText(JSON.stringify(plan), "plan"));
  return changes.map(({ person, direction, after, by }) => [person.email, direction, after, by.length]);
}

const NEW = [`orgform_role.new["a.b"].role_id`, `orgform_role.new["a.b"]`, "orgform_role.new"];
const OTHER = ["orgform_role.other.role_id", "orgform_role.other"];
const urn = (name: string, type = "orgform:index:Role") => [`urn:pulumi:dev::shop::acme:Team$${type}::${name}`];
const NEW_URN = urn(AWKWARD);

const why = { unknown: expect.stringContaining("it isn't known") };
const UNCLEAR = [ANN, BEN].map((email) => [email, "unclear", why, expect.any(Number)]);
const GAINED = [[ANN, "gained", "member", 2]];

describe("a rule for a role of the same plan", () => {
  test.each([
    ["Terraform", terraformPlan({ rule: NEW, membership: NEW })],
    ["a module of Terraform", terraformPlan({ rule: NEW, membership: NEW, within: 'module.team["a.b"]' })],
    ["Pulumi", pulumiPreview({ rule: NEW_URN, membership: NEW_URN })],
  ])("gives the members of the role access, and leaves the others: %s", (_, plan) => {
    expect(told(plan)).toEqual(GAINED);
  });

  test.each([
    ["Terraform", terraformPlan({ rule: OTHER, membership: NEW })],
    ["Pulumi", pulumiPreview({ rule: urn("other"), membership: NEW_URN })],
  ])("changes nothing for the members of another new role: %s", (_, plan) => {
    expect(told(plan)).toEqual([]);
  });

  test.each([
    ["one of two roles", terraformPlan({ rule: [...NEW, ...OTHER], membership: NEW })],
    ["a variable", terraformPlan({ rule: ["var.role"], membership: NEW })],
    ["a role and a condition", terraformPlan({ rule: [...NEW, "var.on"], membership: NEW })],
    ["a role by a key that isn't shown", terraformPlan({ rule: ["orgform_role.new", "each.key"], membership: NEW })],
    ["a role that isn't planned", terraformPlan({ rule: ["orgform_role.gone.role_id"], membership: NEW })],
    ["two objects", pulumiPreview({ rule: [...NEW_URN, ...urn("other")], membership: NEW_URN })],
    ["an object of another type", pulumiPreview({ rule: urn(AWKWARD, "acme:index:Role"), membership: NEW_URN })],
    ["nothing that is shown", pulumiPreview({ rule: [], membership: NEW_URN })],
  ])("leaves everybody unclear if its role comes from %s", (_, plan) => {
    expect(told(plan)).toEqual(UNCLEAR);
  });

  test.each([
    ["Terraform", terraformPlan({ rule: NEW, membership: ["var.role"] })],
    ["Pulumi", pulumiPreview({ rule: NEW_URN, membership: [] })],
  ])("leaves everybody unclear if a membership might be in it: %s", (_, plan) => {
    expect(told(plan)).toEqual(UNCLEAR);
  });
});

const changeOf = (resource: string, address: string, further: object = {}): PlannedChange =>
  ({ resource, address, after: {}, isReplaced: false, ...further }) as PlannedChange; // -- what is looked at

/** The roles of a plan, and whether a membership of the role "new" surely is in a role that the plan creates. */
test.each<[what: string, roles: readonly PlannedChange[], isSure: boolean]>([
  ["a new role", [changeOf("Role", "new")], true],
  ["a new role among others", [changeOf("Role", "old", { before: {} }), changeOf("Role", "new")], true],
  ["a role that is replaced", [changeOf("Role", "new", { before: {}, isReplaced: true })], true],
  ["a role that stays", [changeOf("Role", "new", { before: {} }), changeOf("Role", "other")], false],
  ["a role that goes", [changeOf("Role", "new", { before: {}, after: undefined })], false],
  ["one of two roles", [changeOf("Role", "new"), changeOf("Role", "new")], false],
  ["no role of the plan", [changeOf("Role", "new |é")], false],
  ["another object", [changeOf("Project", "new")], false],
])("a membership refers to %s", (_what, roles, isSure) => {
  const membership = changeOf("RoleMembership", "ann", { references: { roleId: "new" } });
  const unlinked = changeOf("RoleMembership", "bob", { references: { projectId: "new" } });
  expect(withSureRoles([membership, unlinked, ...roles])).toEqual([
    isSure ? membership : { ...membership, references: {} },
    unlinked,
    ...roles,
  ]);
});
