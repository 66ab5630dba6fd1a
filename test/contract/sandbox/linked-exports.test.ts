import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ExportFixture, S3, refusal } from "./export-fixture.ts";
import type { TestAnswer } from "./client.ts";

const BUCKET = { bucket_name: "b", region: "r", prefix: "p/" };
const S3_IS_GONE =
  "The 'S3' destination type is deprecated and can no longer be created. Use 'AwsS3' for AWS S3, or 'S3Compatible' for S3-compatible storage.";
const ENDPOINT = { type: "invalid_request", code: "not_found", detail: "Endpoint not found.", attr: null };

let stage: ExportFixture;
let integration: number;

const call = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  stage.fixture.call(method, path, body);

function seeded(kind: string, config: object): number {
  const made = stage.fixture.sandbox.control.call("POST", "integrations", { project: stage.project(), kind, config });
  return (made as { number: number }).number;
}

const make = (destination: object, more: object = {}): Promise<TestAnswer> =>
  call("POST", stage.below(), { name: "out", interval: "hour", destination, ...more });

describe("described: batch exports of 2026-09", () => {
  beforeEach(async () => {
    stage = await ExportFixture.open("2026-09");
    integration = seeded("aws-s3", { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" });
  });
  afterEach(() => stage.fixture.close());

  test("are not found below an organization, and neither is the one action of a backfill", async () => {
    const { json } = await make({ type: "AwsS3", config: BUCKET, integration });
    const paths = [stage.fixture.at("batch_exports/"), stage.fixture.at(`batch_exports/${json.id}/`)];
    for (const path of paths) expect((await call("GET", path)).json).toEqual(ENDPOINT);
    const { status, json: said } = await call("POST", stage.below(`${json.id}/backfill/`), {});
    expect([status, said]).toEqual([404, ENDPOINT]);
  });

  test("name an integration, hold no credentials, and read back numbers as such", async () => {
    const config = { ...BUCKET, max_file_size_mb: 100 };
    const { status, json } = await make({ type: "AwsS3", config, integration_id: integration });
    expect([status, json.destination.integration, json.timezone, json.offset_day]).toEqual([
      201,
      integration,
      "UTC",
      null,
    ]);
    const read = await stage.get(stage.below(`${json.id}/`));
    expect(read.destination).toEqual({
      type: "AwsS3",
      config: { ...config, legacy_parquet_extension: false },
      integration,
    });
  });

  test.each([
    ["S3", { type: "S3", config: S3 }, [400, "invalid_input", "destination", S3_IS_GONE]],
    [
      "an unknown key",
      { type: "AwsS3", config: { ...BUCKET, aws_access_key_id: "A", other: 1 } },
      [400, "invalid_input", "destination", "Configuration has unknown field/s: 'aws_access_key_id', 'other'"],
    ],
    [
      "a missing key",
      { type: "AwsS3", config: { bucket_name: "b", region: "r" } },
      [400, "invalid_input", "destination", "Configuration missing required field: 'prefix'"],
    ],
    [
      "a wrong type",
      { type: "AwsS3", config: { ...BUCKET, max_file_size_mb: "many" } },
      [400, "invalid_input", "destination", "Configuration has invalid type: got 'str', expected 'int'"],
    ],
  ])("refuse %s", async (_name, destination, expected) => {
    const answer = await make({ integration, ...destination });
    expect([...refusal(answer), answer.json.detail]).toEqual(expected);
  });

  test("refuse no integration, one of another project, one of another kind, and taking it away", async () => {
    const other = seeded("databricks", { server_hostname: "h", client_id: "c", client_secret: "s" });
    const destination = { type: "AwsS3", config: BUCKET };
    expect(refusal(await make(destination))).toEqual([400, "invalid_input", "destination"]);
    expect(refusal(await make({ ...destination, integration: 4711 }))).toEqual([
      400,
      "does_not_exist",
      "destination__integration",
    ]);
    expect(refusal(await make({ ...destination, integration: other }))).toEqual([400, "invalid_input", "destination"]);
    const { json } = await make({ ...destination, integration });
    const path = stage.below(`${json.id}/`);
    const kept = await call("PATCH", path, { destination: { type: "AwsS3", config: { prefix: "q/" } } });
    expect([kept.json.destination.integration, kept.json.destination.config.prefix]).toEqual([integration, "q/"]);
    const taken = await call("PATCH", path, { destination: { type: "AwsS3", config: {}, integration: null } });
    expect(refusal(taken)).toEqual([400, "invalid_input", "destination"]);
  });

  test("keep type and model for good", async () => {
    const { json } = await make({ type: "AwsS3", config: BUCKET, integration });
    const path = stage.below(`${json.id}/`);
    const retyped = await call("PATCH", path, { destination: { type: "NoOp", config: {} } });
    expect([...refusal(retyped), retyped.json.detail]).toEqual([
      400,
      "invalid_input",
      "destination",
      expect.stringContaining("Cannot change destination type from 'AwsS3' to 'NoOp'."),
    ]);
    expect(refusal(await call("PATCH", path, { model: "persons" }))).toEqual([400, "invalid_input", "model"]);
    expect((await call("PATCH", path, { model: "events" })).status).toBe(200);
  });

  test("want what their model and interval have, and unlock frequent ones and queries", async () => {
    const noOp = { type: "NoOp", config: {} };
    const query = { model: "hogql", hogql_query: "select 1 as one" };
    expect((await make(noOp, query)).json.detail).toBe("HogQL batch exports are not enabled for this team.");
    expect((await make(noOp, { interval: "every 15 minutes" })).status).toBe(403);
    stage.fixture.sandbox.control.call("PATCH", "batch-export-flags", { highFrequency: true, hogql: true });
    const made = await make(noOp, { ...query, primary_key: ["one"], incremental_mode: "MERGE" });
    expect([made.json.model, made.json.hogql_query, made.json.primary_key]).toEqual([
      "hogql",
      "select 1 as one",
      ["one"],
    ]);
    const refusals: [object, string][] = [
      [{ primary_key: ["a"] }, "primary_key"],
      [{ model: "persons", filters: [] }, "filters"],
      [{ offset_hour: 3 }, "offset_hour"],
      [{ interval: "day", offset_day: 3 }, "offset_day"],
      [{ timezone: "Mars/Crater" }, "timezone"],
    ];
    for (const [more, attr] of refusals) expect([more, (await make(noOp, more)).json.attr]).toEqual([more, attr]);
  });

  test("take an offset beside the interval alone, and lose it with another interval", async () => {
    const { json } = await make(
      { type: "NoOp", config: {} },
      { interval: "day", offset_hour: 3, timezone: "Europe/Berlin" },
    );
    const path = stage.below(`${json.id}/`);
    const offsetAfter = async (body: object): Promise<unknown[]> => {
      const answer = (await call("PATCH", path, body)).json;
      return [answer.interval, answer.offset_day, answer.offset_hour, answer.timezone];
    };
    expect(await offsetAfter({ offset_hour: 5 })).toEqual(["day", null, 3, "Europe/Berlin"]);
    expect(await offsetAfter({ interval: "day", offset_hour: 5 })).toEqual(["day", null, 5, "Europe/Berlin"]);
    expect(await offsetAfter({ interval: "week" })).toEqual(["week", null, null, "Europe/Berlin"]);
    expect(await offsetAfter({ interval: "week", offset_day: 1 })).toEqual(["week", 1, null, "Europe/Berlin"]);
    expect(await offsetAfter({ timezone: null })).toEqual(["week", 1, null, "UTC"]);
  });

  test("are backfilled by rows, of whole days where they run daily", async () => {
    await stage.capture("2026-02-01T00:00:00Z");
    const { json } = await make({ type: "NoOp", config: {} }, { interval: "day" });
    const path = stage.below(`${json.id}/backfills/`);
    const stretch = { start_at: "2026-02-10", end_at: "2026-02-11" };
    const asked = await call("POST", path, stretch);
    expect(asked.status).toBe(201);
    stage.seconds(5);
    const row = await stage.get(`${path}${asked.json.backfill_id}/`);
    expect([row.id, row.start_at, row.status]).toEqual([asked.json.backfill_id, "2026-02-10T00:00:00Z", "Running"]);
    const timed = await call("POST", path, { ...stretch, start_at: "2026-02-10T00:00:00Z" });
    expect(timed.json.detail).toMatch(/only the date component, but a time was included/);
    expect((await call("POST", path, { end_at: "2026-02-11" })).json.detail).toMatch(/from the beginning of time/);
  });
});

describe("described: exports that were made before 2026-09", () => {
  afterEach(() => stage.fixture.close());

  test("are read with their settings, without their secrets, and written no more", async () => {
    stage = await ExportFixture.open("2025-08");
    const { path } = await stage.make({ destination: { type: "S3", config: { ...S3, max_file_size_mb: 5 } } });
    stage.fixture.sandbox.control.setDialect("2026-09");
    const read = await stage.fixture.call("GET", path);
    expect(read.text).not.toMatch(/"AK"|"SK"/);
    expect([read.json.destination.type, read.json.destination.config.max_file_size_mb, read.json.timezone]).toEqual([
      "S3",
      5,
      "UTC",
    ]);
    expect((await call("PATCH", path, { name: "other" })).json.detail).toBe(S3_IS_GONE);
    expect((await call("POST", `${path}pause/`)).json).toEqual({ paused: true });
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
  });
});

describe("described: integrations of 2026-09", () => {
  beforeEach(async () => {
    stage = await ExportFixture.open("2026-09");
  });
  afterEach(() => stage.fixture.close());

  const keyed = (method: string, at: string, body?: object): Promise<TestAnswer> => {
    const { sandbox } = stage.fixture;
    const scopes = ["integration:write"];
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes });
    return stage.fixture.call(method, at, body, { key: apiKey });
  };
  const path = (): string => `/api/projects/${stage.project()}/integrations/`;

  test("are made of a body, show their public part, and are listed by kind", async () => {
    const config = {
      name: "store",
      aws_access_key_id: "AK",
      aws_secret_access_key: "SK",
      endpoint_url: "https://s.example",
    };
    const made = await keyed("POST", path(), { kind: "s3-compatible", config });
    expect([made.status, made.json.config, made.json.display_name]).toEqual([
      201,
      { name: "store", endpoint_url: "https://s.example" },
      "store (access key, https://s.example)",
    ]);
    expect((await keyed("GET", `${path()}${made.json.id}/`)).json.id).toBe(made.json.id);
    expect((await keyed("GET", `${path()}?kind=s3-compatible`)).json.count).toBe(1);
    expect((await keyed("GET", `${path()}?kind=snowflake`)).json.count).toBe(0);
    const again = await keyed("POST", path(), { kind: "s3-compatible", config });
    expect(again.json.detail).toBe("An integration named 'store' already exists");
    expect((await keyed("POST", path(), { kind: "slack", config: {} })).status).toBe(501);
    expect((await keyed("PATCH", `${path()}${made.json.id}/`, {})).status).toBe(405);
  });

  test("of a server are overwritten by a second one of the same account", async () => {
    const config = { host: "db.example", port: 5432, user: "u", password: "one" };
    const first = await keyed("POST", path(), { kind: "postgresql", config });
    const second = await keyed("POST", path(), { kind: "postgresql", config: { ...config, password: "two" } });
    expect([second.status, second.json.id]).toEqual([201, first.json.id]);
    expect((await keyed("GET", path())).json.count).toBe(1);
  });
});

describe("described: pipeline items that the service has no more", () => {
  test("are unknown paths, which the control plane brings about in 2026-09", async () => {
    stage = await ExportFixture.open("2026-09");
    const families = ["plugins", "pipeline_transformations", "pipeline_destinations"];
    const answers = async (): Promise<number[]> =>
      Promise.all(families.map(async (family) => (await call("GET", stage.fixture.at(`${family}/`))).status));
    expect(await answers()).toEqual([200, 200, 200]);
    stage.fixture.sandbox.control.changeSettings({ pipelineItems: false });
    expect(await answers()).toEqual([404, 404, 404]);
    expect((await call("GET", stage.fixture.at("plugins/"))).json).toEqual(ENDPOINT);
    stage.fixture.sandbox.control.setDialect("2025-08");
    expect(await answers()).toEqual([200, 200, 200]);
    await stage.fixture.close();
  });
});
