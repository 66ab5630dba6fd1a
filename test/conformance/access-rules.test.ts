import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { PROCESS_ENVIRONMENT } from "../support/process-environment.ts";
import { accept, addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const ANN = "ann@globex.example";
const BOSS = "boss@globex.example";
const GUEST = "guest@globex.example";
const NOTHING = { changes: false, replaces: [] };
const WAITS = /the invite isn't accepted yet; the first update after the acceptance creates the rule/u;

/** Rules that the table lacks: for everybody, roles, kinds, and invited people, and early refusals. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let world: World;
  let projectId: string;
  let roleId: string;
  /** Where processes keep records; where all of them do when undefined. */
  let records: string | undefined;
  /** The key that processes run with. */
  let apiKey: string;
  beforeEach(async () => {
    world = await startWorld("2026-09");
    ({ apiKey } = world);
    records = undefined;
    world.settleIn(world.organizationId);
    addMember(world, ANN, 1);
    projectId = String(world.project(world.organizationId));
    roleId = String(
      (await world.send("POST", `organizations/${world.organizationId}/roles/`, { name: "Builders" }))["id"],
    );
    world.sandbox.control.clearRequests();
  });
  afterEach(() => world.sandbox.close());

  const start = (): EngineRun =>
    engine.start({
      host: world.sandbox.host,
      apiKey,
      records,
      config: { requestsPerMinute: "1000000", requestsPerHour: "1000000" },
    });

  async function check(run: EngineRun, resource: string, declared: Values): Promise<Values> {
    const { inputs, problems } = await run.check(resource, undefined, declared);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return inputs;
  }

  async function make(resource: string, declared: Values): Promise<{ entry: Entry; inputs: Values }> {
    const run = start();
    const inputs = await check(run, resource, { projectId, ...declared });
    return { entry: await run.create(resource, inputs), inputs };
  }

  /** The result of a create's preview, which writes nothing. */
  async function preview(resource: string, declared: Values): Promise<string> {
    const refusal = await check(start(), resource, { projectId, ...declared }).then(() => "", String);
    expect(writesOf(world)).toEqual([]);
    return refusal;
  }

  const rules = (): Values[] =>
    (world.sandbox.control.call("GET", "access-controls") as readonly Readonly<Record<string, string | null>>[]).map(
      ({ resource, resource_id: id, organization_member: member, role, access_level: level }) => ({
        at: id === null ? resource : `${resource ?? ""}:${id ?? ""}`,
        who: member === null ? (role ?? "everybody") : "member",
        level,
      }),
    );

  describe.each([
    ["ProjectAccess", (): Values => ({ level: "member" }), "access_controls/", {}],
    [
      "AccessControl",
      (): Values => ({ resource: "dashboard", level: "viewer" }),
      "resource_access_controls/",
      { resource: "dashboard" },
    ],
  ] as const)("a %s that existed before, as declared", (resource, declared, path, kind) => {
    const before = () =>
      world.send("PUT", `projects/${projectId}/${path}`, { access_level: declared()["level"], ...kind });

    test("is taken with a warning, and left by a deletion", async () => {
      await before();
      world.sandbox.control.clearRequests();
      const run = start();
      const inputs = await check(run, resource, { projectId, ...declared() });
      const { id, state } = await run.create(resource, inputs);
      expect(run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text)).toEqual([
        expect.stringMatching(/existed before\n.*Deleting this resource keeps the rule.*on_?[dD]estroy/su),
      ]);
      expect(state["existed"]).toBe(true);
      const again = await start().read(resource, { id, state });
      expect(again?.state).toEqual(state);
      expect(await start().diff(resource, { id, state }, inputs)).toEqual(NOTHING);
      await start().delete(resource, { id, state });
      expect(writesOf(world)).toEqual([]);
      expect(rules()).toHaveLength(1);
    });

    test("is taken away where the program says so", async () => {
      await before();
      const { entry } = await make(resource, { ...declared(), onDestroy: "remove" });
      expect(entry.state["existed"]).toBe(true);
      await start().delete(resource, entry);
      expect(rules()).toEqual([]);
    });

    test("is another thing than one that was made, which a deletion takes away unless it is told not to", async () => {
      const made = await make(resource, { ...declared(), onDestroy: "retain" });
      expect(made.entry.state["existed"] ?? null).toBeNull();
      await start().delete(resource, made.entry);
      expect(rules()).toHaveLength(1);
      const { onDestroy: _told, existed: _mark, ...old } = made.entry.state;
      await start().delete(resource, { id: made.entry.id, state: old });
      expect(rules()).toEqual([]);
    });
  });

  test("a kind of resource that is misspelt is refused by the check, with the nearest one, and nothing is asked", async () => {
    const { problems } = await start().check("AccessControl", undefined, {
      projectId,
      resource: "dashbord",
      level: "viewer",
    });
    expect(problems.join()).toMatch(/is "dashbord", which isn't a kind of resource; did you mean .*dashboard/u);
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("a kind of resource that is like none that is known may be a newer one: a warning", async () => {
    const run = start();
    await check(run, "AccessControl", { projectId, resource: "hologram_projector", level: "viewer" });
    expect(run.messages.map(({ text }) => text).join()).toContain(
      "a kind of resource that this version of Orgform doesn't know",
    );
  });

  test("make, read, import and take away a rule of everybody, of a member and of a role", async () => {
    const about: [Values, string][] = [
      [{}, "default"],
      [{ email: "Ann@Globex.example" }, `member:${ANN}`],
      [{ roleId }, `role:${roleId}`],
    ];
    const entries: Entry[] = [];
    for (const [subject, part] of about) {
      const { entry, inputs } = await make("ProjectAccess", { ...subject, level: "admin" });
      expect(entry.id).toBe(`${projectId}/${part}`);
      expect(await start().read("ProjectAccess", entry)).toEqual({ ...entry, inputs });
      expect((await start().find("ProjectAccess", entry.id))?.id).toBe(entry.id);
      entries.push(entry);
    }
    expect(rules().map(({ who }) => who)).toEqual(["everybody", "member", roleId]);
    for (const entry of entries) await start().delete("ProjectAccess", entry);
    expect(rules()).toEqual([]);
  });

  test("a role by its name is the role by its id, and a name that no role has is refused with what to do", async () => {
    const { entry, inputs } = await make("AccessControl", {
      resource: "dashboard",
      roleName: "builders",
      level: "viewer",
    });
    expect(entry.id).toBe(`${projectId}/dashboard/role:${roleId}`);
    expect(await start().read("AccessControl", entry)).toEqual({ ...entry, inputs });
    expect(await start().diff("AccessControl", entry, inputs)).toEqual(NOTHING);
    expect((await start().find("AccessControl", `${projectId}/dashboard/Builders`))?.id).toBe(entry.id);
    const { entry: same } = await make("AccessControl", { resource: "dashboard", roleId, level: "viewer" });
    expect(same.id).toBe(entry.id);
    const refused = make("AccessControl", { resource: "dashboard", roleName: "Readers", level: "viewer" });
    await expect(refused).rejects.toThrow(/has no role "Readers".*Declare a Role/su);
  });

  test("rules of kinds and of one object lie apart, and a rule that differs is not changed without a word", async () => {
    for (const id of ["7", "8"]) {
      world.sandbox.control.call("POST", "guarded-objects", { project: Number(projectId), resource: "dashboard", id });
    }
    const kind = { resource: "dashboard", level: "viewer" };
    const { entry: ofKind } = await make("AccessControl", kind);
    const { entry: ofObject } = await make("AccessControl", { ...kind, resourceId: "7", level: "manager" });
    expect([ofKind.id, ofObject.id]).toEqual([`${projectId}/dashboard/default`, `${projectId}/dashboard:7/default`]);
    expect(rules().map(({ at, level }) => `${String(at)} ${String(level)}`)).toEqual([
      "dashboard viewer",
      "dashboard:7 manager",
    ]);
    // As from a runner that keeps nothing: the rules might be anybody's.
    records = join(PROCESS_ENVIRONMENT["ORGFORM_INTENTS_DIR"] ?? tmpdir(), randomUUID());
    for (const id of [undefined, "7"]) {
      const other = { ...kind, level: "editor", ...(id === undefined ? {} : { resourceId: id }) };
      await expect(make("AccessControl", other)).rejects.toThrow(/exists already.*declared is "editor"/su);
    }
    await start().delete("AccessControl", ofKind);
    expect(await start().read("AccessControl", ofObject)).toMatchObject({ id: ofObject.id });
    expect(await start().read("AccessControl", ofKind)).toBeUndefined();
  });

  test("a rule of somebody who is only invited waits, and is made by the first update after the acceptance", async () => {
    await world.send("POST", `organizations/${world.organizationId}/invites/`, { target_email: GUEST });
    const run = start();
    const inputs = await check(run, "ProjectAccess", { projectId, email: GUEST, level: "member" });
    const entry = await run.create("ProjectAccess", inputs);
    expect(entry.state).toMatchObject({ status: "deferred", level: "member" });
    expect(run.messages.map(({ text }) => text)).toEqual([expect.stringMatching(WAITS)]);
    expect(await start().read("ProjectAccess", entry)).toEqual({ ...entry, inputs });
    expect(await start().diff("ProjectAccess", entry, inputs)).toEqual(NOTHING);
    expect(rules()).toEqual([]);
    accept(world, GUEST);
    expect(await start().diff("ProjectAccess", entry, inputs)).toEqual({ changes: true, replaces: [] });
    const after = await start().update("ProjectAccess", entry, inputs);
    expect(after.state).toMatchObject({ status: "active" });
    expect(rules()).toEqual([{ at: `project:${projectId}`, who: "member", level: "member" }]);
    expect(await start().diff("ProjectAccess", after, inputs)).toEqual(NOTHING);
  });

  test("a rule of a stranger is refused with what to do, and two subjects are no rule", async () => {
    await expect(make("ProjectAccess", { email: "nobody@globex.example", level: "member" })).rejects.toThrow(
      /is neither a member of the organization nor invited to it\..*Declare an Invite/su,
    );
    expect(await preview("ProjectAccess", { email: ANN, roleId, level: "member" })).toMatch(
      /can't be set together with role_?[iI]d/u,
    );
    expect(await preview("AccessControl", { resource: "project", level: "viewer" })).toMatch(/is a `ProjectAccess`/u);
    expect(rules()).toEqual([]);
  });

  test("the preview says since when services have rules, where the service has none", async () => {
    world.sandbox.control.setDialect("documented");
    const none = { level: "none" };
    const word = /This service has no rules of access\. Services have had them since 2025\./u;
    expect(await preview("ProjectAccess", none)).toMatch(word);
    expect(await preview("AccessControl", { resource: "dashboard", ...none })).toMatch(word);
    const ofObject = await preview("AccessControl", { resource: "dashboard", resourceId: "7", ...none });
    expect(ofObject).toMatch(/has no access rules for single objects of the kind "dashboard"/u);
  });

  test("a service of 2025 has them too, those of kinds under an older name", async () => {
    world.sandbox.control.setDialect("2025-08");
    world.sandbox.control.call("POST", "guarded-objects", {
      project: Number(projectId),
      resource: "dashboard",
      id: "7",
    });
    world.sandbox.control.clearRequests();
    const declared: [string, Values, string][] = [
      ["ProjectAccess", { email: ANN, level: "member" }, `${projectId}/member:${ANN}`],
      ["AccessControl", { resource: "dashboard", level: "viewer" }, `${projectId}/dashboard/default`],
      [
        "AccessControl",
        { resource: "dashboard", resourceId: "7", level: "viewer" },
        `${projectId}/dashboard:7/default`,
      ],
    ];
    for (const [resource, inputs, id] of declared) {
      const { entry, inputs: checked } = await make(resource, inputs);
      expect(entry.id).toBe(id);
      expect((await start().read(resource, entry))?.state).toEqual(entry.state);
      expect(await start().diff(resource, entry, checked)).toEqual(NOTHING);
      const lower = await check(start(), resource, { ...checked, level: "none" });
      const { state } = await start().update(resource, entry, lower);
      expect(state["level"]).toBe("none");
      await start().delete(resource, { id, state });
    }
    expect(rules()).toEqual([]);
    const paths = new Set(writesOf(world).map(({ path }) => path.replace(/^.*\/projects\/\d+\//u, "")));
    expect([...paths]).toEqual(["access_controls/", "global_access_controls/", "dashboards/7/access_controls/"]);
  });

  test("where the route of one is missing, the others are used: each is judged by itself", async () => {
    world.sandbox.control.setDialect("2025-08");
    const run = start();
    await check(run, "AccessControl", { projectId, resource: "dashboard", level: "viewer" });
    const access = await check(run, "ProjectAccess", { projectId, level: "member" });
    const { id, state } = await run.create("ProjectAccess", access);
    await run.delete("ProjectAccess", { id, state });
    const asked = world.sandbox.control.requests().map(({ path }) => path);
    expect(asked.filter((path) => path.includes("/resource_access_controls/"))).toHaveLength(1);
  });

  test("the preview names the plan feature that rules of roles need", async () => {
    world.sandbox.control.setFeatures(world.organizationId, []);
    expect(await preview("ProjectAccess", { level: "none" })).toBe("");
    expect(await preview("ProjectAccess", { roleId, level: "none" })).toMatch(
      /lacks the feature "role_based_access".*Change the plan/su,
    );
  });

  /** From now on, processes run with a key of Ann, who isn't an administrator of the organization. */
  function runAsAnn(): void {
    ({ apiKey } = world.sandbox.control.createKey({ email: ANN, scopes: ["*"] }));
  }

  test("an account that administers the project by a rule alone does not take it from itself", async () => {
    const { entry, inputs } = await make("ProjectAccess", { email: ANN, level: "admin" });
    const { entry: ofRole } = await make("ProjectAccess", { roleId, level: "admin" });
    runAsAnn();
    world.sandbox.control.clearRequests();
    const lower = { ...inputs, level: "member" };
    await expect(start().diff("ProjectAccess", entry, lower)).rejects.toThrow(
      /isn't an administrator of the organization.*"member"/su,
    );
    await expect(start().update("ProjectAccess", entry, lower)).rejects.toThrow(
      /couldn't change that back\. Nothing was written/u,
    );
    await expect(start().delete("ProjectAccess", entry)).rejects.toThrow(/an administrator of the organization/u);
    // Ann has nothing of the role, and the highest of her rules stays.
    await start().delete("ProjectAccess", ofRole);
    expect((await make("ProjectAccess", { level: "none" })).entry.id).toBe(`${projectId}/default`);
    expect(rules()).toHaveLength(2);
  });

  /** Both ways in which an organization chooses among rules, and one that doesn't say which it has. */
  const RESOLUTIONS = [true, false, null] as const;

  test.each(RESOLUTIONS)("an account that gets in by the default alone does not shut itself out (%s)", async (mode) => {
    world.sandbox.control.updateOrganization(world.organizationId, { uses_most_specific_access_resolution: mode });
    await make("ProjectAccess", { level: "admin" });
    runAsAnn();
    world.sandbox.control.clearRequests();
    const entry = await start().find("ProjectAccess", `${projectId}/default`);
    await expect(start().delete("ProjectAccess", entry ?? { id: "", state: {} })).rejects.toThrow(
      /Its level in this project would become "admin" without the right to edit access rules/u,
    );
    // In either order, the account's own rule takes precedence over the default, even if it's lower.
    expect(await preview("ProjectAccess", { email: ANN, level: "none" })).toMatch(
      /Its level in this project would become "none"/u,
    );
    expect(await preview("ProjectAccess", { email: ANN, level: "member" })).toMatch(/couldn't change that back/u);
  });

  test("a role's rule saves in the older order whom his own would shut out, and not by the most specific rule", async () => {
    await world.send("POST", `organizations/${world.organizationId}/roles/${roleId}/role_memberships/`, {
      user_uuid: memberIn(world, ANN)?.["user"],
    });
    await make("ProjectAccess", { roleId, level: "admin" });
    runAsAnn();
    world.sandbox.control.clearRequests();
    const member = { email: ANN, level: "member" };
    const modes = { uses_most_specific_access_resolution: false as boolean };
    world.sandbox.control.updateOrganization(world.organizationId, modes);
    expect(await preview("ProjectAccess", member)).toBe("");
    world.sandbox.control.updateOrganization(world.organizationId, {
      ...modes,
      uses_most_specific_access_resolution: true,
    });
    expect(await preview("ProjectAccess", member)).toMatch(/couldn't change that back/u);
  });

  test("where the service doesn't say how it chooses, what either order would take away is refused", async () => {
    await world.send("POST", `organizations/${world.organizationId}/roles/${roleId}/role_memberships/`, {
      user_uuid: memberIn(world, ANN)?.["user"],
    });
    world.sandbox.control.updateOrganization(world.organizationId, { uses_most_specific_access_resolution: false });
    const { entry: ofRole } = await make("ProjectAccess", { roleId, level: "admin" });
    const { entry: own } = await make("ProjectAccess", { email: ANN, level: "member" });
    world.sandbox.control.setDialect("2025-08");
    world.sandbox.control.setFeatures(world.organizationId, ["access_control", "role_based_access"]);
    const ofAdmin = apiKey;
    runAsAnn();
    world.sandbox.control.clearRequests();
    // Her own rule decides by the most specific one: there she has nothing to lose.
    await expect(start().delete("ProjectAccess", ofRole)).rejects.toThrow(
      /Its level in this project would become "member" without the right to edit access rules/u,
    );
    apiKey = ofAdmin;
    await start().delete("ProjectAccess", own);
    runAsAnn();
    world.sandbox.control.clearRequests();
    // The highest decides in the older order: there the rule of her role would save her.
    expect(await preview("ProjectAccess", { email: ANN, level: "member" })).toMatch(/couldn't change that back/u);
  });

  describe("an account without the right to edit rules, which the level of everybody is not", () => {
    const MAY_NOT = /isn't allowed to edit access rules in project \d+\. Nothing was written.*isn't enough/su;

    test("is refused by the preview of a rule, of a change and of a removal, and nothing is sent", async () => {
      const { entry, inputs } = await make("ProjectAccess", { level: "member" });
      const { entry: ofKind, inputs: kind } = await make("AccessControl", { resource: "dashboard", level: "viewer" });
      await start().delete("ProjectAccess", entry);
      runAsAnn();
      world.sandbox.control.clearRequests();
      expect(await preview("ProjectAccess", { level: "member" })).toMatch(MAY_NOT);
      expect(await preview("AccessControl", { resource: "insight", level: "none" })).toMatch(MAY_NOT);
      await expect(start().diff("AccessControl", ofKind, { ...kind, level: "none" })).rejects.toThrow(MAY_NOT);
      await expect(start().update("AccessControl", ofKind, { ...kind, level: "none" })).rejects.toThrow(MAY_NOT);
      await expect(start().delete("AccessControl", ofKind)).rejects.toThrow(MAY_NOT);
      await expect(start().create("ProjectAccess", inputs)).rejects.toThrow(MAY_NOT);
      expect(writesOf(world)).toEqual([]);
    });

    test("takes a rule over that is as declared, and leaves one that stays", async () => {
      const rule = { access_level: "viewer", resource: "dashboard" };
      await world.send("PUT", `projects/${projectId}/resource_access_controls/`, rule);
      runAsAnn();
      world.sandbox.control.clearRequests();
      const { entry } = await make("AccessControl", { resource: "dashboard", level: "viewer" });
      await start().delete("AccessControl", entry);
      expect(writesOf(world)).toEqual([]);
    });

    test("edits the rules of an object that it made or manages by a rule", async () => {
      for (const id of ["7", "8", "9"]) {
        const made = id === "7" ? { created_by: memberIn(world, ANN)?.["user"] } : {};
        const object = { project: Number(projectId), resource: "dashboard", id, ...made };
        world.sandbox.control.call("POST", "guarded-objects", object);
      }
      const rule = (resourceId: string): Values => ({ resource: "dashboard", resourceId, level: "viewer" });
      await make("AccessControl", { ...rule("8"), email: ANN, level: "manager" });
      runAsAnn();
      world.sandbox.control.clearRequests();
      expect(await preview("AccessControl", rule("9"))).toMatch(
        /by its creator and by members whose level "manager" for it/u,
      );
      for (const id of ["7", "8"]) expect((await make("AccessControl", rule(id))).entry.state["level"]).toBe("viewer");
    });
  });

  describe("an account whose current organization is another one, where it may do less", () => {
    const runAsBoss = (scopes: readonly string[]): void => {
      const { control } = world.sandbox;
      addMember(world, BOSS, 8);
      const userId = String(memberIn(world, BOSS)?.["user"]);
      control.addMembership({ userId, organizationId: world.otherOrganizationId, level: 1 });
      control.updateUser(userId, { currentOrganization: world.otherOrganizationId });
      ({ apiKey } = control.createKey({ email: BOSS, scopes: [...scopes] }));
    };

    test("reads and writes rules of projects and kinds below the project's own", async () => {
      await make("ProjectAccess", { level: "none" });
      runAsBoss(["*"]);
      world.sandbox.control.clearRequests();
      const { entry, inputs } = await make("ProjectAccess", { email: ANN, level: "admin" });
      expect((await start().read("ProjectAccess", entry))?.state).toEqual(entry.state);
      expect(await start().diff("ProjectAccess", entry, inputs)).toEqual(NOTHING);
      const { entry: ofKind } = await make("AccessControl", { resource: "dashboard", level: "viewer" });
      await start().delete("AccessControl", ofKind);
      await start().delete("ProjectAccess", entry);
      const below = `/api/organizations/${world.organizationId}/projects/${projectId}/`;
      expect(writesOf(world).filter(({ path }) => !path.startsWith(below))).toEqual([]);
      expect(rules()).toHaveLength(1);
    });

    test("without a scope to list organizations is told that the project is hidden, and nothing leaves the state", async () => {
      const { entry } = await make("ProjectAccess", { level: "none" });
      runAsBoss(["access_control:write", "project:read", "organization_member:read"]);
      world.sandbox.control.clearRequests();
      await expect(start().read("ProjectAccess", entry)).rejects.toThrow(/may still exist/u);
      expect([writesOf(world), rules().length]).toEqual([[], 1]);
    });
  });

  test("rules that are missing from two answers, and there in a third, are not gone", async () => {
    const { entry } = await make("ProjectAccess", { level: "none" });
    const body = JSON.stringify({ access_controls: [] });
    const fault = { kind: "status", status: 200, contentType: "application/json", body, times: 2 } as const;
    world.sandbox.control.addFault({
      ...fault,
      route: "/api/organizations/:organization_id/projects/:id/access_controls/",
    });
    expect(await start().read("ProjectAccess", entry)).toMatchObject({ id: entry.id });
  });

  test("nothing is concluded of people whom the organization hides from the key", async () => {
    const { entry } = await make("ProjectAccess", { email: ANN, level: "admin" });
    addMember(world, GUEST, 1);
    const { entry: hidden } = await make("ProjectAccess", { email: GUEST, level: "none" });
    const { entry: everybody } = await make("ProjectAccess", { level: "member" });
    world.sandbox.control.updateOrganization(world.organizationId, { members_can_see_org_members: false });
    runAsAnn();
    expect(await start().read("ProjectAccess", entry)).toMatchObject({ id: entry.id });
    expect(await start().read("ProjectAccess", everybody)).toMatchObject({ id: everybody.id });
    await expect(start().read("ProjectAccess", hidden)).rejects.toThrow(/may still exist|may be hidden/u);
    const { id: membership } = memberIn(world, GUEST) ?? {};
    expect(rules()).toHaveLength(3);
    expect(String(membership)).not.toBe("");
  });
});
