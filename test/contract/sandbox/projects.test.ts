import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];
const UPGRADE = "You must upgrade your PostHog plan to be able to create and manage more projects.";

const founderId = (): string =>
  fixture.sandbox.control.users().find((user) => user.email === "founder@acme.example")?.id ?? "";
const scopeless = (): string => fixture.sandbox.control.createKey({ userId: founderId(), scopes: null }).apiKey;
const anyScope = (): string => fixture.sandbox.control.createKey({ userId: founderId(), scopes: ["*"] }).apiKey;

/** A key of a member with this level. */
function member(level: number, scopes: readonly string[] | null = ["*"], name = `level${level}`): string {
  const { control, organizationId } = fixture.sandbox;
  const email = `${name}@acme.example`;
  if (control.users().every((user) => user.email !== email)) {
    control.createUser({ email });
    control.addMembership({ email, organizationId, level });
  }
  return control.createKey({ email, scopes }).apiKey;
}

const create = (body: object = {}, key?: string) =>
  fixture.call("POST", fixture.at("projects/"), body, key === undefined ? {} : { key });
const one = (id: number | string, action = ""): string => fixture.at(`projects/${id}/${action}`);
const patch = (id: number, body: object, key?: string) =>
  fixture.call("PATCH", one(id), body, key === undefined ? {} : { key });
const list = async () => (await fixture.call("GET", fixture.at("projects/"))).json.results;

describe.each(DIALECTS)("recorded: projects in dialect %s, flow 6", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect, now: "2026-11-20T10:00:00Z" });
    fixture.sandbox.control.setClock("2026-11-20T10:00:00Z", true);
  });
  afterEach(() => fixture.close());

  test("projects create: returns what a read returns, makes it the current one, and ignores read-only fields", async () => {
    const made = await create({ name: " Alpha ", api_token: "phc_mine", id: 777, timezone: "Europe/Paris" });
    expect([made.status, made.headers.get("vary")]).toEqual([201, "Cookie, origin"]);
    expect(made.json).toMatchObject({ name: "Alpha", timezone: "Europe/Paris", is_demo: false, product_intents: [] });
    expect(made.json.id).not.toBe(777);
    expect(made.json.api_token).toMatch(/^phc_sandbox_/);
    expect(made.json.test_account_filters[0]).toMatchObject({ value: "@acme.example", operator: "not_icontains" });
    expect((await fixture.call("GET", one(made.json.id))).json).toEqual(made.json);
    expect((await fixture.call("GET", one("@current"))).json.id).toBe(made.json.id);
    expect((await create({ name: "ALPHA" })).status).toBe(201);
    expect((await create()).json.name).toBe("Default project");
  });

  test("projects list: everybody sees all, in pages of rows with eleven fields", async () => {
    for (const name of ["A", "B", "C"]) await create({ name });
    const first = await fixture.call("GET", fixture.at("projects/?limit=3"), undefined, { key: member(1) });
    expect([first.json.count, first.json.results.length, Object.keys(first.json.results[0]).length]).toEqual([
      4, 3, 11,
    ]);
    const rest = await fixture.call("GET", new URL(first.json.next).pathname + new URL(first.json.next).search);
    expect(rest.json.results.map((row: { name: string }) => row.name)).toEqual(["C"]);
  });

  test("projects update: the environment keeps its name, and only its settings move updated_at", async () => {
    const { json } = await create({ name: "Alpha" });
    fixture.sandbox.control.advanceClock(60);
    const renamed = await patch(json.id, { name: "Beta", product_description: "" });
    expect(renamed.json).toMatchObject({ name: "Beta", product_description: "", updated_at: json.updated_at });
    const organization = (await fixture.call("GET", fixture.at())).json;
    expect(organization.projects.map((row: { name: string }) => row.name)).toContain("Beta");
    expect(organization.teams.map((row: { name: string }) => row.name)).toContain("Alpha");
    const environment = (await fixture.call("GET", `/api/environments/${json.id}/`)).json;
    expect(environment).toMatchObject({ name: "Alpha", project_id: json.id });
    expect((await patch(json.id, { timezone: "UTC" })).json.updated_at).toBe("2026-11-20T10:01:00Z");
    expect((await fixture.call("PUT", one(json.id), {})).json.name).toBe("Beta");
  });

  test("projects update: refuses values in the service's words, and then stores nothing", async () => {
    const { id } = (await create()).json;
    const refusals: [object, string, string][] = [
      [{ app_urls: ["ok", 5, true] }, "invalid_input", "app_urls__2"],
      [{ person_display_name_properties: [null] }, "null", "person_display_name_properties__0"],
      [{ session_recording_sample_rate: "1.001" }, "max_digits", "session_recording_sample_rate"],
      [{ session_recording_linked_flag: [] }, "invalid_input", "session_recording_linked_flag"],
      [{ session_recording_masking_config: { maskAllInputs: 1 } }, "invalid_input", "session_recording_masking_config"],
      [{ session_replay_config: { ai_config: { zzz: 1 } } }, "invalid_input", "session_replay_config"],
      [{ primary_dashboard: "x" }, "incorrect_type", "primary_dashboard"],
    ];
    const before = (await fixture.call("GET", one(id))).json;
    for (const [body, code, attr] of refusals) {
      const answer = await patch(id, { anonymize_ips: true, ...body });
      expect([body, answer.status, answer.json.code, answer.json.attr]).toEqual([body, 400, code, attr]);
    }
    const other = (await list())[0].id;
    expect((await patch(id, { primary_dashboard: other })).json.detail).toBe("Dashboard does not belong to this team.");
    expect((await create({ primary_dashboard: other })).json.detail).toMatch(/cannot be set on project creation/);
    expect((await patch(id, { autocapture_exceptions_errors_to_ignore: "x" })).json.attr).toBeNull();
    expect((await fixture.call("GET", one(id))).json).toEqual(before);
  });

  test("projects update: settings of replays merge one level deeper than those of surveys, null clears", async () => {
    const { id } = (await create()).json;
    const read = async (body: object, name: string) => (await patch(id, body)).json[name];
    await patch(id, { session_replay_config: { record_canvas: true, ai_config: { opt_in: true } } });
    const replay = { session_replay_config: { ai_config: { preferred_events: ["a"] } } };
    const merged = { record_canvas: true, ai_config: { opt_in: true, preferred_events: ["a"] } };
    expect(await read(replay, "session_replay_config")).toEqual(merged);
    expect(await read({ session_replay_config: {} }, "session_replay_config")).toEqual(merged);
    await patch(id, { survey_config: { appearance: { a: 1 }, b: 1 } });
    const shallow = { appearance: { c: 2 }, b: 1 };
    expect(await read({ survey_config: { appearance: { c: 2 } } }, "survey_config")).toEqual(shallow);
    expect(await read({ survey_config: null }, "survey_config")).toBeNull();
    expect(await read({ survey_config: { d: 1 } }, "survey_config")).toEqual({ d: 1 });
  });

  test("projects update: a mode of persons that was never observed isn't checked, others are accepted", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    expect((await patch(id, { modifiers: { personsOnEventsMode: "disabled", zzz: 1 } })).status).toBe(200);
    expect((await patch(id, { modifiers: { personsOnEventsMode: "bad" } })).status).toBe(501);
    expect((await fixture.call("GET", one(id))).json.modifiers).toEqual({ personsOnEventsMode: "disabled", zzz: 1 });
  });

  test("projects delete: deletes everything in it, and the first one becomes the current one", async () => {
    const { id, api_token } = (await create({ name: "Short" })).json;
    const deleted = await fixture.call("DELETE", one(id));
    expect([deleted.status, deleted.text, deleted.headers.get("vary")]).toEqual([204, "", "Cookie, origin"]);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await fixture.call(method, one(id), method === "PATCH" ? {} : undefined)).json.detail).toBe("Not found.");
    }
    expect((await fixture.call("GET", `/api/projects/${id}/persons/`)).json.detail).toBe("Project not found.");
    const [remaining] = await list();
    expect((await fixture.call("GET", one("@current"))).json.id).toBe(remaining.id);
    expect((await create()).json.id).toBeGreaterThan(id);
    expect((await list()).map((row: { api_token: string }) => row.api_token)).not.toContain(api_token);
  });

  test("projects reset_token: a new token, for unscoped keys", async () => {
    const { id, api_token } = (await create()).json;
    expect((await fixture.call("PATCH", one(id, "reset_token/"), {})).status).toBe(403);
    expect((await fixture.call("PATCH", one(id, "reset_token/"), {}, { key: member(1, null) })).json.detail).toBe(
      "You don't have sufficient permissions in the project.",
    );
    const renewed = await fixture.call("PATCH", one(id, "reset_token/"), {}, { key: scopeless() });
    expect(renewed.status).toBe(200);
    expect(renewed.json.api_token).not.toBe(api_token);
    expect((await fixture.call("GET", one(id))).json.api_token).toBe(renewed.json.api_token);
    const post = await fixture.call("POST", one(id, "reset_token/"), {}, { key: scopeless() });
    expect(post.status).toBe(dialect === "2025-08" ? 500 : 405);
  });

  test("projects add_product_intent: the name of a product has at most 255 characters", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    const add = (length: number) =>
      fixture.call("PATCH", one(id, "add_product_intent/"), { product_type: "x".repeat(length) }, { key: anyScope() });
    expect((await add(256)).status).toBe(dialect === "2025-08" ? 500 : 400);
    expect((await add(255)).status).toBe(201);
  });

  test("projects add_product_intent and complete_product_onboarding: one row for each product, latest change last", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    await patch(id, { name: "Beta" });
    const key = anyScope();
    const call = (action: string, body: unknown) => fixture.call("PATCH", one(id, `${action}/`), body, { key });
    const first = await call("add_product_intent", { product_type: "surveys", intent_context: "x", metadata: {} });
    expect([first.status, first.json.name]).toEqual([201, "Alpha"]);
    await call("add_product_intent", { product_type: 5 });
    fixture.sandbox.control.advanceClock(5);
    const done = await call("complete_product_onboarding", { product_type: "surveys" });
    expect(done.status).toBe(200);
    expect(done.json.product_intents.map((each: { product_type: string }) => each.product_type)).toEqual([
      "5",
      "surveys",
    ]);
    const [created_at, later] = ["2026-11-20T10:00:00Z", "2026-11-20T10:00:05Z"];
    expect(done.json.product_intents[1]).toMatchObject({
      created_at,
      onboarding_completed_at: later,
      updated_at: later,
    });
    expect((await call("complete_product_onboarding", {})).json).toEqual({ error: "product_type is required" });
    expect((await call("add_product_intent", { product_type: "x", metadata: "y" })).json.detail).toBe(
      'Expected a dictionary of items but got type "str".',
    );
    const long = await call("add_product_intent", { product_type: "x".repeat(256) });
    expect(long.status).toBe(dialect === "2025-08" ? 500 : 400);
    expect((await fixture.call("POST", one(id, "add_product_intent/"), {}, { key })).status).toBe(405);
    expect((await fixture.call("PATCH", one(id, "add_product_intent/"), {})).json.detail).toBe(
      "API key missing required scope 'team:read'",
    );
  });

  test("projects activity: what changed in the environment, newest first, for unscoped keys", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    await patch(id, { name: "Beta" });
    await patch(id, { timezone: "Europe/Paris", anonymize_ips: true });
    await patch(id, { timezone: "Europe/Paris" });
    expect((await fixture.call("GET", one(id, "activity/"))).status).toBe(403);
    const key = scopeless();
    const { json } = await fixture.call("GET", one(id, "activity/"), undefined, { key });
    expect(json.total_count).toBe(2);
    expect(json.results[0]).toMatchObject({ activity: "updated", scope: "Team", item_id: String(id) });
    expect(json.results[0].detail.name).toBe("Alpha");
    expect(json.results[0].detail.changes).toEqual([
      { type: "Team", action: "changed", field: "anonymize_ips", before: false, after: true },
      { type: "Team", action: "changed", field: "timezone", before: "UTC", after: "Europe/Paris" },
    ]);
    expect(json.results[1].activity).toBe("created");
    const far = await fixture.call("GET", one(id, "activity/?page=9"), undefined, { key });
    expect(far.status).toBe(dialect === "2025-08" ? 500 : 404);
  });

  test("projects: levels and IDs", async () => {
    const { id } = (await create()).json;
    const key = member(1);
    expect((await create({}, key)).json.detail).toBe("Your organization access level is insufficient.");
    expect((await create({}, member(8))).json.effective_membership_level).toBe(8);
    expect((await patch(id, { name: "By member" }, key)).json.effective_membership_level).toBe(1);
    const deleted = await fixture.call("DELETE", one(id), undefined, { key });
    expect([deleted.status, deleted.json.detail]).toEqual([
      403,
      "You don't have sufficient permissions in the project.",
    ]);
    const noNumber = (await fixture.call("GET", one("abc"))).json;
    expect(noNumber).toMatchObject({ detail: "Field 'id' expected a number but got 'abc'.", attr: null });
    expect((await fixture.call("GET", one("9".repeat(30)))).status).toBe(404);
  });

  test("projects: settings only need project:read, names and access need more", async () => {
    const { id } = (await create()).json;
    const key = fixture.sandbox.control.createKey({ userId: founderId(), scopes: ["project:read"] }).apiKey;
    expect((await patch(id, { timezone: "UTC", is_demo: false }, key)).status).toBe(200);
    expect((await patch(id, {}, key)).status).toBe(200);
    for (const body of [{ name: "x" }, { access_control: false }, { zzz: 1 }, { timezone: "UTC", name: "x" }]) {
      const answer = await patch(id, body, key);
      expect([answer.status, answer.json.detail]).toEqual([403, "API key missing required scope 'project:write'"]);
    }
    expect((await fixture.call("PUT", one(id), {}, { key })).status).toBe(403);
  });

  test("projects: a key of one project sees no other, a key of another organization none", async () => {
    const { control } = fixture.sandbox;
    const [first] = await list();
    const { id } = (await create()).json;
    const limited = { userId: founderId(), scopes: ["*"] };
    const ofProject = control.createKey({ ...limited, scopedTeams: [first.id] }).apiKey;
    expect((await fixture.call("GET", one(first.id), undefined, { key: ofProject })).status).toBe(200);
    expect((await fixture.call("GET", one(id), undefined, { key: ofProject })).json.detail).toBe(
      `API key does not have access to the requested project: ID ${id}.`,
    );
    expect((await fixture.call("GET", fixture.at("projects/"), undefined, { key: ofProject })).status).toBe(403);
    const second = control.createOrganization({ userId: founderId(), name: "Second" }).id;
    const ofSecond = control.createKey({ ...limited, scopedOrganizations: [second] }).apiKey;
    const below = await fixture.call("GET", `/api/projects/${id}/`, undefined, { key: ofSecond });
    expect(below.json.detail).toBe("Not found.");
    expect((await fixture.call("GET", one(id), undefined, { key: ofSecond })).status).toBe(403);
  });

  test("projects without the paid feature, and at a limit: no new project, and no PUT", async () => {
    const { control, organizationId } = fixture.sandbox;
    const [{ id }] = await list();
    control.updateOrganization(organizationId, { project_limit: 1 });
    expect((await create()).json.detail).toBe(UPGRADE);
    expect((await fixture.call("PUT", one(id), {})).json.detail).toBe(UPGRADE);
    expect((await patch(id, { name: "x" })).status).toBe(200);
    control.updateOrganization(organizationId, { project_limit: 2 });
    expect((await create({}, member(1))).json.detail).not.toBe(UPGRADE);
    expect((await create()).status).toBe(201);
    control.setFeatures(organizationId, []);
    expect((await create()).json.detail).toBe(UPGRADE);
  });
});

describe.each(DIALECTS)("sandboxOnly: projects in dialect %s", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect });
  });
  afterEach(() => fixture.close());

  test("projects are also served directly below /api/, over all the caller's organizations", async () => {
    const { control } = fixture.sandbox;
    const second = control.createOrganization({ userId: founderId(), name: "Second" }).id;
    const rows = (await fixture.call("GET", "/api/projects/")).json.results;
    expect(rows.map((row: { organization: string }) => row.organization)).toEqual([
      fixture.sandbox.organizationId,
      second,
    ]);
    const made = await fixture.call("POST", "/api/projects/", { name: "In the current" });
    expect([made.status, made.json.detail]).toEqual([201, undefined]);
    expect(made.json.organization).toBe(second);
    const path = `/api/projects/${made.json.id}/`;
    expect((await fixture.call("PATCH", path, { name: "Renamed" })).json.name).toBe("Renamed");
    expect((await fixture.call("GET", one(made.json.id))).status).toBe(404);
    expect((await fixture.call("DELETE", path)).status).toBe(204);
  });

  test("projects is_generating_demo_data is what a test sets", async () => {
    const [{ id }] = await list();
    const key = scopeless();
    const ask = async () => (await fixture.call("GET", one(id, "is_generating_demo_data/"), undefined, { key })).json;
    expect(await ask()).toEqual({ is_generating_demo_data: false });
    const path = `projects/${id}`;
    fixture.sandbox.control.call("PATCH", path, {
      is_generating_demo_data: true,
      settings: { timezone: "Asia/Tokyo" },
    });
    expect(await ask()).toEqual({ is_generating_demo_data: true });
    expect((await fixture.call("GET", one(id))).json.timezone).toBe("Asia/Tokyo");
    expect(() => fixture.sandbox.control.call("PATCH", path, { settings: { zzz: 1 } })).toThrow("zzz");
  });

  test("projects that are private, and changes of environments, are answered with 501", async () => {
    const { id } = (await create()).json;
    const key = member(1);
    expect((await patch(id, { access_control: true }, key)).json.type).toBe("sandbox_error");
    expect((await patch(id, { access_control: true })).json.access_control).toBe(true);
    expect((await fixture.call("GET", one(id), undefined, { key })).status).toBe(501);
    expect((await fixture.call("PATCH", `/api/environments/${id}/`, {}, { key: anyScope() })).status).toBe(501);
  });
});
