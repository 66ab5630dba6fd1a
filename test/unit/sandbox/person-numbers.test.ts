import { describe, expect, test } from "@jest/globals";
import {
  COHORTS_TABLE,
  DISTINCT_IDS_TABLE,
  EVENTS_TABLE,
  PERSONS_TABLE,
} from "../../../packages/sandbox/src/analytics/rows.ts";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { PERSON_INSIGHTS } from "../../../packages/sandbox/src/routes/person-insights/index.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

/** A Wednesday. */
const NOW = "2030-01-09T12:00:00.000Z";

/** `2030-01-05T10:00:00.000Z` from `05T10`, and other years as they are. */
function timeOf(written: string): number {
  const whole = "2030-01-01T00:00:00.000Z";
  const dated = /^\d{4}/u.test(written) ? written : `2030-01-${written}`;
  return Date.parse(dated + whole.slice(dated.length));
}

/** A project without a server, whose persons are created in the order of their first events. */
function opened({ dialect = "documented", now = NOW }: { dialect?: Dialect; now?: string } = {}) {
  const { world, control } = openWorld({ dialect, now });
  world.clock.set(Date.parse(now), true);
  const project = world.store.tables.projects.all()[0]?.number ?? 0;
  const key = control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
  const table = { persons: world.store.table(PERSONS_TABLE), ids: world.store.table(DISTINCT_IDS_TABLE) };
  for (const row of table.persons.all()) world.store.transaction(() => table.persons.delete(row.id));
  const person = (id: string, created = "01", properties: object = {}): void => {
    const row = { id, project, number: table.persons.count({}) + 1, created_ms: timeOf(created) };
    const facts = { properties: { ...properties }, is_identified: false, is_hidden: false, email: null };
    table.persons.insertMany([{ ...row, ...facts }]);
    table.ids.insertMany([{ id: `${project}:${id}`, project, distinct_id: id, person: id }]);
  };
  let count = 0;
  /** Events, each written as `person name time`, followed by properties. */
  const did = (...events: readonly (readonly [string, object?])[]): void => {
    for (const [written, properties = {}] of events) {
      const [who = "", event = "", time = ""] = written.split(" ");
      if (table.ids.get(`${project}:${who}`) === undefined) person(who, time);
      count += 1;
      const row = { id: `${project}:${count}`, project, event, distinct_id: who, timestamp_ms: timeOf(time) };
      const facts = { received_ms: 0, properties: { ...properties }, elements_chain: "" };
      world.store.table(EVENTS_TABLE).insertMany([{ ...row, ...facts }]);
    }
  };
  const sent = (noun: string, query: string, maxPageRows?: number) => {
    const headers = { authorization: `Bearer ${key}`, host: "a.example" };
    const url = `/api/projects/${project}/persons/${noun}/${query}`;
    const exchange = exchangeOf(world, { method: "GET", url, headers, bodyBytes: Buffer.alloc(0) });
    const { status, body } = answerRequest(maxPageRows === undefined ? exchange : { ...exchange, maxPageRows });
    // oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
    return { status, body: body as any };
  };
  const asked = (noun: string, parameters: object, maxPageRows?: number) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    return sent(noun, `?${query.toString()}`, maxPageRows);
  };
  /** Who is behind a number, in order; with each person's part of it, if there is one. */
  const who = (noun: string, parameters: object, maxPageRows?: number): unknown => {
    const { status, body } = asked(noun, parameters, maxPageRows);
    if (status !== 200) return [status, body.detail];
    return body.results[0].people.map((row: { id: string; value_at_data_point: number | null }) =>
      row.value_at_data_point === null ? row.id : `${row.id} ${row.value_at_data_point}`,
    );
  };
  return { world, control, project, person, did, sent, asked, who };
}

const LOOK = { entity_id: "look", entity_type: "events", date_from: "2030-01-05" };
const cannot = (what: string): unknown => [
  501,
  `The sandbox has no ${what}, so it can't determine the persons in this result.`,
];

describe("specified: how often persons did something, live notes on persons and events, 3.14", () => {
  const counted = (math: string, property?: string): object => ({
    entity_type: "events",
    entity_order: 0,
    date_from: "2030-01-05",
    events: [{ id: "look", math, ...(property === undefined ? {} : { math_property: property }) }],
  });

  test.each([
    ["total", 10],
    ["dau", 10],
    ["min_count_per_actor", 10],
    ["sum", 24],
    ["avg", 4.8],
    ["min", 1],
    ["max", 10],
    ["median", 4],
    ["p75", 7],
    ["p90", 8.8],
    ["p95", 9.4],
    ["p99", 9.88],
  ])("is counted as %s, of the numbers alone: %j", (math, value) => {
    const { did, asked } = opened();
    const prices = [10, "7", 4, " 2 ", 1, "", " ", null, true, "a|é"];
    did(...prices.map((price) => ["a look 05T10", { price }] as const));
    const [{ people }] = asked("trends", counted(math, "price")).body.results;
    expect([people.length, people[0].value_at_data_point]).toEqual([1, expect.closeTo(value, 6)]);
  });

  test("is nothing without a number, and the sandbox knows no other ways", () => {
    const { did, who } = opened();
    did(["a look 05T10", { price: "é" }], ["b look 05T11", { price: 3 }]);
    expect(who("trends", counted("sum", "price"))).toEqual(["b 3", "a"]);
    expect(who("trends", counted("sum"))).toEqual(["b", "a"]);
    for (const math of ["nearly", "unique_group", "count_per_actor_x"])
      expect(who("trends", counted(math, "price"))).toEqual(cannot(`way of counting called ${math}`));
  });

  /** Events at the borders of intervals: the sum of their powers of ten tells which of them count. */
  const TIMES = [
    "05T09:59:59.999",
    "05T10",
    "05T11",
    "05T11:00:00.001",
    "05T23:59:59.999",
    "06",
    "11T23:59:59.999",
    "12",
    "2030-02-04T23:59:59.999",
    "2030-02-05",
    "2030-03-01T13",
    "2030-03-01T13:00:00.001",
    "2030-03-01T23:59:59.999",
    "2030-03-02",
  ];
  const range = (fromIndex: number, toIndex: number): number =>
    TIMES.slice(fromIndex, toIndex).reduce((sum, _time, index) => sum + 10 ** (fromIndex + index), 0);
  const WHOLE = [
    "ActionsLineGraphCumulative",
    "ActionsTable",
    "ActionsPie",
    "ActionsBarValue",
    "WorldMap",
    "BoldNumber",
  ];

  test.each([
    ["of one hour", { interval: "hour" }, range(1, 3)],
    ["of one day, if nobody says otherwise", {}, range(1, 5)],
    ["of one day in a line", { display: "ActionsLineGraph" }, range(1, 5)],
    ["of one week", { interval: "week" }, range(1, 7)],
    ["of one month", { interval: "MONTH" }, range(1, 9)],
    ["of everything by the minute", { interval: "minute" }, range(1, 13)],
    ...WHOLE.map((display) => [`of everything, as ${display}`, { display }, range(1, 13)] as const),
    ["of all time in hours", { interval: "hour", date_from: "all" }, range(0, 11)],
    ["of all time in days", { date_from: "all" }, range(0, 13)],
    ["of all time in weeks", { interval: "week", date_from: "all" }, range(0, 14)],
    ["of all time as a pie", { display: "ActionsPie", date_from: "all" }, range(0, 13)],
  ])("is a number %s", (_what, parameters, sum) => {
    const { did, asked } = opened({ now: "2030-03-01T12:00:00.000Z" });
    did(...TIMES.map((time, index) => [`a look ${time}`, { price: 10 ** index }] as const));
    const asks = { ...counted("sum", "price"), date_from: "2030-01-05T10:00:00", ...parameters };
    expect(asked("trends", asks).body.results[0].people[0].value_at_data_point).toBe(sum);
  });

  test.each([
    [{ breakdown_type: "event", breakdown: "from", breakdown_value: "ad" }, ["b 1"]],
    [{ breakdown_type: "person", breakdown: "plan", breakdown_value: "é|" }, ["c 1"]],
    [{ breakdown_type: "cohort", breakdown_value: "1" }, ["c 1"]],
    [{ breakdown_type: "cohort", breakdown_value: "2" }, []],
    [{ breakdown_type: "cohort", breakdown_value: "all" }, ["c 1", "b 1", "a 1"]],
    [{ breakdown_type: "event", breakdown: "from", breakdown_value: "all" }, []],
    [{ breakdown_type: "event", breakdown_value: "ad" }, ["c 1", "b 1", "a 1"]],
    [{ breakdown: "from", breakdown_value: "ad" }, ["c 1", "b 1", "a 1"]],
    [{ breakdown_type: "event", breakdown: "from" }, ["c 1", "b 1", "a 1"]],
    [{ breakdown_type: "event", breakdown: "from", breakdown_value: "ad", properties: [{ key: "n", value: 2 }] }, []],
    [{ breakdown_type: "cohort", breakdown_value: "1", properties: [{ key: "n", value: 2 }] }, []],
    [{ breakdown_histogram_bin_count: 5 }, cannot("histograms")],
    [{ aggregation_group_type_index: 0 }, cannot("groups")],
    [{ sampling_factor: 0.1 }, cannot("samples")],
    [{ sampling_factor: "" }, ["c 1", "b 1", "a 1"]],
    [{ search: "ACME" }, ["a 1"]],
    [{ search: "zoë" }, ["b 1"]],
    [{ search: "C" }, ["c 1", "a 1"]],
    [{ search: "none" }, []],
  ])("is about some persons: %j", (parameters, expected) => {
    const { world, project, person, did, who } = opened();
    person("a", "01", { email: "x@acme.example" });
    person("b", "02", { name: "Zoë" });
    person("c", "03", { plan: "é|" });
    did(["a look 05T10", { from: "é" }], ["b look 05T11", { from: "ad" }], ["c look 05T12"]);
    const cohort = { number: 1, project, name: "c", filters: null, persons: ["c"] };
    world.store.table(COHORTS_TABLE).insertMany([{ id: "cohort", ...cohort }]);
    expect(who("trends", { ...LOOK, ...parameters })).toEqual(expected);
  });

  test.each([
    ["true", ["b 1"]],
    ["TRUE", ["b 1"]],
    ["1", ["b 1"]],
    ["", ["b 1", "a 1"]],
    ["false", ["b 1", "a 1"]],
    ["0", ["b 1", "a 1"]],
    ["true1", ["b 1", "a 1"]],
    ["01", ["b 1", "a 1"]],
  ])("leaves the project's own persons out if filter_test_accounts is %j", (value, expected) => {
    const { world, did, who } = opened();
    const [project] = world.store.tables.projects.all();
    if (project === undefined) throw new Error("no project");
    const settings = { ...project.settings, test_account_filters: [{ key: "from", value: "ad" }] };
    world.store.transaction(() => world.store.tables.projects.put({ ...project, settings }));
    did(["a look 05T10"], ["b look 05T11", { from: "ad", n: 2 }]);
    expect(who("trends", { ...LOOK, filter_test_accounts: value })).toEqual(expected);
    const both = { filter_test_accounts: value, properties: '[{"key":"n","value":3}]' };
    expect(who("trends", { ...LOOK, ...both })).toEqual([]);
  });

  const some = { events: [{ id: "look" }, { id: "buy", math: "sum", math_property: "price" }, { id: "buy" }] };

  test.each([
    [{ entity_type: "events", entity_order: 1, ...some }, ["a 5"]],
    [{ entity_type: "events", entity_order: 7, ...some }, ["b 3", "a 2"]],
    [{ entity_type: "events", entity_id: "buy", ...some }, ["a 1"]],
    [{ entity_type: "events", entity_id: "buy", entity_math: "sum", ...some }, ["a 5"]],
    [{ entity_id: "look", ...some }, ["b 2", "a 1"]],
    [{ entity_type: "events", entity_id: "sell", ...some }, ["b 1"]],
    [{ entity_type: "events", entity_id: "sell", entity_math: "dau", ...some }, ["b 1"]],
    [{ entity_type: "events", entity_id: "", events: [] }, ["b 3", "a 2"]],
    [{ entity_type: "events", entity_id: "" }, ["b 3", "a 2"]],
  ])("is about one kind of event: %j", (parameters, expected) => {
    const { did, who } = opened();
    did(["a look 05T10"], ["a buy 05T10", { price: 5 }], ["b look 05T11"], ["b look 05T12"], ["b sell 05T12"]);
    const asks = { date_from: "2030-01-05", ...parameters };
    expect(who("trends", asks)).toEqual(expected);
  });

  test.each([
    [{}, [400, "An entity id and the entity type must be provided to determine an entity"]],
    [{ entity_type: "other" }, [400, "An entity id and the entity type must be provided to determine an entity"]],
    [{ entity_id: "look" }, [400, "An entity must be provided for target entity to be determined"]],
    [{ entity_id: "7", entity_type: "actions" }, [501, "The sandbox has no actions. Use events instead."]],
    [{ ...LOOK, interval: "year" }, [400, "Interval year is not supported."]],
    [{ ...LOOK, limit: "some" }, [400, "A valid integer is required."]],
    [{ ...LOOK, offset: "1.5" }, [400, "A valid integer is required."]],
    [{ ...LOOK, entity_order: "x" }, [400, "A valid integer is required."]],
  ])("can't be told for %j", (parameters, refusal) => {
    expect(opened().who("trends", parameters)).toEqual(refusal);
    const fails =
      "interval" in parameters || "limit" in parameters || "offset" in parameters || "entity_order" in parameters;
    const live = opened({ dialect: "2025-08" }).who("trends", parameters);
    expect(live).toEqual(fails ? [500, "A server error occurred."] : refusal);
  });
});

describe("specified: pages of persons behind a number, live notes on persons and events, 3.14", () => {
  /** Persons with equal numbers, and the oldest last. */
  const peopled = () => {
    const stage = opened();
    for (const [id, created] of [
      ["a", "03"],
      ["b", "01"],
      ["c", "02"],
      ["d", "02"],
      ["e", "01"],
    ] as const) {
      stage.person(id, created);
      stage.did([`${id} look 05T10`]);
    }
    stage.did(["e look 05T11"]);
    return stage;
  };

  test.each([
    [{}, ["e 2", "a 1", "c 1", "d 1", "b 1"]],
    [{ limit: 0 }, ["e 2", "a 1", "c 1", "d 1", "b 1"]],
    [{ offset: -3 }, ["e 2", "a 1", "c 1", "d 1", "b 1"]],
    [{ limit: 2 }, ["e 2", "d 1"]],
    [{ limit: 2, offset: 2 }, ["c 1", "b 1"]],
    [{ limit: 2, offset: 4 }, ["a 1"]],
    [{ offset: 5 }, []],
  ])("are cut by number, then ID, and show the newest first: %j", (page, expected) => {
    expect(peopled().who("trends", { ...LOOK, ...page })).toEqual(expected);
  });

  test.each([
    [{}, ["a", "c", "d", "b"]],
    [{ limit: 2 }, ["a", "b"]],
    [{ limit: 2, offset: 2 }, ["c", "d"]],
    [{ limit: 3, offset: 1 }, ["c", "d", "b"]],
  ])("are cut by ID if there is no number: %j", (page, expected) => {
    const stage = peopled();
    stage.did(["e look 06T11"]);
    expect(stage.who("stickiness", { ...LOOK, stickiness_days: 1, ...page })).toEqual(expected);
  });

  test("are short if a fault says so, and the next one goes on there", () => {
    const stage = peopled();
    expect(stage.who("trends", LOOK, 1)).toEqual(["e 2"]);
    expect(stage.who("trends", { ...LOOK, limit: 1, offset: 1 }, 3)).toEqual(["d 1"]);
    expect(stage.asked("trends", LOOK, 1).body.next).toMatch(/&offset=1$/u);
  });

  test.each(["trends", "stickiness"])("name the next of %s in an address as it was sent", (noun) => {
    const { project, sent } = peopled();
    const base = `/api/projects/${project}/persons/${noun}/`;
    const query = "?entity_id=look&entity_type=events&date_from=2030-01-05&stickiness_days=1&x=?%20";
    const nextOf = (more: string): unknown => sent(noun, query + more).body.next;
    expect([nextOf(""), nextOf("&limit=6")]).toEqual([null, null]);
    expect(nextOf("&limit=2")).toBe(`http://a.example${base}${query}&limit=2&offset=2`);
    expect(nextOf("&limit=2&offset=2")).toBe(`${base.slice(1)}${query}&limit=2&offset=4`);
    expect(nextOf("&limit=2&offset=5")).toBeNull();
  });

  test("come with the time of the answer, and are never cached", () => {
    const { project, sent } = peopled();
    const base = `http://a.example/api/projects/${project}/persons/trends/`;
    const query = "?entity_id=none&entity_type=events";
    const body = {
      results: [{ people: [], count: 0 }],
      next: null,
      missing_persons: 0,
      is_cached: false,
      last_refresh: "2030-01-09T12:00:00Z",
    };
    expect(sent("trends", query)).toEqual({ status: 200, body: { ...body, initial: base + query } });
    const row = {
      type: "person",
      id: "e",
      uuid: "e",
      created_at: "2030-01-01T00:00:00Z",
      properties: {},
      is_identified: false,
      name: "e",
      distinct_ids: ["e"],
      matched_recordings: [],
      value_at_data_point: 2,
    };
    const first = `${query.replace("none", "look")}&date_from=2030-01-05&limit=1`;
    expect(sent("trends", first)).toEqual({
      status: 200,
      body: {
        ...body,
        results: [{ people: [row], count: 1 }],
        next: `${base}${first}&offset=1`,
        initial: base + first,
      },
    });
    expect(sent("stickiness", query)).toEqual({
      status: 200,
      body: { results: [{ people: [], count: 0 }], next: null },
    });
  });
});

describe("specified: persons who came back, live notes on persons and events, 3.14", () => {
  /** Each person's appearances as ones and zeros. */
  const told = (stage: ReturnType<typeof opened>, parameters: object, maxPageRows?: number): unknown => {
    const { status, body } = stage.asked("retention", parameters, maxPageRows);
    if (status !== 200) return [status, body.detail, body.attr];
    return body.result.map(
      ({ person, appearances }: { person: { id: string }; appearances: number[] }) =>
        `${person.id} ${appearances.join("")}`,
    );
  };
  const views = (...written: string[]) => {
    const stage = opened();
    for (const each of written) {
      const [who = "", ...times] = each.split(" ");
      stage.did(...times.map((time) => [`${who} $pageview ${time}`] as const));
    }
    return stage;
  };

  test.each([
    [
      "eleven days, if nobody says otherwise",
      {},
      ["a 10000000011", "d 10000000000"],
      ["a 2029-12-30 08 09", "c 2029-12-29T23:59:59.999", "d 2029-12-30"],
    ],
    [
      "days until the end of this one",
      { total_intervals: 2 },
      ["a 11"],
      ["a 08 09T23:59:59.999", "b 09", "c 07T23:59:59.999"],
    ],
    [
      "hours until one from now",
      { total_intervals: 2, period: "Hour" },
      ["a 11", "b 10"],
      ["a 09T11 09T12:59:59.999", "b 09T11:59:59.999", "c 09T10:59:59.999"],
    ],
    [
      "weeks from a Sunday",
      { total_intervals: 1, period: "Week" },
      ["a 1", "b 1"],
      ["a 06", "b 12T23:59:59.999", "c 05T23:59:59.999", "d 13"],
    ],
    [
      "months by the calendar",
      { total_intervals: 2, period: "Month" },
      ["a 11"],
      ["a 2029-12-09 05", "c 2029-12-08T23:59:59.999", "b 01"],
    ],
    ["days until another one", { total_intervals: 2, date_to: "2030-01-06" }, ["a 11"], ["a 05 06", "b 07", "c 04"]],
    ["days until a relative one", { total_intervals: 2, date_to: "-3d" }, ["a 11"], ["a 05 06", "b 07", "c 04"]],
  ])("are counted in %s: %j", (_what, parameters, expected, written) => {
    expect(told(views(...written), parameters)).toEqual(expected);
  });

  test.each([
    [{ selected_interval: 0 }, ["a 1110"]],
    [{}, ["a 1110"]],
    [{ selected_interval: 1 }, ["b 111", "a 110"]],
    [{ selected_interval: 3 }, ["b 1"]],
    [{ selected_interval: 4 }, ["e "]],
    [{ selected_interval: 5 }, []],
    [{ selected_interval: -1 }, []],
    [{ selected_interval: 1, retention_type: "retention_first_time" }, ["b 111"]],
    [{ selected_interval: -1, retention_type: "retention_first_time" }, []],
    [{ selected_interval: 1, retention_type: "retention_recurring" }, ["b 111", "a 110"]],
    [{ total_intervals: 0 }, ["e "]],
    [{ selected_interval: 1, limit: 1 }, ["b 111"]],
    [{ selected_interval: 1, limit: 1, offset: 1 }, ["a 110"]],
    [{ selected_interval: 1, offset: 2 }, []],
  ])("are those of one interval, the most faithful first: %j", (parameters, expected) => {
    const stage = views("a 06 07 08", "b 07 08 09", "c 05", "e 10", "f 10T00:00:00.001");
    expect(told(stage, { total_intervals: 4, ...parameters })).toEqual(expected);
  });

  test("came for the first time ever, within the range itself", () => {
    const stage = views("a 2029-12-09 05", "b 05", "c 2029-11-30 05", "d 2029-12-08 2029-12-10 05");
    const months = { total_intervals: 2, period: "Month", retention_type: "retention_first_time" };
    expect(told(stage, { ...months, selected_interval: 1 })).toEqual(["b 1"]);
    // The first month began before the range did.
    expect(told(stage, months)).toEqual([]);
    expect(told(stage, { ...months, retention_type: "" })).toEqual(["a 11", "d 11"]);
  });

  test("come by what they did first and later, whatever else is said of it", () => {
    const { did, ...rest } = opened();
    const stage = { ...rest, did };
    did(["a look 08"], ["a buy 09"], ["b buy 08"], ["b look 09"], ["c $pageview 08"], ["c buy 08T01"]);
    const two = { total_intervals: 2 };
    const [look, buy] = [
      { id: "look", type: "events" },
      { id: "buy", properties: [{ key: "none", value: 1 }] },
    ];
    expect(told(stage, two)).toEqual(["c 10"]);
    expect(told(stage, { ...two, target_entity: "", returning_entity: "" })).toEqual(["c 10"]);
    expect(told(stage, { ...two, target_entity: look })).toEqual(["a 10"]);
    expect(told(stage, { ...two, target_entity: look, returning_entity: buy })).toEqual(["a 11"]);
    expect(told(stage, { ...two, target_entity: buy, returning_entity: look })).toEqual(["b 11", "c 10"]);
    for (const name of ["target_entity", "returning_entity"]) {
      const words = "The entity has to be an object with id and type.";
      for (const entity of ["look", "7", [look], {}, { id: "" }, { id: 7, type: "events" }])
        expect([entity, told(stage, { [name]: entity })]).toEqual([entity, [400, words, name]]);
      for (const id of [7, undefined])
        expect(told(stage, { [name]: { id, type: "actions" } })).toEqual([
          501,
          "The sandbox has no actions. Use events instead.",
          null,
        ]);
    }
  });

  test.each([
    ...["Minute", "minute", "day", "Days", "A Day", "Year"].map(
      (period) => [{ period }, [400, `Period ${period} is unsupported.`, null]] as const,
    ),
    [{ date_to: "soon" }, [400, "The date cannot be read.", "date_to"]],
    [{ total_intervals: 1_001 }, [501, "The sandbox supports at most 1000 intervals.", null]],
    [{ total_intervals: "x" }, [400, "A valid integer is required.", "total_intervals"]],
    [{ selected_interval: "x" }, [400, "A valid integer is required.", "selected_interval"]],
    [{ total_intervals: 1_000 }, []],
  ])("aren't told for %j: %j", (parameters, refusal) => {
    expect(told(opened(), parameters)).toEqual(refusal);
  });

  test("are shown on pages, with an address of the next", () => {
    const stage = views("a 08", "b 08", "c 08");
    const asks = { total_intervals: 1, date_to: "2030-01-08" };
    const path = `http://a.example/api/projects/${stage.project}/persons/retention/?total_intervals=1&date_to=2030-01-08`;
    expect(told(stage, asks, 2)).toEqual(["a 1", "b 1"]);
    expect(stage.asked("retention", asks, 2).body).toMatchObject({ next: `${path}&offset=2`, missing_persons: 0 });
    expect(stage.asked("retention", { ...asks, limit: 3 }).body.next).toBe(`${path}&limit=3&offset=3`);
    expect(stage.asked("retention", { ...asks, limit: 4 }, 5).body).toMatchObject({ next: null, missing_persons: 0 });
    expect(stage.asked("retention", { ...asks, limit: 1 }).body.result).toEqual([
      {
        person: expect.objectContaining({ id: "a", type: "person", value_at_data_point: null }),
        appearances: [1],
      },
    ]);
  });
});

describe("specified: new, returning, resurrecting, and dormant persons, live notes on persons and events, 3.14", () => {
  /** What a person is at the beginning of each interval from the second to the ninth of January. */
  const statuses = (created: string, times: readonly string[], more: object = {}): string[] => {
    const stage = opened();
    stage.person("a", created);
    stage.did(...times.map((time) => [`a look ${time}`] as const));
    return Array.from({ length: 10 }, (_, index) => {
      const target_date = `2030-01-${String(index + 1).padStart(2, "0")}`;
      const kinds = ["new", "returning", "resurrecting", "dormant"];
      return kinds
        .filter((lifecycle_type) => {
          const asks = { events: [{ id: "look" }], target_date, lifecycle_type, date_from: "2030-01-03", ...more };
          return JSON.stringify(stage.who("lifecycle", asks)) === '["a"]';
        })
        .map((kind) => kind.slice(0, 3))
        .join("+");
    });
  };

  test.each([
    ["05T10", ["05T10"], {}, ",,,,new,dor,,,,"],
    ["05T10", ["05T10", "05T11", "06T00", "08T23:59"], {}, ",,,,new,ret,dor,res,dor,"],
    ["05T10", ["06T10"], {}, ",,,,,res,dor,,,"],
    ["2029-12-05", ["05T10", "06T10"], {}, ",,,,res,ret,dor,,,"],
    // One interval before the range counts, and none before it; so does all of the last day.
    ["01", ["01T23:59:59.999", "02", "03"], {}, ",res,ret,dor,,,,,,"],
    ["02", ["02", "09T23:59:59.999", "10"], {}, ",new,dor,,,,,,res,dor"],
    ["05T10", ["05T10", "05T11"], { date_from: "2030-01-07" }, ",,,,,,,,,"],
    ["06", ["06", "08"], { date_from: "2030-01-07" }, ",,,,,new,dor,res,dor,"],
    // A week from Monday, the seventh, whatever the project's setting.
    ["01", ["06", "07"], { interval: "week" }, "new,new,new,new,new,new,ret,ret,ret,ret"],
  ] as const)("a person of %s who did something at %j is, for %j, %s", (created, times, more, expected) => {
    expect(statuses(created, times, more).join()).toBe(expected);
  });

  test("are told only of one kind of event, and with what can be read", () => {
    const { did, asked } = opened();
    did(["a look 05T10"]);
    const told = (parameters: object): unknown => {
      const { status, body } = asked("lifecycle", parameters);
      return status === 200
        ? body.results[0].people.length
        : [status, body.message ?? body.code, body.detail, body.attr];
    };
    const asks = { target_date: "2030-01-05", lifecycle_type: "new", events: [{ id: "look" }] };
    expect(told(asks)).toBe(1);
    expect(told({ ...asks, events: [{ id: "buy" }, { id: "look" }] })).toBe(0);
    expect(told({ ...asks, target_date: "" })).toEqual([
      400,
      "Missing parameter",
      "Must include specified date",
      undefined,
    ]);
    expect(told({ ...asks, lifecycle_type: "" })).toEqual([
      400,
      "Missing parameter",
      "Must include lifecycle type",
      undefined,
    ]);
    expect(told({ ...asks, target_date: "soon" })).toEqual([
      400,
      "invalid_input",
      "The date cannot be read.",
      "target_date",
    ]);
    expect(told({ ...asks, events: [] })).toEqual([400, "required", "This field is required.", "events"]);
  });
});

describe("specified: what a path consists of, live notes on persons and events, 3.14", () => {
  const WORDS = "Cannot include all custom events and specific custom events in the same query";

  test.each([
    [{ path_end_key: "1_S|é" }, ["a"]],
    [{ path_end_key: "2_pay" }, ["a"]],
    [{ path_end_key: "3_/" }, ["a"]],
    [{ path_end_key: "4_/home" }, ["a"]],
    [{ path_end_key: "5_" }, ["a"]],
    [{ path_end_key: "6_$other" }, []],
    [{ step_limit: 0, path_end_key: "5_" }, ["a"]],
    [{ step_limit: 6, path_end_key: "6_$other" }, ["a"]],
    [{ include_event_types: ["$screen"], path_start_key: "1_S|é", path_end_key: "2_" }, ["a"]],
    [{ include_event_types: ["$screen"], path_dropoff_key: "2_" }, ["a"]],
    [{ include_event_types: ["$pageview"], path_dropoff_key: "2_/home" }, ["a"]],
    [{ include_event_types: ["$pageview"], path_end_key: "1_S|é" }, []],
    [{ include_event_types: ["$other"], path_end_key: "1_$other" }, []],
    [{ include_event_types: ["custom_event"], path_dropoff_key: "1_pay" }, ["a"]],
    [{ include_custom_events: ["pay", "$other"], path_dropoff_key: "2_$other" }, ["a"]],
    [{ include_custom_events: ["$screen"], path_dropoff_key: "1_$screen" }, ["a"]],
    [{ include_custom_events: ["$pageview"], path_dropoff_key: "1_$pageview" }, ["a"]],
    [{ include_custom_events: ["pay"], include_event_types: ["$screen"], path_dropoff_key: "3_" }, ["a"]],
    [{ include_custom_events: ["pay"], include_event_types: ["custom_event"] }, [400, WORDS]],
    [{ include_custom_events: "pay", path_end_key: "1_S|é" }, ["a"]],
    [{ exclude_events: ["$screen"], path_end_key: "1_pay" }, ["a"]],
    [{ exclude_events: ["$pageview", "S|é"], path_dropoff_key: "3_$other" }, ["a"]],
    [{ exclude_events: ["/home"], path_end_key: "4_" }, ["a"]],
    [{ path_groupings: ["/h*e"], path_end_key: "4_/h*e" }, ["a"]],
    [{ path_groupings: ["/home*/home", "p*y"], path_end_key: "2_p*y" }, ["a"]],
    [{ path_groupings: ["/home*/home"], path_end_key: "4_/home" }, ["a"]],
    [{ path_groupings: ["ay*p"], path_end_key: "2_pay" }, ["a"]],
    [{ path_groupings: ["*"], path_dropoff_key: "1_*" }, ["a"]],
    [{ path_groupings: ["S*"], exclude_events: ["S*"], path_end_key: "1_pay" }, ["a"]],
    [{ funnel_paths: "", funnel_filter: "false" }, ["a"]],
    [{ funnel_paths: "funnel_path_after_step" }, cannot("paths in funnels")],
    [{ funnel_filter: {} }, cannot("paths in funnels")],
    [{ step_limit: "x" }, [400, "A valid integer is required."]],
  ])("is asked by %j: %j", (parameters, expected) => {
    const { did, who } = opened();
    did(
      ["a $screen 05T10", { $screen_name: "S|é" }],
      ["a pay 05T10:01"],
      ["a $pageview 05T10:02", { $current_url: "/" }],
      ["a $pageview 05T10:03", { $current_url: "/home/" }],
      ["a $screen 05T10:04", { $screen_name: 5 }],
      ["a $other 05T10:05"],
    );
    expect(who("path", parameters)).toEqual(expected);
  });
});

test("specified: a person sticks to exactly as many intervals as asked, of those with an event", () => {
  const { did, who } = opened();
  did(["a look 05"], ["a look 05T23"], ["a look 06"], ["b look 05"], ["b buy 06"], ["c buy 05"]);
  const days = (parameters: object): unknown => who("stickiness", { ...LOOK, ...parameters });
  expect([days({ stickiness_days: 1 }), days({ stickiness_days: 2 }), days({ stickiness_days: 3 })]).toEqual([
    ["b"],
    ["a"],
    [],
  ]);
  expect([days({ stickiness_days: 0 }), days({}), days({ selected_interval: 2 })]).toEqual([[], [], ["a"]]);
  expect(days({ stickiness_days: 1, selected_interval: 2 })).toEqual(["b"]);
  for (const name of ["stickiness_days", "selected_interval"])
    expect(days({ [name]: "x" })).toEqual([400, "A valid integer is required."]);
});

describe("sandboxOnly: an answer about persons that departs from its description", () => {
  const paths = PERSON_INSIGHTS.routes.filter(({ template }) => template.startsWith("/api/projects/"));

  test("is told with the names of its fields", () => {
    const NAMES = {
      funnel: "results,next,initial,missing_persons,is_cached,last_refresh",
      correlation: "results,next,initial,missing_persons,is_cached,last_refresh",
      path: "results,next,initial,missing_persons,is_cached,last_refresh",
      trends: "results,next,initial,missing_persons,is_cached,last_refresh",
      lifecycle: "results,next",
      stickiness: "results,next",
      retention: "result,next,missing_persons",
    };
    const told = paths.map(({ template, operations }) => {
      const answer = operations["GET"]?.answers["2025-08"];
      const noun = template.split("/").at(-2) ?? "";
      const names = new Map(Object.entries(NAMES)).get(noun) ?? "";
      const of = (fields: string): unknown =>
        answer?.kind === "checked" &&
        answer.check(Object.fromEntries(fields.split(",").map((name) => [name, null])), "2025-08");
      return [noun, of(names), of("message,detail"), of("other,é"), of(`${names},é`)];
    });
    expect(told).toEqual(
      Object.entries(NAMES).map(([noun, names]) => [
        noun,
        undefined,
        undefined,
        "the answer has other,é",
        `the answer has ${names},é`,
      ]),
    );
  });
});
