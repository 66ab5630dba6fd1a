import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09", now: "2026-09-22T10:00:00Z" });
  fixture.sandbox.control.setClock("2026-09-22T10:00:00Z", true);
});
afterEach(() => fixture.close());

const one = (id: number | string, action = ""): string => fixture.at(`projects/${id}/${action}`);
const create = (body: object, key?: string) =>
  fixture.call("POST", fixture.at("projects/"), body, key === undefined ? {} : { key });
const names = async (): Promise<string[]> =>
  (await fixture.call("GET", fixture.at("projects/"))).json.results.map((row: { name: string }) => row.name);

function keyAt(level: number, scopes: readonly string[] | null = ["*"]): string {
  const { control, organizationId } = fixture.sandbox;
  const email = `level${level}@acme.example`;
  control.createUser({ email });
  control.addMembership({ email, organizationId, level });
  return control.createKey({ email, scopes }).apiKey;
}

/** A project that has received an event. */
async function used(name: string): Promise<number> {
  const { id } = (await create({ name })).json;
  fixture.sandbox.control.call("PATCH", `projects/${id}`, { ingested_event: true });
  return id;
}

describe("service 2026-09, projects.md, Writable fields", () => {
  test("trims tags and writes them in lower case, replaces them, and lists them", async () => {
    const made = (await create({ name: "Tagged", tags: [" Web ", "WEB", "Eu"] })).json;
    expect(made.tags).toEqual(["web", "eu"]);
    expect((await fixture.call("PATCH", one(made.id), { tags: ["b"] })).json.tags).toEqual(["b"]);
    const { results } = (await fixture.call("GET", fixture.at("projects/"))).json;
    expect(results.map((row: { tags: string[] }) => row.tags)).toContainEqual(["b"]);
    const refused = await fixture.call("PATCH", one(made.id), { tags: ["x".repeat(256)] });
    expect([refused.status, refused.json.attr]).toEqual([400, "tags__0"]);
  });

  test("accepts the newer settings, and doesn't have the retired one", async () => {
    const wanted = { business_model: "b2b", base_currency: "EUR", cookieless_server_hash_mode: 2 };
    const made = await create({ name: "Set", ...wanted, slack_incoming_webhook: "https://hooks.example/1" });
    expect(made.json).toMatchObject(wanted);
    expect(made.json).not.toHaveProperty("slack_incoming_webhook");
    for (const [name, value] of [
      ["base_currency", "euro"],
      ["session_recording_retention_period", "2y"],
      ["cookieless_server_hash_mode", 3],
    ] as const) {
      const refused = await fixture.call("PATCH", one(made.json.id), { [name]: value });
      expect([refused.status, refused.json.attr]).toEqual([400, name]);
    }
  });

  test("ignores the parts of a project in its create", async () => {
    const made = await create({ name: "New", feature_flag_policy_config: { require_tags: true } });
    expect(made.json.feature_flag_policy_config).toEqual({ require_tags: false });
    const policy = { feature_flag_policy_config: { require_tags: true } };
    expect((await fixture.call("PATCH", one(made.json.id), policy)).json).toMatchObject(policy);
  });

  test("merges modifiers into those of the project", async () => {
    const { id } = (await create({ name: "Modified", modifiers: { a: 1 } })).json;
    const patched = await fixture.call("PATCH", one(id), { modifiers: { b: 2 } });
    expect(patched.json.modifiers).toEqual({ a: 1, b: 2 });
  });

  test("picks an unused name, and uses the organization's defaults for new projects", async () => {
    await fixture.call("PATCH", fixture.at(), { default_anonymize_ips: true });
    const made = [(await create({})).json, (await create({})).json];
    expect(made.map(({ name }) => name)).toEqual(["Default project 2", "Default project 3"]);
    expect(made.map(({ anonymize_ips }) => anonymize_ips)).toEqual([true, true]);
  });
});

describe("service 2026-09, projects.md, Rules", () => {
  test("allows each name once, in any case, even in a rename", async () => {
    const first = (await create({ name: "Shop" })).json;
    const second = (await create({ name: "Store" })).json;
    const detail = (name: string) =>
      `There is already a project called "${name}" in this organization. Choose a different name.`;
    const again = await create({ name: " SHOP " });
    expect([again.status, again.json]).toEqual([
      409,
      { type: "server_error", code: "conflict", detail: detail("SHOP"), attr: null },
    ]);
    const renamed = await fixture.call("PATCH", one(second.id), { name: "shop" });
    expect([renamed.status, renamed.json.detail]).toEqual([409, detail("shop")]);
    expect((await fixture.call("PATCH", one(first.id), { name: "Shop" })).status).toBe(200);
    expect((await fixture.call("PATCH", one(first.id), { name: "SHOP" })).status).toBe(200);
  });

  test("lets members create projects if the organization allows it", async () => {
    const key = keyAt(1);
    const refused = await create({ name: "Mine" }, key);
    const detail = "You need to be an organization admin or above to create new projects.";
    expect([refused.status, refused.json.detail]).toEqual([403, detail]);
    await fixture.call("PATCH", fixture.at(), { members_can_create_projects: true });
    expect((await create({ name: "Mine" }, key)).status).toBe(201);
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    expect((await create({ name: "More" }, key)).json.detail).toBe(detail);
  });

  test("allows as many projects as the plan", async () => {
    const { control, organizationId } = fixture.sandbox;
    control.setFeatures(organizationId, []);
    const refused = await create({ name: "Second" });
    const detail =
      "You have reached the maximum limit of allowed projects for your current plan. Upgrade your plan to be able to create and manage more projects.";
    expect([refused.status, refused.json.detail]).toEqual([403, detail]);
    expect((await create({ name: "Demo", is_demo: true })).status).toBe(201);
    expect((await create({ name: "Demo 2", is_demo: true })).status).toBe(403);
  });

  test("counts projects that are being deleted against the plan, unless a setting says otherwise", async () => {
    const { control, organizationId } = fixture.sandbox;
    await fixture.call("DELETE", one(await used("Shop")));
    control.updateOrganization(organizationId, { project_limit: 2 });
    expect((await create({ name: "Second" })).status).toBe(403);
    control.changeSettings({ pendingProjectsCount: false });
    expect((await create({ name: "Second" })).status).toBe(201);
  });

  test("requires project:write from a key even for settings, and project:read for the calls about products", async () => {
    const { control } = fixture.sandbox;
    const reading = control.createKey({ email: "founder@acme.example", scopes: ["project:read"] }).apiKey;
    const { id } = (await create({ name: "Shop" })).json;
    expect((await fixture.call("PATCH", one(id), { timezone: "UTC" }, { key: reading })).status).toBe(403);
    const intent = { product_type: "surveys" };
    expect((await fixture.call("PATCH", one(id, "add_product_intent/"), intent, { key: reading })).status).toBe(201);
  });
});

describe("service 2026-09, projects.md, Deletion", () => {
  test("removes a project without events at once", async () => {
    const { id } = (await create({ name: "Empty" })).json;
    expect((await fixture.call("DELETE", one(id))).status).toBe(204);
    expect((await fixture.call("GET", one(id))).status).toBe(404);
    expect((await create({ name: "Empty" })).status).toBe(201);
  });

  test("keeps any other for two days: readable by its ID, not in the list, with its name in use", async () => {
    const id = await used("Shop");
    expect((await fixture.call("DELETE", one(id))).status).toBe(204);
    const going = await fixture.call("GET", one(id));
    expect(going.json).toMatchObject({ is_pending_deletion: true, deletion_scheduled_at: "2026-09-24T10:00:00Z" });
    expect(await names()).not.toContain("Shop");
    expect((await create({ name: "Shop" })).status).toBe(409);
    const again = await fixture.call("DELETE", one(id));
    expect([again.status, again.json.detail]).toEqual([400, "This project is already being deleted."]);
    fixture.sandbox.control.changeSettings({ pendingProjectsListed: true });
    expect(await names()).toContain("Shop");
    fixture.sandbox.control.setClock("2026-09-24T10:00:00Z", true);
    expect((await fixture.call("GET", one(id))).status).toBe(404);
    expect((await create({ name: "Shop" })).status).toBe(201);
  });

  test("frees a name by a rename, before the deletion and after it", async () => {
    const id = await used("Shop");
    await fixture.call("DELETE", one(id));
    expect((await fixture.call("PATCH", one(id), { name: "Shop (old)" })).json.is_pending_deletion).toBe(true);
    expect((await create({ name: "Shop" })).status).toBe(201);
  });

  test("that was canceled and requested again ends at the later date", async () => {
    const id = await used("Shop");
    const session = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
    const { setClock } = fixture.sandbox.control;
    await fixture.call("DELETE", one(id));
    const { deletion_scheduled_at: first } = (await fixture.call("GET", one(id))).json;
    await fixture.call("POST", one(id, "cancel-deletion/"), {}, { key: session });
    fixture.sandbox.control.advanceClock(3_600);
    await fixture.call("DELETE", one(id));
    const { deletion_scheduled_at: second } = (await fixture.call("GET", one(id))).json;
    expect(Date.parse(String(second)) - Date.parse(String(first))).toBeGreaterThanOrEqual(3_600_000);
    setClock(new Date(Date.parse(String(first)) + 1_000).toISOString(), true);
    expect((await fixture.call("GET", one(id))).status).toBe(200);
    setClock(new Date(Date.parse(String(second)) + 1_000).toISOString(), true);
    expect((await fixture.call("GET", one(id))).status).toBe(404);
  });

  test("can be canceled only by a session, and once", async () => {
    const id = await used("Shop");
    const session = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
    const cancel = (key?: string) =>
      fixture.call("POST", one(id, "cancel-deletion/"), {}, key === undefined ? {} : { key });
    expect((await cancel(session)).json.detail).toBe("This project is not pending deletion.");
    await fixture.call("DELETE", one(id));
    expect((await cancel()).status).toBe(403);
    expect((await cancel(session)).json).toMatchObject({ id, is_pending_deletion: false, deletion_scheduled_at: null });
    expect((await cancel(session)).json.detail).toBe("This project is not pending deletion.");
    fixture.sandbox.control.setClock("2026-09-25T10:00:00Z", true);
    expect(await names()).toContain("Shop");
    await fixture.call("DELETE", one(id));
    // Without a rule, every member administers the project.
    await fixture.call("PUT", one(id, "access_controls/"), { access_level: "member" }, { key: session });
    expect((await cancel(keyAt(1, null))).status).toBe(403);
    fixture.sandbox.control.changeSettings({ undeclaredActionsTakeKeys: true });
    expect((await cancel()).status).toBe(200);
  });

  test("takes no time in an older service, even with events", async () => {
    const id = await used("Shop");
    fixture.sandbox.control.setDialect("2025-08");
    expect((await fixture.call("DELETE", one(id))).status).toBe(204);
    expect((await fixture.call("GET", one(id))).status).toBe(404);
    expect(await names()).toHaveLength(1);
  });

  test("is noted in the activity, as is that it was canceled", async () => {
    const { control } = fixture.sandbox;
    const id = await used("Shop");
    const key = control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
    await fixture.call("DELETE", one(id));
    await fixture.call("POST", one(id, "cancel-deletion/"), {}, { key });
    const log = await fixture.call("GET", `/api/projects/${id}/activity_log/?scope=Project`, undefined, { key });
    expect(log.json.results.map(({ activity }: { activity: string }) => activity)).toEqual([
      "restored",
      "deleted",
      "created",
    ]);
  });

  test("that was requested stays without effect if the organization is deleted before", async () => {
    const { control } = fixture.sandbox;
    control.changeSettings({ emptyProjectsKeptHours: 48 });
    const { id } = (await fixture.call("POST", "/api/organizations/", { name: "Short" })).json;
    const below = `/api/organizations/${id}/projects/`;
    const [project] = (await fixture.call("GET", below)).json.results;
    expect((await fixture.call("DELETE", `${below}${project.id}/`)).status).toBe(204);
    expect((await fixture.call("DELETE", `/api/organizations/${id}/`)).status).toBe(204);
    control.advanceClock(49 * 3600);
    expect((await fixture.call("GET", `/api/organizations/${id}/`)).status).toBe(404);
    expect((await fixture.call("GET", fixture.at("projects/"))).status).toBe(200);
  });

  test("of an empty project takes as long as the control plane's setting says", async () => {
    fixture.sandbox.control.changeSettings({ emptyProjectsKeptHours: 1 });
    const { id } = (await create({ name: "Empty" })).json;
    await fixture.call("DELETE", one(id));
    expect((await fixture.call("GET", one(id))).json.deletion_scheduled_at).toBe("2026-09-22T11:00:00Z");
    fixture.sandbox.control.setDialect("2025-08");
    expect((await fixture.call("GET", one(id))).status).toBe(404);
    fixture.sandbox.control.setDialect("2026-09");
    expect(await names()).toHaveLength(1);
  });
});

describe("service 2026-09, cross-cutting.md, Environments", () => {
  const at = (id: number, rest = ""): string => `/api/environments/${id}/${rest}`;

  test("are projects with another name, which is marked as deprecated", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    const changed = await fixture.call("PATCH", at(id), { name: "Beta", timezone: "Europe/Berlin" });
    expect([changed.status, changed.json.name, changed.json.timezone]).toEqual([200, "Beta", "Europe/Berlin"]);
    expect(changed.json).toEqual((await fixture.call("GET", `/api/projects/${id}/`)).json);
    const told = ["deprecation", "sunset", "link"].map((name) => changed.headers.get(name));
    const link = `</api/projects/${id}/>; rel="successor-version"`;
    expect(told).toEqual(["true", "Fri, 31 Jul 2026 00:00:00 GMT", link]);
    const key = keyAt(15);
    const below = await fixture.call("GET", at(id, "hog_functions/"), undefined, { key });
    expect([below.status, below.json.count, below.headers.get("deprecation")]).toEqual([200, 1, "true"]);
    expect((await fixture.call("GET", at(9_999))).headers.get("sunset")).not.toBeNull();
    expect((await fixture.call("GET", `/api/projects/${id}/`)).headers.get("deprecation")).toBeNull();
  });

  test("can be deleted with that name", async () => {
    const { id } = (await create({ name: "Alpha" })).json;
    expect((await fixture.call("DELETE", at(id))).status).toBe(204);
  });
});
