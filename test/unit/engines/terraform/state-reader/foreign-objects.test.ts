import { describe, expect, test } from "@jest/globals";

import { foreignObjects } from "../../../../../src/engines/terraform/state-reader/foreign-objects.ts";
import type { Values } from "../../../../../src/model/json-value.ts";

const object = (type: string, attributes: Values, name = "x") => ({
  address: `module.a["é"].posthog_${type}.${name}`,
  type: `posthog_${type}`,
  attributes,
});

const ANN = object("organization_member", {
  id: "0198A3C0-AAAA",
  organization_id: "o",
  email: "Ann@Acme.example",
  level: "admin",
  user_uuid: "u1",
});

const known = (...instances: Parameters<typeof foreignObjects>[0]) =>
  foreignObjects(instances).map(({ resource, id }) => [resource, id]);

describe("objects of posthog/posthog in a state", () => {
  test("are known by Orgform's IDs, with the inputs of a declaration, and nothing of them is hidden", () => {
    const role = object("role", { organization_id: "o", id: "r1", name: "Ops|é", created_at: "2026-01-01" });
    expect(foreignObjects([role])).toEqual([
      {
        resource: "Role",
        address: 'module.a["é"].posthog_role.x',
        id: "o/r1",
        by: "posthog/posthog",
        state: { organizationId: "o", roleId: "r1", name: "Ops|é", createdAt: "2026-01-01" },
        inputs: { organizationId: "o", name: "Ops|é" },
        unreadable: [],
        fingerprints: {},
      },
    ]);
  });

  test.each<[string, Values, readonly [resource: string, id: string]]>([
    ["project", { organization_id: "o", id: 7, name: "Web" }, ["Project", "o/7"]],
    ["role_membership", { organization_id: "o", role_id: "r1", user_email: "Ann@b" }, ["RoleMembership", "o/r1/ann@b"]],
    ["project_default_access", { project_id: "7", access_level: "none" }, ["ProjectAccess", "7/default"]],
    ["project_member", { project_id: 7, role: "r1", access_level: "admin" }, ["ProjectAccess", "7/role:r1"]],
    [
      "access_control",
      { project_id: "7", resource: "insight", resource_id: "5", access_level: "viewer" },
      ["AccessControl", "7/insight:5/default"],
    ],
    ["proxy_record", { organization_id: "o", id: "p1", domain: "e.acme.example" }, ["ProxyRecord", "o/p1"]],
  ])("of the type %s with %j have one ID", (type, attributes, told) => {
    expect(known(object(type, attributes))).toEqual([told]);
  });

  test("are left out where Orgform has no ID for them, and the others stay in their order", () => {
    expect(
      known(
        object("role", { organization_id: "o", id: "r2", name: "B" }),
        object("dashboard", { id: 1 }),
        object("project_settings", { project_id: "7" }),
        { ...object("role", { organization_id: "o", id: "r3", name: "C" }), type: "aws_role" },
        object("role", { id: "r4", name: "D" }),
        object("role", {}),
        object("project_default_access", { project_id: "@current", access_level: "none" }),
        ANN,
        object("role", { organization_id: "o", id: "r1", name: "A" }),
      ),
    ).toEqual([
      ["Role", "o/r2"],
      ["Member", "o/ann@acme.example"],
      ["Role", "o/r1"],
    ]);
  });

  test("name a person by the address of the membership that the same state has, in whatever case", () => {
    const rule = (organization_member: string) =>
      object("project_member", { project_id: "7", organization_member, access_level: "admin" });
    for (const all of [
      [ANN, rule("0198a3c0-aaaa")],
      [rule("0198A3C0-AAAA"), ANN],
    ]) {
      const [found] = foreignObjects(all).filter(({ resource }) => resource === "ProjectAccess");
      expect([found?.id, found?.state["subject"]]).toEqual(["7/member:ann@acme.example", "member:ann@acme.example"]);
      expect(found?.inputs["email"]).toBe("Ann@Acme.example");
    }
    const [unknown] = foreignObjects([rule("m2"), { ...ANN, attributes: { ...ANN.attributes, email: 7, id: "m2" } }]);
    expect([unknown?.id, unknown?.inputs]).toEqual(["7/membership:m2", { projectId: "7", level: "admin" }]);
  });
});
