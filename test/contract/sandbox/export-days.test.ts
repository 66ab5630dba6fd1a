import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { ExportFixture, refusal } from "./export-fixture.ts";
import type { TestAnswer } from "./client.ts";

const NO_OP = { type: "NoOp", config: {} };
const FILTERS = [{ key: "$browser", operator: "exact", type: "event", value: ["Chrome"] }];
const OF_OCTOBER = ["incremental_mode", "primary_key", "version_key"];

let stage: ExportFixture;

const call = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  stage.fixture.call(method, path, body);
const make = (more: object): Promise<TestAnswer> =>
  call("POST", stage.below(), { name: "out", interval: "hour", destination: NO_OP, ...more });
const on = (asOf: string): void => void stage.fixture.sandbox.control.changeSettings({ asOf });

describe("described: the days of 2026-09, batch exports", () => {
  beforeEach(async () => {
    stage = await ExportFixture.open("2026-09");
    stage.fixture.sandbox.control.call("PATCH", "batch-export-flags", { hogql: true });
  });
  afterEach(() => stage.fixture.close());

  test.each([
    ["2026-09-16", []],
    ["2026-09-24", []],
    ["2026-09-25", ["hogql_modifiers"]],
    ["2026-10-08", ["hogql_modifiers"]],
    ["2026-10-09", ["hogql_modifiers", ...OF_OCTOBER]],
  ])("on %s show what the service had by then", async (asOf, expected) => {
    on(asOf);
    const { json } = await make({
      primary_key: ["a"],
      incremental_mode: "APPEND",
      hogql_modifiers: null,
      model: "hogql",
      hogql_query: "select 1 as a",
    });
    const fields = Object.keys(json).filter((name) => ["hogql_modifiers", ...OF_OCTOBER].includes(name));
    expect(fields.toSorted()).toEqual(expected.toSorted());
    const [listed] = (await stage.get(stage.below())).results;
    expect(Object.keys(listed)).toEqual(Object.keys(json));
  });

  test.each([
    ["2026-09-16", "'S3' destination type is deprecated", "destination", "Remove these fields", "destination"],
    ["2026-09-27", "'S3' destination type is deprecated", "destination", "Remove these fields", "destination"],
    [
      "2026-09-28",
      '"S3" is not a valid choice.',
      "destination__type",
      "unknown field/s: 'aws_access_key_id'",
      "destination__non_field_errors",
    ],
    [
      "2026-10-15",
      '"S3" is not a valid choice.',
      "destination__type",
      "unknown field/s: 'aws_access_key_id'",
      "destination__non_field_errors",
    ],
  ])("on %s refuse S3 and cloud keys in the words of that day", async (asOf, s3, s3Attr, keys, keysAttr) => {
    on(asOf);
    const config = { bucket_name: "b", region: "r", prefix: "p", aws_access_key_id: "A" };
    const old = await make({ destination: { type: "S3", config } });
    const made = await make({ destination: { type: "AwsS3", config } });
    expect([old.json.attr, old.json.detail, made.json.attr, made.json.detail]).toEqual([
      s3Attr,
      expect.stringContaining(s3),
      keysAttr,
      expect.stringContaining(keys),
    ]);
  });

  test("can switch between three models until October, and never to or from a query", async () => {
    const { json } = await make({});
    const path = stage.below(`${json.id}/`);
    const changed = async (model: string): Promise<unknown[]> => {
      const answer = await call("PATCH", path, { model });
      return answer.status === 200 ? [answer.json.model] : [...refusal(answer), answer.json.detail];
    };
    for (const model of ["persons", "sessions", "events"]) expect(await changed(model)).toEqual([model]);
    const to = "Changing the model to or from 'hogql' is not supported. Create a new batch export instead.";
    expect(await changed("hogql")).toEqual([400, "invalid_input", "model", to]);
    on("2026-10-15");
    const any = "Changing models is not supported. Create a new batch export instead.";
    expect(await changed("persons")).toEqual([400, "invalid_input", "model", any]);
    expect(await changed("events")).toEqual(["events"]);
  });

  test("are filtered with every model except a query, and in October only with events", async () => {
    const query = { model: "hogql", hogql_query: "select 1 as one" };
    const refused = async (more: object): Promise<unknown> => {
      const { status, json } = await make(more);
      return status === 201 ? json.filters : [json.attr, json.detail];
    };
    expect(await refused({ model: "persons", filters: FILTERS })).toEqual(FILTERS);
    expect(await refused({ ...query, filters: [] })).toEqual([]);
    expect(await refused({ ...query, filters: FILTERS })).toEqual([
      "filters",
      "'filters' are not supported when 'model' is 'hogql'",
    ]);
    const texts: [unknown, string][] = [
      [{}, "'filters' should be an array of filters"],
      [[1], "Each filter must be an object"],
      [[{ type: "cohort" }], "Each filter must have a 'type' of one of: 'event', 'hogql', 'person'"],
    ];
    for (const [filters, text] of texts) expect(await refused({ filters })).toEqual(["filters", text]);
    on("2026-10-15");
    expect(await refused({ model: "persons", filters: FILTERS })).toEqual([
      "filters",
      "'filters' is only supported for 'events' not 'persons' model",
    ]);
    expect(await refused({ filters: FILTERS })).toEqual(FILTERS);
  });

  test("turn a query beside their model into a schema, in October if the project already has one", async () => {
    const query = "SELECT\n  event,\n  properties.$browser AS browser\nFROM events";
    on("2026-10-15");
    const closed = await make({ hogql_query: query });
    expect([...refusal(closed), closed.json.detail]).toEqual([
      400,
      "invalid_input",
      "hogql_query",
      "'hogql_query' is only supported for 'hogql' not 'events' model",
    ]);
    on("2026-09-30");
    const { json } = await make({ hogql_query: query });
    const folded = "SELECT event, properties.$browser AS browser FROM events";
    expect([json.hogql_query, json.schema.hogql_query, json.schema.fields.length]).toEqual([null, folded, 2]);
    const wrong: [string, string][] = [
      ["SELECT", "Failed to parse query"],
      ["SELECT event FROM events UNION ALL SELECT event FROM events", "UNIONs are not supported"],
      ["WITH a AS (SELECT event FROM events) SELECT event FROM a", "CTEs are not supported"],
      ["SELECT event FROM (SELECT event FROM events)", "Subqueries are not supported"],
      ["SELECT unknown_field FROM events", "Invalid HogQL query: Unable to resolve field: unknown_field"],
    ];
    for (const [hogql_query, detail] of wrong) {
      const answer = await make({ hogql_query });
      expect([answer.json.attr, answer.json.detail]).toEqual([null, detail]);
    }
    on("2026-10-15");
    expect((await make({ hogql_query: query })).status).toBe(201);
    expect((await make({ model: "persons", hogql_query: query })).json.attr).toBe("hogql_query");
    const cleared = await call("PATCH", stage.below(`${json.id}/`), { hogql_query: null });
    expect([cleared.status, cleared.json.schema]).toEqual([200, null]);
  });

  test("merge rows in October, by a primary key", async () => {
    on("2026-10-15");
    const query = { model: "hogql", hogql_query: "select 1 as one" };
    const { json } = await make({ ...query, incremental_mode: "MERGE", primary_key: ["one"], version_key: ["one"] });
    expect([json.incremental_mode, json.primary_key, json.version_key]).toEqual(["MERGE", ["one"], ["one"]]);
    const refusals: [object, string, string][] = [
      [
        { ...query, incremental_mode: "MERGE" },
        "primary_key",
        "'primary_key' is required when 'incremental_mode' is 'MERGE'",
      ],
      [{ incremental_mode: "merge" }, "incremental_mode", '"merge" is not a valid choice.'],
      [{ primary_key: ["a"] }, "primary_key", "'primary_key' is only supported for 'hogql' not 'events' model"],
      [{ version_key: ["a"] }, "version_key", "'version_key' is only supported for 'hogql' not 'events' model"],
    ];
    for (const [more, attr, detail] of refusals) {
      const answer = await make(more);
      expect([answer.json.attr, answer.json.detail]).toEqual([attr, detail]);
    }
  });
});

describe("sandboxOnly: the day that a dialect emulates", () => {
  test("is an option, a setting of the control plane, and not the clock", async () => {
    const sandbox = await startSandbox({ dialect: "2026-09", asOf: "2026-10-15", now: "2026-03-02T10:00:00Z" });
    expect([sandbox.control.settings().asOf, sandbox.control.clock().now.slice(0, 10)]).toEqual([
      "2026-10-15",
      "2026-03-02",
    ]);
    const put = (asOf: string): Promise<Response> =>
      fetch(`${sandbox.host}/_sandbox/settings`, { method: "PUT", body: JSON.stringify({ asOf }) });
    expect((await put("2026-09-16")).status).toBe(200);
    expect(sandbox.control.settings().asOf).toBe("2026-09-16");
    expect((await put("2026-02-30")).status).toBe(400);
    expect(() => sandbox.control.changeSettings({ asOf: "soon" })).toThrow(/asOf should be a day/u);
    await sandbox.close();
    await expect(startSandbox({ asOf: "2026-9-16" })).rejects.toThrow(/asOf should be a day/u);
  });
});
