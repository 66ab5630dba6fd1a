import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { furnish, HUSHED } from "../../support/furnished-organization.ts";
import { OLDER_DIALECTS } from "../../support/dialects.ts";
import { addMember, memberIn } from "../../support/scenario-people.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { pictureOf } from "../../support/pictured.ts";

const ANN = "ann@acme.example";

describe.each(OLDER_DIALECTS)("the picture of an organization, %s", (dialect) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    await furnish(sandbox, { members: 6, domains: 2, projects: 2 });
  });
  afterAll(() => sandbox.close());

  test("shows everything, without secrets, and writes nothing", async () => {
    sandbox.control.clearRequests();
    const picture = await pictureOf(sandbox);
    expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const { organization, people, roles, exports, domains, invites, projects } = picture.living;
    expect(organization).toMatchObject({ resourceName: "Organization", enforce2fa: true });
    expect(people).toHaveLength(7);
    expect(people).toContainEqual(expect.objectContaining({ email: "person0@acme.example", level: "admin" }));
    expect(roles).toContainEqual(expect.objectContaining({ members: ["person1@acme.example"] }));
    expect(invites).toContainEqual(
      expect.objectContaining({ email: "soon@acme.example", level: "admin", status: "pending" }),
    );
    expect(domains).toContainEqual(expect.objectContaining({ domain: "site1.example", isVerified: true }));
    expect(projects).toContainEqual(expect.objectContaining({ name: "Main", anonymizeIps: true }));
    expect(exports).toContainEqual(
      expect.objectContaining({ destinationType: "s3", projectId: expect.stringMatching(/^\d+$/u), paused: false }),
    );
    expect(JSON.stringify(picture)).not.toContain(HUSHED);
    expect(picture.declared).toEqual({ unknown: expect.any(String) });
  });

  test("says of what the key may not read that it is unknown", async () => {
    const { living } = await pictureOf(sandbox, { scopes: ["organization:read", "project:read"] });
    expect(living.people).toEqual({ unknown: "the API key lacks the scope organization_member:read" });
    expect(living.exports).toEqual({ unknown: "the API key lacks the scope batch_export:read" });
    expect(living.domains).toHaveLength(2);
  });

  test("reads nothing that nobody needs", async () => {
    sandbox.control.clearRequests();
    const { living } = await pictureOf(sandbox, { needs: ["domains"] });
    expect(living.people).toEqual({ unknown: "nobody asked for it" });
    expect(Object.keys(sandbox.control.counts()).filter((route) => /members|projects/u.test(route))).toEqual([]);
  });
});

describe("the picture of an organization, 2026-09", () => {
  let world: World;
  let projectId: string;
  let roleId: string;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    const { organizationId, send } = world;
    world.settleIn(organizationId);
    projectId = String(world.project(organizationId));
    addMember(world, ANN, 1);
    roleId = String((await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" }))["id"]);
    const membership = memberIn(world, ANN)?.["id"];
    const rules = `projects/${projectId}/access_controls/`;
    await send("PUT", rules, { access_level: "none" });
    await send("PUT", rules, { access_level: "admin", organization_member: membership });
    const ofKinds = `projects/${projectId}/resource_access_controls/`;
    await send("PUT", ofKinds, { access_level: "viewer", resource: "dashboard", role: roleId });
  });
  afterAll(() => world.sandbox.close());

  test("has the access rules of projects and of kinds, and the mode in which they count", async () => {
    const { living } = await pictureOf(world.sandbox);
    expect(living.organization).toMatchObject({ usesMostSpecificAccess: true });
    expect(living.accessRules).toEqual([
      expect.objectContaining({ resource: "project", level: "none", email: null, roleId: null, resourceId: null }),
      expect.objectContaining({ resource: "project", level: "admin", email: ANN, projectId }),
      expect.objectContaining({ resource: "dashboard", level: "viewer", roleId }),
    ]);
    expect(living.pipelineItems).toEqual([]);
    expect(living.hogFunctions).not.toEqual({ unknown: expect.anything() });
  });
});
