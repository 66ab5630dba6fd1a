import { describe, expect, test } from "@jest/globals";

import {
  isLackingBelow,
  isLackingSetting,
  isOfNewerService,
  settingProblems,
} from "../../../src/catalog/resources/batch-export/batch-export-settings.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import { destinationGuards } from "../../../src/catalog/resources/batch-export/destination-guards.ts";
import type { BatchExportWire } from "../../../src/client/batch-exports/batch-export-wire.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const AT = { organizationId: "o1", exportId: "e1" };
const resource: AnyResource = batchExport;

/** A row of an older service, which lacks all newer settings. */
const OLDER = { id: "e1", name: "a", interval: "hour", destination: { type: "NoOp", config: {} }, latest_runs: [] };
const NEWER = { ...OLDER, timezone: "UTC", offset_day: null, offset_hour: null };

const rowOf = (row: object): BatchExportWire => row as BatchExportWire; // -- what the settings look at

const shown = (row: object, declared?: Values): Values => resource.fromWire(row, AT, declared);

describe("settings that contradict each other", () => {
  const DAY = 'offsetDay: needs `interval: "week"`';
  const HOUR = 'offsetHour: needs an interval of "day" or "week"';
  const QUERY = 'hogqlQuery: is required for `model: "hogql"`';
  const FILTERS = 'filters: aren\'t supported with `model: "hogql"`: filter in `hogqlQuery`';
  const hogql = { model: "hogql", interval: "hour", hogqlQuery: "SELECT 1" };

  test.each<[inputs: Values, problems: readonly string[]]>([
    [{ interval: "week", offsetDay: 0, offsetHour: 0 }, []],
    [{ interval: "day", offsetHour: 0 }, []],
    [{ interval: "day", offsetDay: 0, offsetHour: 1 }, [DAY]],
    [{ interval: "hour", offsetDay: 0, offsetHour: 0 }, [DAY, HOUR]],
    [{ interval: "every 5 minutes", offsetDay: UNKNOWN, offsetHour: UNKNOWN }, []],
    [{ interval: UNKNOWN, offsetDay: 1, offsetHour: 1 }, []],
    [hogql, []],
    [{ ...hogql, hogqlQuery: UNKNOWN }, []],
    [{ ...hogql, hogqlQuery: undefined }, [QUERY]],
    [{ ...hogql, hogqlQuery: undefined, interval: UNKNOWN, filters: '[{"key":"a"}]' }, [QUERY, FILTERS]],
    [{ ...hogql, filters: '[{"key":"|é"}]', offsetDay: 1 }, [FILTERS, DAY]],
    [{ ...hogql, filters: "[]" }, []],
    [{ ...hogql, filters: "{}" }, []],
    [{ ...hogql, filters: "null" }, []],
    [{ ...hogql, filters: "0" }, [FILTERS]],
    [{ ...hogql, filters: UNKNOWN }, []],
    [{ interval: "hour", filters: '[{"key":"a"}]' }, []],
    [{ model: "persons", interval: "hour" }, []],
    [{ model: UNKNOWN, interval: "hour", filters: '[{"key":"a"}]' }, []],
  ])("%j are refused: %j", (inputs, problems) => {
    expect(settingProblems(inputs).map(({ path, reason }) => `${path}: ${printed(reason)}`)).toEqual(problems);
  });
});

describe("the settings that a service shows", () => {
  test.each<[what: string, row: object, declared: Values | undefined, expected: Values]>([
    ["older", OLDER, undefined, { timezone: undefined, offsetDay: null, offsetHour: null, filters: null }],
    ["older, with what a program declares", OLDER, { timezone: "Europe/Berlin" }, { timezone: "UTC" }],
    [
      "newer",
      { ...NEWER, timezone: "Asia/Tokyo", offset_day: 0, offset_hour: 23 },
      undefined,
      { timezone: "Asia/Tokyo", offsetDay: 0, offsetHour: 23 },
    ],
    [
      "with filters",
      { ...NEWER, filters: [{ value: 1, key: "a" }] },
      undefined,
      { filters: '[{"key":"a","value":1}]' },
    ],
    ["with a list of no filters", { ...NEWER, filters: [] }, undefined, { filters: null }],
    ["with a record of no filters", { ...NEWER, filters: {} }, undefined, { filters: null }],
    ["with filters that are null", { ...NEWER, filters: null }, undefined, { filters: null }],
    ["with a text as filters", { ...NEWER, filters: "x" }, undefined, { filters: '"x"' }],
    [
      "older, without a merge",
      OLDER,
      undefined,
      { hogqlModifiers: null, primaryKey: null, versionKey: null, incrementalMode: undefined },
    ],
    [
      "newer, before the merge",
      NEWER,
      undefined,
      { hogqlModifiers: undefined, primaryKey: undefined, versionKey: undefined, incrementalMode: undefined },
    ],
    [
      "newer, before the merge, with the default declared",
      NEWER,
      { incrementalMode: "append" },
      { incrementalMode: "append" },
    ],
    [
      "newer, before the merge, with another mode declared",
      NEWER,
      { incrementalMode: "merge" },
      { incrementalMode: undefined },
    ],
    [
      "newest",
      { ...NEWER, hogql_modifiers: { b: 1, a: 2 }, primary_key: ["id"], version_key: null, incremental_mode: "MERGE" },
      undefined,
      { hogqlModifiers: '{"a":2,"b":1}', primaryKey: ["id"], versionKey: null, incrementalMode: "merge" },
    ],
    [
      "newest, with nothing set",
      { ...NEWER, hogql_modifiers: {}, primary_key: null, version_key: null, incremental_mode: "APPEND" },
      undefined,
      { hogqlModifiers: null, primaryKey: null, incrementalMode: "append" },
    ],
    ["with an empty model", { ...NEWER, model: "" }, undefined, { model: "events" }],
    ["with another model", { ...NEWER, model: "sessions" }, undefined, { model: "sessions" }],
    ["with a project", { ...NEWER, team_id: 17 }, undefined, { projectId: "17" }],
    ["without a project", NEWER, undefined, { projectId: undefined }],
  ])("%s", (_what, row, declared, expected) => {
    const all = shown(row, declared);
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, all[name]]))).toStrictEqual(expected);
  });

  const INSIDE = { hogql_query: "SELECT event" };

  test.each<[what: string, row: object, query: unknown]>([
    ["of an older service", { ...OLDER, schema: INSIDE, hogql_query: "SELECT 1" }, "SELECT 1"],
    ["of the model hogql", { ...NEWER, model: "hogql", schema: INSIDE, hogql_query: "SELECT 1" }, "SELECT 1"],
    ["of another model, which only the schema has", { ...NEWER, schema: INSIDE }, "SELECT event"],
    ["of another model without a schema", { ...NEWER, schema: null, hogql_query: "SELECT 1" }, "SELECT 1"],
    ["of a schema without a query", { ...NEWER, schema: { fields: [] }, hogql_query: null }, null],
    ["that nobody shows", { ...NEWER, schema: { hogql_query: 1 } }, undefined],
  ])("have the query %s", (_what, row, query) => {
    expect(shown(row)["hogqlQuery"]).toBe(query);
  });
});

describe("the settings that are sent", () => {
  const before = (wire: object, desired: Values = {}) => ({ wire, state: {}, desired });
  const body = (inputs: Values, wire?: object, desired: Values = {}): unknown =>
    resource.toWire(inputs, wire === undefined ? undefined : before(wire, desired));
  const WEEKLY = { ...NEWER, interval: "week", offset_day: 3, offset_hour: 7 };

  test.each<[what: string, inputs: Values, wire: object | undefined, desired: Values, sent: Values]>([
    [
      "of a new export",
      { interval: "week", offsetDay: 1, offsetHour: 2 },
      undefined,
      {},
      { interval: "week", offset_day: 1, offset_hour: 2 },
    ],
    ["to an older service", { offsetHour: 2 }, OLDER, {}, { offset_hour: 2 }],
    ["with a new hour of a week", { offsetHour: 2 }, WEEKLY, {}, { interval: "week", offset_day: 3, offset_hour: 2 }],
    ["with a new day of a week", { offsetDay: 0 }, WEEKLY, {}, { interval: "week", offset_day: 0, offset_hour: 7 }],
    [
      "without the day of a week",
      { offsetDay: null },
      WEEKLY,
      {},
      { interval: "week", offset_day: null, offset_hour: 7 },
    ],
    [
      "with what else is declared",
      { offsetHour: 2 },
      WEEKLY,
      { offsetDay: 5 },
      { interval: "week", offset_day: 5, offset_hour: 2 },
    ],
    ["with a new interval", { interval: "week" }, NEWER, {}, { interval: "week", offset_day: null, offset_hour: null }],
    [
      "of a day, which has no day",
      { interval: "day" },
      WEEKLY,
      { offsetDay: 5 },
      { interval: "day", offset_day: null, offset_hour: 7 },
    ],
    ["of an hour, which has neither", { interval: "hour" }, WEEKLY, { offsetHour: 5 }, { interval: "hour" }],
    [
      "without a merge of a new export",
      { primaryKey: ["id"], versionKey: ["v"], incrementalMode: "merge" },
      undefined,
      {},
      {},
    ],
    [
      "with the merge of an export that exists",
      { primaryKey: ["id"], versionKey: null, incrementalMode: "merge" },
      NEWER,
      {},
      { primary_key: ["id"], version_key: null, incremental_mode: "MERGE" },
    ],
    [
      "as JSON",
      { filters: '[{"key":"a"}]', hogqlModifiers: "{}" },
      undefined,
      {},
      { filters: [{ key: "a" }], hogql_modifiers: {} },
    ],
    [
      "as nothing",
      { filters: null, hogqlModifiers: null, hogqlQuery: null },
      NEWER,
      {},
      { filters: null, hogql_modifiers: null, hogql_query: null },
    ],
    [
      "with the number of a project",
      { projectId: "17", model: "persons", timezone: "UTC" },
      undefined,
      {},
      { project: 17, model: "persons", timezone: "UTC" },
    ],
  ])("are those %s", (_what, inputs, wire, desired, sent) => {
    expect(body(inputs, wire, desired)).toEqual(sent);
  });
});

describe("a service lacks a setting", () => {
  test("as its exports show", () => {
    const rows = [OLDER, { ...OLDER, filters: null }, NEWER, { ...NEWER, filters: [] }].map(rowOf);
    expect(rows.map(isOfNewerService)).toEqual([false, false, true, true]);
    expect(rows.map((row) => isLackingSetting(row, "filters"))).toEqual([true, false, true, false]);
    expect(rows.map((row) => isLackingSetting(row, "timezone"))).toEqual([true, true, false, false]);
  });

  test("or without one, as its organization shows", () => {
    const homes = [{}, { metadata: "{}" }, { members_can_see_org_members: null }] as never[]; // -- what is looked at
    expect(homes.map((home) => isLackingBelow(home, "filters"))).toEqual([false, true, false]);
    expect(homes.map((home) => isLackingBelow(home, "timezone"))).toEqual([true, true, false]);
  });
});

describe("an export that a newer service refuses", () => {
  const WAY_OUT =
    "Declare `destination.awsS3` or `destination.s3Compatible` with the number of an integration of the project that holds the keys";
  const NO_S3 = `This service no longer creates exports of the type S3. ${WAY_OUT}.`;
  const UNLINKED =
    "This service creates an export of the type Postgres only with an integration, which holds the credentials. Set `destination.postgres.integrationId`, and remove the credentials.";
  const [creating, changing] = destinationGuards(() => batchExport);
  const s3 = { bucketName: "b" };

  async function refusedNew(inputs: Values, isOlder = false) {
    const asked: unknown[] = [];
    const hasList = (of: unknown, scope: unknown) =>
      Promise.resolve(asked.push([of === batchExport, scope]) && isOlder);
    const context = { verb: "create", inputs: { organizationId: "o1", ...inputs }, state: undefined } as const;
    const text = await creating?.refuse(context, undefined, () => ({ api: {}, call: { hasList } }) as never); // -- all that it asks
    return { text: text === undefined ? "" : printed(text), asked };
  }

  test.each<[destination: unknown, text: string]>([
    [{ s3 }, NO_S3],
    [{ s3: UNKNOWN }, NO_S3],
    [{ postgres: { host: "h" } }, UNLINKED],
    [{ postgres: { integrationId: "5" } }, ""],
    [{ postgres: { integrationId: UNKNOWN } }, ""],
    [{ postgres: UNKNOWN }, ""],
    [{ http: { url: "u" } }, ""],
    [{ noOp: {} }, ""],
    [{ other: { type: "Newer |é" } }, ""],
    [UNKNOWN, ""],
    [undefined, ""],
  ])("is refused in the preview: %j", async (destination, text) => {
    expect(await refusedNew({ destination })).toEqual({
      text,
      asked: text === "" ? [] : [[true, { organizationId: "o1" }]],
    });
    expect((await refusedNew({ destination }, true)).text).toBe("");
    expect(await refusedNew({ destination, organizationId: UNKNOWN })).toEqual({ text: "", asked: [] });
  });

  const CHANGE = `This service no longer changes exports of the type S3. It only reads, pauses, backfills, and deletes them. ${WAY_OUT}: that replaces the export. Or restore the earlier declaration.`;
  const held = { ...NEWER, destination: { type: "S3", config: {} } };
  const state = { name: "a", interval: "hour", destination: { s3 }, paused: false };

  test.each<[what: string, inputs: Values, wire: object | undefined, isRefused: boolean]>([
    ["nothing", {}, held, false],
    ["its name", { name: "b" }, held, true],
    ["a setting", { destination: { s3: { ...s3, region: "r" } } }, held, true],
    ["the spelling of a setting", { destination: { s3: { ...s3, fileFormat: "JSONLines" } } }, held, false],
    ["whether it runs", { paused: true, allowDuplicateName: true, adopt: "x" }, held, false],
    ["a setting that isn't declared", { interval: undefined }, held, false],
    ["a new secret", { "destination.s3.awsSecretAccessKey": "k" }, held, false],
    ["an unknown destination", { destination: UNKNOWN }, held, true],
    ["a new text that sends secrets", { rotate: "x" }, held, true],
    ["an export of an older service", { name: "b" }, { ...OLDER, destination: held.destination }, false],
    ["an export of another type", { name: "b" }, NEWER, false],
    ["an export that nobody sees", { name: "b" }, undefined, false],
  ])("is refused if it changes more than its pause: %s", async (_what, inputs, wire, isRefused) => {
    const context = { verb: "update", inputs: { ...state, ...inputs }, state } as const;
    const text = await changing?.refuse(context, wire === undefined ? undefined : rowOf(wire), () => ({}) as never); // -- it asks nothing
    expect(text === undefined ? "" : printed(text)).toBe(isRefused ? CHANGE : "");
  });

  test("is refused if a known secret changes", async () => {
    const secret = "destination.s3.awsSecretAccessKey";
    const context = { verb: "update", inputs: { [secret]: "k" }, state: { [secret]: "l" } } as const;
    const text = await changing?.refuse(context, rowOf(held), () => ({}) as never); // -- as above
    expect(printed(text ?? "")).toBe(CHANGE);
  });
});

describe("why an export is paused", () => {
  const RUN = { status: "Failed", finished_at: "2026-11-20T10:00:00Z", latest_error: 'no "bucket" |é' };
  const why = (row: object) => {
    const wire = { ...NEWER, paused: true, last_paused_at: "2026-11-20T10:00:05Z", latest_runs: [RUN], ...row };
    const [text] = (resource.capabilities ?? []).flatMap((one) => one.whyDrifted?.("paused", wire) ?? []);
    return text === undefined ? "" : printed(text);
  };
  const said = (error: string): string =>
    `The service paused the export "a" after too many failed runs\nIt paused it at 2026-11-20T10:00:05Z. The last run failed with: ${error}. The next update resumes it. First fix the destination, or declare \`paused: true\`.`;

  test("is said in its words, if a run failed just before", () => {
    expect(why({})).toBe(said('no "bucket" |é'));
    expect(
      why({
        latest_runs: [
          { ...RUN, status: "Completed" },
          { ...RUN, latest_error: null },
        ],
      }),
    ).toBe(said("no message"));
    for (const run of [
      { ...RUN, status: "Completed" },
      { ...RUN, finished_at: null },
      { ...RUN, finished_at: "2026-11-20T10:00:06Z" },
      { ...RUN, finished_at: "2026-11-20T09:00:00Z" },
    ])
      expect(why({ latest_runs: [run] })).toBe("");
    expect(why({ last_paused_at: null })).toBe("");
    expect(why({ latest_runs: [{ ...RUN, finished_at: "2026-11-20T10:00:05Z" }] })).toBe(said('no "bucket" |é'));
  });
});

test("an export is found by its name, and in its project if that is declared", () => {
  const { matches, isNamed } = resource.naturalKey ?? {};
  const row = { ...NEWER, team_id: 17 };
  const declared = [{ name: "a" }, { name: "a", projectId: "17" }, { name: "a", projectId: "1" }, { name: "A" }];
  expect(declared.map((inputs) => matches?.(row, inputs))).toEqual([true, true, false, false]);
  expect(["e1", "a", "17", "A"].map((text) => isNamed?.(row, text))).toEqual([true, true, false, false]);
});
