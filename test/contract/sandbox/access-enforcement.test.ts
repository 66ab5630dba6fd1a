import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
/** A key with every scope. The seeded key only has those of the contract. */
let all: string;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  project = (await fixture.call("GET", fixture.at("projects/"))).json.results[0].id;
  all = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
});
afterEach(() => fixture.close());

const put = (path: string, body: object, key = all): Promise<TestAnswer> =>
  fixture.call("PUT", `/api/projects/${project}/${path}`, body, { key });
const answerTo = async (path: string, key: string, method = "GET", body?: object): Promise<unknown[]> => {
  const { status, json } = await fixture.call(method, path, body, { key });
  return [status, json?.detail];
};

/** A member of level 1: the IDs of the membership and the user, and a key. */
function someMember(email: string): { id: string; userId: string; key: string } {
  const { control, organizationId } = fixture.sandbox;
  const { id: userId } = control.createUser({ email });
  const { id } = control.addMembership({ email, organizationId, level: 1 });
  return { id, userId, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

async function someRole(name: string, userId: string): Promise<string> {
  const role = (await fixture.call("POST", fixture.at("roles/"), { name })).json.id as string;
  await fixture.call("POST", fixture.at(`roles/${role}/role_memberships/`), { user_uuid: userId });
  return role;
}

const CLOSED = [403, "You don't have access to the project."];
const NOT_FOUND = [404, "Not found."];

describe("a project that is closed to the caller, service 2026-09, access-control.md", () => {
  const OWN = ["", "access_controls/", "resource_access_controls/", "users_with_access/", "access_control_defaults/"];
  const BELOW = [
    "batch_exports/",
    "hog_functions/",
    "integrations/",
    "persons/",
    "events/",
    "dashboards/1/access_controls/",
  ];

  test("isn't found by its own routes, is refused below them, and is in no list, except for administrators", async () => {
    const ann = someMember("ann@acme.example");
    const open = (await fixture.call("POST", fixture.at("projects/"), { name: "Open" })).json.id as number;
    await put("access_controls/", { access_level: "none" });
    for (const prefix of ["/api/projects/", fixture.at("projects/")]) {
      for (const path of OWN) expect(await answerTo(`${prefix}${project}/${path}`, ann.key)).toEqual(NOT_FOUND);
      for (const method of ["PATCH", "PUT", "DELETE"]) {
        expect(await answerTo(`${prefix}${project}/`, ann.key, method, {})).toEqual(NOT_FOUND);
      }
      const list = (key: string) => fixture.call("GET", prefix, undefined, { key });
      const numbers = async (key: string): Promise<number[]> =>
        (await list(key)).json.results.map(({ id }: { id: number }) => id);
      expect(await numbers(ann.key)).toEqual([open]);
      expect(await numbers(all)).toEqual([project, open]);
    }
    for (const path of BELOW) {
      expect(await answerTo(`/api/projects/${project}/${path}`, ann.key)).toEqual(CLOSED);
      expect((await answerTo(`/api/projects/${open}/${path}`, ann.key))[0]).not.toBe(403);
    }
    const organization = (await fixture.call("GET", fixture.at(), undefined, { key: ann.key })).json;
    expect([organization.projects, organization.teams]).toEqual([
      [expect.objectContaining({ id: open })],
      [expect.objectContaining({ id: open })],
    ]);
    expect((await answerTo(`/api/projects/${project}/`, all))[0]).toBe(200);
    expect((await answerTo(`/api/projects/${project}/batch_exports/`, all))[0]).toBe(200);
  });

  test("is closed by a rule of the member or the member's role, and open again without the rule or the feature", async () => {
    const ann = someMember("ann@acme.example");
    const bob = someMember("bob@acme.example");
    const role = await someRole("Analysts", ann.userId);
    const seen = async (key: string): Promise<unknown> => (await answerTo(`/api/projects/${project}/`, key))[0];
    for (const subject of [{ role }, { organization_member: ann.id }]) {
      await put("access_controls/", { access_level: "none", ...subject });
      expect([await seen(ann.key), await seen(bob.key)]).toEqual([404, 200]);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["role_based_access"]);
      expect(await seen(ann.key)).toBe(200);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["access_control"]);
      expect(await seen(ann.key)).toBe("role" in subject ? 200 : 404);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["access_control", "role_based_access"]);
      await put("access_controls/", { access_level: null, ...subject });
      expect(await seen(ann.key)).toBe(200);
    }
  });

  test("no older service closes a project", async () => {
    const ann = someMember("ann@acme.example");
    await put("access_controls/", { access_level: "none" });
    fixture.sandbox.control.setDialect("2025-08");
    expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(200);
  });

  test.each([
    [false, 200],
    [true, 404],
  ])(
    "a person's own `none` with a role's rule: a setting decides whether the project is found (%s)",
    async (follows, status) => {
      fixture.sandbox.control.changeSettings({ projectVisibilityFollowsOrder: follows });
      const ann = someMember("ann@acme.example");
      const role = await someRole("Analysts", ann.userId);
      await put("access_controls/", { access_level: "none", organization_member: ann.id });
      await put("access_controls/", { access_level: "member", role });
      expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(status);
      expect(await answerTo(`/api/projects/${project}/hog_functions/`, ann.key)).toEqual(CLOSED);
    },
  );

  test.each([
    [true, 200],
    [false, 404],
  ])(
    "directly below /api/, a setting lets the caller's current organization decide (%s)",
    async (isCurrent, status) => {
      fixture.sandbox.control.changeSettings({ rootProjectsJudgedByCurrentOrganization: isCurrent });
      const ann = someMember("ann@acme.example");
      fixture.sandbox.control.createOrganization({ email: "ann@acme.example", name: "Other", features: [] });
      await put("access_controls/", { access_level: "none" });
      expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(status);
      expect(await answerTo(fixture.at(`projects/${project}/`), ann.key)).toEqual(NOT_FOUND);
      expect(await answerTo(`/api/projects/${project}/persons/`, ann.key)).toEqual(CLOSED);
    },
  );

  test.each([
    [true, true],
    [false, null],
  ])(
    "new organizations resolve by the most specific rule, unless a setting says otherwise (%s)",
    async (setting, held) => {
      fixture.sandbox.control.changeSettings({ newOrganizationsResolveMostSpecific: setting });
      const { id } = fixture.sandbox.control.createOrganization({ email: "founder@acme.example", name: "Other" });
      const { json } = await fixture.call("GET", `/api/organizations/${id}/`);
      expect(json.uses_most_specific_access_resolution).toBe(held);
    },
  );
});

describe("what the routes do with a level, service 2026-09, access-control.md", () => {
  const ofKind = (resource: string, access_level: string | null, subject: object = {}): Promise<TestAnswer> =>
    put("resource_access_controls/", { resource, access_level, ...subject });
  const object = (resource: string, id: string, more: object = {}): unknown =>
    fixture.sandbox.control.call("POST", "guarded-objects", { project, resource, id, ...more });
  const tooLow = (level: string): unknown[] => [403, `You do not have ${level} access to this resource.`];
  const below = (path: string, key: string, method = "GET", body?: object): Promise<unknown[]> =>
    answerTo(`/api/projects/${project}/${path}`, key, method, body);

  const SERVED = [
    ["batch_export", "batch_exports/", "POST", "batch_exports/"],
    ["hog_function", "hog_functions/", "POST", "hog_functions/"],
    ["integration", "integrations/", "POST", "integrations/"],
    ["person", "persons/", "PATCH", "persons/1/"],
    ["query", "events/", undefined, ""],
  ] as const;

  test.each(SERVED)("a closed kind of resource closes its routes: %s", async (resource, read, method, written) => {
    const ann = someMember("ann@acme.example");
    for (const [level, mayRead, mayWrite] of [
      ["none", false, false],
      ["viewer", true, false],
      ["editor", true, true],
    ] as const) {
      await ofKind(resource, level);
      const [status, detail] = await below(read, ann.key);
      expect([level, status, detail]).toEqual(mayRead ? [level, 200, undefined] : [level, ...tooLow("viewer")]);
      expect((await below(read, all))[0]).toBe(200);
      if (method === undefined) continue;
      const refused = await below(written, ann.key, method, {});
      expect([level, refused[1] === tooLow("editor")[1]]).toEqual([level, !mayWrite]);
    }
    await ofKind(resource, "none");
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    expect((await below(read, ann.key))[0]).toBe(200);
  });

  test("rules for a project, an organization or a plugin as a kind have no effect", async () => {
    const ann = someMember("ann@acme.example");
    expect((await ofKind("plugin", "none")).status).toBe(200);
    for (const resource of ["project", "organization"]) expect((await ofKind(resource, "none")).status).toBe(200);
    for (const path of ["", "persons/", "hog_functions/"]) expect((await below(path, ann.key))[0]).toBe(200);
  });

  test("an object has its own rules: `none` is 403, less than editor is 403 for a change, before the body is read", async () => {
    const ann = someMember("ann@acme.example");
    object("dashboard", "7");
    const path = "dashboards/7/access_controls/";
    for (const [level, read, write] of [
      ["none", tooLow("viewer"), tooLow("editor")],
      ["viewer", [200, undefined], tooLow("editor")],
      ["editor", [200, undefined], [400, "This field is required."]],
    ] as const) {
      await put(path, { access_level: level, organization_member: ann.id });
      expect(await below(path, ann.key)).toEqual(read);
      expect(await below("dashboards/7/users_with_access/", ann.key)).toEqual(read);
      expect(await below(path, ann.key, "PUT", {})).toEqual(write);
    }
    expect(await below(path, ann.key, "PUT", { access_level: "none" })).toEqual([
      403,
      "Must be manager to modify dashboard permissions.",
    ]);
    await put(path, { access_level: "manager", organization_member: ann.id });
    expect((await below(path, ann.key, "PUT", { access_level: "viewer" }))[0]).toBe(200);
    expect(
      await below("resource_access_controls/", ann.key, "PUT", { resource: "dashboard", access_level: "none" }),
    ).toEqual([403, "Must be an Organization admin to modify project-wide permissions."]);
  });

  test("a closed kind admits people whom an object's rule names, but nobody by a rule for everybody", async () => {
    const [ann, bob] = [someMember("ann@acme.example"), someMember("bob@acme.example")];
    for (const id of ["7", "8"]) object("dashboard", id);
    await ofKind("dashboard", "none");
    await put("dashboards/7/access_controls/", { access_level: "viewer", organization_member: ann.id });
    await put("dashboards/8/access_controls/", { access_level: "viewer" });
    const seen = async (id: string, key: string): Promise<unknown> =>
      (await below(`dashboards/${id}/access_controls/`, key))[0];
    expect([await seen("7", ann.key), await seen("8", ann.key)]).toEqual([200, 200]);
    expect([await seen("7", bob.key), await seen("8", bob.key)]).toEqual([403, 403]);
    fixture.sandbox.control.changeSettings({ objectDefaultsOpenKinds: true });
    expect([await seen("7", bob.key), await seen("8", bob.key)]).toEqual([403, 200]);
  });

  test("an object's creator has full access despite rules, but a closed project stays closed", async () => {
    const ann = someMember("ann@acme.example");
    object("dashboard", "7", { created_by: ann.userId });
    const path = "dashboards/7/access_controls/";
    await put(path, { access_level: "none", organization_member: ann.id });
    expect(
      (await fixture.call("GET", `/api/projects/${project}/${path}`, undefined, { key: ann.key })).json,
    ).toMatchObject({
      user_access_level: "manager",
      user_can_edit_access_levels: true,
    });
    const { users } = (
      await fixture.call("GET", `/api/projects/${project}/dashboards/7/users_with_access/`, undefined, { key: all })
    ).json;
    expect(users.map(({ access_source }: { access_source: string }) => access_source).toSorted()).toEqual([
      "creator",
      "organization_admin",
    ]);
    await put("access_controls/", { access_level: "none" });
    expect(await below(path, ann.key)).toEqual(CLOSED);
  });

  test("a project's own routes: without rules, every member can delete it; with a rule below admin, not", async () => {
    const ann = someMember("ann@acme.example");
    const at = fixture.at(`projects/${project}/`);
    await put("access_controls/", { access_level: "member" });
    expect((await fixture.call("GET", at, undefined, { key: ann.key })).json.user_access_level).toBe("member");
    expect((await answerTo(at, ann.key, "PATCH", { name: "Other" }))[0]).toBe(200);
    const refused = await fixture.call("PATCH", at, { receive_org_level_activity_logs: true }, { key: ann.key });
    expect([refused.status, refused.json.attr, refused.json.detail]).toEqual([
      400,
      "receive_org_level_activity_logs",
      "You need admin access to projects to modify this field.",
    ]);
    expect(await answerTo(at, ann.key, "DELETE")).toEqual([
      403,
      "You don't have sufficient permissions in the project.",
    ]);
    await put("access_controls/", { access_level: null });
    expect((await fixture.call("GET", at, undefined, { key: ann.key })).json.user_access_level).toBe("admin");
    expect((await answerTo(at, ann.key, "PATCH", { receive_org_level_activity_logs: true }))[0]).toBe(200);
    expect((await answerTo(at, ann.key, "DELETE"))[0]).toBe(204);
  });

  test("a project's creator has no such right", async () => {
    const ann = someMember("ann@acme.example");
    fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, { members_can_create_projects: true });
    const made = await fixture.call("POST", fixture.at("projects/"), { name: "Hers" }, { key: ann.key });
    expect(made.status).toBe(201);
    await fixture.call("PUT", `/api/projects/${made.json.id}/access_controls/`, { access_level: "none" }, { key: all });
    expect(await answerTo(`/api/projects/${made.json.id}/`, ann.key)).toEqual(NOT_FOUND);
  });

  test("administrators of the organization have a kind's highest level: viewer for activity_log and toolbar", async () => {
    const admin = someMember("admin@acme.example");
    fixture.sandbox.control.addMembership({
      email: "admin@acme.example",
      organizationId: fixture.sandbox.organizationId,
      level: 8,
    });
    await put("access_controls/", { access_level: "none", organization_member: admin.id });
    for (const mode of [true, false]) {
      fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, {
        uses_most_specific_access_resolution: mode,
      });
      const path = `/api/projects/${project}/access_control_members/?member_id=${admin.id}`;
      const [shown] = (await fixture.call("GET", path, undefined, { key: admin.key })).json.results;
      const levels = ["toolbar", "activity_log", "dashboard"].map(
        (kind) => shown.resources[kind].effective_access_level,
      );
      expect([shown.project.effective_access_level, ...levels]).toEqual(["admin", "viewer", "viewer", "manager"]);
    }
  });
});
