import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { Sessions } from "../../../src/app/sessions.ts";
import { rolesWithMembers } from "../../../src/picture/role-members.ts";
import { SILENT_REPORT } from "../../support/silent-report.ts";
import type { ShownRow } from "../../../src/driver/driver.ts";
import { parseId } from "../../../src/model/identity.ts";
import { isUnknown, type Known } from "../../../src/model/picture/known.ts";
import type { PictureObject } from "../../../src/model/picture/picture.ts";
import { resourceNamed, SECTIONS } from "../../../src/picture/sections.ts";
import type { PictureNeed } from "../../../src/picture/take-picture.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { furnish, HUSHED } from "../../support/furnished-organization.ts";
import { OLDER_DIALECTS } from "../../support/dialects.ts";
import { addMember, memberIn } from "../../support/scenario-people.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { pictureOf } from "../../support/pictured.ts";

/** The objects of a section; none of one that is unknown. */
function toList(section: Known<readonly PictureObject[]>): readonly PictureObject[] {
  return isUnknown(section) ? [] : section;
}

const textOf = (value: Known<string>): string => (isUnknown(value) ? value.unknown : value);

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
    expect(picture.declared).toEqual({ unknown: "no plan and no state was given" });
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

  test("is taken list by list, in the order of the sections, and each object of a list is counted", async () => {
    const told: string[] = [];
    const progress = {
      step: (what: string) => void told.push(what),
      count: (done: number, all: number) => void told.push(`${done} of ${all}`),
    };
    const { living } = await pictureOf(world.sandbox, { progress });
    const lists = SECTIONS.flatMap(({ section, of }) =>
      of.map((name) => ({
        words: resourceNamed(name).collection?.words ?? name,
        count: toList(living[section]).filter(({ resourceName }) => resourceName === name).length,
      })),
    );
    expect(told).toEqual([
      "the organization",
      ...lists.flatMap(({ words, count }) => [
        words,
        ...Array.from({ length: count }, (_, index) => `${index + 1} of ${count}`),
      ]),
    ]);
    expect(lists.filter(({ count }) => count > 1).length).toBeGreaterThan(1);
  });

  test("names every object as its declaration does, under the ID that an import takes", async () => {
    const { living } = await pictureOf(world.sandbox);
    for (const { section, of } of SECTIONS) {
      for (const one of toList(living[section])) {
        expect(of).toContain(one.resourceName);
        const definition = resourceNamed(one.resourceName);
        const { parts } = definition.identity;
        expect(Object.keys(parseId(parts, textOf(one.id)))).toEqual(parts);
        const named = Reflect.get(one, definition.naturalKey?.fields.at(-1) ?? "name");
        expect([one.resourceName, one.name]).toEqual([one.resourceName, typeof named === "string" ? one.name : one.id]);
        expect(one.name).not.toBe("");
      }
    }
    expect(living.organization.name).toBe("Acme");
  });

  const fault = (route: string, status: number, detail: string): void =>
    void world.sandbox.control.addFault({ kind: "status", status, body: { detail }, route, times: 0 });
  const PROJECT = "/api/organizations/:organization_id/projects/:id/";

  test.each(["domains", "members", "invites", "roles", "projects"])(
    "fails if the list of %s can't be read for another reason than a refusal",
    async (list) => {
      fault(`/api/organizations/:organization_id/${list}/`, 400, "Out of order.");
      const failure = await failureOf(pictureOf(world.sandbox));
      world.sandbox.control.clearFaults();
      expect(failure.message).toContain("Out of order.");
    },
  );

  test("has the reason of a refusal on one line", async () => {
    fault("/api/organizations/:organization_id/domains/", 403, "Not you.\n  Ask \n\n Ann.");
    const { domains } = (await pictureOf(world.sandbox)).living;
    world.sandbox.control.clearFaults();
    expect(domains).toEqual({ unknown: expect.stringContaining("Not you. Ask Ann.") });
    expect(JSON.stringify(domains)).not.toContain(String.raw`\n`);
  });

  test("says of every list of which the key's account sees only a part that it is unknown, and why", async () => {
    const { living } = await pictureOf(world.sandbox, { email: ANN });
    const told = SECTIONS.flatMap(({ section }) => {
      const found = living[section];
      return isUnknown(found) ? [[section, found.unknown.split(":")[0]]] : [];
    });
    const why = "The list might lack projects that are hidden from this key";
    expect(told).toEqual([
      ["projects", why],
      ["accessRules", why],
      ["exports", `The service lists batch exports project by project. ${why}`],
      ["integrations", why],
      ["hogFunctions", why],
    ]);
  });

  test("has the settings of projects if they are needed, and what the list shows of a project that can't be read", async () => {
    const settings = async (needs: readonly PictureNeed[]): Promise<unknown[]> =>
      toList((await pictureOf(world.sandbox, { needs })).living.projects).map((one) => [
        one.name,
        isUnknown(Reflect.get(one, "anonymizeIps")),
      ]);
    const whole = await settings(["projects", "projectSettings"]);
    expect(whole).toEqual([["Default project", false]]);
    expect(await settings(["projects"])).toEqual([["Default project", true]]);
    fault(PROJECT, 404, "Not found.");
    expect(await settings(["projects", "projectSettings"])).toEqual([["Default project", true]]);
    world.sandbox.control.clearFaults();
  });

  test("lists the members of roles where a service doesn't show them with the role", async () => {
    const { organizationId, send, sandbox } = world;
    const { user } = memberIn(world, ANN) ?? {};
    const { id: empty } = await send("POST", `organizations/${organizationId}/roles/`, { name: "Empty" });
    await send("POST", `organizations/${organizationId}/roles/${roleId}/role_memberships/`, {
      user_uuid: user,
    });
    const sessions = new Sessions(systemClock);
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
    const session = sessions.of({ host: sandbox.host, apiKey });
    const row = (members?: readonly string[]) => ({
      id: "",
      at: {},
      values: {},
      unshown: [],
      wire: members === undefined ? {} : { members: members.map((email) => ({ user: { email } })) },
    });
    const roles = [{ roleId, isDefault: true }, { roleId: empty }, { roleId: "r9" }];
    const told = async (...rows: readonly ShownRow[]): Promise<unknown> =>
      rolesWithMembers(roles, rows, { organizationId }, { session, report: SILENT_REPORT, call: {} });
    expect(await told(row(), row(), row(["b@c.example", "A@c.example"]))).toEqual([
      { roleId, isDefault: true, members: [ANN] },
      { roleId: empty, isDefault: false, members: [] },
      { roleId: "r9", isDefault: false, members: ["a@c.example", "b@c.example"] },
    ]);
    for (const members of ["x", ["x"], [{ user: "x" }], [{ user: { email: 7 } }]]) {
      const odd = { ...row(), wire: { members } };
      expect((await failureOf(told(odd, row(), row()))).message).toContain("invalid_type");
    }
    sandbox.control.clearRequests();
    await told(row([]), row([]), row([]));
    expect(sandbox.control.requests()).toEqual([]);
    await sessions.close();
  });

  test("says of fields that the service doesn't show that they are unknown", async () => {
    const { projects } = (await pictureOf(world.sandbox, { needs: ["projects"] })).living;
    expect(toList(projects).map((one) => Reflect.get(one, "anonymizeIps"))).toEqual([
      { unknown: "the service doesn't show it" },
    ]);
  });
});
