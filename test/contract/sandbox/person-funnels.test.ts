import { afterEach, describe, expect, test } from "@jest/globals";
import { type Insights, openInsights, queryOf, rowsIn, steps, whoIn } from "./insights.ts";

let fixture: Insights;
afterEach(() => fixture.close());

describe.each(["documented", "2025-08"] as const)("specified: persons/funnel in dialect %s", (dialect) => {
  const BUY = steps("look", "pay");

  async function openShop(): Promise<void> {
    fixture = await openInsights(dialect);
    await fixture.did(
      ["a look 05T10:00:00"],
      ["a pay 05T11:00:00"],
      ["b look 05T10:00:00", { $set: { email: "bob@example.com" } }],
      ["b other 05T10:30:00"],
      ["b pay 07T11:00:00"],
      ["c look 06T10:00:00", { from: "ad" }],
      ["d pay 05T09:00:00"],
      ["d look 05T10:00:00"],
      ["old look 01T10:00:00"],
    );
  }

  test.each([
    [{ funnel_step: 1 }, ["a", "b", "c", "d"]],
    [{ funnel_step: 2 }, ["a", "b"]],
    [{ funnel_step: -2 }, ["c", "d"]],
    [{ funnel_custom_steps: [1] }, ["c", "d"]],
    [{ funnel_step: 2, funnel_window_interval: 1, funnel_window_interval_unit: "day" }, ["a"]],
    [{ funnel_step: 2, funnel_order_type: "strict" }, ["a"]],
    [{ funnel_step: 2, funnel_order_type: "unordered" }, ["a", "b", "d"]],
    [{ funnel_step: 1, date_from: "all" }, ["a", "b", "c", "d", "old"]],
    [{ funnel_step: 1, date_to: "2030-01-05" }, ["a", "b", "d"]],
    [{ funnel_step: 1, search: "BOB@" }, ["b"]],
    [{ funnel_step: 1, properties: [{ key: "from", value: "ad" }] }, ["c"]],
    [
      { funnel_step: 1, exclusions: [{ id: "other", type: "events", funnel_from_step: 0, funnel_to_step: 1 }] },
      ["a", "c", "d"],
    ],
    [{ funnel_viz_type: "trends", entrance_period_start: "2030-01-05", drop_off: false }, ["a", "b"]],
    [{ funnel_viz_type: "trends", entrance_period_start: "2030-01-06", drop_off: "true" }, ["c"]],
  ])("returns the people for %j", async (parameters, expected) => {
    await openShop();
    expect(await fixture.who("funnel", { ...BUY, ...parameters })).toEqual(expected);
    expect(whoIn(await fixture.post("funnel", { ...BUY, ...parameters }))).toEqual(expected);
  });

  test("a step like the one before needs a second event", async () => {
    fixture = await openInsights(dialect);
    await fixture.did(["a look 05T10:00:00"], ["b look 05T10:00:00"], ["b look 05T10:00:01"]);
    expect(await fixture.who("funnel", { ...steps("look", "look"), funnel_step: 2 })).toEqual(["b"]);
  });

  test("a later path counts if an earlier one took too long", async () => {
    fixture = await openInsights(dialect);
    await fixture.did(["a look 04T10:00:00"], ["a look 06T10:00:00"], ["a pay 06T12:00:00"]);
    const window = { funnel_window_interval: 1, funnel_window_interval_unit: "day" };
    expect(await fixture.who("funnel", { ...BUY, ...window, funnel_step: 2 })).toEqual(["a"]);
  });

  test("responds like every analysis: rows, links and no cache", async () => {
    await openShop();
    const query = queryOf({ ...BUY, funnel_step: 1, limit: 3 });
    const first = await fixture.call("GET", fixture.under(`persons/funnel/?${query}`), undefined, {
      key: fixture.legacyKey,
    });
    const address = fixture.sandbox.host + fixture.under(`persons/funnel/?${query}`);
    const { results, ...rest } = first.json;
    expect([results[0].count, rest]).toEqual([
      3,
      {
        next: `${address}&offset=3`,
        initial: address,
        missing_persons: 0,
        is_cached: false,
        last_refresh: expect.stringMatching(/^2030-01-09T12:00:/),
      },
    ]);
    expect(first.headers.get("vary")).toBe("Accept, Cookie, origin");
    const second = await fetch(rest.next, { headers: { authorization: `Bearer ${fixture.legacyKey}` } });
    const { next, results: more } = (await second.json()) as {
      next: null;
      results: { people: { distinct_ids: string[] }[] }[];
    };
    const seen = [...rowsIn(first), ...(more[0]?.people ?? [])].map((row) => row.distinct_ids[0]);
    expect([next, new Set(seen), seen.length]).toEqual([null, new Set(["a", "b", "c", "d"]), 4]);
  });

  test("a next link is relative if the URL already has an offset", async () => {
    await openShop();
    const parameters = { ...BUY, funnel_step: 1, limit: 1, offset: 1 };
    const answer = await fixture.ask("funnel", parameters);
    expect(answer.json.next).toBe(fixture.under(`persons/funnel/?${queryOf({ ...parameters, offset: 2 })}`).slice(1));
  });

  test("the body wins over the query", async () => {
    await openShop();
    const answer = await fixture.post(
      "funnel",
      { ...BUY, funnel_step: 2 },
      `?${queryOf({ ...steps("pay"), funnel_step: 1 })}`,
    );
    expect(whoIn(answer)).toEqual(["a", "b"]);
  });

  test.each([
    [{ funnel_window_interval: 1, funnel_window_interval_unit: "eon" }, "{interval} not supported"],
    [{ funnel_viz_type: "trends" }, "Filter parameter drop_off must be provided and a bool for funnel trends persons!"],
    [{ exclusions: [{ id: "x" }] }, "Exclusion event needs to define funnel steps"],
    [
      { exclusions: [{ id: "look", funnel_from_step: 0, funnel_to_step: 1 }] },
      "Exclusion event can't be the same as funnel step",
    ],
    [{ properties: "{" }, "Properties are unparsable!"],
  ])("refuses %j", async (parameters, detail) => {
    fixture = await openInsights(dialect);
    const answer = await fixture.ask("funnel", { ...BUY, funnel_step: 1, ...parameters });
    expect([answer.status, answer.json]).toEqual([
      400,
      { type: "validation_error", code: "invalid_input", detail, attr: null },
    ]);
  });

  test.each([{}, { funnel_step: -1 }, { funnel_step: "x" }, { funnel_step: 1, limit: "x" }])(
    "requests on which the running service fails are refused in another way: %j",
    async (parameters) => {
      fixture = await openInsights(dialect);
      expect((await fixture.ask("funnel", { ...BUY, ...parameters })).status).toBe(dialect === "2025-08" ? 500 : 400);
    },
  );

  test.each([
    { aggregation_group_type_index: 0 },
    { breakdown: "plan", breakdown_type: "event" },
    { actions: [{ id: 1 }] },
    { properties: [{ key: "x", value: 1, type: "group" }] },
  ])("reports what it doesn't support: %j", async (parameters) => {
    fixture = await openInsights(dialect);
    const answer = await fixture.ask("funnel", { ...BUY, funnel_step: 1, ...parameters });
    expect([answer.status, answer.json.type]).toEqual([501, "sandbox_error"]);
  });
});

describe.each(["documented", "2025-08"] as const)("specified: persons/funnel/correlation in dialect %s", (dialect) => {
  async function openTour(): Promise<void> {
    fixture = await openInsights(dialect);
    const pro = { $set: { plan: "pro" } };
    await fixture.did(
      ["a look 05T10:00:00", pro],
      ["a help 05T10:30:00", { page: "price" }],
      ["a pay 05T11:00:00"],
      ["b look 05T10:00:00", pro],
      ["b help 05T12:00:00", { page: "start" }],
      ["c look 05T10:00:00"],
      ["c pay 05T11:00:00"],
      ["c help 05T12:00:00", { page: "price" }],
    );
  }
  const tour = (parameters: object) => ({ ...steps("look", "pay"), ...parameters });
  const helped = (more: object = {}) => ({ funnel_correlation_person_entity: { id: "help", type: "events", ...more } });

  test.each([
    [helped(), ["a", "b"]],
    [{ ...helped(), funnel_correlation_person_converted: "true" }, ["a"]],
    [{ ...helped(), funnel_correlation_person_converted: "false" }, ["b"]],
    [helped({ properties: [{ key: "page", value: "start" }] }), ["b"]],
    [{ funnel_correlation_person_entity: { id: "pay", type: "events" } }, []],
    [
      {
        funnel_correlation_type: "properties",
        funnel_correlation_property_values: [{ type: "person", key: "plan", value: "pro" }],
        funnel_correlation_person_converted: "false",
      },
      ["b"],
    ],
  ])("returns the people for %j", async (parameters, expected) => {
    await openTour();
    expect(await fixture.who("funnel/correlation", tour(parameters))).toEqual(expected);
    expect(whoIn(await fixture.post("funnel/correlation", tour(parameters)))).toEqual(expected);
  });

  test("has its own names for its pages", async () => {
    await openTour();
    const first = await fixture.ask("funnel/correlation", tour({ ...helped(), funnel_correlation_person_limit: 1 }));
    expect(new URL(first.json.next).searchParams.get("funnel_correlation_person_offset")).toBe("1");
    const second = await fetch(first.json.next, { headers: { authorization: `Bearer ${fixture.legacyKey}` } });
    const { results } = (await second.json()) as { results: { people: { distinct_ids: string[] }[] }[] };
    const seen = [...rowsIn(first), ...(results[0]?.people ?? [])].map((row) => row.distinct_ids[0]);
    expect([new Set(seen), seen.length]).toEqual([new Set(["a", "b"]), 2]);
  });

  test.each([
    [{}, "No entity for persons specified"],
    [{ funnel_correlation_type: "properties" }, "Property Correlation expects atleast one Property to get persons for"],
  ])("refuses %j", async (parameters, detail) => {
    await openTour();
    const answer = await fixture.ask("funnel/correlation", tour(parameters));
    expect([answer.status, answer.json.detail]).toEqual([400, detail]);
  });
});
