import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

const FOUNDER = { email: "founder@acme.example" };
const NO_KEYS = "This action does not support Personal API Key access";

describe.each(["documented", "2025-08"] as const)("recorded: the caller and the key, dialect %s", (dialect) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture({ dialect, now: "2030-01-01T00:00:00Z" });
  });
  afterEach(() => fixture.close());

  const keyWith = (limits: { scopedOrganizations?: string[]; scopedTeams?: number[] }): string =>
    fixture.sandbox.control.createKey({ ...FOUNDER, label: "limited", scopes: ["*"], ...limits }).apiKey;
  const get = (path: string, key?: string) => fixture.call("GET", path, undefined, key === undefined ? {} : { key });

  test("@me shows user, organization, project and every organization the user is in", async () => {
    const me = (await get("/api/users/@me/")).json;
    expect(me).toMatchObject({ email: FOUNDER.email, organization: { id: fixture.sandbox.organizationId } });
    expect(me.organizations.map((each: { id: string }) => each.id)).toEqual([fixture.sandbox.organizationId]);
    expect(Number.isInteger(me.team.id)).toBe(true);
  });

  test("@me gives an account without a current organization a new one", async () => {
    const { control } = fixture.sandbox;
    const id = control.users()[0]?.id ?? "";
    control.updateUser(id, { currentOrganization: null });
    expect((await get("/api/users/@me/")).json.organization.id).toBe(fixture.sandbox.organizationId);
    expect(control.users()[0]?.current_organization).toBe(fixture.sandbox.organizationId);
  });

  test("@me of somebody in no organization shows none", async () => {
    fixture.sandbox.control.createUser({ email: "alone@example.com" });
    const { apiKey } = fixture.sandbox.control.createKey({ email: "alone@example.com", scopes: null });
    expect((await get("/api/users/@me/", apiKey)).json).toMatchObject({ organization: null, organizations: [] });
  });

  test("@me accepts another current organization of the caller, and shows it with its project", async () => {
    const { control } = fixture.sandbox;
    const { id } = control.createOrganization({ ...FOUNDER, name: "Second" });
    const back = fixture.sandbox.organizationId;
    const { apiKey: key } = control.createKey({ ...FOUNDER, scopes: ["user:write", "organization:read"] });
    const moved = await fixture.call("PATCH", "/api/users/@me/", { set_current_organization: id }, { key });
    expect(moved).toMatchObject({ status: 200, json: { organization: { id, name: "Second" } } });
    expect((await get("/api/organizations/@current/")).json.id).toBe(id);
    await fixture.call("PATCH", "/api/users/@me/", { set_current_organization: back }, { key });
    expect((await get("/api/organizations/@current/")).json.id).toBe(back);
  });

  test("@me refuses an organization that the caller is not in, a key without the scope, and every other change", async () => {
    const { control } = fixture.sandbox;
    control.createUser({ email: "other@example.com" });
    const { id } = control.createOrganization({ email: "other@example.com", name: "Foreign" });
    const patch = (body: object, key?: string) =>
      fixture.call("PATCH", "/api/users/@me/", body, key === undefined ? {} : { key });
    const scopeless = control.createKey({ ...FOUNDER, scopes: null }).apiKey;
    expect(await patch({ set_current_organization: id }, scopeless)).toMatchObject({
      status: 400,
      json: {
        type: "validation_error",
        code: "does_not_exist",
        detail: `Object with id ${id} does not exist.`,
        attr: "set_current_organization",
      },
    });
    const reader = control.createKey({ ...FOUNDER, scopes: ["user:read"] }).apiKey;
    expect(await patch({ set_current_organization: fixture.sandbox.organizationId }, reader)).toMatchObject({
      status: 403,
      json: { detail: "API key missing required scope 'user:write'" },
    });
    expect(await patch({ first_name: "Ann" }, scopeless)).toMatchObject({ status: 501 });
    const none = await patch({ set_current_organization: "acme" }, scopeless);
    expect(none.status).toBe(dialect === "2025-08" ? 500 : 400);
  });

  test("@current shows label, scopes and limits of the key that asks, with the time of its last use", async () => {
    const key = keyWith({ scopedOrganizations: [fixture.sandbox.organizationId] });
    expect((await get("/api/personal_api_keys/@current/", key)).json).toMatchObject({
      label: "limited",
      scopes: ["*"],
      scoped_organizations: [fixture.sandbox.organizationId],
      scoped_teams: null,
      value: null,
      mask_value: null,
      last_used_at: expect.stringMatching(/^2030-01-01T00:00:0/) as unknown,
    });
  });

  test.each([
    ["GET", "/api/personal_api_keys/"],
    ["POST", "/api/personal_api_keys/"],
    ["PATCH", "/api/personal_api_keys/@current/"],
    ["DELETE", "/api/personal_api_keys/@current/"],
  ])("%s %s is closed to every key", async (method, path) => {
    const { apiKey: scopeless } = fixture.sandbox.control.createKey({ ...FOUNDER, scopes: null });
    for (const key of [scopeless, keyWith({})]) {
      const answer = await fixture.call(method, path, method === "GET" ? undefined : { label: "x" }, { key });
      expect([answer.status, answer.json.code, answer.json.detail]).toEqual([403, "permission_denied", NO_KEYS]);
    }
    expect(fixture.sandbox.control.keys().filter(({ label }) => label === "x")).toEqual([]);
  });

  test("a key limited to organizations only reaches those", async () => {
    const { control, organizationId } = fixture.sandbox;
    const second = control.createOrganization({ ...FOUNDER, name: "Second" });
    const key = keyWith({ scopedOrganizations: [second.id] });
    expect((await get(`/api/organizations/${second.id}/domains/`, key)).status).toBe(200);
    const refused = await get(`/api/organizations/${organizationId}/domains/`, key);
    const detail = `API key does not have access to the requested organization: ID ${organizationId}.`;
    expect([refused.status, refused.json.detail]).toEqual([403, detail]);
    const listed = (await get("/api/organizations/", key)).json.results as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([second.id]);
  });

  test("a key limited to projects reaches those, and no organizations", async () => {
    const project = Number((await get("/api/users/@me/")).json.team.id);
    const key = keyWith({ scopedTeams: [project] });
    expect((await get(`/api/projects/${project}/persons/`, key)).status).toBe(200);
    expect((await get(fixture.at("domains/"), key)).json.detail).toBe(
      "API keys with scoped projects are only supported on project-based endpoints.",
    );
    const other = keyWith({ scopedTeams: [project + 1] });
    expect((await get(`/api/projects/${project}/persons/`, other)).json.detail).toBe(
      `API key does not have access to the requested project: ID ${project}.`,
    );
  });

  test("a key does not change its user", async () => {
    const { apiKey: key } = fixture.sandbox.control.createKey({ ...FOUNDER, scopes: null });
    const answer = await fixture.call("PATCH", "/api/users/@me/", { first_name: "X" }, { key });
    expect([answer.status, answer.json.type]).toEqual([501, "sandbox_error"]);
  });
});

test("@me is the caller even if its at sign is percent-encoded", async () => {
  const fixture = await openFixture({ dialect: "2026-09" });
  const { status, json } = await fixture.call("GET", "/api/users/%40me/");
  expect([status, json.email]).toEqual([200, "founder@acme.example"]);
  await fixture.close();
});

describe("specified: the caller as 2026-09 shows it, schemas.json, user", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2026-09", newOrganizationFeatures: "all" });
  });
  afterEach(() => fixture.close());

  const me = async (key?: string) =>
    (await fixture.call("GET", "/api/users/@me/", undefined, key === undefined ? {} : { key })).json;

  test("also has a number, invites, and locks", async () => {
    expect(await me()).toMatchObject({
      id: expect.any(Number),
      has_sso_enforcement: false,
      is_organization_first_user: true,
      is_impersonated_read_only: null,
      pending_invites: [],
      notification_locks: {},
      passkeys_enabled_for_2fa: null,
      allow_impersonation: null,
    });
    fixture.sandbox.control.setDialect("2025-08");
    expect(await me()).not.toHaveProperty("id");
  });

  test("isn't the first if somebody joined before, and needs single sign-on with the domain", async () => {
    const { control, organizationId } = fixture.sandbox;
    const email = "amy@acme.example";
    control.createUser({ email });
    control.addMembership({ email, organizationId, level: 8 });
    const { apiKey } = control.createKey({ email, scopes: ["*"] });
    const { id } = (await fixture.call("POST", fixture.at("domains/"), { domain: "acme.example" })).json;
    control.updateDomain(id, { verified_at: "2030-01-01T00:00:00Z" });
    expect(
      (await fixture.call("PATCH", fixture.at(`domains/${id}/`), { sso_enforcement: "google-oauth2" })).status,
    ).toBe(200);
    expect(await me(apiKey)).toMatchObject({ is_organization_first_user: false, has_sso_enforcement: true });
  });

  test("changes its first name, and nothing that's the same for everybody in the sandbox", async () => {
    const patch = (body: object, scopes: string[]) =>
      fixture.call("PATCH", "/api/users/@me/", body, {
        key: fixture.sandbox.control.createKey({ ...FOUNDER, scopes }).apiKey,
      });
    expect((await patch({ first_name: " Ann " }, ["user:write"])).json).toMatchObject({ first_name: "Ann" });
    expect((await patch({ first_name: "Bob" }, ["user:read"])).status).toBe(403);
    for (const body of [{ toolbar_mode: "disabled" }, { first_name: "x".repeat(151) }]) {
      expect((await patch(body, ["user:write"])).status).toBe(501);
    }
  });

  test("with its own invite isn't served, because the service's response isn't known", async () => {
    const other = fixture.sandbox.control.createUser({ email: "other@acme.example" });
    const home = fixture.sandbox.control.createOrganization({ userId: other.id, name: "Other" });
    const { apiKey: key } = fixture.sandbox.control.createKey({ email: "other@acme.example", scopes: ["*"] });
    const invite = { target_email: FOUNDER.email };
    const made = await fixture.call("POST", `/api/organizations/${home.id}/invites/`, invite, { key });
    expect(made.status).toBe(201);
    expect((await fixture.call("GET", "/api/users/@me/")).status).toBe(501);
  });
});
