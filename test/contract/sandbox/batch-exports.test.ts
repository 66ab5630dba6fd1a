import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { ExportFixture, S3, refusal } from "./export-fixture.ts";

let stage: ExportFixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];
const FEATURES_TEXT = "The Data Pipelines addon is required for batch exports.";

const scopeless = (): string =>
  stage.fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

describe.each(DIALECTS)("recorded: batch exports in dialect %s, flow 7", (dialect) => {
  beforeEach(async () => {
    stage = await ExportFixture.open(dialect);
  });
  afterEach(() => stage.fixture.close());

  test("batch exports create and get: no secret comes back, and numbers read back as text", async () => {
    const config = { ...S3, max_file_size_mb: 100, use_virtual_style_addressing: true, kms_key_id: null };
    const { answer, path, id } = await stage.make({ destination: { type: "S3", config } });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toMatch(/AK|SK/);
    expect(answer.json.destination.config).toEqual({
      bucket_name: "b",
      region: "r",
      prefix: "p/",
      max_file_size_mb: 100,
      use_virtual_style_addressing: true,
      kms_key_id: null,
    });
    const read = await stage.fixture.call("GET", path);
    expect(read.text).not.toMatch(/AK|SK/);
    expect(Object.entries(read.json.destination.config)).toEqual([
      ["prefix", "p/"],
      ["region", "r"],
      ["kms_key_id", null],
      ["bucket_name", "b"],
      ["max_file_size_mb", "100"],
      ["use_virtual_style_addressing", "True"],
    ]);
    expect(await stage.get(stage.fixture.at(`batch_exports/${id}/`))).toEqual(read.json);
    expect("filters" in read.json).toBe(dialect === "2025-08");
  });

  test("batch exports create: every type hides its own secrets and requires its own keys", async () => {
    const types: Record<string, [object, string[]]> = {
      Snowflake: [
        { account: "a", user: "u", database: "d", warehouse: "w", schema: "s", password: "PW" },
        ["account", "database", "warehouse", "schema"],
      ],
      Postgres: [{ user: "u", password: "PW", host: "h", database: "d" }, ["host", "database"]],
      Redshift: [{ user: "u", password: "PW", host: "h", database: "d" }, ["host", "database"]],
      BigQuery: [
        { project_id: "p", dataset_id: "d", private_key: "PW", private_key_id: "k", token_uri: "t", client_email: "c" },
        ["project_id", "dataset_id"],
      ],
      HTTP: [{ url: "u", token: "shown" }, ["url", "token"]],
      NoOp: [{}, []],
    };
    for (const [type, [config, shown]] of Object.entries(types)) {
      const { answer } = await stage.make({ destination: { type, config } });
      expect([type, answer.status, Object.keys(answer.json.destination.config)]).toEqual([type, 201, shown]);
      const [missing = ""] = Object.keys(config);
      const less = Object.fromEntries(Object.entries(config).filter(([key]) => key !== missing));
      const refused = await stage.make({ destination: { type, config: less } });
      const expected =
        dialect === "2025-08" ? [500, "error", null] : [400, "required", `destination__config__${missing}`];
      expect(refusal(refused.answer)).toEqual(missing === "" ? [201, undefined, undefined] : expected);
    }
  });

  test("batch exports update: config is merged, the type can change, and secrets of the old type are shown", async () => {
    const { path } = await stage.make();
    const patch = (destination: object) => stage.fixture.call("PATCH", path, { destination });
    expect((await patch({ type: "S3", config: { compression: "gzip" } })).json.destination.config.prefix).toBe("p/");
    expect(refusal(await patch({ type: "S3", config: { compression: "zstd" } }))).toEqual([
      400,
      "invalid_input",
      "destination",
    ]);
    const noOp = await patch({ type: "NoOp", config: {} });
    expect(noOp.json.destination.config.aws_secret_access_key).toBe("SK");
    const bad = await patch({ type: "BigQuery", config: {} });
    expect(bad.status).toBe(dialect === "2025-08" ? 500 : 400);
    expect((await stage.get(path)).destination.type).toBe("NoOp");
  });

  test("batch exports create and update: the plan, the flags and the fields are checked", async () => {
    expect(refusal((await stage.make({ interval: "every 5 minutes" })).answer)).toEqual([
      403,
      "permission_denied",
      null,
    ]);
    expect(refusal((await stage.make({ interval: "never" })).answer)).toEqual([400, "invalid_choice", "interval"]);
    expect(refusal((await stage.make({ name: "" })).answer)).toEqual([400, "blank", "name"]);
    expect(refusal((await stage.make({ destination: 5 })).answer)[0]).toBe(400);
    const { path } = await stage.make();
    expect((await stage.fixture.call("PATCH", path, { interval: "every 5 minutes" })).status).toBe(200);
    expect(refusal(await stage.fixture.call("PUT", path, { name: "x" }))).toEqual([400, "required", "destination"]);
    const { json } = await stage.fixture.call("PATCH", path, {
      start_at: "2026-06-01",
      end_at: "2026-06-02T12:00:00+02:00",
    });
    expect([json.start_at, json.end_at]).toEqual(["2026-06-01T00:00:00Z", "2026-06-02T10:00:00Z"]);
    stage.fixture.sandbox.control.setFeatures(stage.fixture.sandbox.organizationId, []);
    const refused = await stage.fixture.call("PATCH", path, { name: "y" });
    expect([refused.status, refused.json.detail]).toEqual([400, FEATURES_TEXT]);
    expect((await stage.fixture.call("POST", `${path}pause/`)).status).toBe(200);
  });

  test("batch exports list: newest first, of the organization or of the project, without deleted ones", async () => {
    const [first, second] = [await stage.make({ name: "a" }), await stage.make({ name: "b" })];
    const names = async (path: string) => (await stage.get(path)).results.map((row: { name: string }) => row.name);
    expect(await names(stage.fixture.at("batch_exports/"))).toEqual(["b", "a"]);
    expect(await names(stage.below("?limit=1"))).toEqual(["b"]);
    expect((await stage.fixture.call("DELETE", stage.fixture.at(`batch_exports/${second.id}/`))).status).toBe(204);
    expect(await names(stage.below())).toEqual(["a"]);
    for (const path of [second.path, stage.below("abc/"), stage.fixture.at(`batch_exports/${second.id}/`)]) {
      expect(refusal(await stage.fixture.call("GET", path))).toEqual([404, "not_found", null]);
    }
    expect((await stage.fixture.call("DELETE", first.path)).status).toBe(204);
    expect((await stage.fixture.call("DELETE", first.path)).status).toBe(404);
    expect((await stage.fixture.call("GET", `${first.path}runs/`)).json.results).toEqual([]);
  });

  test("batch exports backfill: the request is checked", async () => {
    stage.home = stage.fixture.sandbox.control.createOrganization({ email: "founder@acme.example", name: "Fresh" }).id;
    const { path } = await stage.make();
    const ask = (body: object) => stage.fixture.call("POST", `${path}backfills/`, body);
    const range = { start_at: "2026-03-01T00:00:00Z", end_at: "2026-03-02T00:00:00Z" };
    expect((await ask(range)).json.detail).toBe("There is no data to backfill for this model.");
    await stage.capture("2026-03-01T12:00:00Z");
    expect((await ask(range)).json.backfill_id).toContain("-Backfill-2026-03-01T12:00:00+00:00-");
    expect((await ask({ ...range, start_at: "x" })).json.detail).toBe("Input x is not a valid ISO formatted datetime.");
    expect((await ask({ ...range, start_at: "2026-03-01" })).json.detail).toBe("Input 2026-03-01 is naive.");
    expect((await ask({ ...range, end_at: range.start_at })).json.detail).toMatch(/contains no data/);
    expect((await ask({ ...range, start_at: "2026-03-02T00:00:00Z" })).json.detail).toMatch(/happens after/);
    expect((await ask({ ...range, end_at: "2026-03-02T12:00:00Z" })).json.detail).toMatch(/too far into the future/);
    await stage.fixture.call("PATCH", `/api/projects/${stage.project()}/`, { timezone: "America/New_York" });
    const inZone = { start_at: "2026-02-01T00:00:00Z", end_at: "2026-02-02T00:00:00Z" };
    expect((await ask(inZone)).json.detail).toMatch(/ is 2026-03-01 07:00:00$/);
    const late = await ask({ start_at: "2026-03-02T00:00:00Z", end_at: "2026-07-02T12:00:00.250Z" });
    expect(late.json.detail).toContain("(2026-07-02T08:00:00.250000-04:00)");
    expect((await ask({ start_at: range.end_at })).status).toBe(dialect === "2025-08" ? 500 : 400);
  });

  test("batch exports unpause: backfills from the last pause, but not a running export", async () => {
    await stage.capture("2026-03-01T00:00:00Z");
    const { path } = await stage.make();
    await stage.fixture.call("POST", `${path}unpause/`, { backfill: true });
    await stage.fixture.call("POST", `${path}pause/`);
    const before = await stage.get(path);
    stage.seconds(30 * 60);
    await stage.fixture.call("POST", `${path}pause/`);
    expect((await stage.get(path)).last_paused_at).toBe(before.last_paused_at);
    await stage.fixture.call("POST", `${path}unpause/`, { backfill: "false" });
    stage.seconds(60);
    const { results } = await stage.get(`${path}backfills/`);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ start_at: "2026-03-02T10:20:00Z", end_at: "2026-03-02T10:50:00Z" });
  });

  test("batch exports logs: only an unscoped key reads them, filtered and cut", async () => {
    const { path, id } = await stage.make();
    for (const [index, level] of ["info", "error", "error"].entries()) {
      const line = { instance_id: "r", timestamp: `2026-03-02T0${index}:00:00Z`, level, message: `line ${index}` };
      stage.fixture.sandbox.control.call("POST", `batch-exports/${id}/logs`, line);
    }
    const key = scopeless();
    const read = (query: string) => stage.fixture.call("GET", `${path}logs/${query}`, undefined, { key });
    const messages = async (query: string) =>
      (await read(query)).json.results.map((line: { message: string }) => line.message);
    expect((await stage.fixture.call("GET", `${path}logs/`)).status).toBe(403);
    expect(await messages("")).toEqual(["line 2", "line 1", "line 0"]);
    expect(await messages("?level=error&limit=1")).toEqual(["line 2"]);
    expect(await messages("?after=2026-03-02T00:30:00Z&search=1")).toEqual(["line 1"]);
    expect(refusal(await read("?limit=501"))).toEqual([400, "max_value", "limit"]);
  });

  test("batch exports: tests of destinations aren't served, and aren't read as an export", async () => {
    const answer = await stage.fixture.call("GET", stage.below("test/?destination=S3"));
    expect([answer.status, answer.json.code]).toEqual([501, "not_implemented"]);
  });

  test("exportPortIsNumber: a port that is null fails or is stored, other settings are stored as null", async () => {
    const config = { user: "u", password: "p", host: "h", database: "d", schema: "s" };
    const { path } = await stage.make({ destination: { type: "Postgres", config } });
    const patched = (settings: object) =>
      stage.fixture.call("PATCH", path, { destination: { type: "Postgres", config: settings } });
    expect((await patched({ schema: null })).json.destination.config).toMatchObject({ schema: null });
    expect((await patched({ port: null })).status).toBe(dialect === "2025-08" ? 500 : 200);
  });

  test("batch exports below an organization: a project is chosen, or missing", async () => {
    const body = { name: "out", interval: "hour", destination: { type: "NoOp", config: null } };
    const made = await stage.fixture.call("POST", stage.fixture.at("batch_exports/"), body);
    const good = { ...body, destination: { type: "NoOp", config: {} } };
    const second = await stage.fixture.call("POST", stage.fixture.at("batch_exports/"), good);
    expect([made.status, made.json.code, made.json.destination, second.status]).toEqual(
      dialect === "2025-08" ? [400, "null", undefined, 500] : [201, undefined, body.destination, 201],
    );
    expect(second.json.team_id).toBe(dialect === "2025-08" ? undefined : stage.project());
    await stage.capture("2026-03-01T00:00:00Z");
    const { id } = await stage.make();
    const path = stage.fixture.at(`batch_exports/${id}/`);
    const renamed = await stage.fixture.call("PATCH", path, { name: "new" });
    expect([renamed.status, renamed.json.name]).toEqual(dialect === "2025-08" ? [500, undefined] : [200, "new"]);
    const paused = await stage.fixture.call("POST", `${path}pause/`);
    expect([paused.status, paused.text]).toEqual([200, dialect === "2025-08" ? '{"paused":true}' : ""]);
    const unpaused = await stage.fixture.call("POST", `${path}unpause/`, {});
    expect([unpaused.status, unpaused.text]).toEqual([200, dialect === "2025-08" ? '{"paused":false}' : ""]);
    const range = { start_at: "2026-03-01T00:00:00Z", end_at: "2026-03-01T01:00:00Z" };
    const backfill = await stage.fixture.call("POST", `${path}backfill/`, range);
    expect([backfill.status, dialect === "2025-08" || backfill.text === ""]).toEqual([
      dialect === "2025-08" ? 500 : 200,
      true,
    ]);
    const logs = await stage.fixture.call("GET", `${path}logs/`, undefined, { key: scopeless() });
    expect([logs.status, dialect === "2025-08" || logs.text === ""]).toEqual([dialect === "2025-08" ? 500 : 200, true]);
    expect((await stage.fixture.call("GET", `${path}runs/`)).status).toBe(404);
  });

  test("batch exports require their scope, and stay in their organization and project", async () => {
    const { control } = stage.fixture.sandbox;
    const { path, id } = await stage.make();
    const { apiKey: reader } = control.createKey({ email: "founder@acme.example", scopes: ["batch_export:read"] });
    expect((await stage.fixture.call("GET", path, undefined, { key: reader })).status).toBe(200);
    const refused = await stage.fixture.call("POST", `${path}pause/`, {}, { key: reader });
    expect(refused.json.detail).toBe("API key missing required scope 'batch_export:write'");
    const other = control.createOrganization({ email: "founder@acme.example", name: "Other" });
    const elsewhere = `/api/projects/${stage.project(other.id)}/batch_exports/`;
    expect((await stage.fixture.call("GET", `${elsewhere}${id}/`)).status).toBe(404);
    expect((await stage.fixture.call("GET", `/api/organizations/${other.id}/batch_exports/${id}/`)).status).toBe(404);
    expect((await stage.get(elsewhere)).count).toBe(0);
    control.deleteOrganization(stage.fixture.sandbox.organizationId);
    stage.seconds(3 * 3600);
    expect(control.snapshot().tables["batch_exports"]).toEqual([]);
    expect(control.snapshot().tables["batch_export_runs"]).toEqual([]);
  });
});
