import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];
const DAY_S = 86_400;
const NOT_VALID = "The provided invite ID is not valid.";

function invite(target_email: string, more: object = {}, key?: string) {
  return fixture.call("POST", fixture.at("invites/"), { target_email, ...more }, key === undefined ? {} : { key });
}

async function listed(): Promise<string[]> {
  const { json } = await fixture.call("GET", fixture.at("invites/"));
  return json.results.map((row: { target_email: string }) => row.target_email);
}

function signUp(id: string, body: object = { first_name: "Ann", password: "Passw0rd!23" }) {
  return fixture.call("POST", `/api/signup/${id}/`, body, { key: null });
}

/** A key of a new member with this level. */
function keyOf(name: string, level: number, scopes: string[] | null = ["*"]): string {
  const { control, organizationId } = fixture.sandbox;
  const email = `${name}@acme.example`;
  control.createUser({ email });
  control.addMembership({ email, organizationId, level });
  return control.createKey({ email, scopes }).apiKey;
}

afterEach(() => fixture.close());

describe.each(DIALECTS)("recorded: invites in dialect %s, flow 3", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect, now: "2030-01-01T12:00:00Z" });
  });

  test("invites create: defaults, and the email in lower case", async () => {
    const { status, json } = await invite(" One@EXAMPLE.com ");
    expect([status, json.target_email, json.level, json.first_name, json.message]).toEqual([
      201,
      "one@example.com",
      1,
      "",
      null,
    ]);
    expect([json.private_project_access, json.emailing_attempt_made, json.is_expired]).toEqual([[], false, false]);
    expect(json.created_by.email).toBe("founder@acme.example");
    expect("send_email" in json || "combine_pending_invites" in json).toBe(false);
  });

  test("invites create: a second one to the same email replaces the first, in any case", async () => {
    const first = await invite("one@example.com", { level: 8 });
    const second = await invite("ONE@example.com");
    expect([second.json.id === first.json.id, second.json.level]).toEqual([false, 1]);
    expect(await listed()).toEqual(["one@example.com"]);
    expect((await fixture.call("DELETE", fixture.at(`invites/${first.json.id}/`))).status).toBe(404);
  });

  test("invites create: a member's email is refused in any case", async () => {
    const answer = await invite("FOUNDER@acme.example");
    expect([answer.status, answer.json.detail, answer.json.attr]).toEqual([
      400,
      "A user with this email address already belongs to the organization.",
      null,
    ]);
  });

  test.each([
    ["nope", "Enter a valid email address."],
    ["a@b", "Enter a valid email address."],
    ["ü@example.com", "Enter a valid email address."],
    ["a..b@example.com", "Enter a valid email address."],
    ["", "This field may not be blank."],
    [`${"x".repeat(243)}@example.com`, "Ensure this field has no more than 254 characters."],
  ])("invites create: no address %s", async (address, detail) => {
    expect((await invite(address)).json).toMatchObject({ detail, attr: "target_email" });
  });

  test("invites create: project access is checked item by item", async () => {
    const { json: page } = await fixture.call("GET", "/api/organizations/@current/");
    const id = page.projects[0].id as number;
    const access = async (value: unknown) => (await invite("p@example.com", { private_project_access: value })).json;
    expect((await access([{ id, level: "admin" }])).private_project_access).toEqual([{ id, level: "admin" }]);
    expect((await access([])).private_project_access).toBeNull();
    expect((await access({})).detail).toBe("The field must be a list of dictionaries.");
    expect((await access([{ id }])).detail).toBe('Each dictionary must contain "id" and "level" keys.');
    expect((await access([{ id: "1", level: 1 }])).detail).toBe('The "id" field must be an integer.');
    expect((await access([{ id, level: 15 }])).detail).toBe('The "level" field must be a valid access level.');
    expect((await access([{ id: id + 99, level: 1 }])).detail).toMatch(/^Project does not exist/);
  });

  test("invites create: nobody can invite above their own level, and members can be barred from inviting", async () => {
    const member = keyOf("amy", 1);
    const above = await invite("x@example.com", { level: 8 }, member);
    expect([above.status, above.json.detail]).toEqual([
      403,
      "You cannot invite a user with a higher permission level than your own.",
    ]);
    const { control, organizationId } = fixture.sandbox;
    control.updateOrganization(organizationId, { members_can_invite: false });
    expect((await invite("x@example.com", {}, member)).status).toBe(403);
    expect((await invite("x@example.com", {}, keyOf("ben", 8))).status).toBe(201);
    control.setFeatures(organizationId, []);
    expect((await invite("x@example.com", {}, member)).status).toBe(201);
  });

  test("invites create: with a configured mail server, an attempt to send shows, unless mail was declined", async () => {
    fixture.sandbox.control.changeSettings({ mail: true });
    expect((await invite("m@example.com")).json.emailing_attempt_made).toBe(true);
    expect((await invite("m@example.com", { send_email: false })).json.emailing_attempt_made).toBe(false);
  });

  test("invites list: newest first, pages, and expired ones after three days", async () => {
    await invite("old@example.com");
    fixture.sandbox.control.advanceClock(2 * DAY_S);
    await invite("new@example.com");
    fixture.sandbox.control.advanceClock(DAY_S + 60);
    const { json } = await fixture.call("GET", fixture.at("invites/?limit=1"));
    expect([json.count, json.results[0].target_email, json.results[0].is_expired]).toEqual([
      2,
      "new@example.com",
      false,
    ]);
    const next = await fixture.call("GET", json.next.replace(fixture.sandbox.host, ""));
    expect([next.json.results[0].target_email, next.json.results[0].is_expired]).toEqual(["old@example.com", true]);
  });

  test("an invite is valid for exactly three days, and expires one millisecond later", async () => {
    const { control } = fixture.sandbox;
    const START = Date.parse("2026-11-26T08:00:00.417Z");
    control.setClock(new Date(START).toISOString(), true);
    const { json } = await invite("exact@example.com");
    for (const [after, isExpired] of [
      [0, false],
      [3 * DAY_S * 1000, false],
      [3 * DAY_S * 1000 + 1, true],
    ] as const) {
      control.setClock(new Date(Date.parse(json.created_at) + after).toISOString(), true);
      const { json: page } = await fixture.call("GET", fixture.at("invites/"));
      expect([after, page.results[0].is_expired]).toEqual([after, isExpired]);
    }
  });

  test("invites delete: works once, and never with a malformed ID", async () => {
    const { json } = await invite("one@example.com");
    const path = fixture.at(`invites/${json.id}/`);
    expect((await fixture.call("DELETE", path)).status).toBe(204);
    expect((await fixture.call("DELETE", path)).status).toBe(404);
    expect((await fixture.call("DELETE", fixture.at("invites/abc/"))).status).toBe(404);
  });

  test("invites bulk: creates, replaces pending ones, and refuses the 21st and bodies that aren't lists", async () => {
    await invite("one@example.com");
    const bulk = (items: unknown) => fixture.call("POST", fixture.at("invites/bulk/"), items);
    const made = await bulk([{ target_email: "ONE@example.com", level: 8 }, { target_email: "two@example.com" }]);
    expect(made.status).toBe(dialect === "2025-08" ? 201 : 200);
    const levels = (made.json as { level: number }[] | undefined)?.map((row) => row.level);
    expect([made.text === "", levels]).toEqual(dialect === "2025-08" ? [false, [8, 1]] : [true, undefined]);
    expect(await listed()).toEqual(["two@example.com", "one@example.com"]);
    const many = Array.from({ length: 21 }, (_, number) => ({ target_email: `n${number}@example.com` }));
    expect((await bulk(many)).json.code).toBe("max_length");
    expect((await bulk({})).json.detail).toBe("This endpoint needs an array of data for bulk invite creation.");
    expect((await bulk(many.slice(1))).status).toBe(made.status);
  });

  test.each([
    ["the second", [{ target_email: "a@example.com" }, { target_email: "nope" }], "{}"],
    ["the first", [{ target_email: "nope" }], "{'target_email': ['invalid']}"],
    ["a text", ["nope"], "{'non_field_errors': ['invalid']}"],
    ["nothing", [null], "['null']"],
    ["two fields of the first", [{ level: 2 }], "{'target_email': ['required'], 'level': ['invalid_choice']}"],
  ])("invites bulk: %s is bad, and nothing is created", async (_what, items, code) => {
    const { status, json } = await fixture.call("POST", fixture.at("invites/bulk/"), items);
    expect([status, json.code, json.attr]).toEqual([400, code, null]);
    expect(await listed()).toEqual([]);
  });

  test("invites bulk: an address of a member after another", async () => {
    const items = [{ target_email: "a@example.com" }, { target_email: "founder@acme.example" }];
    expect((await fixture.call("POST", fixture.at("invites/bulk/"), items)).status).toBe(400);
    expect(await listed()).toEqual(dialect === "2025-08" ? ["a@example.com"] : []);
  });

  test("invites create and delete: a key without the scope", async () => {
    const { control } = fixture.sandbox;
    const key = control.createKey({ email: "founder@acme.example", scopes: ["annotation:write"] }).apiKey;
    const made = await invite("one@example.com", {}, key);
    expect(made.status).toBe(dialect === "2025-08" ? 201 : 403);
    const id = dialect === "2025-08" ? made.json.id : (await invite("one@example.com")).json.id;
    const removed = await fixture.call("DELETE", fixture.at(`invites/${id}/`), undefined, { key });
    expect(removed.status).toBe(dialect === "2025-08" ? 204 : 403);
    expect((await fixture.call("GET", fixture.at("invites/"), undefined, { key })).status).toBe(403);
    expect((await fixture.call("POST", fixture.at("invites/bulk/"), [], { key })).status).toBe(403);
  });

  test("sign-up: shows the invite, creates the account and the member, and works only once", async () => {
    const { json } = await invite("Ann@example.com", { level: 8, first_name: "Ann" });
    const shown = await fixture.call("GET", `/api/signup/${json.id}/`, undefined, { key: null });
    expect(shown.json).toEqual({
      id: json.id,
      target_email: "ann@example.com",
      first_name: "Ann",
      organization_name: "Acme",
    });
    const made = await signUp(json.id);
    expect([made.status, made.json.email, made.json.redirect_url]).toEqual([201, "ann@example.com", "/"]);
    expect(made.text).not.toContain("Passw0rd");
    expect(JSON.stringify(fixture.sandbox.control.snapshot())).not.toContain("Passw0rd");
    const members = await fixture.call("GET", fixture.at("members/"));
    expect([members.json.results[0].level, members.json.results[0].user.uuid]).toEqual([8, made.json.uuid]);
    expect(members.json.results[0].last_login).not.toBeNull();
    expect(await listed()).toEqual([]);
    expect((await signUp(json.id)).json.detail).toBe(NOT_VALID);
    expect((await invite("ANN@example.com")).status).toBe(400);
  });

  test("sign-up: needs a name and a password of eight characters, and an invite", async () => {
    const { json } = await invite("ann@example.com");
    expect((await signUp(json.id, { first_name: "Ann" })).json).toMatchObject({ code: "required", attr: "password" });
    expect((await signUp(json.id, { first_name: "A", password: "x" })).json.code).toBe("password_too_short");
    expect((await signUp("abc")).json.detail).toBe(NOT_VALID);
    expect((await fixture.call("GET", "/api/signup/abc/", undefined, { key: null })).json.detail).toBe(NOT_VALID);
    expect(await listed()).toEqual(["ann@example.com"]);
  });

  test("sign-up: not with an expired invite", async () => {
    const { json } = await invite("ann@example.com");
    fixture.sandbox.control.advanceClock(3 * DAY_S + 1);
    expect((await signUp(json.id)).json.code).toBe("expired");
    expect((await fixture.call("GET", `/api/signup/${json.id}/`, undefined, { key: null })).json.code).toBe("expired");
  });

  test("sign-up: not for an existing account, which accepts through the control plane", async () => {
    const { control } = fixture.sandbox;
    const { id } = control.createUser({ email: "ann@example.com" });
    const { json } = await invite("ann@example.com", { level: 15 });
    const shown = await fixture.call("GET", `/api/signup/${json.id}/`, undefined, { key: null });
    expect([shown.json.code, shown.json.detail]).toEqual(["account_exists", `/login?next=/signup/${json.id}`]);
    expect((await signUp(json.id)).json.detail).toMatch(/^There already exists an account with email address/);
    control.call("POST", `invites/${json.id}/accept`);
    const places = control.memberships().filter((row) => row.user === id);
    expect([places.length, places[0]?.level, await listed()]).toEqual([1, 15, []]);
  });

  test("sign-up: not with a password if the domain requires single sign-on", async () => {
    const { control } = fixture.sandbox;
    const { json: domain } = await fixture.call("POST", fixture.at("domains/"), { domain: "sso.example.com" });
    const { json } = await invite("ann@sso.example.com");
    control.updateDomain(domain.id, { verified_at: "2030-01-01T00:00:00Z", sso_enforcement: "saml" });
    expect((await signUp(json.id)).json.code).toBe("sso_enforced");
    control.setFeatures(fixture.sandbox.organizationId, []);
    expect((await signUp(json.id)).status).toBe(201);
  });
});

describe("recorded: combined invites in dialect live, flow 3:11-16, 3:133", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2025-08", now: "2030-01-01T12:00:00Z" });
  });
  const combine = (more: object = {}) => invite("c@example.com", { combine_pending_invites: true, ...more });

  test("keep the highest level, but not an expired one's", async () => {
    await invite("c@example.com", { level: 8 });
    expect((await combine()).json.level).toBe(8);
    fixture.sandbox.control.advanceClock(3 * DAY_S + 1);
    expect((await combine()).json.level).toBe(1);
    expect(await listed()).toEqual(["c@example.com"]);
  });

  test("keep the highest access to each project, and fail if a number meets a string", async () => {
    const { json } = await fixture.call("GET", fixture.at());
    const id = json.projects[0].id as number;
    await invite("c@example.com", { private_project_access: [{ id, level: 8 }] });
    const access = [{ id, level: 1 }];
    expect((await combine({ private_project_access: access })).json.private_project_access).toEqual([{ id, level: 8 }]);
    expect((await combine({ private_project_access: [{ id, level: "member" }] })).status).toBe(500);
    expect(await listed()).toEqual(["c@example.com"]);
  });
});

describe("sandboxOnly: invites accepted through the control plane", () => {
  beforeEach(async () => {
    fixture = await openFixture();
  });

  test("create the account if there is none, and refuse another account", async () => {
    const { json } = await invite("ann@example.com", { first_name: "Ann" });
    const { control } = fixture.sandbox;
    const stranger = control.createUser({ email: "stranger@example.com" });
    expect(() => control.call("POST", `invites/${json.id}/accept`, { userId: stranger.id })).toThrow(
      /invalid_recipient/,
    );
    expect(control.call("GET", "invites")).toHaveLength(1);
    control.call("POST", `invites/${json.id}/accept`);
    expect(control.users().find((user) => user.email === "ann@example.com")?.first_name).toBe("Ann");
    expect(() => control.call("POST", `invites/${json.id}/accept`)).toThrow(/There is no invite/);
  });
});
