import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
/** An unscoped key, because no other key can do this. */
let key: string;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];
const ADDRESS = "https://github.com/acme/greeter";

const release = (tag: string, more: object = {}, files: object = { "index.ts": `// ${tag}` }) => ({
  tag,
  files: { "plugin.json": JSON.stringify({ name: "Greeter", ...more }), ...files },
});

function call(method: string, path: string, body?: unknown, as = key): Promise<TestAnswer> {
  return fixture.call(method, fixture.at(path), body, { key: as });
}

async function make(body: object = { plugin_type: "source", name: "one" }): Promise<TestAnswer> {
  return call("POST", "plugins/", body);
}

/** The files of the first item, read from the store, because dialect `documented` never returns them. */
function filesStored(): unknown {
  return (fixture.sandbox.control.call("GET", "plugins") as { files: unknown }[])[0]?.files;
}

describe.each(DIALECTS)("pipeline items in dialect %s", (dialect) => {
  const isLive = dialect === "2025-08";
  /** The response: the body, or nothing if the contract says so. */
  const expectBody = ({ status, text, json }: TestAnswer, body: unknown): void => {
    expect([status, isLive ? json : text]).toEqual([200, isLive ? body : ""]);
  };
  const failure = isLive ? 500 : 400;

  beforeEach(async () => {
    fixture = await openFixture({ dialect });
    key = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
  });
  afterEach(() => fixture.close());

  test("recorded: update_source writes files by name, source shows them, flow 8:298-303", async () => {
    await make();
    expectBody(await call("GET", "plugins/1/source/"), {});
    const path = "pipeline_frontend_apps/1/update_source/";
    expectBody(await call("PATCH", path, { "index.ts": "v1" }), { "index.ts": "v1" });
    expectBody(await call("PATCH", path, { "site.ts": "x" }), { "index.ts": "v1", "site.ts": "x" });
    expectBody(await call("PATCH", path, { "site.ts": null }), { "index.ts": "v1" });
    expectBody(await call("PATCH", path, { "zzz.ts": null }), { "index.ts": "v1", "zzz.ts": null });
    expectBody(await call("PATCH", path, {}), { "index.ts": "v1", "zzz.ts": null });
    expectBody(await call("PATCH", path, { "index.ts": 5 }), { "index.ts": 5, "zzz.ts": null });
    expectBody(await call("GET", "plugins/1/source/"), { "index.ts": "5", "zzz.ts": null });
    expect(filesStored()).toEqual({ "index.ts": "5", "zzz.ts": null });
    expect((await call("PATCH", path, [])).status).toBe(failure);
    expect((await call("PATCH", path, { ["x".repeat(201)]: "" })).status).toBe(failure);
    expect((await call("POST", path, {})).status).toBe(405);
  });

  test("recorded: update_source takes name and settings from plugin.json, flow 8:16-18", async () => {
    await make();
    const manifest = { name: "from json", config: [{ key: "z" }] };
    await call("PATCH", "plugins/1/update_source/", { "plugin.json": JSON.stringify(manifest) });
    const { json } = await call("GET", "plugins/1/");
    expect([json.name, json.config_schema]).toEqual(["from json", [{ key: "z" }]]);
    await call("PATCH", "plugins/1/update_source/", { "plugin.json": "{}" });
    expect((await call("GET", "plugins/1/")).json).toEqual(json);
  });

  test.each(["{", "5", "null", '["name"]', '{"config": null}', `{"name": "${"x".repeat(201)}"}`])(
    "recorded: a plugin.json that is broken, %.10s, is kept by the running service, flow 8:304-308",
    async (manifest) => {
      await make();
      const { status } = await call("PATCH", "plugins/1/update_source/", { "a.ts": "a", "plugin.json": manifest });
      expect(status).toBe(failure);
      expect(filesStored()).toEqual(isLive ? { "a.ts": "a", "plugin.json": manifest } : {});
      // From then on, nothing can be written until the file is fixed.
      expect((await call("PATCH", "plugins/1/update_source/", { "b.ts": "b" })).status).toBe(isLive ? 500 : 200);
      expect((await call("PATCH", "plugins/1/update_source/", { "plugin.json": "[]" })).status).toBe(200);
      expect((await call("GET", "plugins/1/")).json.name).toBe("one");
    },
  );

  test("recorded: unused, exports_unsubscribe_configs and upgrade of source, flow 8:20-25", async () => {
    const { json } = await make();
    expectBody(await call("GET", "pipeline_import_apps/unused/"), [1]);
    expectBody(await call("GET", "plugins/exports_unsubscribe_configs/"), []);
    expectBody(await call("POST", "plugins/1/upgrade/", {}), json);
    expect((await call("GET", "plugins/1/check_for_updates/")).status).toBe(failure);
    expect((await call("GET", "pipeline_import_apps/1/check_for_updates/")).status).toBe(404);
  });

  test("recorded: activity lists installed and uninstalled items, newest first, flow 8:52-53", async () => {
    await make();
    await call("PATCH", "plugins/1/", { name: "two" });
    await call("DELETE", "plugins/1/");
    const all = await call("GET", "pipeline_destinations/activity/");
    const page = await call("GET", "plugins/activity/?limit=1&page=2");
    expect([all.status, page.status, (await call("GET", "plugins/activity/?page=2")).status]).toEqual([
      200,
      200,
      isLive ? 500 : 404,
    ]);
    const entry = (activity: string, name: string) => ({
      user: { first_name: "Founder", email: "founder@acme.example" },
      activity,
      scope: "Plugin",
      item_id: "1",
      detail: { changes: null, trigger: null, name, short_id: null, type: null },
      created_at: expect.any(String),
    });
    const [newer, older] = [entry("uninstalled", "two"), entry("installed", "one")];
    expectBody(all, { results: [newer, older], next: null, previous: null, total_count: 2 });
    const previous = expect.stringContaining("activity/?limit=1&page=1");
    expectBody(page, { results: [older], next: null, previous, total_count: 2 });
    // The activity follows the caller's project, not the path.
    fixture.sandbox.control.createOrganization({ email: "founder@acme.example", name: "Second" });
    const none = { results: [], next: null, previous: null, total_count: 0 };
    expectBody(await call("GET", "plugins/activity/"), none);
  });

  test("documentation: an item from a repository is created, checked and upgraded by its URL", async () => {
    const put = (...releases: object[]): unknown =>
      fixture.sandbox.control.call("PUT", "plugin-archives", { "github.com/acme/greeter": releases });
    expect((await make({ url: ADDRESS })).status).toBe(failure);
    put(release("v1", { config: [{ key: "k" }], icon: "i" }));
    const made = await make({ url: `${ADDRESS}?private_token=x`, name: "mine", plugin_type: "repository" });
    const { json } = made;
    expect([made.status, json.plugin_type, json.name, json.description, json.icon, json.config_schema]).toEqual([
      201,
      "repository",
      "Greeter",
      "",
      "i",
      [{ key: "k" }],
    ]);
    expect([json.url, json.tag, json.latest_tag]).toEqual([ADDRESS, "v1", "v1"]);
    const again = await make({ url: `${ADDRESS}?private_token=y` });
    expect([again.status, again.json.detail]).toEqual([400, `Plugin from URL "${ADDRESS}" already installed!`]);
    put(release("v1"), release("v2", { name: "Greeter 2" }, { "frontend.tsx": "f" }));
    expectBody(await call("GET", "plugins/1/check_for_updates/"), { plugin: { ...json, latest_tag: "v2" } });
    await call("PATCH", "plugins/1/update_source/", { "own.ts": "kept" });
    expect((await call("POST", "plugins/1/upgrade/", {})).status).toBe(200);
    const upgraded = (await call("GET", "plugins/1/")).json;
    expect([upgraded.plugin_type, upgraded.name, upgraded.tag, upgraded.config_schema]).toEqual([
      "custom",
      "Greeter 2",
      "v2",
      [],
    ]);
    expect(filesStored()).toEqual({ "own.ts": "kept", "plugin.json": '{"name": "Greeter 2"}', "frontend.tsx": "f" });
  });

  test("documentation: a URL with a version, and incomplete archives", async () => {
    fixture.sandbox.control.call("PUT", "plugin-archives", {
      "github.com/acme/greeter": [release("v1"), release("v2")],
      "npmjs.com/package/@acme/empty": [{ tag: "1.0.0", files: {} }],
      "gitlab.com/acme/tools/strict": [release("a1", { stateless: true, config: [{ key: "k" }] })],
    });
    const pinned = await make({ url: `${ADDRESS}/commit/v1` });
    expect([pinned.status, pinned.json.tag]).toEqual([201, "v1"]);
    expect((await make({ url: `${ADDRESS}/commit/v3` })).status).toBe(failure);
    const details: unknown[] = [];
    for (const url of ["https://www.npmjs.com/package/@acme/empty", "https://gitlab.com/acme/tools/strict/-/tree/a1"]) {
      const { status, json } = await make({ url });
      details.push([status, json.detail]);
    }
    expect(details).toEqual([
      [400, "Could not find plugin.json in the plugin"],
      [400, "Stateless plugins cannot have a config!"],
    ]);
  });

  test("documentation: repository is an external list, which a fresh sandbox can't reach", async () => {
    expect((await call("GET", "plugins/repository/")).status).toBe(failure);
    const offered = [{ name: "Greeter", url: ADDRESS, verified: true }];
    fixture.sandbox.control.call("PUT", "plugin-repository", offered);
    expectBody(await call("GET", "pipeline_transformations/repository/"), offered);
  });

  test("documentation: a member of both organizations can change a global item only through its own organization", async () => {
    const { control, organizationId } = fixture.sandbox;
    const second = control.createOrganization({ email: "founder@acme.example", name: "Second" });
    control.call("POST", "plugins", { organizationId, is_global: true });
    const path = `/api/organizations/${second.id}/plugins/1/`;
    const refused = await fixture.call("PATCH", path, { name: "x" }, { key });
    const detail = "This plugin installation is managed by another organization";
    expect([refused.status, refused.json.detail]).toEqual([403, detail]);
    expect((await fixture.call("GET", `${path}source/`, undefined, { key })).status).toBe(404);
    expect((await call("PATCH", "plugins/1/", { name: "x" })).status).toBe(200);
  });

  test("recorded: source at level 3 is refused by name, check_for_updates and upgrade likewise, flow 8:361-363", async () => {
    await make();
    fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, { plugins_access_level: 3 });
    const tell = async (method: string, action: string) => (await call(method, `plugins/1/${action}/`)).json.detail;
    expect([
      await tell("GET", "source"),
      await tell("GET", "check_for_updates"),
      await tell("POST", "upgrade"),
    ]).toEqual([
      "Plugin source editing is not available for the current organization!",
      "Plugin installation is not available for the current organization!",
      "Your organization's plugin access level is insufficient.",
    ]);
  });

  test("sandboxOnly: the control plane replaces the plugin server, and items are deleted with their organization", async () => {
    const { control, organizationId } = fixture.sandbox;
    await make();
    control.call("PATCH", "plugins/1", { capabilities: { methods: ["onEvent"] } });
    expect((await call("GET", "pipeline_destinations/")).json.count).toBe(1);
    const second = control.createOrganization({ email: "founder@acme.example", name: "Second" });
    control.call("POST", "plugins", { organizationId: second.id, is_global: true });
    expect((await call("GET", "plugins/")).json.count).toBe(2);
    control.deleteOrganization(second.id);
    expect((await call("GET", "plugins/")).json.count).toBe(1);
    control.call("DELETE", "plugins/1");
    expect([(await call("GET", "plugins/1/")).status, control.call("GET", "plugins")]).toEqual([404, []]);
    expect(() => control.call("PATCH", "plugins/1", {})).toThrow("no pipeline item 1");
    expect(() => control.call("POST", "plugins", { organizationId: "x" })).toThrow("no organization x");
    const bad = [
      { tag: "1", files: { "plugin.json": "{" } },
      release("1", {}, {}),
      release("1", { posthogVersion: "1" }),
    ];
    for (const one of bad) {
      const archives = { "github.com/a/b": [one] };
      expect(() => control.call("PUT", "plugin-archives", archives)).toThrow("plugin.json should be JSON");
    }
    expect([control.call("GET", "plugin-archives"), control.call("GET", "plugin-repository")]).toEqual([{}, null]);
    expect(organizationId).not.toBe(second.id);
  });

  test("sandboxOnly: the page shows items with the families that list them", async () => {
    await make({ plugin_type: "source", name: "Greeter", capabilities: { methods: ["onEvent"] } });
    const { text } = await fixture.call("GET", "/", undefined, { key: null });
    expect(text).toContain("Pipeline items");
    expect(text).toMatch(/Greeter.*plugins, pipeline_destinations/s);
  });
});
