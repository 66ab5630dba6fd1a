import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DAY_S = 86_400;
const HOUR_S = 3_600;

type Person = { readonly id: string; readonly key: string };

function join(name: string, level: number): Person {
  const { control, organizationId } = fixture.sandbox;
  const email = `${name}@acme.example`;
  const { id } = control.createUser({ email, firstName: name });
  control.addMembership({ email, organizationId, level });
  return { id, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

const get = (path: string, key?: string) =>
  fixture.call("GET", fixture.at(path), undefined, key === undefined ? {} : { key });

async function emails(query: string, key?: string): Promise<string[]> {
  const { json } = await get(`members/${query}`, key);
  return json.results.map((member: { user: { email: string } }) => member.user.email.replace("@acme.example", ""));
}

beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09", now: "2030-01-01T12:00:00Z" });
});
afterEach(() => fixture.close());

describe("specified: members of 2026-09, invites-and-members.md", () => {
  test("show the fields of the schema, and are found by a part of the name or the email", async () => {
    join("amy", 1);
    join("ben", 8);
    const { json } = await get("members/?search=AMY");
    expect(Object.keys(json.results[0])).toEqual([
      "id",
      "user",
      "level",
      "joined_at",
      "updated_at",
      "is_2fa_enabled",
      "has_social_auth",
      "last_login",
      "search_match_type",
    ]);
    expect([json.count, json.results[0].search_match_type]).toEqual([1, "exact"]);
    expect((await get("members/")).json.results[0]).not.toHaveProperty("search_match_type");
    const long = await get(`members/?search=${"a".repeat(201)}`);
    expect([long.status, long.json.attr]).toEqual([400, "search"]);
    const unlike = await get("members/?search=zzz");
    expect([unlike.status, unlike.json.type]).toEqual([501, "sandbox_error"]);
  });

  test("are ordered by the time of joining, whatever order is requested", async () => {
    join("amy", 1);
    join("ben", 8);
    expect(await emails("?order=joined_at")).toEqual(["founder", "amy", "ben"]);
    for (const order of ["-joined_at", "user__email", "nonsense"]) {
      expect(await emails(`?order=${order}`)).toEqual(["ben", "amy", "founder"]);
    }
  });

  test("are filtered by levels, by the domain of the email, and by whether that's verified", async () => {
    const { control, organizationId } = fixture.sandbox;
    join("amy", 1);
    join("ben", 8);
    control.createUser({ email: "cat@Elsewhere.example" });
    control.addMembership({ email: "cat@Elsewhere.example", organizationId, level: 1 });
    expect(await emails("?levels=8,15")).toEqual(["ben", "founder"]);
    expect(await emails("?email_domain=ELSEWHERE.example")).toEqual(["cat@Elsewhere.example"]);
    expect(await emails("?levels=1&email_domain=acme.example")).toEqual(["amy"]);
    expect(await emails("?outside_verified_domains=true")).toHaveLength(4);
    const { id } = (await fixture.call("POST", fixture.at("domains/"), { domain: "acme.example" })).json;
    control.updateDomain(id, { verified_at: "2030-01-01T00:00:00Z" });
    expect(await emails("?outside_verified_domains=true")).toEqual(["cat@Elsewhere.example"]);
    expect(await emails("?outside_verified_domains=false")).toHaveLength(4);
    for (const query of ["levels=owner", "email_domain=", "outside_verified_domains=perhaps"]) {
      expect([query, (await get(`members/?${query}`)).status]).toEqual([query, 501]);
    }
  });

  const founderId = (): string => {
    const founder = fixture.sandbox.control.users().find(({ email }) => email === "founder@acme.example");
    return String(founder?.id);
  };
  const change = (id: string, level: number | undefined, key?: string) =>
    fixture.call("PATCH", fixture.at(`members/${id}/`), { level }, key === undefined ? {} : { key });

  test("are refused with the first of five messages that applies", async () => {
    const amy = join("amy", 1);
    const ben = join("ben", 8);
    const refusals = [
      await change(ben.id, 15, ben.key),
      await change(amy.id, 15, ben.key),
      await change(ben.id, 8, amy.key),
      await change(ben.id, 1, amy.key),
      await change(founderId(), 1, ben.key),
    ];
    const texts = [
      "You can't change your own access level.",
      "You can only make another member owner if you're this organization's owner.",
      "You can only change access level of others to lower or equal to your current one.",
      "You can only edit others if you are an admin.",
      "You can only edit others with level lower or equal to you.",
    ];
    expect(refusals.map(({ json }) => json.detail)).toEqual(texts);
    const { status, json } = refusals[0] ?? {};
    expect([status, json.type, json.code, json.attr]).toEqual([403, "authentication_error", "permission_denied", null]);
  });

  test("become owners beside the caller with level 15, and nobody is demoted", async () => {
    const ben = join("ben", 8);
    expect((await change(ben.id, 15)).json.level).toBe(15);
    const levels = (await get("members/")).json.results.map((member: { level: number }) => member.level);
    expect(levels).toEqual([15, 15]);
    expect((await change(founderId(), 8, ben.key)).status).toBe(200);
  });

  test("can't be removed by anybody while they're owners", async () => {
    const ben = join("ben", 15);
    const remove = (id: string, key?: string) =>
      fixture.call("DELETE", fixture.at(`members/${id}/`), undefined, key === undefined ? {} : { key });
    for (const { status, json } of [await remove(ben.id), await remove(ben.id, ben.key), await remove("@me")]) {
      expect([status, json.code, json.attr]).toEqual([400, "invalid_input", null]);
      expect(json.detail).toBe("Cannot leave the organization as its owner!");
    }
    expect((await change(ben.id, 8)).status).toBe(200);
    expect((await remove(ben.id)).status).toBe(204);
  });

  test("have a code host login that's always empty here, and project access that isn't served", async () => {
    const amy = join("amy", 1);
    expect((await get(`members/${amy.id}/github_login/`)).json).toEqual({ github_login: null });
    const { id } = (await get("members/?email=amy@acme.example")).json.results[0];
    const access = async (member: string) => (await get(`members/project_access/?member_id=${member}`)).status;
    expect([await access(id), await access(amy.id), await access("amy")]).toEqual([501, 404, 400]);
    const { apiKey } = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["project:read"] });
    const refused = await get("members/project_access/", apiKey);
    expect(refused.json.detail).toBe("API key missing required scope 'organization_member:read'");
  });

  test("are refused to outsiders, like invites and domains, while the organization itself isn't found", async () => {
    const stranger = { email: "eve@elsewhere.example" };
    fixture.sandbox.control.createUser(stranger);
    fixture.sandbox.control.createOrganization({ name: "Elsewhere", ...stranger });
    const { apiKey } = fixture.sandbox.control.createKey({ ...stranger, scopes: ["*"] });
    const statuses = ["", "members/", "invites/", "domains/", "identity_provider_configs/"].map((path) =>
      get(path, apiKey).then(({ status }) => status),
    );
    expect(await Promise.all(statuses)).toEqual([404, 403, 403, 403, 403]);
    for (const id of ["11111111-1111-4111-8111-111111111111", "nonsense"]) {
      const { status, json } = await fixture.call("GET", `/api/organizations/${id}/members/`);
      expect([status, json.detail]).toEqual([404, "Organization not found."]);
    }
  });
});

describe("specified: an organization of 2026-09 whose members don't see each other", () => {
  let amy: Person;
  let ben: Person;
  let cat: Person;
  beforeEach(() => {
    [amy, ben, cat] = [join("amy", 1), join("ben", 1), join("cat", 8)];
    const { control, organizationId } = fixture.sandbox;
    control.updateOrganization(organizationId, { members_can_see_org_members: false });
    control.call("PUT", `users/${amy.id}/shares_projects_with`, { userIds: [ben.id] });
  });

  test("a member sees themselves and the members of their projects, in a list that looks complete", async () => {
    expect(await emails("", amy.key)).toEqual(["ben", "amy"]);
    expect((await get("members/", amy.key)).json).toMatchObject({ count: 2, next: null });
    expect(await emails("", ben.key)).toEqual(["ben"]);
    expect(await emails("", cat.key)).toEqual(["cat", "ben", "amy", "founder"]);
    expect(await emails("?email=cat@acme.example", amy.key)).toEqual([]);
    const org = (await get("", amy.key)).json;
    expect([org.members_can_see_org_members, org.membership_level]).toEqual([false, 1]);
  });

  test("the others aren't found by ID", async () => {
    const change = (person: Person) =>
      fixture.call("PATCH", fixture.at(`members/${person.id}/`), {}, { key: amy.key }).then(({ status }) => status);
    expect([await change(amy), await change(ben), await change(cat)]).toEqual([200, 403, 404]);
    expect((await get(`members/${cat.id}/github_login/`, amy.key)).status).toBe(404);
  });

  test("a role shows only the visible members, in both lists and by ID", async () => {
    const role = (await fixture.call("POST", fixture.at("roles/"), { name: "Engineers" })).json.id;
    const memberships: string[] = [];
    for (const { id } of [ben, cat]) {
      const made = await fixture.call("POST", fixture.at(`roles/${role}/role_memberships/`), { user_uuid: id });
      memberships.push(made.json.id);
    }
    const shown = async (key?: string) => [
      (await get(`roles/${role}/`, key)).json.members.length,
      (await get("roles/", key)).json.results[0].members.length,
      (await get(`roles/${role}/role_memberships/`, key)).json.count,
    ];
    expect([await shown(), await shown(amy.key)]).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
    const byId = memberships.map((id) => get(`roles/${role}/role_memberships/${id}/`, amy.key));
    expect((await Promise.all(byId)).map(({ status }) => status)).toEqual([200, 404]);
  });

  test("everybody sees everybody in the older dialects", async () => {
    fixture.sandbox.control.setDialect("2025-08");
    expect(await emails("", amy.key)).toHaveLength(4);
  });
});

describe("specified: roles of 2026-09, roles.md", () => {
  test("show whether they're the default and nothing about feature flags, and are listed by pages", async () => {
    const { json } = await fixture.call("POST", fixture.at("roles/"), { name: "A", feature_flags_access_level: 21 });
    expect(Object.keys(json)).toEqual(["id", "name", "created_at", "created_by", "members", "is_default"]);
    await fixture.call("POST", fixture.at("roles/"), { name: "B" });
    await fixture.call("PATCH", fixture.at(""), { default_role_id: json.id });
    const roles = (await get("roles/")).json.results as { name: string; is_default: boolean }[];
    expect(roles.map(({ name, is_default }) => [name, is_default])).toEqual([
      ["A", true],
      ["B", false],
    ]);
    const page = (await get("roles/?limit=1")).json;
    expect([page.count, page.results.length, page.next === null]).toEqual([2, 1, false]);
  });

  test("a membership is read singly, and needs a role of the organization", async () => {
    const amy = join("amy", 1);
    const role = (await fixture.call("POST", fixture.at("roles/"), { name: "A" })).json.id;
    const add = (id: string, user_uuid: string) =>
      fixture.call("POST", fixture.at(`roles/${id}/role_memberships/`), { user_uuid });
    const made = await add(role, amy.id);
    expect((await get(`roles/${role}/role_memberships/${made.json.id}/`)).json).toEqual(made.json);
    const refusals = [
      await add("11111111-1111-4111-8111-111111111111", amy.id),
      await add(role, "11111111-1111-4111-8111-111111111111"),
      await add(role, amy.id),
    ];
    expect(refusals.map(({ status, json }) => [status, json.code, json.detail, json.attr])).toEqual(
      ["Role does not exist.", "User does not exist.", "User is already part of the role."].map((detail) => [
        400,
        "invalid_input",
        detail,
        null,
      ]),
    );
  });
});

describe("specified: invites of 2026-09, invites-and-members.md", () => {
  const invite = (target_email: string, more: object = {}, key?: string) =>
    fixture.call("POST", fixture.at("invites/"), { target_email, ...more }, key === undefined ? {} : { key });
  const bulk = (from: number, count: number) =>
    fixture.call(
      "POST",
      fixture.at("invites/bulk/"),
      Array.from({ length: count }, (_, index) => ({ target_email: `p${from + index}@acme.example` })),
    );

  test("are limited to 50 an hour and 200 a day in an organization, including deleted and replaced ones", async () => {
    fixture.sandbox.control.setClock("2030-01-01T00:00:00Z", true);
    for (const from of [0, 20]) expect((await bulk(from, 20)).status).toBe(201);
    const whole = await bulk(40, 11);
    expect([whole.status, whole.json.type, whole.json.code]).toEqual([429, "throttled_error", "throttled"]);
    expect(whole.headers.get("retry-after")).toBe(String(HOUR_S));
    for (let number = 0; number < 10; number += 1) expect((await invite("same@acme.example")).status).toBe(201);
    const other = join("other", 8);
    expect((await invite("more@acme.example", {}, other.key)).status).toBe(429);
    for (let hour = 1; hour < 4; hour += 1) {
      fixture.sandbox.control.advanceClock(HOUR_S);
      for (const count of [20, 20, 10]) expect((await bulk(hour * 100, count)).status).toBe(201);
    }
    fixture.sandbox.control.advanceClock(HOUR_S);
    const daily = await invite("more@acme.example");
    expect([daily.status, daily.headers.get("retry-after")]).toEqual([429, String(DAY_S - 4 * HOUR_S)]);
    fixture.sandbox.control.advanceClock(DAY_S - 4 * HOUR_S);
    expect((await invite("more@acme.example")).status).toBe(201);
  });

  test("are not limited in the older dialects", async () => {
    fixture.sandbox.control.setDialect("2025-08");
    for (const from of [0, 20, 40]) expect((await bulk(from, 20)).status).toBe(201);
  });

  test("are deleted only by administrators, and need the scope", async () => {
    const amy = join("amy", 1);
    const { json } = await invite("new@acme.example", {}, amy.key);
    const remove = (key?: string) =>
      fixture.call("DELETE", fixture.at(`invites/${json.id}/`), undefined, key === undefined ? {} : { key });
    expect((await remove(amy.key)).status).toBe(403);
    const narrow = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["organization:write"] });
    const refused = await remove(narrow.apiKey);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "API key missing required scope 'organization_member:write'",
    ]);
    expect((await remove()).status).toBe(204);
  });

  test("only accept words for access to projects", async () => {
    const project = (await get("")).json.projects[0].id;
    const access = (level: unknown) => invite("new@acme.example", { private_project_access: [{ id: project, level }] });
    expect((await access("admin")).json.private_project_access).toEqual([{ id: project, level: "admin" }]);
    for (const level of [8, "none"]) {
      const { status, json } = await access(level);
      expect([status, json.detail]).toEqual([400, 'The "level" field must be a valid access level.']);
    }
  });

  test("can't give more access to a restricted project than the inviting person has, except by administrators", async () => {
    const { control, organizationId } = fixture.sandbox;
    const project = (await get("")).json.projects[0].id;
    const amy = join("amy", 1);
    const ask = async (level: string, key?: string) => {
      const more = { private_project_access: [{ id: project, level }] };
      const { status, json } = await invite("new@acme.example", more, key);
      return status === 201 ? status : [status, json.code, json.attr, json.detail];
    };
    const refused = (detail: string) => [400, "invalid_input", "private_project_access", detail];
    const above = refused("You cannot invite to a restricted project with a higher level than your own.");
    const hidden = refused(
      "Project does not exist on this organization, or it is private and you do not have access to it.",
    );
    const rule = (access_level: string | null) =>
      fixture.call("PUT", `/api/projects/${project}/access_controls/`, { access_level }, { key: founder() });
    const founder = () => control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
    expect(await ask("admin", amy.key)).toBe(201);
    await rule("member");
    expect([await ask("admin", amy.key), await ask("member", amy.key), await ask("admin")]).toEqual([above, 201, 201]);
    await rule("none");
    expect([await ask("member", amy.key), await ask("admin")]).toEqual([hidden, 201]);
    // Without the feature, no rule counts, and everybody is an administrator of every project.
    control.setFeatures(organizationId, []);
    expect(await ask("admin", amy.key)).toBe(201);
  });

  test("aren't sent to an email with a plus sign, but such an older invite can still be accepted", async () => {
    const { control } = fixture.sandbox;
    const refused = await invite("Amy+Test@acme.example");
    expect([refused.status, refused.json.attr]).toEqual([400, "target_email"]);
    const both = await fixture.call("POST", fixture.at("invites/bulk/"), [
      { target_email: "ben@acme.example" },
      { target_email: "amy+test@acme.example" },
    ]);
    expect([both.status, (await get("invites/")).json.count]).toEqual([400, 0]);
    control.changeSettings({ inviteRefusalsNameField: false });
    expect((await invite("amy+test@acme.example")).json.attr).toBeNull();
    control.setDialect("2025-08");
    const { id } = (await invite("amy+test@acme.example")).json;
    control.setDialect("2026-09");
    control.call("POST", `invites/${id}/accept`, {});
    expect(await emails("?email=amy%2Btest@acme.example")).toEqual(["amy+test"]);
  });

  test("aren't sent outside the verified domains that the organization enforces in either way", async () => {
    const { control, organizationId } = fixture.sandbox;
    const { id } = (await fixture.call("POST", fixture.at("domains/"), { domain: "acme.example" })).json;
    control.updateDomain(id, { verified_at: "2030-01-01T00:00:00Z" });
    control.updateOrganization(organizationId, { enforce_verified_domains: true });
    expect((await invite("amy@acme.example")).status).toBe(201);
    expect((await invite("amy@elsewhere.example")).status).toBe(400);
    control.changeSettings({ foreignInvitesAnswer: 403 });
    const refused = await invite("amy@elsewhere.example");
    expect([refused.status, refused.json.code]).toEqual([403, "verified_domain_required"]);
  });

  test("show an empty list if no access is sent, and null if an empty list is sent", async () => {
    const shown = async (more: object) => (await invite("new@acme.example", more)).json.private_project_access;
    expect(await shown({})).toEqual([]);
    expect(await shown({ private_project_access: [] })).toBeNull();
    expect(await shown({ private_project_access: null })).toBeNull();
    const { json } = await invite("new@acme.example", { private_project_access: [{ id: 9_999, level: "member" }] });
    expect([json.code, json.attr]).toEqual(["invalid_input", "private_project_access"]);
  });

  test("delegate creates an administrator's invite", async () => {
    const delegate = (target_email: string, key?: string) =>
      fixture.call(
        "POST",
        fixture.at("invites/delegate/"),
        { target_email, message: "Go on", step_at_delegation: "install" },
        key === undefined ? {} : { key },
      );
    const { status, json } = await delegate("New@acme.example");
    expect([status, json.level, json.target_email, json.message]).toEqual([201, 8, "new@acme.example", "Go on"]);
    const amy = join("amy", 1);
    const refused = await delegate("other@acme.example", amy.key);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "Only organization admins can delegate setup, as delegation grants admin access.",
    ]);
    const codes = ["founder@acme.example", "amy@acme.example", "new@acme.example"].map((email) => delegate(email));
    expect((await Promise.all(codes)).map(({ json: { code } }) => code)).toEqual([
      "self_delegation",
      "existing_member",
      "existing_invite",
    ]);
    fixture.sandbox.control.setDialect("2025-08");
    // The older service reads the path as an invite with that ID, which doesn't support the method.
    expect((await delegate("other@acme.example")).status).toBe(403);
  });
});
