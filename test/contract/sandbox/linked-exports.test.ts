import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ExportFixture, S3, refusal } from "./export-fixture.ts";
import type { TestAnswer } from "./client.ts";

const BUCKET = { bucket_name: "b", region: "r", prefix: "p/" };
const S3_IS_GONE =
  "The 'S3' destination type is deprecated and can no longer be created. Use 'AwsS3' for AWS S3, or 'S3Compatible' for S3-compatible storage.";
const NO_OP = { type: "NoOp", config: {} };
/** An integration of each kind. The exports of that kind repeat its settings. */
const LINKS: Readonly<Record<string, { readonly config: object }>> = {
  "google-cloud-service-account": {
    config: {
      project_id: "p",
      service_account_email: "e@p.iam.gserviceaccount.com",
      private_key: "k",
      private_key_id: "i",
      token_uri: "https://oauth2.googleapis.com/token",
    },
  },
  databricks: { config: { server_hostname: "h", client_id: "c", client_secret: "s" } },
  "azure-blob": { config: { connection_string: "AccountName=a;AccountKey=k" } },
  "aws-redshift": { config: { name: "cluster", user: "u", aws_access_key_id: "A", aws_secret_access_key: "S" } },
};
const ENDPOINT = { type: "invalid_request", code: "not_found", detail: "Endpoint not found.", attr: null };

/** The field that errors of the destination's check name. */
const INSIDE = "destination__non_field_errors";

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
    ["S3", { type: "S3", config: S3 }, [400, "invalid_choice", "destination__type", '"S3" is not a valid choice.']],
    [
      "an unknown key",
      { type: "AwsS3", config: { ...BUCKET, other: 1, aws_access_key_id: "A" } },
      [400, "invalid_input", INSIDE, "Configuration has unknown field/s: 'aws_access_key_id', 'other'"],
    ],
    [
      "a missing key",
      { type: "AwsS3", config: { bucket_name: "b", region: "r" } },
      [400, "invalid_input", INSIDE, "Configuration missing required field: 'prefix'"],
    ],
    [
      "a wrong type",
      { type: "AwsS3", config: { ...BUCKET, file_format: 7 } },
      [400, "invalid_input", INSIDE, "Configuration has invalid type: got 'int', expected 'str'"],
    ],
    [
      "null for a key of a plain type",
      { type: "AwsS3", config: { ...BUCKET, file_format: null } },
      [400, "invalid_input", INSIDE, "Configuration has invalid type: got 'NoneType', expected 'str'"],
    ],
    [
      "blank keys",
      { type: "AwsS3", config: { ...BUCKET, prefix: " " } },
      [400, "invalid_input", "destination", "The following inputs are empty: ['prefix']"],
    ],
    [
      "a compression of the other format",
      { type: "AwsS3", config: { ...BUCKET, compression: "zstd" } },
      [
        400,
        "invalid_input",
        "destination",
        "Compression zstd is not supported for file format JSONLines. Supported compressions are ['gzip', 'brotli']",
      ],
    ],
    [
      "a format that is none",
      { type: "AwsS3", config: { ...BUCKET, file_format: "CSV" } },
      [
        400,
        "invalid_input",
        "destination",
        "File format CSV is not supported. Supported file formats are ['Parquet', 'JSONLines']",
      ],
    ],
    [
      "old names of files",
      { type: "AwsS3", config: { ...BUCKET, legacy_parquet_extension: true } },
      [400, "invalid_input", "destination", expect.stringMatching(/^'legacy_parquet_extension' can only stay on/u)],
    ],
  ])("refuse %s", async (_name, destination, expected) => {
    const answer = await make({ integration, ...destination });
    expect([...refusal(answer), answer.json.detail]).toEqual(expected);
  });

  test("accept numbers, Booleans, and null as strings or in nullable fields, and every list of events", async () => {
    const account = { host: "db.example", port: 5432, user: "u", password: "p" };
    const server = seeded("postgresql", account);
    const config = { database: "d", has_self_signed_cert: "true", port: "5433", host: null, include_events: ["a"] };
    const { status, json } = await make({ type: "Postgres", config, integration: server });
    expect(status).toBe(201);
    const { destination } = await stage.get(stage.below(`${json.id}/`));
    expect(destination.config).toEqual({
      database: "d",
      has_self_signed_cert: true,
      port: 5433,
      host: null,
      include_events: ["a"],
    });
  });

  test("store no default, accept credentials beside an integration, and hide them", async () => {
    const account = seeded("google-cloud-service-account", LINKS["google-cloud-service-account"]?.config ?? {});
    const inline = { project_id: "p", private_key: "k", private_key_id: "i", token_uri: "t", client_email: "e" };
    const { status, json } = await make({
      type: "BigQuery",
      config: { dataset_id: "d", exclude_events: null, ...inline },
      integration: account,
    });
    expect([status, json.destination]).toEqual([
      201,
      {
        type: "BigQuery",
        config: { dataset_id: "d", exclude_events: null, project_id: "p" },
        integration: account,
      },
    ]);
  });

  test("merge a PUT like a PATCH, and remove no key with either", async () => {
    const config = { ...BUCKET, file_format: "Parquet", compression: "zstd" };
    const { json } = await make({ type: "AwsS3", config, integration }, { end_at: "2027-01-01T00:00:00Z" });
    const path = stage.below(`${json.id}/`);
    const destination = { type: "AwsS3", config: { ...BUCKET, prefix: "q/" }, integration };
    const put = await call("PUT", path, { name: "out", interval: "hour", destination });
    expect([put.status, put.json.end_at, put.json.destination.config]).toEqual([
      200,
      "2027-01-01T00:00:00Z",
      { ...config, prefix: "q/", legacy_parquet_extension: false },
    ]);
    const less = { ...destination, config: { prefix: "r/" } };
    const short = await call("PUT", path, { name: "out", interval: "hour", destination: less });
    expect(short.json.detail).toBe("Configuration missing required field: 'bucket_name'");
    const format = await call("PATCH", path, { destination: { type: "AwsS3", config: { file_format: "JSONLines" } } });
    expect(format.json.detail).toMatch(/^Compression zstd is not supported for file format JSONLines/u);
    const plain = { type: "AwsS3", config: { compression: null } };
    expect((await call("PATCH", path, { destination: plain })).json.destination.config.compression).toBeNull();
  });

  test("fail if a PATCH of the destination lacks its type or its config", async () => {
    const { json } = await make({ type: "AwsS3", config: BUCKET, integration });
    const path = stage.below(`${json.id}/`);
    const halves = [{ type: "AwsS3" }, { config: { prefix: "q/" } }, { config: [], type: "AwsS3" }];
    for (const destination of halves) expect((await call("PATCH", path, { destination })).status).toBe(500);
  });

  test("refuse a missing integration, one of another project or kind, and its removal", async () => {
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

  test.each([
    ["BigQuery", "google-cloud-service-account", { dataset_id: "d" }, /^Integration is required for BigQuery batch/u],
    [
      "Databricks",
      "databricks",
      { http_path: "h", catalog: "c", schema: "s", table_name: "t" },
      /^Integration is required for Databricks batch/u,
    ],
    ["AzureBlob", "azure-blob", { container_name: "c" }, /^Integration is required for Azure Blob batch/u],
    [
      "Redshift",
      "aws-redshift",
      { database: "d", host: "h.example" },
      /^Cannot remove the integration from a Redshift batch export that uses one\. Re-send its `integration`/u,
    ],
  ])("of %s require the integration again with every destination", async (type, kind, config, refused) => {
    const row = stage.fixture.sandbox.control.call("POST", "integrations", {
      project: stage.project(),
      ...LINKS[kind],
      kind,
    }) as { number: number };
    const { status, json } = await make({ type, config, integration: row.number });
    expect([status, json.destination?.config]).toEqual([201, expect.objectContaining(config)]);
    const path = stage.below(`${json.id}/`);
    const without = await call("PATCH", path, { destination: { type, config: {} } });
    expect([...refusal(without), without.json.detail]).toEqual([
      400,
      "invalid_input",
      "destination",
      expect.stringMatching(refused),
    ]);
    const again = await call("PATCH", path, { destination: { type, config: {}, integration: row.number } });
    expect([again.status, again.json.destination.integration]).toEqual([200, row.number]);
    expect((await call("PATCH", path, { name: "other" })).json.destination).toEqual(again.json.destination);
  });

  test("of Redshift require a host, what COPY needs, and no keys in place of an integration", async () => {
    const cluster = seeded("aws-redshift", LINKS["aws-redshift"]?.config ?? {});
    const post = async (config: object): Promise<string> => {
      const answer = await make({ type: "Redshift", config: { database: "d", ...config }, integration: cluster });
      return answer.status === 201 ? answer.json.id : answer.json.detail;
    };
    expect(await post({})).toMatch(/^A 'host' is required when using an AWS Redshift integration/u);
    const copy = { host: "h.example", mode: "COPY" };
    expect(await post(copy)).toBe("Missing required inputs for 'COPY'");
    const inputs = { s3_bucket: "b", region_name: "r", authorization: "arn:aws:iam::1:role/r" };
    expect(await post({ ...copy, copy_inputs: inputs })).toBe("Missing required input for 'COPY'");
    const linked = { ...inputs, bucket_credentials: integration };
    const id = await post({ ...copy, copy_inputs: linked });
    expect((await stage.get(stage.below(`${id}/`))).destination.config.copy_inputs).toMatchObject({ s3_bucket: "b" });
    const keys = { aws_access_key_id: "A", aws_secret_access_key: "S" };
    const config = { copy_inputs: { bucket_credentials: keys } };
    const destination = { type: "Redshift", config, integration: cluster };
    const switched = await call("PATCH", stage.below(`${id}/`), { destination });
    expect(switched.json.detail).toMatch(/^Cannot switch 'bucket_credentials' from an integration to inline/u);
  });

  test("of Redshift with COPY need a bucket and two sets of credentials, each inline or as an S3 integration", async () => {
    const cluster = seeded("aws-redshift", LINKS["aws-redshift"]?.config ?? {});
    const keys = { aws_access_key_id: "A", aws_secret_access_key: "S" };
    const role = "arn:aws:iam::1:role/r";
    const whole = { s3_bucket: "b", region_name: "r", authorization: role, bucket_credentials: keys };
    const detailOf = async (copy_inputs: unknown): Promise<unknown> => {
      const config = { database: "d", host: "h.example", mode: "COPY", copy_inputs };
      const { status, json } = await make({ type: "Redshift", config, integration: cluster });
      return status === 201 ? "made" : [status, json.detail];
    };
    const halves = Object.keys(keys).map((name) => ({ [name]: "x" }));
    const OF_BUCKET = "Missing required bucket credentials for 'COPY'";
    const OTHER = (name: string): string => `'${name}' does not reference an AWS S3 integration of this project.`;
    const cases: readonly (readonly [inputs: unknown, detail: string])[] = [
      [undefined, "Missing required inputs for 'COPY'"],
      [{}, "Missing required inputs for 'COPY'"],
      ["b", "Missing required inputs for 'COPY'"],
      ...Object.keys(whole).map((name) => {
        const { [name as keyof typeof whole]: _left, ...rest } = whole;
        return [rest, "Missing required input for 'COPY'"] as const;
      }),
      ...[...halves, {}, "x", null].map((one) => [{ ...whole, bucket_credentials: one }, OF_BUCKET] as const),
      ...[...halves, {}].map(
        (one) => [{ ...whole, authorization: one }, "Missing required credentials for 'COPY'"] as const,
      ),
      [{ ...whole, authorization: " " }, "Missing required IAM role for 'COPY'"],
      [
        { ...whole, authorization: null },
        "Authorization for 'COPY' must be an IAM role ARN, AWS credentials, or an integration ID.",
      ],
      ...["bucket_credentials", "authorization"].flatMap((name) =>
        [cluster, String(cluster), 99].map((one) => [{ ...whole, [name]: one }, OTHER(name)] as const),
      ),
    ];
    for (const [inputs, detail] of cases) expect([inputs, await detailOf(inputs)]).toEqual([inputs, [400, detail]]);
    for (const one of [whole, { ...whole, authorization: keys }, { ...whole, bucket_credentials: integration }])
      expect([one, await detailOf(one)]).toEqual([one, "made"]);
    const linked = { ...whole, authorization: String(integration), bucket_credentials: integration };
    expect(await detailOf(linked)).toBe("made");
  });

  test("never change their type", async () => {
    const { json } = await make({ type: "AwsS3", config: BUCKET, integration });
    const path = stage.below(`${json.id}/`);
    const retyped = await call("PATCH", path, { destination: { type: "NoOp", config: {} } });
    expect([...refusal(retyped), retyped.json.detail]).toEqual([
      400,
      "invalid_input",
      "destination",
      expect.stringContaining("Cannot change destination type from 'AwsS3' to 'NoOp'."),
    ]);
  });

  test("require what their model and interval have, and unlock frequent ones and queries", async () => {
    const query = { model: "hogql", hogql_query: "select 1 as one" };
    expect((await make(NO_OP, query)).json.detail).toBe("HogQL batch exports are not enabled for this team.");
    expect((await make(NO_OP, { interval: "every 15 minutes" })).status).toBe(403);
    stage.fixture.sandbox.control.call("PATCH", "batch-export-flags", { highFrequency: true, hogql: true });
    const made = await make(NO_OP, query);
    expect([made.json.model, made.json.hogql_query, made.json.schema]).toEqual(["hogql", "select 1 as one", null]);
    const refusals: [object, string, string][] = [
      [{ ...query, hogql_query: null }, "hogql_query", "'hogql_query' is required when 'model' is 'hogql'"],
      [{ hogql_modifiers: {} }, "hogql_modifiers", "'hogql_modifiers' are only supported when 'model' is 'hogql'"],
      [{ offset_hour: 3 }, "offset_hour", "offset_hour is not applicable for non-daily/weekly intervals"],
      [{ interval: "day", offset_day: 3 }, "offset_day", "offset_day is not applicable for non-weekly intervals"],
      [{ timezone: "Mars/Crater" }, "timezone", '"Mars/Crater" is not a valid choice.'],
    ];
    for (const [more, attr, detail] of refusals) {
      const { json } = await make(NO_OP, more);
      expect([more, json.attr, json.detail]).toEqual([more, attr, detail]);
    }
  });

  test("store one number for both offsets, which a PATCH accepts only together with the interval", async () => {
    const { json } = await make(NO_OP, { interval: "day", offset_hour: 4, timezone: "Europe/Berlin" });
    const path = stage.below(`${json.id}/`);
    const offsetsAfter = async (body: object, method = "PATCH"): Promise<unknown[]> => {
      const { status, json: answer } = await call(method, path, body);
      return status === 200 ? [answer.interval, answer.offset_day, answer.offset_hour] : [status];
    };
    for (const alone of [{ offset_hour: 5 }, { offset_hour: null }]) expect(await offsetsAfter(alone)).toEqual([500]);
    expect(await offsetsAfter({ interval: "week" })).toEqual(["week", 0, 4]);
    expect(await offsetsAfter({ interval: "week", offset_day: 3, offset_hour: 4 })).toEqual(["week", 3, 4]);
    expect(await offsetsAfter({ interval: "day" })).toEqual(["day", null, 4]);
    expect(await offsetsAfter({ interval: "week" })).toEqual(["week", 3, 4]);
    expect(await offsetsAfter({ interval: "week", offset_hour: 6 })).toEqual(["week", 0, 6]);
    expect(await offsetsAfter({ interval: "day", offset_hour: 7, offset_day: null })).toEqual(["day", null, 7]);
    expect(await offsetsAfter({ interval: "hour" })).toEqual(["hour", null, null]);
    expect(await offsetsAfter({ interval: "week", offset_day: 2 })).toEqual(["week", 2, 0]);
    const whole = { name: "out", interval: "week", destination: NO_OP };
    expect(await offsetsAfter(whole, "PUT")).toEqual(["week", 0, 0]);
    expect((await call("PATCH", path, { timezone: null })).json.timezone).toBe("UTC");
  });

  test("are created without a plan feature", async () => {
    const { control } = stage.fixture.sandbox;
    control.setFeatures(stage.home, []);
    expect((await make({ type: "AwsS3", config: BUCKET, integration })).status).toBe(201);
  });

  test("record the time of a pause only for the action, and can be deleted without a schedule", async () => {
    const { json } = await make(NO_OP);
    const path = stage.below(`${json.id}/`);
    expect((await call("PATCH", path, { paused: true })).json.last_paused_at).toBeNull();
    expect((await call("PATCH", path, { paused: false })).json.paused).toBe(false);
    for (const _twice of [1, 2]) expect((await call("POST", `${path}pause/`)).json).toEqual({ paused: true });
    expect((await stage.get(path)).last_paused_at).not.toBeNull();
    expect(refusal(await call("POST", `${path}unpause/`, { backfill: "perhaps" }))).toEqual([
      400,
      "invalid_input",
      "backfill",
    ]);
    for (const _twice of [1, 2]) expect((await call("POST", `${path}unpause/`)).json).toEqual({ paused: false });
    stage.fixture.sandbox.control.call("PATCH", `batch-exports/${json.id}`, { hasSchedule: false });
    const lost = await call("POST", `${path}pause/`);
    expect([lost.status, lost.json.detail]).toEqual([404, `BatchExport ID '${json.id}' not found.`]);
    expect((await call("DELETE", path)).status).toBe(204);
  });

  test("are backfilled by rows, for whole days if they run daily", async () => {
    const { json } = await make(NO_OP, { interval: "day", offset_hour: 3, timezone: "Europe/Berlin" });
    const path = stage.below(`${json.id}/backfills/`);
    const stretch = { start_at: "2026-02-10", end_at: "2026-02-11" };
    const asked = await call("POST", path, stretch);
    expect(asked.status).toBe(201);
    // The row is created a moment later, with the ID in the response.
    expect((await call("GET", `${path}${asked.json.backfill_id}/`)).status).toBe(404);
    stage.seconds(5);
    const row = await stage.get(`${path}${asked.json.backfill_id}/`);
    expect([row.id, row.start_at, row.status]).toEqual([asked.json.backfill_id, "2026-02-10T02:00:00Z", "Running"]);
    const timed = await call("POST", path, { ...stretch, start_at: "2026-02-10T00:00:00Z" });
    expect(timed.json.detail).toBe(
      "Input '2026-02-10T00:00:00Z' is not a valid ISO formatted date. Daily or weekly batch export backfills expect only the date component, but a time was included.",
    );
  });

  test("refuse backfills in the service's order of checks: beginning, limit, dates, end", async () => {
    const { control } = stage.fixture.sandbox;
    const destination = { type: "AwsS3", config: BUCKET, integration };
    const { json } = await make(destination, { interval: "week", offset_day: 2 });
    const path = stage.below(`${json.id}/backfills/`);
    const refusalOf = async (body: object): Promise<unknown[]> => {
      const answer = await call("POST", path, body);
      return [answer.status, answer.json.detail];
    };
    control.call("PATCH", "batch-export-flags", { concurrentBackfills: 0 });
    expect(await refusalOf({ start_at: null, end_at: "x" })).toEqual([
      400,
      "Backfilling from the beginning of time is not enabled for this team.",
    ]);
    const busy = await call("POST", path, { start_at: "x", end_at: null });
    expect([...refusal(busy), busy.json.detail]).toEqual([
      429,
      "too_many_concurrent_backfills",
      null,
      expect.stringMatching(/^This team already has 0 batch export backfills running\./u),
    ]);
    control.call("PATCH", "batch-export-flags", { concurrentBackfills: null });
    expect(await refusalOf({ start_at: "x", end_at: null })).toEqual([
      400,
      "Input 'x' is not a valid ISO formatted date.",
    ]);
    expect(await refusalOf({ start_at: "2026-02-11", end_at: null })).toEqual([
      400,
      "Input 2026-02-11 is not on the correct day of the week for this batch export. 2026-02-11 is a Wednesday but this batch export is configured to run weekly on Tuesday.",
    ]);
    expect(await refusalOf({ start_at: "2026-02-10", end_at: null })).toEqual([500, expect.any(String)]);
    expect(await refusalOf({ start_at: "2026-02-10", end_at: "2026-02-10" })).toEqual([
      400,
      "The initial backfill datetime 'start_at' must be before 'end_at'",
    ]);
    expect(await refusalOf({ start_at: "2026-02-10", end_at: "2026-03-10" })).toEqual([
      400,
      "The provided 'end_at' (2026-03-10T00:00:00+00:00) is in the future",
    ]);
  });

  test("return a workflow's ID for a retry, which isn't a row, and show the log lines of a run", async () => {
    const { json } = await make(NO_OP);
    const path = stage.below(`${json.id}/`);
    stage.seconds(3600);
    const [run] = (await stage.get(`${path}runs/`)).results;
    const retried = await call("POST", `${path}runs/${run.id}/retry/`);
    expect([retried.status, retried.json.backfill_id]).toEqual([
      201,
      `${json.id}-Backfill-2026-03-02T10:00:00+00:00-2026-03-02T11:00:00+00:00`,
    ]);
    const line = { timestamp: "2026-03-02T11:00:00Z", level: "info", message: "m" };
    const { control, host } = stage.fixture.sandbox;
    for (const instance_id of [run.id, "another"]) {
      control.call("POST", `batch-exports/${json.id}/logs`, { ...line, instance_id });
    }
    control.call("POST", `batch-exports/${json.id}/logs`, {
      ...line,
      timestamp: "2026-02-20T00:00:00Z",
      instance_id: run.id,
    });
    const counts = async (scopes: string[]): Promise<unknown[]> => {
      const { apiKey: key } = control.createKey({ email: "founder@acme.example", scopes });
      const answers = [`${path}logs/`, `${path}runs/${run.id}/logs/`].map(async (at) => {
        const { status, json: page } = await stage.fixture.call("GET", at, undefined, { key });
        return status === 200 ? page.count : status;
      });
      return [host === "", ...(await Promise.all(answers))];
    };
    expect(await counts(["batch_export:read"])).toEqual([false, 2, 1]);
    expect(await counts(["feature_flag:read"])).toEqual([false, 403, 403]);
  });
});

describe("described: exports that were created before 2026-09", () => {
  afterEach(() => stage.fixture.close());

  test("are read with their settings but without their secrets, and can no longer be written", async () => {
    stage = await ExportFixture.open("2025-08");
    const { path } = await stage.make({ destination: { type: "S3", config: { ...S3, max_file_size_mb: 5 } } });
    const { control } = stage.fixture.sandbox;
    control.setDialect("2026-09");
    control.changeSettings({ asOf: "2026-09-16" });
    const read = await stage.fixture.call("GET", path);
    expect(read.text).not.toMatch(/"AK"|"SK"/);
    expect([read.json.destination.type, read.json.destination.config.max_file_size_mb, read.json.timezone]).toEqual([
      "S3",
      5,
      "UTC",
    ]);
    expect((await call("PATCH", path, { name: "other" })).json.detail).toBe(S3_IS_GONE);
    // What the service does with such exports after the end of the type S3 isn't known.
    control.changeSettings({ asOf: "2026-09-28" });
    expect((await call("PATCH", path, { name: "other" })).status).toBe(501);
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

  test("are created from a body, show their public part, and are listed by kind", async () => {
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

  test("of a server are overwritten by a second one with the same account", async () => {
    const config = { host: "db.example", port: 5432, user: "u", password: "one" };
    const first = await keyed("POST", path(), { kind: "postgresql", config });
    const second = await keyed("POST", path(), { kind: "postgresql", config: { ...config, password: "two" } });
    expect([second.status, second.json.id]).toEqual([201, first.json.id]);
    expect((await keyed("GET", path())).json.count).toBe(1);
  });
});

describe("described: pipeline items that the service no longer has", () => {
  test("are unknown paths in 2026-09 if the control plane says so", async () => {
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
