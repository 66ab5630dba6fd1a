import { expect, test } from "@jest/globals";

import { engineNamed } from "../../../../src/engines/index.ts";

const block = (type: string, ...attributes: readonly (object | null)[]) => ({
  mode: "managed",
  type,
  name: "x",
  provider: 'provider["registry.terraform.io/orgform/orgform"]',
  instances: attributes.map((one) => ({ schema_version: 0, attributes: one })),
});

const needs = (...blocks: readonly object[]) =>
  engineNamed("terraform").switching?.leaver.needs({ version: 4, resources: blocks });

const ROLE = block("orgform_role", { organization_id: "o1" }, { organization_id: "o1" }, { organization_id: "" }, null);
const OTHER = block("orgform_member", { organization_id: "o2", email: "ann@acme.example" });

test.each([
  ["no rule", [ROLE, OTHER], []],
  ["a rule of a role", [ROLE, block("orgform_project_access", { role_id: "r1", email: null })], []],
  ["a rule of everyone", [ROLE, block("orgform_access_control", { email: "" })], []],
  ["a rule of a person for a project", [ROLE, OTHER, block("orgform_project_access", { email: "a@b" })], ["o1", "o2"]],
  ["a rule of a person for a kind", [ROLE, OTHER, block("orgform_access_control", {}, { email: "a@b" })], ["o1", "o2"]],
  ["a rule of another provider", [ROLE, block("posthog_access_control", { email: "a@b" })], []],
  ["a rule that is only read", [ROLE, { ...block("orgform_access_control", { email: "a@b" }), mode: "data" }], []],
])("members of organizations are looked up for rules of people alone: %s", (_what, blocks, organizations) => {
  expect(needs(...blocks)).toEqual({ organizations, roles: [] });
});

test("memberships of each role are looked up once, where state has its ID and organization", () => {
  const memberships = block(
    "orgform_role_membership",
    { organization_id: "o1", role_id: "r1" },
    { organization_id: "o1", role_id: "r1" },
    { organization_id: "o1", role_id: "r2" },
    { organization_id: "o1" },
    { role_id: "r3" },
    null,
  );
  expect(needs(memberships)?.roles).toEqual([
    { organizationId: "o1", roleId: "r1" },
    { organizationId: "o1", roleId: "r2" },
  ]);
});
