import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { ExportFixture, refusal } from "./export-fixture.ts";

let stage: ExportFixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];

const property = (column: string, constant: string): string =>
  `replaceRegexpAll(nullIf(nullIf(JSONExtractRaw(events.${column}, %(${constant})s), ''), 'null'), '^"|"$', '')`;

describe.each(DIALECTS)("recorded: queries of batch exports in dialect %s, flow 7:204-230", (dialect) => {
  beforeEach(async () => {
    stage = await ExportFixture.open(dialect);
  });
  afterEach(() => stage.fixture.close());

  test("batch exports create: a query is shown as schema, in the service's own spelling", async () => {
    const hogql_query =
      "with x as (select f(1)) select event, properties.$os as os,\n person.properties.plan as plan, timestamp as t, 'k' as k " +
      "from events where properties.$os in ('a', 'b') limit 7";
    const { answer, path } = await stage.make({ hogql_query });
    const schema = {
      fields: [
        { expression: "events.event", alias: "event" },
        { expression: property("properties", "hogql_val_0"), alias: "os" },
        { expression: property("person_properties", "hogql_val_1"), alias: "plan" },
        { expression: "toTimeZone(events.timestamp, %(hogql_val_2)s)", alias: "t" },
        { expression: "%(hogql_val_3)s", alias: "k" },
      ],
      values: { hogql_val_0: "$os", hogql_val_1: "plan", hogql_val_2: "UTC", hogql_val_3: "k" },
      hogql_query:
        "SELECT event, properties.$os AS os, person.properties.plan AS plan, toTimeZone(timestamp, 'UTC') AS t, 'k' AS k " +
        "FROM events WHERE in(properties.$os, tuple('a', 'b')) LIMIT 7",
    };
    expect([answer.status, answer.json.schema, "hogql_query" in answer.json]).toEqual([201, schema, false]);
    const read = await stage.get(path);
    expect(read.schema).toEqual(schema);
    expect(Object.keys(read.schema.fields[0])).toEqual(["alias", "expression"]);
  });

  test("batch exports create: times are in the project's time zone", async () => {
    await stage.fixture.call("PATCH", `/api/projects/${stage.project()}/`, { timezone: "America/New_York" });
    const { answer } = await stage.make({ hogql_query: "select created_at as c from events" });
    expect(answer.json.schema.values).toEqual({ hogql_val_0: "America/New_York" });
    expect(answer.json.schema.hogql_query).toBe("SELECT toTimeZone(created_at, 'America/New_York') AS c FROM events");
  });

  test.each([
    ["hello", "Failed to parse query"],
    ["SELECT", "Failed to parse query"],
    ["select event,, from events", "Failed to parse query"],
    ["select 'open from events", "Failed to parse query"],
    ["select zzz from events", "Invalid HogQL query: Unable to resolve field: zzz"],
    ["select event from events where zzz = 'x'", "Invalid HogQL query: Unable to resolve field: zzz"],
    ["select * from events", "JOINs are not supported"],
    ["select e.event from events as e left join persons p on p.id = e.person_id", "JOINs are not supported"],
    ["select event from events union all select event from events", "UNIONs are not supported"],
    ["select 1", "Query must SELECT FROM events"],
  ])("batch exports update: the query %s is refused, and nothing changes", async (hogql_query, detail) => {
    const { path } = await stage.make({ hogql_query: "select event from events" });
    const before = await stage.get(path);
    const answer = await stage.fixture.call("PATCH", path, { name: "new", hogql_query });
    expect([...refusal(answer), answer.json.detail]).toEqual([400, "invalid_input", "hogql_query", detail]);
    expect(await stage.get(path)).toEqual(before);
  });

  test("batch exports update: queries on which the service fails, unknown ones, and null", async () => {
    const { path } = await stage.make();
    const patch = (hogql_query: unknown) => stage.fixture.call("PATCH", path, { hogql_query });
    for (const query of ["select id from persons", "select event from (select 1)", "select 1+1 from events"]) {
      expect((await patch(query)).status).toBe(dialect === "2025-08" ? 500 : 400);
    }
    for (const query of [
      "select event from events order by event",
      "select upper(event) as e from events",
      "select event as event from events",
      "select event from events where event = 'a' and event = 'b'",
      "select event from groups",
      "select `event` from events",
    ]) {
      expect([query, (await patch(query)).status]).toEqual([query, 501]);
    }
    expect(refusal(await patch(null))).toEqual([400, "null", "hogql_query"]);
    expect(refusal(await patch(5))).toEqual([400, "invalid_input", "hogql_query"]);
    expect((await stage.get(path)).schema).toBe(null);
  });
});
