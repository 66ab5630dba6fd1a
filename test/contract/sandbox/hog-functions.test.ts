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
  test("are made, read back with additions, listed in short and changed", async () => {
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
      "This field is required.",
    ]);
    const wrong = { ...SECRET.inputs, url: { value: 7 } };
    expect((await make({ ...SECRET, inputs: wrong })).json).toMatchObject({ detail: "Value must be a string." });
  });

  test("go and come back by a change of `deleted`", async () => {
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

  test("come from templates, which need a key below a project and none in the public catalogue", async () => {
    const templates = "/api/projects/1/hog_function_templates/";
    expect((await fixture.call("GET", templates, undefined, { key: null })).status).toBe(401);
    const listed = await call("GET", templates);
    const open = await fixture.call("GET", "/api/public_hog_function_templates/", undefined, { key: null });
    expect(open.json).toEqual(listed.json);
    expect(listed.json.results.map(({ id }: { id: string }) => id)).toContain("template-webhook");
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

  test("have one for places on the map in each project, which comes first", async () => {
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

  test("are given to projects when the service becomes the newer one, once", async () => {
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

  test("hold mappings, which take the events out of the filters", async () => {
    const mapping = { name: "m", inputs_schema: [{ key: "a", type: "string" }], inputs: { a: { value: "1" } } };
    const filters = { source: "events", events: [{ id: "e" }], properties: [] };
    const { json } = await make({ hog: "x", type: "site_destination", filters, mappings: [mapping] });
    expect(json).toMatchObject({ bytecode: null, transpiled: expect.any(String) });
    expect(json.filters).toEqual({ source: "events", properties: [], transpiled: expect.any(String) });
    expect(json.mappings).toMatchObject([{ name: "m", inputs: { a: { value: "1", order: 0 } } }]);
  });

  test("are tried out without running, and have the log that a test wrote", async () => {
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
    const unknown = await call("GET", at(`${id}/metrics/`));
    expect([unknown.status, unknown.json.type]).toEqual([501, "sandbox_error"]);
  });
});
