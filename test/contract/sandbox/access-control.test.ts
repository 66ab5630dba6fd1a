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

const at = (path: string): string => `/api/projects/${project}/${path}`;
const read = async (path: string, key = all): Promise<TestAnswer["json"]> =>
  (await fixture.call("GET", at(path), undefined, { key })).json;
const put = (path: string, body: object, key = all): Promise<TestAnswer> =>
  fixture.call("PUT", at(path), body, { key });
const said = ({ status, json }: TestAnswer): unknown[] => [status, json.code, json.attr, json.detail];

/** A member of level 1: the IDs of the membership and the user, and a key. */
function someMember(email: string): { id: string; userId: string; key: string } {
  const { control, organizationId } = fixture.sandbox;
  const { id: userId } = control.createUser({ email });
  const { id } = control.addMembership({ email, organizationId, level: 1 });
  return { id, userId, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

async function someRole(name: string): Promise<string> {
  return (await fixture.call("POST", fixture.at("roles/"), { name })).json.id as string;
}

describe("access control, service 2026-09, access-control.md", () => {
  test("shows a project's rules with the available levels, which the contract lacks", async () => {
    expect(await read("access_controls/")).toEqual({
      access_controls: [],
      available_access_levels: ["none", "member", "admin"],
      default_access_level: "admin",
      minimum_access_level: "none",
      maximum_access_level: "admin",
      user_access_level: "admin",
      user_can_edit_access_levels: true,
      inherited_access: null,
    });
    const below = await fixture.call("GET", fixture.at(`projects/${project}/access_controls/`), undefined, {
      key: all,
    });
    expect(below.json).toEqual(await read("access_controls/"));
    fixture.sandbox.control.setDialect("documented");
    expect((await fixture.call("GET", at("access_controls/"), undefined, { key: all })).status).toBe(404);
  });

  test("TFP shapes: a project's default, a member's rule, and a role's rule, each removed with null", async () => {
    const ann = someMember("ann@acme.example");
    const role = await someRole("Analysts");
    const subjects = [{}, { organization_member: ann.id }, { role }];
    for (const subject of subjects) {
      const { status, json } = await put("access_controls/", { access_level: "admin", ...subject });
      expect([status, json]).toEqual([
        200,
        {
          access_level: "admin",
          resource: "project",
          resource_id: String(project),
          organization_member: null,
          role: null,
          ...subject,
          created_by: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
    }
    await put("access_controls/", { access_level: "none", role });
    const { access_controls: rules } = await read("access_controls/");
    expect(rules.map((rule: { access_level: string }) => rule.access_level)).toEqual(["admin", "admin", "none"]);
    for (const subject of [...subjects, ...subjects]) {
      expect((await put("access_controls/", { access_level: null, ...subject })).status).toBe(204);
    }
    expect((await read("access_controls/")).access_controls).toEqual([]);
  });

  test("TFP shapes: a kind of resource and one object, each with its own rules", async () => {
    fixture.sandbox.control.call("POST", "guarded-objects", { project, resource: "dashboard", id: "7" });
    const ofKind = { access_level: "viewer", resource: "dashboard" };
    expect((await put("resource_access_controls/", ofKind)).json).toMatchObject({ ...ofKind, resource_id: null });
    const ofObject = { access_level: "manager", resource: "dashboard", resource_id: "7" };
    expect((await put("dashboards/7/access_controls/", ofObject)).json).toMatchObject(ofObject);
    const kinds = await read("resource_access_controls/");
    expect(kinds).toEqual({
      access_controls: [expect.objectContaining(ofKind)],
      available_access_levels: ["none", "viewer", "editor", "manager"],
      default_access_level: "editor",
      minimum_access_level: "none",
      maximum_access_level: "manager",
      user_access_level: "admin",
      user_can_edit_access_levels: true,
    });
    expect(await read("global_access_controls/")).toEqual(kinds);
    expect(await read("dashboards/7/access_controls/")).toMatchObject({
      access_controls: [expect.objectContaining(ofObject)],
      inherited_access: { access_level: "viewer", source_resource: "dashboard" },
    });
    expect((await fixture.call("GET", at("dashboards/8/access_controls/"), undefined, { key: all })).status).toBe(404);
    expect((await fixture.call("GET", at("cohorts/8/access_controls/"), undefined, { key: all })).status).toBe(501);
  });

  test("refuses invalid levels, resources and subjects", async () => {
    const ann = someMember("ann@acme.example");
    const role = await someRole("Analysts");
    const elsewhere = fixture.sandbox.control.createOrganization({ email: "ann@acme.example", name: "Other" });
    const foreign = fixture.sandbox.control.snapshot().tables["memberships"] as { id: string; organization: string }[];
    const other = foreign.find(({ organization }) => organization === elsewhere.id)?.id;
    const none = "access_level";
    const cases: [string, object, unknown[]][] = [
      [
        "access_controls/",
        { access_level: "editor" },
        [none, /^Invalid access level. Must be one of: none, member, admin$/u],
      ],
      [
        "resource_access_controls/",
        { access_level: "none", resource: "action" },
        [none, /^Access level cannot be set below the minimum 'viewer' for action.$/u],
      ],
      [
        "resource_access_controls/",
        { access_level: "editor", resource: "toolbar" },
        [none, /^Access level cannot be set above the maximum 'viewer' for toolbar.$/u],
      ],
      [
        "resource_access_controls/",
        { access_level: "none", resource: "x" },
        ["resource", /^Invalid resource. Must be one of: /u],
      ],
      [
        "access_controls/",
        { access_level: "none", organization_member: "x" },
        ["organization_member", /^Invalid organization member id. Use/u],
      ],
      [
        "access_controls/",
        { access_level: "none", organization_member: ann.userId },
        ["organization_member", /object does not exist/u],
      ],
      [
        "access_controls/",
        { access_level: "none", organization_member: other },
        [null, /^The member must belong to the same/u],
      ],
      [
        "access_controls/",
        { access_level: "none", organization_member: ann.id, role },
        [null, /^You can not scope an access control to both a member and a role.$/u],
      ],
      ["access_controls/", {}, [none, /^This field is required.$/u]],
    ];
    for (const [path, body, [attr, detail]] of cases) {
      const { status, json } = await put(path, body);
      expect([status, json.attr, json.detail]).toEqual([400, attr, expect.stringMatching(detail as RegExp)]);
    }
    const named = await put("resource_access_controls/", {
      access_level: "none",
      resource: "insight",
      resource_id: "1",
    });
    expect(said(named)).toEqual([
      403,
      "permission_denied",
      null,
      expect.stringMatching(/different from the URL target/u),
    ]);
  });

  test.each(["resource_access_controls/", "global_access_controls/"])(
    "refuses rules of kinds below an object, after checking the right to change it: %s",
    async (name) => {
      const ann = someMember("ann@acme.example");
      fixture.sandbox.control.call("POST", "guarded-objects", { project, resource: "dashboard", id: "7" });
      const path = `dashboards/7/${name}`;
      const body = { access_level: "nonsense", resource: "dashboard" };
      expect(said(await put(path, body))).toEqual([
        400,
        "invalid_input",
        null,
        "Resource-level access controls can only be configured for projects.",
      ]);
      expect((await put(`dashboards/8/${name}`, body)).status).toBe(404);
      await put("dashboards/7/access_controls/", { access_level: "viewer", organization_member: ann.id });
      expect(said(await put(path, body, ann.key)).slice(0, 2)).toEqual([403, "permission_denied"]);
    },
  );

  test("rules of roles need their feature, changes an administrator of the project, keys their scopes", async () => {
    const role = await someRole("Analysts");
    const ann = someMember("ann@acme.example");
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const refused = "Role-based access controls require the Role-based access feature.";
    expect(said(await put("access_controls/", { access_level: "none", role }))).toEqual([
      403,
      "permission_denied",
      null,
      refused,
    ]);
    const own = { access_level: "admin", organization_member: ann.id };
    expect((await put("access_controls/", own, ann.key)).json.detail).toBe(
      "Must be admin to modify project permissions.",
    );
    const ofKind = { access_level: "none", resource: "insight" };
    expect((await put("resource_access_controls/", ofKind, ann.key)).json.detail).toBe(
      "Must be an Organization admin to modify project-wide permissions.",
    );
    // The default level of everybody doesn't include editing rules.
    expect(await read("access_controls/", ann.key)).toMatchObject({
      user_access_level: "admin",
      user_can_edit_access_levels: false,
    });
    await put("access_controls/", own);
    expect((await put("resource_access_controls/", ofKind, ann.key)).status).toBe(403);
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["access_control"]);
    expect((await put("resource_access_controls/", ofKind, ann.key)).status).toBe(200);
    const reader = fixture.sandbox.control.createKey({
      email: "founder@acme.example",
      scopes: ["access_control:read"],
    });
    expect((await put("access_controls/", own, reader.apiKey)).json.detail).toMatch(/access_control:write/u);
    expect((await read("access_controls/", reader.apiKey)).access_controls).toHaveLength(1);
  });

  test("shows who has access; the highest rule counts, and rules about former members are gone", async () => {
    const ann = someMember("ann@acme.example");
    const bob = someMember("bob@acme.example");
    await put("access_controls/", { access_level: "none" });
    await put("access_controls/", { access_level: "member", organization_member: ann.id });
    const { users, total_count: count } = await read("users_with_access/");
    expect([count, users.length]).toEqual([2, 2]);
    expect(users[0]).toMatchObject({ access_source: "organization_admin", organization_membership_level: "owner" });
    expect(users[1]).toEqual({
      user_id: ann.userId,
      access_level: "member",
      access_source: "explicit_member",
      organization_membership_id: ann.id,
      organization_membership_level: "member",
    });
    expect((await fixture.call("GET", at("access_controls/"), undefined, { key: bob.key })).status).toBe(404);
    await fixture.call("DELETE", fixture.at(`members/${ann.userId}/`));
    expect((await read("access_controls/")).access_controls).toHaveLength(1);
  });

  test("shows those who have access by their level, highest first, and of equal ones the latest user", async () => {
    const [a, b, c] = [someMember("a@acme.example"), someMember("b@acme.example"), someMember("c@acme.example")];
    const [d, e] = [someMember("d@acme.example"), someMember("e@acme.example")];
    await put("access_controls/", { access_level: "member" });
    for (const person of [b, d])
      await put("access_controls/", { access_level: "admin", organization_member: person.id });
    await put("access_controls/", { access_level: "none", organization_member: c.id });
    const { users } = await read("users_with_access/");
    const shown = users.map(({ user_id, access_level }: { user_id: string; access_level: string }) => [
      user_id,
      access_level,
    ]);
    const founder = fixture.sandbox.control.users().find(({ email }) => email === "founder@acme.example")?.id ?? "";
    const latestFirst = (...ids: string[]): string[] => ids.toSorted().toReversed();
    expect(shown).toEqual([
      ...latestFirst(founder, b.userId, d.userId).map((id) => [id, "admin"]),
      ...latestFirst(a.userId, e.userId).map((id) => [id, "member"]),
    ]);
  });
});

describe("effective access, service 2026-09, access-control.md", () => {
  const setMode = (isMostSpecific: boolean): unknown =>
    fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, {
      uses_most_specific_access_resolution: isMostSpecific,
    });
  const entryOf = async (member: string, resource: string): Promise<Record<string, unknown>> =>
    (await read(`access_control_members/?member_id=${member}`)).results[0].resources[resource];

  test.each([
    [true, "viewer"],
    [false, "manager"],
  ])("of a kind of resource is by the most specific rule (%s), or by the highest", async (mode, own) => {
    setMode(mode);
    const ann = someMember("ann@acme.example");
    const bob = someMember("bob@acme.example");
    await put("resource_access_controls/", { access_level: "manager", resource: "dashboard" });
    await put("resource_access_controls/", {
      access_level: "viewer",
      resource: "dashboard",
      organization_member: ann.id,
    });
    expect(await entryOf(ann.id, "dashboard")).toMatchObject({ access_level: "viewer", effective_access_level: own });
    expect((await entryOf(bob.id, "dashboard"))["effective_access_level"]).toBe("manager");
    expect((await entryOf(bob.id, "insight"))["effective_access_level"]).toBe("editor");
  });

  test("in the legacy order, a person's own rule in a project overrides the default, even if it's lower", async () => {
    setMode(false);
    const ann = someMember("ann@acme.example");
    await put("access_controls/", { access_level: "admin" });
    await put("access_controls/", { access_level: "member", organization_member: ann.id });
    expect((await read("access_controls/", ann.key)).user_access_level).toBe("member");
  });

  test("a project's settings show every member what is stored, what is enforced, and why", async () => {
    setMode(true);
    const ann = someMember("ann@acme.example");
    const role = await someRole("Analysts");
    await fixture.call("POST", fixture.at(`roles/${role}/role_memberships/`), { user_uuid: ann.userId });
    await put("access_controls/", { access_level: "member" });
    await put("resource_access_controls/", { access_level: "none", resource: "insight" });
    await put("resource_access_controls/", { access_level: "viewer", resource: "insight", role });
    const key = ann.key;
    const defaults = await read("access_control_defaults/", key);
    expect(defaults).toMatchObject({ can_edit: false, project_access_level: "member" });
    expect(defaults.resource_access_levels.insight).toEqual({
      access_level: "none",
      minimum: "none",
      maximum: "manager",
    });
    expect(defaults.resource_access_levels.toolbar).toEqual({ access_level: null, minimum: "none", maximum: "viewer" });
    const [shown] = (await read(`access_control_roles/?role_id=${role}`, key)).results;
    expect([shown.role_name, shown.resources.insight]).toEqual([
      "Analysts",
      {
        access_level: "viewer",
        effective_access_level: "viewer",
        inherited_access: {
          access_level: "none",
          source: "resource",
          source_subject: "default",
          source_resource: "insight",
          source_resource_id: null,
        },
        minimum: "none",
        maximum: "manager",
      },
    ]);
    const { results } = await read("access_control_members/", key);
    expect(results).toHaveLength(2);
    const own = results.find((row: { role_ids: string[] }) => row.role_ids.includes(role));
    expect(own).toMatchObject({
      organization_membership_id: ann.id,
      organization_level: 1,
      project: { access_level: null, effective_access_level: "member", inherited_access: { source: "object" } },
      resources: {
        insight: { access_level: null, inherited_access: { access_level: "viewer", source_subject: "role" } },
        dashboard: { inherited_access: { source: "system_default", source_subject: null } },
      },
    });
    const below = await fixture.call("GET", fixture.at(`projects/${project}/access_control_members/`), undefined, {
      key,
    });
    expect(below.json.results).toEqual(results);
  });

  test("settings list rules of objects and properties by the named people; names of objects aren't known", async () => {
    const ann = someMember("ann@acme.example");
    expect(await read("access_control_default_objects/")).toEqual({ results: [] });
    expect(await read(`access_control_member_properties/?member_id=${ann.id}`)).toEqual({ results: [] });
    const status = async (path: string): Promise<unknown[]> => {
      const answer = await fixture.call("GET", at(path), undefined, { key: all });
      return [answer.status, answer.json.detail];
    };
    expect(await status("access_control_role_objects/")).toEqual([400, "role_id is required"]);
    expect(await status(`access_control_member_objects/?member_id=${ann.userId}`)).toEqual([404, "Not found."]);
    fixture.sandbox.control.call("POST", "guarded-objects", { project, resource: "dashboard", id: "7" });
    await put("dashboards/7/access_controls/", { access_level: "viewer" });
    expect((await status("access_control_default_objects/"))[0]).toBe(501);
    expect(await read(`access_control_member_objects/?member_id=${ann.id}`)).toEqual({ results: [] });
  });
});

describe("the change to the newer order, service 2026-09, access-control.md, settings endpoints", () => {
  const accept = "access_control_resolution_accept/";
  const preview = "access_control_resolution_preview/";
  const mode = (): unknown =>
    fixture.sandbox.control.organizations().find(({ id }) => id === fixture.sandbox.organizationId)?.[
      "uses_most_specific_access_resolution"
    ];
  const post = (key: string): Promise<TestAnswer> => fixture.call("POST", at(accept), {}, { key });
  beforeEach(() => {
    const { control, organizationId } = fixture.sandbox;
    control.updateOrganization(organizationId, { uses_most_specific_access_resolution: null });
  });

  test("is accepted from administrators of the organization, with a key that isn't limited to a project", async () => {
    const { control } = fixture.sandbox;
    const ann = someMember("ann@acme.example");
    await put("access_controls/", { access_level: "admin", organization_member: ann.id });
    expect(said(await post(ann.key))).toEqual([
      403,
      "permission_denied",
      null,
      "Only organization admins can accept the new resolution.",
    ]);
    const limited = control.createKey({ email: "founder@acme.example", scopes: ["*"], scopedTeams: [project] });
    expect((await post(limited.apiKey)).status).toBe(403);
    const narrow = control.createKey({ email: "founder@acme.example", scopes: ["access_control:read"] });
    expect((await post(narrow.apiKey)).json.detail).toBe("API key missing required scope 'access_control:write'");
    expect(mode()).toBeNull();
    const { status, json } = await post(all);
    expect([status, json, mode()]).toEqual([200, { uses_most_specific_access_resolution: true }, true]);
  });

  test("can be previewed only by people who can edit rules; what it shows isn't known", async () => {
    const ann = someMember("ann@acme.example");
    expect(await read(preview, ann.key)).toMatchObject({
      code: "permission_denied",
      detail: "Only administrators can view the resolution preview.",
    });
    await put("access_controls/", { access_level: "admin", organization_member: ann.id });
    for (const key of [ann.key, all]) expect((await read(preview, key)).detail).toMatch(/is not known/u);
  });

  test.each([
    ["GET", "access_control_object_search/"],
    ["PUT", "access_control_object_rules/"],
  ])("%s %s stays unknown: neither its response nor its checks are known", async (method, path) => {
    const answer = await fixture.call(method, at(path), method === "PUT" ? {} : undefined, { key: all });
    expect([answer.status, answer.json.type]).toEqual([501, "sandbox_error"]);
  });
});

describe("keys and permissions, service 2026-09, cross-cutting.md", () => {
  test("project secret keys act for nobody: no route here accepts them", async () => {
    for (const path of ["", "persons/", "hog_functions/", "access_controls/"]) {
      expect((await fixture.call("GET", at(path), undefined, { key: "phs_secret" })).status).toBe(401);
    }
  });

  test("the service's own server for agents only reads if the organization says so, which affects nobody else", async () => {
    fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, { read_only_mcp_access: true });
    const call = (method: string, agent: string) =>
      fixture.call(method, fixture.at("roles/"), method === "POST" ? { name: agent } : undefined, {
        key: all,
        headers: { "user-agent": agent },
      });
    const refused = await call("POST", "posthog/mcp-server 1.0");
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      expect.stringMatching(/restricts MCP access to read-only/u),
    ]);
    expect((await call("GET", "posthog/mcp-server 1.0")).status).toBe(200);
    expect((await call("POST", "orgform/0.1.0")).status).toBe(201);
  });

  test("organizations and projects of others, and unknown ones, by route", async () => {
    const stranger = fixture.sandbox.control.createUser({ email: "sam@other.example" });
    const other = fixture.sandbox.control.createOrganization({ email: stranger.email, name: "Other" });
    const answers = async (path: string): Promise<unknown[]> => {
      const { status, json } = await fixture.call("GET", path, undefined, { key: all });
      return [status, json.detail];
    };
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await answers(`/api/organizations/${other.id}/`)).toEqual([404, "Not found."]);
    expect((await answers(`/api/organizations/${other.id}/roles/`))[0]).toBe(403);
    expect(await answers(`/api/organizations/${unknown}/roles/`)).toEqual([404, "Organization not found."]);
    expect(await answers("/api/organizations/nobody/roles/")).toEqual([404, "Organization not found."]);
    expect(await answers("/api/projects/4711/persons/")).toEqual([404, "Project not found."]);
    expect(await answers("/api/projects/4711/")).toEqual([404, "Not found."]);
  });

  test("rules of properties are known but not served: a key needs the scope, and gets 501", async () => {
    const path = at("property_access_controls/?property_definition_id=1");
    expect((await fixture.call("GET", path, undefined, { key: all })).status).toBe(501);
    const { apiKey } = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["person:read"] });
    expect((await fixture.call("GET", path, undefined, { key: apiKey })).status).toBe(403);
  });

  test("rules are deleted with their role, and with the membership that they name", async () => {
    const ann = someMember("ann@acme.example");
    const role = await someRole("Analysts");
    await put("access_controls/", { access_level: "member", role });
    await put("access_controls/", { access_level: "member", organization_member: ann.id });
    expect((await fixture.call("DELETE", fixture.at(`roles/${role}/`))).status).toBe(204);
    expect((await read("access_controls/")).access_controls).toHaveLength(1);
    expect((await fixture.call("DELETE", fixture.at(`members/${ann.userId}/`))).status).toBe(204);
    expect((await read("access_controls/")).access_controls).toEqual([]);
  });

  test("a member's malformed rule is refused as malformed, and a valid one because the member lacks the right", async () => {
    const ann = someMember("ann@acme.example");
    expect((await put("access_controls/", { access_level: "editor" }, ann.key)).status).toBe(400);
    expect((await put("access_controls/", { access_level: "member" }, ann.key)).status).toBe(403);
    const named = { access_level: "none", resource: "dashboard", resource_id: "7" };
    expect((await put("access_controls/", { ...named, access_level: "member" })).json.resource).toBe("project");
  });
});
