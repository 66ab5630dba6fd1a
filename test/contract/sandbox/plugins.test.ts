import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];

/** Capabilities that put an item into a family. An item without any is a frontend app. */
const FAMILIES: readonly (readonly [string, unknown])[] = [
  ["plugins", {}],
  ["pipeline_destinations", { methods: ["onEvent"] }],
  ["pipeline_transformations", { methods: ["processEvent"] }],
  ["pipeline_frontend_apps", {}],
  ["pipeline_import_apps", { scheduled_tasks: ["runEveryHour"] }],
];

type Item = { readonly id: number; readonly [field: string]: unknown };

/** An unscoped key, the only kind that can do more than read and write. */
const scopeless = (): string =>
  fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

async function make(more: object = {}, family = "plugins"): Promise<Item> {
  const { status, json } = await fixture.call("POST", fixture.at(`${family}/`), { plugin_type: "source", ...more });
  expect(status).toBe(201);
  return json;
}

async function familiesOf(id: number): Promise<string[]> {
  const seen: string[] = [];
  for (const [family] of FAMILIES) {
    const [one, all] = [
      await fixture.call("GET", fixture.at(`${family}/${id}/`)),
      await fixture.call("GET", fixture.at(`${family}/`)),
    ];
    const isListed = all.json.results.some((item: Item) => item.id === id);
    expect(one.status).toBe(isListed ? 200 : 404);
    if (isListed) seen.push(family.replace("pipeline_", ""));
  }
  return seen;
}

/** Another organization, with a key of its own member. */
function other(): { readonly id: string; readonly path: string; readonly key: string } {
  const { control } = fixture.sandbox;
  control.createUser({ email: "other@other.example" });
  const { id } = control.createOrganization({ email: "other@other.example", name: "Other" });
  const { apiKey } = control.createKey({ email: "other@other.example", scopes: ["*"] });
  return { id, path: `/api/organizations/${id}/`, key: apiKey };
}

describe.each(DIALECTS)("recorded: pipeline items in dialect %s, flow 8", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect });
  });
  afterEach(() => fixture.close());

  test.each(FAMILIES)("%s: create, list, get, update, put and delete", async (family, capabilities) => {
    const item = await make({ name: "one", capabilities }, family);
    expect(item).toEqual({
      id: 1,
      plugin_type: "source",
      name: "one",
      description: null,
      url: null,
      icon: null,
      config_schema: {},
      tag: null,
      latest_tag: null,
      is_global: false,
      organization_id: fixture.sandbox.organizationId,
      organization_name: "Acme",
      capabilities,
      metrics: {},
      public_jobs: {},
      hog_function_migration_available: dialect === "2025-08" ? false : "false",
    });
    const path = fixture.at(`${family}/1/`);
    expect((await fixture.call("GET", path)).json).toEqual(item);
    expect((await fixture.call("GET", fixture.at(`${family}/`))).json.results).toEqual([item]);
    const changed = await fixture.call("PATCH", path, { name: "two", config_schema: [] });
    expect([changed.status, changed.json]).toEqual([200, { ...item, name: "two", config_schema: [] }]);
    expect((await fixture.call("PUT", path, {})).json).toEqual(changed.json);
    const gone = await fixture.call("DELETE", path);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    expect((await fixture.call("DELETE", path)).status).toBe(404);
    expect((await fixture.call("GET", fixture.at(`${family}/`))).json.count).toBe(0);
    expect((await make()).id).toBe(2);
  });

  test.each([
    [{ methods: ["onEvent"] }, ["destinations"]],
    [{ methods: ["composeWebhook", "other"] }, ["destinations"]],
    [{ methods: ["processEvent", "onEvent"] }, ["destinations", "transformations"]],
    [{ scheduled_tasks: ["runEveryDay"], methods: ["onEvent"] }, ["destinations", "import_apps"]],
    [{ scheduled_tasks: [] }, []],
    [{ methods: [] }, ["import_apps"]],
    [{ methods: ["setupPlugin"] }, ["import_apps"]],
    [{ methods: "onEvent" }, []],
    [{ jobs: ["x"] }, ["frontend_apps"]],
    ["x", ["frontend_apps"]],
    [["onEvent"], ["frontend_apps"]],
  ])("plugins with capabilities %j are seen in %j", async (capabilities, families) => {
    const { id } = await make({ capabilities }, "pipeline_frontend_apps");
    expect(await familiesOf(id)).toEqual(["plugins", ...families]);
  });

  test("pipeline_destinations update: an item that leaves the family is only available below plugins", async () => {
    const { id } = await make({ capabilities: { methods: ["onEvent"] } });
    const path = fixture.at(`pipeline_destinations/${id}/`);
    expect((await fixture.call("PATCH", path, { capabilities: { methods: ["processEvent"] } })).status).toBe(200);
    for (const method of ["GET", "PATCH", "DELETE"]) expect((await fixture.call(method, path)).status).toBe(404);
    expect(await familiesOf(id)).toEqual(["plugins", "transformations"]);
  });

  test("plugins list: pages over own and global items, in order of creation", async () => {
    for (const name of ["a", "b", "c"]) await make({ name, is_global: name === "b" });
    const { json } = await fixture.call("GET", fixture.at("plugins/?limit=2&offset=1"));
    expect([json.count, json.next, json.results.map((item: Item) => item["name"])]).toEqual([3, null, ["b", "c"]]);
    expect(json.previous).toContain("plugins/?limit=2");
  });

  test("plugins create: the URL is stored, shown without its query, and not changed by updates", async () => {
    const url = "https://example.com/p?private_token=made-up";
    const { id, url: shown, latest_tag } = await make({ url, latest_tag: "9" });
    expect([shown, latest_tag]).toEqual(["https://example.com/p", null]);
    const changed = await fixture.call("PATCH", fixture.at(`plugins/${id}/`), {
      url: "https://x.example",
      latest_tag: "9",
    });
    expect([changed.json.url, changed.json.latest_tag]).toEqual(["https://example.com/p", null]);
    expect(JSON.stringify(fixture.sandbox.control.call("GET", "plugins"))).not.toContain("made-up");
    const again = await fixture.call("POST", fixture.at("plugins/"), { plugin_type: "source", url });
    expect(again.status).toBe(dialect === "2025-08" ? 500 : 400);
    expect((await make()).id).toBe(id + 2);
  });

  test.each([
    ["plugin_type", "zzz", "invalid_choice"],
    ["capabilities", null, "null"],
    ["config_schema", null, "null"],
    ["is_global", "maybe", "invalid_input"],
    ["name", "x".repeat(201), "max_length"],
    ["icon", "x".repeat(801), "max_length"],
  ])("plugins create and update refuse a bad %s", async (name, value, code) => {
    const { id } = await make();
    for (const [method, path] of [
      ["POST", "plugins/"],
      ["PATCH", `plugins/${id}/`],
    ] as const) {
      const { status, json } = await fixture.call(method, fixture.at(path), { plugin_type: "source", [name]: value });
      expect([status, json.code, json.attr]).toEqual([400, code, name]);
    }
  });

  test("plugins create: only source needs no URL; a local folder never exists", async () => {
    for (const body of [{}, { name: "x" }, { plugin_type: "inline", url: "inline://x" }]) {
      const { status } = await fixture.call("POST", fixture.at("plugins/"), body);
      expect(status).toBe(dialect === "2025-08" ? 500 : 400);
    }
    const local = await fixture.call("POST", fixture.at("plugins/"), { plugin_type: "local", url: "file:/nope" });
    expect([local.status, local.json.detail]).toEqual([400, "Could not load plugin.json from: /nope/plugin.json"]);
  });

  test("plugins get: an invalid number fails, an unknown one isn't found", async () => {
    expect((await fixture.call("GET", fixture.at("plugins/abc/"))).status).toBe(dialect === "2025-08" ? 500 : 404);
    expect((await fixture.call("GET", fixture.at("plugins/999/"))).status).toBe(404);
  });

  test.each([
    [0, [403, 403, 403, 403, 403, 403, 403]],
    [3, [200, 403, 403, 403, 403, 200, 403]],
    [6, [200, 201, 403, 200, 403, 200, 200]],
    [9, [200, 201, 201, 200, 200, 200, 200]],
  ])(
    "plugins at level %i of the organization: list, create, global, update, unused, source",
    async (level, expected) => {
      const { id } = await make();
      fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, { plugins_access_level: level });
      const key = scopeless();
      const calls = [
        ["GET", "plugins/"],
        ["POST", "plugins/", { plugin_type: "source" }],
        ["POST", "plugins/", { plugin_type: "source", is_global: true }],
        ["PATCH", `plugins/${id}/`, { name: "x" }],
        ["PATCH", `plugins/${id}/`, { is_global: false }],
        ["GET", "plugins/unused/"],
        ["GET", `plugins/${id}/source/`],
      ] as const;
      const statuses: number[] = [];
      for (const [method, path, body] of calls) {
        statuses.push((await fixture.call(method, fixture.at(path), body, { key })).status);
      }
      expect(statuses).toEqual(expected);
    },
  );

  test("plugins create, update and delete: the member's level doesn't matter", async () => {
    const { control, organizationId } = fixture.sandbox;
    control.createUser({ email: "amy@acme.example" });
    control.addMembership({ email: "amy@acme.example", organizationId, level: 1 });
    const key = control.createKey({ email: "amy@acme.example", scopes: ["plugin:write"] }).apiKey;
    const made = await fixture.call("POST", fixture.at("plugins/"), { plugin_type: "source" }, { key });
    const path = fixture.at(`plugins/${made.json.id}/`);
    expect((await fixture.call("PATCH", path, { is_global: true }, { key })).json.is_global).toBe(true);
    const refused = await fixture.call("DELETE", path, undefined, { key });
    const detail = "This plugin is marked as global! Make it local before uninstallation";
    expect([refused.status, refused.json.detail]).toEqual([400, detail]);
    await fixture.call("PATCH", path, { is_global: false }, { key });
    expect((await fixture.call("DELETE", path, undefined, { key })).status).toBe(204);
  });

  test("global plugins are read by every organization, and changed only by their own", async () => {
    const { path, key } = other();
    const item = await make({ is_global: true, capabilities: { methods: ["processEvent"] } });
    const own = await make();
    const list = await fixture.call("GET", `${path}pipeline_transformations/`, undefined, { key });
    expect(list.json.results).toEqual([item]);
    expect((await fixture.call("GET", `${path}plugins/${item.id}/`, undefined, { key })).json).toEqual(item);
    expect((await fixture.call("GET", `${path}plugins/${own.id}/`, undefined, { key })).status).toBe(404);
    for (const method of ["PATCH", "DELETE"]) {
      const { status, json } = await fixture.call(method, `${path}plugins/${item.id}/`, {}, { key });
      expect([status, json.detail]).toEqual([403, "You do not have permission to perform this action."]);
    }
    // Through an organization that the caller isn't in, only the item can be read.
    expect((await fixture.call("GET", fixture.at(`plugins/${item.id}/`), undefined, { key })).status).toBe(200);
    expect((await fixture.call("GET", fixture.at("plugins/"), undefined, { key })).status).toBe(403);
  });

  test("plugins with source, update_source, activity and the like refuse keys with scopes", async () => {
    const { id } = await make();
    const below = ["activity/", "exports_unsubscribe_configs/", "repository/", "unused/", `${id}/source/`];
    const calls = [
      ...[...below, `${id}/check_for_updates/`].map((path) => ["GET", path] as const),
      ["PATCH", `${id}/update_source/`] as const,
      ["POST", `${id}/upgrade/`] as const,
    ];
    for (const [family] of FAMILIES) {
      for (const [method, path] of calls) {
        const { status, json } = await fixture.call(
          method,
          fixture.at(`${family}/${path}`),
          method === "GET" ? undefined : {},
        );
        expect([path, status, json.detail]).toEqual([
          path,
          403,
          "This action does not support Personal API Key access",
        ]);
      }
    }
  });

  test("plugins create and update need plugin:write, list and get plugin:read", async () => {
    const { id } = await make();
    const key = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["plugin:read"] }).apiKey;
    expect((await fixture.call("GET", fixture.at("plugins/"), undefined, { key })).status).toBe(200);
    expect((await fixture.call("GET", fixture.at(`plugins/${id}/`), undefined, { key })).status).toBe(200);
    const refused = await fixture.call("PATCH", fixture.at(`plugins/${id}/`), {}, { key });
    expect(refused.json.detail).toBe("API key missing required scope 'plugin:write'");
    expect((await fixture.call("POST", fixture.at("plugins/"), {}, { key })).status).toBe(403);
  });
});
