import { afterEach, describe, expect, test } from "@jest/globals";
import { type Insights, openInsights, rowsIn, steps } from "./insights.ts";

let fixture: Insights;
afterEach(() => fixture.close());

describe.each(["documented", "2025-08"] as const)("specified: persons/trends in dialect %s", (dialect) => {
  const LOOK = { entity_id: "look", entity_type: "events" };

  async function openDays(): Promise<void> {
    fixture = await openInsights(dialect);
    await fixture.did(
      ["a look 05T10:00:00", { price: 5 }],
      ["b look 05T10:00:00", { price: 1 }],
      ["b look 05T23:59:59", { price: 2, from: "ad" }],
      ["c look 06T00:00:00"],
      ["c look 09T11:00:00"],
    );
  }
  const valuesOf = async (parameters: object) =>
    rowsIn(await fixture.ask("trends", parameters)).map((row) => [row.distinct_ids[0], row.value_at_data_point]);

  test.each([
    [
      { ...LOOK, date_from: "2030-01-05" },
      [
        ["b", 2],
        ["a", 1],
      ],
    ],
    [
      { ...LOOK, date_from: "2030-01-05T10:00:00", interval: "hour" },
      [
        ["b", 1],
        ["a", 1],
      ],
    ],
    [
      { ...LOOK, date_from: "2030-01-05", interval: "week" },
      [
        ["c", 2],
        ["b", 2],
        ["a", 1],
      ],
    ],
    [
      { ...LOOK, date_from: "2030-01-05", display: "ActionsTable", date_to: "2030-01-06" },
      [
        ["b", 2],
        ["c", 1],
        ["a", 1],
      ],
    ],
    [{ ...LOOK, date_from: "2030-01-05", properties: [{ key: "from", value: "ad" }] }, [["b", 1]]],
    [
      { ...LOOK, date_from: "2030-01-05", breakdown: "from", breakdown_type: "event", breakdown_value: "ad" },
      [["b", 1]],
    ],
    [
      {
        entity_type: "events",
        entity_order: 1,
        date_from: "2030-01-05",
        events: [{ id: "x" }, { id: "look", math: "sum", math_property: "price" }],
      },
      [
        ["a", 5],
        ["b", 3],
      ],
    ],
    [
      {
        ...LOOK,
        entity_math: "median",
        date_from: "2030-01-05",
        events: [{ id: "look", math: "median", math_property: "price" }],
      },
      [
        ["a", 5],
        ["b", 1.5],
      ],
    ],
  ])("returns the people and their counts for %j", async (parameters, expected) => {
    await openDays();
    const values = await valuesOf(parameters);
    expect(new Set(values.map(String))).toEqual(new Set(expected.map(String)));
    expect(values.map(([, value]) => value)).toEqual(expected.map(([, value]) => value));
  });

  test("is about the first interval of the range: by default a week ago", async () => {
    await openDays();
    expect(await valuesOf(LOOK)).toEqual([]);
    await fixture.did(["z look 02T08:00:00"]);
    expect(await valuesOf(LOOK)).toEqual([["z", 1]]);
  });

  test("deleted people don't count, and merged people count as one", async () => {
    await openDays();
    await fixture.capture([{ event: "$create_alias", distinct_id: "a", properties: { alias: "b" } }]);
    expect(await valuesOf({ ...LOOK, date_from: "2030-01-05" })).toEqual([["a", 3]]);
    const { uuid } = (await fixture.call("GET", fixture.under("persons/?distinct_id=a"))).json.results[0];
    await fixture.call("DELETE", fixture.under(`persons/${uuid}/`));
    expect(await valuesOf({ ...LOOK, date_from: "2030-01-05" })).toEqual([]);
  });

  test("reads more events of one moment than fit into one page", async () => {
    fixture = await openInsights(dialect);
    for (let part = 0; part < 6; part += 1) {
      await fixture.did(...Array.from({ length: 500 }, (): [string] => ["a look 05T10:00:00"]));
    }
    await fixture.did(["a look 05T10:00:01"]);
    expect(await valuesOf({ ...LOOK, date_from: "2030-01-05" })).toEqual([["a", 3001]]);
    expect(await valuesOf({ entity_type: "events", date_from: "2030-01-05" })).toEqual([["a", 3001]]);
  });

  test("leaves out the project's own people on request", async () => {
    await openDays();
    const test_account_filters = [{ key: "from", value: "ad" }];
    const own = await fixture.call("PATCH", `/api/projects/${fixture.project}/`, { test_account_filters });
    expect(own.status).toBe(200);
    const asked = { ...LOOK, date_from: "2030-01-05" };
    expect(await valuesOf({ ...asked, filter_test_accounts: true })).toEqual([["b", 1]]);
    expect(await valuesOf({ ...asked, filter_test_accounts: false })).toHaveLength(2);
  });

  test("names people by the properties that the project configures", async () => {
    await openDays();
    await fixture.did(["a $set 05T12:00:00", { $set: { email: "ann@example.com", plan: "pro" } }]);
    const nameOf = async (): Promise<unknown> =>
      (await fixture.call("GET", fixture.under("persons/?distinct_id=a"))).json.results[0].name;
    expect(await nameOf()).toBe("ann@example.com");
    const naming = { person_display_name_properties: ["plan"] };
    expect((await fixture.call("PATCH", `/api/projects/${fixture.project}/`, naming)).status).toBe(200);
    expect(await nameOf()).toBe("pro");
  });

  test("as CSV, it has a line for the group", async () => {
    await openDays();
    const answer = await fixture.ask("trends", { ...LOOK, date_from: "2030-01-06", format: "csv" });
    expect(answer.text.split(/\r?\n/)[0]).toContain("count,people.0.created_at");
  });

  test.each([
    [{}, "An entity id and the entity type must be provided to determine an entity"],
    [{ entity_id: "look" }, "An entity must be provided for target entity to be determined"],
  ])("refuses %j", async (parameters, detail) => {
    fixture = await openInsights(dialect);
    const answer = await fixture.ask("trends", parameters);
    expect([answer.status, answer.json.detail, answer.headers.get("vary")]).toEqual([
      400,
      detail,
      "Accept, Cookie, origin",
    ]);
  });
});

describe("specified: persons/lifecycle in the documented dialect", () => {
  async function openWeek(): Promise<void> {
    fixture = await openInsights("documented");
    await fixture.did(
      ["new look 06T10:00:00"],
      ["back look 04T10:00:00"],
      ["back look 05T10:00:00"],
      ["back look 06T10:00:00"],
      ["again look 03T10:00:00"],
      ["again look 06T10:00:00"],
      ["early other 01T10:00:00"],
      ["early look 06T10:00:00"],
    );
  }
  const look = (more: object) => ({ ...steps("look"), ...more });

  test.each([
    [{ target_date: "2030-01-06", lifecycle_type: "new" }, ["new"]],
    [{ target_date: "2030-01-06", lifecycle_type: "returning" }, ["back"]],
    [{ target_date: "2030-01-06", lifecycle_type: "resurrecting" }, ["again", "early"]],
    [{ target_date: "2030-01-04", lifecycle_type: "dormant" }, ["again"]],
    [{ target_date: "-2d", lifecycle_type: "dormant" }, ["again", "back", "early", "new"]],
    [{ target_date: "2030-01-09", lifecycle_type: "new", interval: "week" }, []],
    [{ target_date: "2030-01-02", lifecycle_type: "new", interval: "week" }, ["again", "back", "early", "new"]],
    [{ target_date: "2030-01-06", lifecycle_type: "nobody" }, []],
  ])("tells who is meant by %j", async (parameters, expected) => {
    await openWeek();
    expect(await fixture.who("lifecycle", look(parameters))).toEqual(expected);
  });

  test("names the missing parameter in its own form", async () => {
    await openWeek();
    const message = "Missing parameter";
    const noDate = await fixture.ask("lifecycle", look({ lifecycle_type: "new" }));
    expect([noDate.status, noDate.json]).toEqual([400, { message, detail: "Must include specified date" }]);
    const noType = await fixture.ask("lifecycle", look({ target_date: "2030-01-06" }));
    expect([noType.status, noType.json]).toEqual([400, { message, detail: "Must include lifecycle type" }]);
    const noEvent = await fixture.ask("lifecycle", { target_date: "2030-01-06", lifecycle_type: "new" });
    expect([noEvent.status, noEvent.json.attr]).toEqual([400, "events"]);
  });
});

describe("specified: persons/stickiness in the documented dialect", () => {
  test.each([
    [{ stickiness_days: 2 }, ["a"]],
    [{ selected_interval: 1 }, ["b"]],
    [{ stickiness_days: 1, interval: "week" }, ["b"]],
    [{ stickiness_days: 2, interval: "week" }, ["a"]],
    [{ stickiness_days: 1, date_from: "2030-01-06" }, ["a", "b"]],
    [{}, []],
  ])("returns the people who did it in that many intervals: %j", async (parameters, expected) => {
    fixture = await openInsights("documented");
    await fixture.did(
      ["a look 05T10:00:00"],
      ["a look 05T12:00:00"],
      ["a look 06T10:00:00"],
      ["b look 07T10:00:00"],
      ["b other 08T10:00:00"],
    );
    const entity = { entity_id: "look", entity_type: "events" };
    expect(await fixture.who("stickiness", { ...entity, ...parameters })).toEqual(expected);
    const body = (await fixture.ask("stickiness", { ...entity, ...parameters })).json;
    expect(Object.keys(body)).toEqual(["results", "next"]);
  });

  test("a project decides on which day its weeks begin", async () => {
    fixture = await openInsights("documented");
    // A Saturday and a Sunday.
    await fixture.did(["a look 05T10:00:00"], ["a look 06T10:00:00"]);
    const weeks = (stickiness_days: number) =>
      fixture.who("stickiness", { entity_id: "look", entity_type: "events", interval: "week", stickiness_days });
    expect([await weeks(1), await weeks(2)]).toEqual([[], ["a"]]);
    await fixture.call("PATCH", `/api/projects/${fixture.project}/`, { week_start_day: 1 });
    expect([await weeks(1), await weeks(2)]).toEqual([["a"], []]);
  });
});

describe("recorded: what is below persons/ in the live dialect, flow 11", () => {
  const NO_KEYS = "This action does not support Personal API Key access";

  test.each(["lifecycle", "stickiness"])("%s fails for everybody who is allowed to call it", async (noun) => {
    fixture = await openInsights("2025-08");
    const answer = await fixture.ask(noun);
    expect([answer.status, answer.json.type, answer.headers.get("vary")]).toEqual([
      500,
      "server_error",
      "Accept, origin",
    ]);
  });

  test.each(["path", "retention"])("%s is read as the ID of a person", async (noun) => {
    fixture = await openInsights("2025-08");
    const answer = await fixture.ask(noun, {}, fixture.sandbox.apiKey);
    expect([answer.status, answer.json.code]).toEqual([400, "invalid_input"]);
    expect(answer.json.detail).toContain(`/persons?distinct_id=${noun} instead`);
    expect(answer.headers.get("allow")).toBe("GET, PUT, PATCH, DELETE, HEAD, OPTIONS");
    expect((await fixture.post(noun, {})).status).toBe(405);
  });

  test.each(["documented", "2025-08"] as const)(
    "a key with scopes can't request anything, in dialect %s",
    async (dialect) => {
      fixture = await openInsights(dialect);
      const nouns = ["funnel", "funnel/correlation", "trends", "lifecycle", "stickiness"];
      for (const noun of dialect === "documented" ? [...nouns, "path", "retention"] : nouns) {
        const answer = await fixture.ask(noun, {}, fixture.sandbox.apiKey);
        expect([noun, answer.status, answer.json.detail]).toEqual([noun, 403, NO_KEYS]);
      }
    },
  );

  test("nobody sees another organization's people", async () => {
    fixture = await openInsights("2025-08");
    await fixture.did(["a look 05T10:00:00"]);
    fixture.sandbox.control.createUser({ email: "eve@other.example" });
    fixture.sandbox.control.createOrganization({ email: "eve@other.example", name: "Other" });
    const eve = fixture.sandbox.control.createKey({ email: "eve@other.example", scopes: null }).apiKey;
    const asked = { ...steps("look"), funnel_step: 1 };
    expect((await fixture.ask("funnel", asked, eve)).status).toBe(403);
    expect(await fixture.who("funnel", asked)).toEqual(["a"]);
  });
});
