import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
let key: string;

const keyWith = (scopes: string[] | null): string =>
  fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes }).apiKey;
const at = (path = "", of = project): string => `/api/projects/${of}/hog_functions/${path}`;
const call = (method: string, path: string, body?: unknown, by = key): Promise<TestAnswer> =>
  fixture.call(method, path, body, { key: by });
const make = (body: object): Promise<TestAnswer> => call("POST", at(), body);
const change = (id: string, body: object): Promise<TestAnswer> => call("PATCH", at(`${id}/`), body);
const refusal = ({ status, json }: TestAnswer): unknown[] => [status, json.code, json.attr, json.detail];
const firstProject = (): number =>
  (fixture.sandbox.control.call("GET", "projects") as { number: number }[])[0]?.number ?? 0;

beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  project = firstProject();
  key = keyWith(["hog_function:write"]);
});
afterEach(() => fixture.close());

const WEBHOOK = { type: "destination", name: "Out", template_id: "template-webhook" };
const SECRET = {
  type: "destination",
  hog: "fetch(inputs.url)",
  inputs_schema: [
    { key: "url", type: "string", required: true },
    { key: "token", type: "string", secret: true, required: true },
  ],
  inputs: { url: { value: "https://a.example" }, token: { value: "s3cret-canary" } },
};
const TRANSFORMATION = { type: "transformation", hog: "return event", enabled: true };

describe("hog functions, service 2026-09, hog-functions.md", () => {
  test("are created, read back with additions, listed in short form, and changed", async () => {
    const made = await make({ hog: "return event\n", filters: null, masking: { ttl: 60, hash: "{event.uuid}" } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      type: "destination",
      enabled: false,
      hog: "return event",
      transpiled: null,
      version: 0,
      execution_order: null,
      template: null,
    });
    expect(made.json.filters).toEqual({ source: "events", bytecode: expect.any(Array) });
    expect(made.json.masking).toEqual({ ttl: 60, hash: "{event.uuid}", bytecode: expect.any(Array) });
    const { id, ...sentBack } = made.json;
    const put = await call("PUT", at(`${id}/`), { ...sentBack, name: "Named" });
    expect([put.status, put.json.name, put.json.version]).toEqual([200, "Named", 0]);
    expect((await change(id, { hog: "return null" })).json).toMatchObject({ name: "Named", version: 1 });
    const short = (await call("GET", at("?type=destination"))).json;
    expect([short.count, Object.keys(short.results[0]).includes("inputs")]).toEqual([1, false]);
    const whole = (await call("GET", at("?type=destination,site_app&full=true&search=NAM"))).json;
    expect(whole.results).toEqual([(await call("GET", at(`${id}/`))).json]);
    expect((await call("GET", at("?enabled=true&limit=1"))).json).toMatchObject({ count: 1, next: null });
  });

  test("never show a secret, keep it, and take a new one", async () => {
    const { json } = await make(SECRET);
    expect(json.inputs).toEqual({
      url: { value: "https://a.example", order: 0, bytecode: expect.any(Array) },
      token: { secret: true },
    });
    const stored = (): unknown =>
      (fixture.sandbox.control.call("GET", `hog-functions`) as { id: string; secrets: unknown }[]).find(
        (row) => row.id === json.id,
      )?.secrets;
    const inputs = { url: { value: "https://b.example" }, token: { secret: true } };
    expect((await change(json.id, { inputs })).text).not.toContain("s3cret-canary");
    expect((await change(json.id, { name: "x" })).json.inputs.token).toEqual({ secret: true });
    expect(stored()).toEqual({ token: { value: "s3cret-canary" } });
    await change(json.id, { inputs: { ...inputs, token: { value: "other" } } });
    expect(stored()).toEqual({ token: { value: "other" } });
    expect(refusal(await make({ ...SECRET, inputs }))).toEqual([
      400,
      "invalid_input",
      "inputs__token",
      "No value is saved for this secret input. Enter the value again.",
    ]);
    for (const token of [{}, { value: null }, { value: "" }]) {
      await change(json.id, { inputs: { ...inputs, token } });
      expect(stored()).toEqual({ token: { value: "other" } });
    }
    await change(json.id, { inputs: { ...inputs, token: { value: "third", secret: true } } });
    expect(stored()).toEqual({ token: { value: "third" } });
    await change(json.id, { inputs_schema: [SECRET.inputs_schema[0]] });
    expect(stored()).toEqual({});
    const wrong = { ...SECRET.inputs, url: { value: 7 } };
    expect((await make({ ...SECRET, inputs: wrong })).json).toMatchObject({ detail: "Value must be a string." });
  });

  test("are deleted and restored by a change of `deleted`", async () => {
    const { id } = (await make({ hog: "return event" })).json;
    const removal = await call("DELETE", at(`${id}/`));
    expect([removal.status, removal.json]).toEqual([405, expect.stringContaining('set "deleted" to true')]);
    expect((await change(id, { deleted: true })).status).toBe(200);
    expect((await call("GET", at(`${id}/`))).status).toBe(404);
    expect((await change(id, { name: "x" })).status).toBe(404);
    expect((await call("GET", at("?type=destination"))).json.count).toBe(0);
    expect((await change(id, { deleted: false })).status).toBe(200);
    expect((await call("GET", at(`${id}/`))).status).toBe(200);
  });

  test("come from templates, which need a key below a project but not in the public catalog", async () => {
    const templates = "/api/projects/1/hog_function_templates/";
    expect((await fixture.call("GET", templates, undefined, { key: null })).status).toBe(401);
    const listed = await call("GET", templates);
    const open = await fixture.call("GET", "/api/public_hog_function_templates/", undefined, { key: null });
    expect(open.json).toEqual(listed.json);
    expect(listed.json.results.map(({ id }: { id: string }) => id)).toContain("template-webhook");
    const ids = async (query: string): Promise<unknown> =>
      (await call("GET", `${templates}?${query}`)).json.results.map(({ id }: { id: string }) => id);
    const destinations = await ids("");
    expect(destinations).toEqual(["template-email", "template-webhook", "template-sendgrid"]);
    for (const same of ["type=&types=destination", "type=destination", "type=destination&types=none", "template_id="])
      expect([same, await ids(same)]).toEqual([same, destinations]);
    const [geoip, source] = [["template-geoip"], ["template-source-webhook"]];
    expect([await ids("type=transformation"), await ids("types=transformation")]).toEqual([geoip, geoip]);
    expect(await ids("types=source_webhook,transformation")).toEqual([...geoip, ...source]);
    // Those of the most enabled functions come first.
    const sendgrid = { type: "destination", template_id: "template-sendgrid", inputs: { api_key: { value: "k" } } };
    const webhook = { ...WEBHOOK, inputs: { url: { value: "https://a.example" } } };
    const used = (await make({ ...sendgrid, enabled: true })).json.id;
    for (const enabled of [false, true, false]) await make({ ...webhook, enabled });
    const again = (await make({ ...sendgrid, enabled: true })).json.id;
    expect(await ids("")).toEqual(["template-sendgrid", "template-webhook", "template-email"]);
    await change(used, { deleted: true });
    await change(again, { enabled: false });
    expect(await ids("")).toEqual(["template-webhook", "template-email", "template-sendgrid"]);
    expect(await ids("types=destination&template_id=template-sendgrid")).toEqual(["template-sendgrid"]);
    expect([await ids("type=none"), await ids("template_id=none"), await ids("types=")]).toEqual([[], [], []]);
    const one = await call("GET", `${templates}template-webhook/`);
    expect((await call("GET", `${templates}none/`)).status).toBe(404);
    const made = (await make({ ...WEBHOOK, inputs: { url: { value: "https://a.example" } } })).json;
    expect(made).toMatchObject({ name: "Out", hog: one.json.code, template: one.json });
    expect(made.inputs_schema).toEqual(one.json.inputs_schema);
    expect(refusal(await make({ template_id: "none" }))).toEqual([
      400,
      "invalid_input",
      "template_id",
      "No template found for id 'none'",
    ]);
    expect((await make({ template_id: "template-email" })).json.attr).toBe("template_id");
  });

  test("include one for geolocation in each project, which comes first", async () => {
    const [geoip] = (await call("GET", at("?type=transformation&full=true"))).json.results;
    expect(geoip).toMatchObject({ name: "GeoIP", enabled: true, execution_order: 1, created_by: null });
    expect(geoip.template.id).toBe("template-geoip");
    const second = (await make(TRANSFORMATION)).json;
    const third = (await make({ ...TRANSFORMATION, enabled: false })).json;
    expect([second.execution_order, third.execution_order]).toEqual([2, 3]);
    await change(second.id, { enabled: false });
    expect((await change(second.id, { enabled: true })).json.execution_order).toBe(4);
    const orders = { [geoip.id]: 9, [third.id]: 1 };
    const sorted = (await call("PATCH", at("rearrange/"), { orders })).json;
    expect(sorted.map(({ id }: { id: string }) => id)).toEqual([third.id, second.id, geoip.id]);
  });

  test("are added to projects once when the service is upgraded", async () => {
    const { control } = fixture.sandbox;
    control.setDialect("documented");
    expect((await call("GET", at())).status).toBe(404);
    const made = await fixture.call("POST", fixture.at("projects/"), { name: "Older" });
    control.setDialect("2026-09");
    const listed = await call("GET", at("", made.json.id));
    expect(listed.json.results).toMatchObject([{ name: "GeoIP" }]);
    await call("PATCH", at(`${listed.json.results[0].id}/`, made.json.id), { deleted: true });
    control.setDialect("documented");
    control.setDialect("2026-09");
    expect((await call("GET", at("", made.json.id))).json.count).toBe(0);
    expect((await call("GET", at())).json.count).toBe(1);
  });

  test("are refused with the field and the cause", async () => {
    const { id } = (await make({ hog: "return event" })).json;
    const refusals = [
      await make({ type: "destination" }),
      await make({ type: "other", hog: "x" }),
      await make({ type: "warehouse_source_webhook", hog: "x" }),
      await make({ type: "transformation_log", hog: "x" }),
      await make({ hog: "x".repeat(102_401) }),
      await make({ type: "transformation", hog: "x", mappings: [{ name: "m" }] }),
      await make({ hog: "x", masking: { ttl: 1, hash: "h" } }),
      await change(id, { type: "site_app" }),
    ];
    expect(refusals.map(({ status, json }) => [status, json.attr])).toEqual([
      [400, "hog"],
      [400, "type"],
      [400, "type"],
      [400, "type"],
      [400, "hog"],
      [400, "mappings"],
      [400, "masking__ttl"],
      [400, "type"],
    ]);
    const stale = await change(id, { name: "x", base_updated_at: "2001-01-01T00:00:00Z" });
    expect([stale.status, stale.json.code]).toEqual([409, "stale_update"]);
    expect((await call("POST", at(), { hog: "x" }, keyWith(["hog_function:read"]))).status).toBe(403);
    expect((await call("GET", at(), undefined, keyWith(["project:read"]))).status).toBe(403);
  });

  test("get all their inputs in each change; those without a value are null or the default", async () => {
    const inputs_schema = [
      { key: "url", type: "string", required: true, default: "https://d.example" },
      { key: "note", type: "string" },
    ];
    const { json } = await make({ hog: "x", inputs_schema, inputs: { note: { value: "n" }, other: { value: "o" } } });
    expect(json.inputs).toMatchObject({ url: { value: "https://d.example" }, note: { value: "n" } });
    expect(Object.keys(json.inputs)).toEqual(["url", "note"]);
    const changed = (await change(json.id, { inputs: { url: { value: "https://e.example" } } })).json.inputs;
    expect(changed).toMatchObject({ url: { value: "https://e.example" }, note: null });
    expect((await change(json.id, { name: "x" })).json.inputs).toEqual(changed);
    const mapping = { inputs_schema: [{ key: "a", type: "string", required: true }], inputs: {} };
    expect((await change(json.id, { mappings: [mapping] })).json.attr).toBe("mappings__0__inputs__a");
  });

  test("keep mappings that a change doesn't name, or drop them if a setting says so", async () => {
    const mapping = { name: "m", inputs_schema: [], inputs: {}, filters: {}, disabled: true };
    const { json } = await make({ hog: "x", mappings: [mapping] });
    expect(json.mappings[0]).not.toHaveProperty("disabled");
    expect((await change(json.id, { enabled: true })).json.mappings).toHaveLength(1);
    fixture.sandbox.control.changeSettings({ patchKeepsMappings: false });
    expect((await change(json.id, { enabled: false, mappings: json.mappings })).json.mappings).toHaveLength(1);
    expect((await change(json.id, { enabled: true })).json.mappings).toBeNull();
    const other = (await make({ ...TRANSFORMATION, mappings: [] })).json;
    expect(other.mappings).toBeNull();
    const refused = await change(other.id, { mappings: [] });
    expect([refused.status, refused.json.detail]).toEqual([400, "Mappings are only allowed for destinations."]);
    expect((await change(other.id, { mappings: null })).status).toBe(200);
  });

  test("show the source of their events, and keep only the filters for it", async () => {
    const all = { events: [{ id: "e" }], actions: [{ id: 1 }], data_warehouse: [{ table_name: "t" }], properties: [] };
    const shown = async (source: string) => (await make({ hog: "x", filters: { ...all, source } })).json.filters;
    const keys = async (source: string) => Object.keys(await shown(source)).toSorted();
    expect(await keys("events")).toEqual(["actions", "bytecode", "events", "properties", "source"]);
    expect(await keys("person-updates")).toEqual(["bytecode", "properties", "source"]);
    expect(await keys("data-warehouse-table")).toEqual(["bytecode", "data_warehouse", "properties", "source"]);
    expect((await make({ hog: "x", filters: { source: "elsewhere" } })).status).toBe(400);
    const bare = (await make({ hog: "x" })).json;
    expect(bare).toMatchObject({ template: null, inputs: {}, filters: { source: "events", bytecode: ["_H", 1, 29] } });
    const view = await make({ hog: "x", enabled: true, filters: { source: "data-warehouse-view" } });
    expect(view.json.detail).toBe("Select the materialized view to trigger on.");
    const broken = { hog: "x", filters: { properties: [{ key: "rejected-by-compiler" }] } };
    expect((await make(broken)).json.filters).toHaveProperty("bytecode_error");
    expect((await make({ ...broken, enabled: true })).json.detail).toMatch(/^Invalid filter configuration: /u);
  });

  test("for events of the service itself require at least one event, whatever is sent", async () => {
    const alert = { type: "internal_destination", hog: "x", enabled: true };
    const filters = { source: "events", events: [{ id: "$error_tracking_issue_created", type: "events" }] };
    const { json } = await make({ ...alert, filters });
    expect(json.filters).toMatchObject({ source: "internal-events", events: filters.events });
    for (const wrong of [{}, { events: [] }, { events: [{ id: "" }] }]) {
      expect((await make({ ...alert, filters: wrong })).json.attr).toBe("filters");
    }
    expect((await make(alert)).status).toBe(400);
    expect((await change(json.id, { name: "x" })).status).toBe(200);
  });

  test("are put last when they're restored, or enabled without a position", async () => {
    const { id } = (await make(TRANSFORMATION)).json;
    await make(TRANSFORMATION);
    const order = async (body: object) => (await change(id, body)).json.execution_order;
    await change(id, { deleted: true });
    expect(await order({ deleted: false, execution_order: 2 })).toBe(4);
    await change(id, { enabled: false });
    expect(await order({ enabled: true, execution_order: 2 })).toBe(2);
    await change(id, { enabled: false });
    expect(await order({ enabled: true })).toBe(4);
    expect((await change(id, { execution_order: 32_768 })).json.attr).toBe("execution_order");
  });

  test("can't call the service's internal functions, can't be backfilled by keys, and need no plan", async () => {
    const refused = await make({ hog: "sendEmail(inputs.email)" });
    expect([refused.json.attr, refused.json.detail]).toEqual([
      "hog",
      expect.stringMatching(/^Reserved for PostHog's/u),
    ]);
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const made = await make({ hog: " return event \n", enabled: true });
    expect([made.status, made.json.hog]).toEqual([201, "return event"]);
    expect((await call("POST", at(`${made.json.id}/enable_backfills/`), {}, keyWith(["*"]))).status).toBe(403);
  });

  test("for old destinations are shown, but can't be created", async () => {
    const { id } = (await make({ hog: "x" })).json;
    fixture.sandbox.control.call("PATCH", `hog-functions/${id}`, { type: "legacy_destination" });
    expect((await call("GET", at(`${id}/`))).json.type).toBe("legacy_destination");
    expect((await make({ type: "legacy_destination", hog: "x" })).json.attr).toBe("type");
    const long = await call("GET", at(`?search=${"a".repeat(201)}`));
    expect([long.status, long.json.attr]).toEqual([400, "search"]);
  });

  test("stop at twenty enabled transformations", async () => {
    for (let count = 1; count < 20; count += 1) await make(TRANSFORMATION);
    const [status, , attr, detail] = refusal(await make(TRANSFORMATION));
    expect([status, attr, detail]).toEqual([
      400,
      "type",
      expect.stringMatching(/^Maximum of 20 enabled transformation/u),
    ]);
    const { id } = (await make({ ...TRANSFORMATION, enabled: false })).json;
    expect((await change(id, { enabled: true })).json.attr).toBe("type");
  });

  test("can have mappings, which remove the events from the filters", async () => {
    const mapping = { name: "m", inputs_schema: [{ key: "a", type: "string" }], inputs: { a: { value: "1" } } };
    const filters = { source: "events", events: [{ id: "e" }], properties: [] };
    const { json } = await make({ hog: "x", type: "site_destination", filters, mappings: [mapping] });
    expect(json).toMatchObject({ bytecode: null, transpiled: expect.any(String) });
    expect(json.filters).toEqual({ source: "events", properties: [], transpiled: expect.any(String) });
    expect(json.mappings).toMatchObject([{ name: "m", inputs: { a: { value: "1", order: 0 } } }]);
  });

  test("are tested without running, and have the log that a test wrote", async () => {
    const { id } = (await make(SECRET)).json;
    const run = (body: object) => call("POST", at(`${id}/invocations/`), body);
    const { inputs, ...rest } = SECRET;
    const configuration = { ...rest, inputs: { ...inputs, token: { secret: true } } };
    expect((await run({ configuration })).json).toMatchObject({ status: "success", logs: [{ level: "info" }] });
    expect((await run({})).json.attr).toBe("configuration");
    expect((await run({ use_draft: true })).json.attr).toBe("use_draft");
    fixture.sandbox.control.call("POST", `hog-functions/${id}/logs`, { message: "said", level: "warn" });
    const lines = (await call("GET", at(`${id}/logs/?level=WARN`))).json.results;
    expect(lines).toMatchObject([{ log_source_id: id, level: "WARN", message: "said" }]);
    const unknown = await call("POST", at(`${id}/rerun/`), {}, keyWith(null));
    expect([unknown.status, unknown.json.type]).toEqual([501, "sandbox_error"]);
  });

  test("have metrics for a time without runs", async () => {
    fixture.sandbox.control.setClock("2026-09-17T10:00:00Z", true);
    const { id } = (await make({ hog: "return event" })).json;
    const metrics = await call("GET", at(`${id}/metrics/?after=-2d&interval=day&breakdown_by=kind`));
    expect(metrics.json).toEqual({ labels: ["2026-09-15", "2026-09-16", "2026-09-17"], series: [] });
    const weeks = await call("GET", at(`${id}/metrics/?interval=week`));
    expect(weeks.json.labels).toEqual(["2026-09-07", "2026-09-14"]);
    expect((await call("GET", at(`${id}/metrics/totals/`))).json).toEqual({ totals: {} });
    expect(refusal(await call("GET", at(`${id}/metrics/?interval=year`))).slice(0, 3)).toEqual([
      400,
      "invalid_choice",
      "interval",
    ]);
    expect((await call("GET", at(`${id}/metrics/?interval=hour`))).status).toBe(501);
  });
});
