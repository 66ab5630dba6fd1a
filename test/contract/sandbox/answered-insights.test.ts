import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant, type Variant } from "../../support/varied-values.ts";
import { queryOf } from "./insights.ts";
import { type Answered, LivedInWorld } from "./lived-in-world.ts";

/**
 * Who is behind the numbers of each analysis: a usual question, and each that differs from it in one parameter.
 * `ORGFORM_RECORD_REQUESTS=1 npx jest test/contract/sandbox/answered-insights` writes the texts again.
 */
const FOLDER = join(__dirname, "answered-insights");

/** What people did: `person event time` in September 2026, with properties. */
const HISTORY: readonly (readonly [string, Values?])[] = [
  ["a look 21T10:00:00", { plan: "pro", price: 3 }],
  ["a pay 21T11:00:00", { price: 9.5, $set: { email: "ann@a.example", age: 30 } }],
  ["a look 24T10:00:00", { plan: "pro", price: 1 }],
  ["a look 28T09:00:00", { plan: "free", price: 2 }],
  ["b look 21T10:00:00", { plan: "free", $set: { email: "bob@a.example", age: 40 } }],
  ["b other 21T10:30:00"],
  ["b pay 25T11:00:00", { price: 0.5 }],
  ["b pay 28T11:00:00", { price: 4 }],
  ["c look 25T10:00:00", { plan: 'ü|"x"', $set: { name: "Cleo" } }],
  ["c look 25T10:00:00.001", { plan: "pro" }],
  ["c look 29T10:00:00", { plan: "pro" }],
  ["d pay 24T09:00:00"],
  ["d look 24T10:00:00", { plan: "pro", price: 7 }],
  ["d $pageview 24T10:00:05", { $current_url: "https://a.example/home" }],
  ["d $pageview 24T10:00:09", { $current_url: "https://a.example/price" }],
  ["e look 14T10:00:00"],
  ["e $pageview 26T08:00:00", { $current_url: "https://a.example/home/" }],
  ["e $pageview 26T08:10:00", { $current_url: "https://a.example/docs" }],
  ["e pay 26T08:20:00"],
  ["f $pageview 26T08:00:00", { $current_url: "https://a.example/price" }],
  ["f look 30T07:00:00", { plan: "free" }],
];

const LOOK = { id: "look", type: "events" };
const SINCE = { date_from: "2026-09-14" };
const STEPS = [LOOK, { id: "pay" }].map((step, order) => ({ ...step, order }));

/** A usual question of each analysis. */
const USUAL: Readonly<Record<string, Values>> = {
  funnel: { ...SINCE, events: STEPS, funnel_step: 2 },
  "funnel/correlation": {
    ...SINCE,
    events: STEPS,
    funnel_step: 1,
    funnel_correlation_type: "events",
    funnel_correlation_person_converted: "true",
    funnel_correlation_person_entity: { id: "other", type: "events" },
  },
  path: { ...SINCE, path_start_key: "1_/home" },
  trends: { ...SINCE, entity_id: "look", entity_type: "events" },
  lifecycle: { entity_id: "look", entity_type: "events", lifecycle_type: "returning", target_date: "2026-09-28" },
  stickiness: { ...SINCE, entity_id: "look", entity_type: "events", stickiness_days: 2 },
  retention: { total_intervals: 5 },
};

const PRO = { key: "plan", value: "pro", type: "event" };
const OLD = { key: "age", value: 30, operator: "gt", type: "person" };
const PERIODS = ["all", "-3d", "-36h", "-1w", "-1m", "-1y", "-999999y", "dStart", "mStart", "yStart", "soon", ""];
const TIMES = [
  "2026-09-24",
  "2026-09-25T11:00:00Z",
  "2026-09-25T11:00",
  "2026-09-25 11:00:00.5",
  "2026-09-25 13:00 +0200",
];
const DAYS = [...PERIODS, ...TIMES];

/** Values of the parameters. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  events: [
    STEPS.toReversed(),
    [STEPS[0], STEPS[0]],
    [
      { ...LOOK, properties: [PRO] },
      { ...LOOK, properties: [PRO] },
    ],
    [LOOK, { ...LOOK, properties: [PRO] }],
    [...STEPS, { id: "look", order: 2 }],
    [LOOK],
    [],
    [{ ...LOOK, properties: [PRO] }, "pay"],
  ],
  actions: [[], [{ id: 1 }]],
  properties: [[PRO], [OLD], [PRO, OLD], { type: "OR", values: [PRO, OLD] }, { type: "AND", values: [PRO, OLD] }],
  search: ["BOB@", "a.example", "Cleo", "nobody"],
  filter_test_accounts: ["true", "false"],
  date_from: DAYS,
  date_to: DAYS,
  interval: ["hour", "day", "week", "month", "minute", "year"],
  limit: ["1", "2", "0", "x"],
  offset: ["1", "9"],
  funnel_step: [-3, -2, -1, 0, 1, 3, "x"],
  funnel_custom_steps: [[1], [2], [1, 2], []],
  funnel_order_type: ["ordered", "strict", "unordered", "other"],
  funnel_viz_type: ["steps", "trends", "time_to_convert"],
  funnel_window_interval: [1, 4, 0],
  funnel_window_interval_unit: ["second", "minute", "hour", "day", "week", "month", "year"],
  funnel_window_days: [1, 5],
  funnel_from_step: [0, 1],
  funnel_to_step: [0, 1],
  entrance_period_start: ["2026-09-21", "2026-09-25"],
  drop_off: ["true", "false"],
  exclusions: [
    [{ id: "other", type: "events", funnel_from_step: 0, funnel_to_step: 1 }],
    [{ id: "other", type: "events", funnel_from_step: 1, funnel_to_step: 0 }],
    [{ id: "other", type: "events", funnel_from_step: 5, funnel_to_step: 6 }],
    [{ id: "other", type: "events" }],
  ],
  breakdown: ["plan", ["plan"]],
  breakdown_type: ["event", "person", "cohort"],
  breakdown_value: ["pro", "free", ""],
  breakdown_histogram_bin_count: [2],
  funnel_step_breakdown: ["pro"],
  funnel_correlation_type: ["events", "properties", "event_with_properties"],
  funnel_correlation_person_converted: ["true", "false", "x"],
  funnel_correlation_person_entity: [
    null,
    {},
    { id: "look", type: "events" },
    { id: "pay", type: "events", properties: [{ key: "price", value: 9.5, type: "event" }] },
  ],
  funnel_correlation_property_values: [[OLD]],
  entity_id: ["pay", "$pageview", "none"],
  entity_type: ["events", "actions", "x"],
  entity_math: [
    "total",
    "dau",
    "weekly_active",
    "monthly_active",
    "sum",
    "avg",
    "min",
    "max",
    "median",
    "p90",
    "other",
  ],
  entity_order: [0, 1],
  math_property: ["price"],
  display: ["ActionsLineGraph", "ActionsLineGraphCumulative", "ActionsTable", "BoldNumber"],
  lifecycle_type: ["new", "resurrecting", "dormant", "other"],
  target_date: ["2026-09-21", "2026-09-24", "2026-09-29", "soon"],
  stickiness_days: [1, 3, 0, "x"],
  period: ["Hour", "Day", "Week", "Month", "Year"],
  retention_type: ["retention_recurring", "retention_first_time", "other"],
  returning_entity: [
    { id: "pay", type: "events" },
    { id: "look", type: "events" },
  ],
  target_entity: [
    { id: "pay", type: "events" },
    { id: "look", type: "events" },
  ],
  total_intervals: [1, 3, 11, 0],
  selected_interval: [1, 2, 4],
  path_start_key: ["1_/price", "1_look"],
  path_end_key: ["2_/price", "2_/docs", "2_pay"],
  path_dropoff_key: ["1_/home", "2_/price", "3_pay"],
  start_point: ["/price", "/home"],
  end_point: ["/price", "pay"],
  step_limit: [1, 2, 9],
  include_event_types: [["$pageview"], ["custom_event"], ["$pageview", "custom_event"]],
  exclude_events: [["/price"], ["pay"]],
  path_groupings: [["/*"]],
};

/** The analyses of each dialect. */
const ANALYSES = {
  documented: Object.keys(USUAL),
  "2025-08": ["funnel", "funnel/correlation", "trends", "lifecycle", "stickiness"],
} as const;

/** An answer whose people are told by their first distinct IDs, and their numbers. */
function briefly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(briefly);
  if (!isRecord(value)) return value;
  const { distinct_ids: ids, value_at_data_point: number, matched_recordings: _, ...rest } = value;
  if (Array.isArray(ids)) return [ids[0], ...(number === undefined || number === null ? [] : [number])];
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, briefly(inner)]));
}

/** Links are told without the parameters that were asked. */
const told = ({ status, body }: Answered): string =>
  `${status} ${JSON.stringify(briefly(body) ?? null)}`.replaceAll(/\?[^"]*?((?:&(?:limit|offset)=\d+)*)(?=")/gu, "?$1");

describe.each(["documented", "2025-08"] as const)("in dialect %s", (dialect) => {
  const log = new RequestLog(join(FOLDER, `${dialect}.txt`));
  let world: LivedInWorld;
  beforeAll(() => {
    world = new LivedInWorld(dialect);
    world.capture(
      HISTORY.map(([written, properties = {}]) => {
        const [distinct_id, event, timestamp] = written.split(" ");
        return { distinct_id, event, timestamp: `2026-09-${timestamp}Z`, properties };
      }),
    );
  });

  test.each(ANALYSES[dialect])("%s finds who is recorded", (noun) => {
    const path = world.path(`/api/projects/:project_id/persons/${noun}/`, 0) ?? "";
    const usual = USUAL[noun] ?? {};
    const variants = Object.entries(VALUES).flatMap(([name, values]): Variant[] => {
      const { [name]: held, ...less } = usual;
      const without = held === undefined ? [] : [{ path: name, what: "absent", values: less }];
      const others = values.map((value) => ({
        path: name,
        what: JSON.stringify(value),
        values: { ...usual, [name]: value },
      }));
      return [...without, ...others];
    });
    const lines = linesByVariant(variants, (values) => [told(world.send("GET", `${path}?${queryOf(values)}`))]);
    const now = log.note(noun, lines);
    expect(now).toBe(RECORDS ? now : log.before.get(noun));
  });

  afterAll(() => {
    world.close();
    log.write();
  });
});
