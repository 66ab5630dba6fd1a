import { describe, expect, test } from "@jest/globals";
import { eventTime, rangeOf, readTime, startOfDay } from "../../../packages/sandbox/src/analytics/dates.ts";
import { entitiesOf } from "../../../packages/sandbox/src/analytics/entities.ts";
import { integerParameter, parametersOf, textParameter } from "../../../packages/sandbox/src/analytics/parameters.ts";
import { addUnits, startOf, unitNamed, unitsBetween } from "../../../packages/sandbox/src/analytics/periods.ts";
import {
  comparableText,
  filtersFrom,
  holds,
  looksAtEvents,
  readFilters,
} from "../../../packages/sandbox/src/analytics/property-filter.ts";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";

const at = (iso: string): number => Date.parse(iso);
const iso = (timeMs: number | undefined): string | undefined =>
  timeMs === undefined ? undefined : new Date(timeMs).toISOString();

describe("a condition on properties", () => {
  const person = { plan: "pro", n: 7, text: "7", when: "2026-01-05T10:00:00Z", none: null, list: [1, "a"], is: true };
  const judged = (filter: object, event: object = {}): boolean =>
    holds(filtersFrom([filter]), { person, event: { ...event }, isInCohort: (id) => id === 3 });
  const of = (operator: string, key: string, value?: unknown): boolean =>
    judged({ type: "person", key, operator, ...(value === undefined ? {} : { value }) });

  test.each<[operator: string, holding: [string, unknown?][], failing: [string, unknown?][]]>([
    [
      "exact",
      [
        ["plan", "pro"],
        ["n", 7],
        ["n", "7"],
        ["text", 7],
        ["plan", ["free", "pro"]],
        ["is", "true"],
        ["list", '[1,"a"]'],
      ],
      [
        ["plan", "Pro"],
        ["plan", ["free", "max"]],
        ["plan", []],
        ["none", "null"],
        ["none", ""],
        ["absent", ""],
      ],
    ],
    [
      "icontains",
      [
        ["plan", "RO"],
        ["plan", ""],
        ["n", 7],
        ["plan", ["x", "P"]],
        ["list", "A"],
      ],
      [
        ["plan", "x"],
        ["none", ""],
        ["absent", ""],
        ["plan", []],
      ],
    ],
    [
      "regex",
      [
        ["plan", "^p.o$"],
        ["n", "\\d"],
        ["plan", ["x", "r"]],
      ],
      [
        ["plan", "P"],
        ["plan", "("],
        ["absent", ".*"],
      ],
    ],
    [
      "gt",
      [
        ["n", 6],
        ["n", "6.5"],
        ["text", 6],
      ],
      [
        ["n", 7],
        ["n", 8],
        ["plan", 1],
        ["n", "x"],
        ["n", ""],
        ["absent", 0],
        ["is", 0],
      ],
    ],
    [
      "gte",
      [
        ["n", 7],
        ["text", "7"],
      ],
      [
        ["n", 7.5],
        ["none", 0],
      ],
    ],
    [
      "lt",
      [["n", 8]],
      [
        ["n", 7],
        ["absent", 1],
        ["n", " "],
      ],
    ],
    ["lte", [["n", 7]], [["n", 6]]],
    ["is_set", [["plan"], ["is"]], [["none"], ["absent"]]],
    [
      "is_date_exact",
      [
        ["when", "2026-01-05"],
        ["when", "2026-01-05T23:59:59Z"],
      ],
      [
        ["when", "2026-01-06"],
        ["when", "2026-01-04T23:59:59Z"],
        ["plan", "2026-01-05"],
        ["when", "soon"],
      ],
    ],
    [
      "is_date_before",
      [["when", "2026-01-05T10:00:01Z"]],
      [
        ["when", "2026-01-05T10:00:00Z"],
        ["absent", "2030-01-01"],
      ],
    ],
    [
      "is_date_after",
      [["when", "2026-01-05T09:59:59Z"]],
      [
        ["when", "2026-01-05T10:00:00Z"],
        ["when", ""],
      ],
    ],
  ])("with %s holds for these values, and no others", (operator, holding, failing) => {
    expect(holding.filter(([key, value]) => !of(operator, key, value))).toEqual([]);
    expect(failing.filter(([key, value]) => of(operator, key, value))).toEqual([]);
    const opposite = { exact: "is_not", icontains: "not_icontains", regex: "not_regex", is_set: "is_not_set" }[
      operator
    ];
    if (opposite === undefined) return;
    expect(failing.filter(([key, value]) => !of(opposite, key, value))).toEqual([]);
    expect(holding.filter(([key, value]) => of(opposite, key, value))).toEqual([]);
  });

  test("is about the event unless it says otherwise, or about a cohort by its number", () => {
    expect(judged({ key: "plan", value: "pro" })).toBe(false);
    expect(judged({ key: "plan", value: "pro" }, { plan: "pro" })).toBe(true);
    expect(judged({ key: "plan", value: "pro", type: "event" }, { plan: "free" })).toBe(false);
    expect([3, "3", 4].map((value) => judged({ key: "id", value, type: "cohort" }))).toEqual([true, true, false]);
    expect(judged({ key: "toString", operator: "is_set", type: "person" })).toBe(false);
  });

  test("that can't be read is dropped, and one that the sandbox can't judge is refused", () => {
    for (const item of [
      null,
      "text",
      7,
      [],
      {},
      { key: 7, value: 1 },
      { key: "plan" },
      { key: "plan", operator: "gt" },
    ]) {
      expect([item, filtersFrom([item])]).toEqual([item, { type: "AND", values: [] }]);
    }
    expect(() => judged({ key: "plan", value: 1, type: "person", operator: "near" })).toThrow(
      "The sandbox doesn't support the operator near.",
    );
    expect(() => judged({ key: "plan", value: 1, type: "person", operator: "toString" })).toThrow("operator toString");
    for (const type of ["group", "element", "session", "recording", "behavioral", "hogql", "feature"]) {
      expect(() => filtersFrom([{ key: "a", value: 1, type }])).toThrow(
        `The sandbox has no data for filters of type ${type}.`,
      );
    }
  });

  test("is one of a group of which all hold, or any", () => {
    const yes = { key: "plan", value: "pro", type: "person" };
    const no = { key: "plan", value: "max", type: "person" };
    for (const [group, isHolding] of [
      [{ values: [] }, true],
      [{ type: "OR", values: [] }, true],
      [{ type: "OR", values: [no, yes] }, true],
      [{ type: "OR", values: [no, no] }, false],
      [{ type: "AND", values: [no, yes] }, false],
      [{ type: "other", values: [yes, yes] }, true],
      [{ values: [yes, { type: "OR", values: [no, yes] }] }, true],
      [{ type: "OR", values: [no, { values: [yes, no] }] }, false],
    ] as const) {
      expect([group, judged(group), judged({ values: [group] })]).toEqual([group, isHolding, isHolding]);
      expect(holds(filtersFrom(group), { person, event: {}, isInCohort: () => false })).toBe(isHolding);
    }
  });

  test("is written as a list, a group, an object with operators, or not at all", () => {
    const none = { type: "AND", values: [] };
    for (const text of [null, "", "null", "7", '"text"', "[]", "{}"]) expect(readFilters(text)).toEqual(none);
    expect(readFilters('{"plan":"pro","n__gt":5,"a__is_set__b":1}')).toEqual({
      type: "AND",
      values: [
        { key: "plan", operator: "exact", value: "pro", type: "event" },
        { key: "n", operator: "gt", value: 5, type: "event" },
        { key: "a", operator: "is_set", value: 1, type: "event" },
      ],
    });
    expect(() => readFilters("{")).toThrow("Properties are unparsable!");
  });

  test.each([
    [[], false],
    [[{ key: "a", value: 1, type: "person" }], false],
    [[{ key: "a", value: 1, type: "cohort" }], false],
    [[{ key: "a", value: 1 }], true],
    [[{ key: "a", value: 1, type: "person" }, { values: [{ key: "a", value: 1 }] }], true],
  ])("of %j looks at events: %s", (filters, isOfEvents) => {
    expect(looksAtEvents(filtersFrom(filters))).toBe(isOfEvents);
  });

  test.each([
    [undefined, ""],
    [null, ""],
    ["", ""],
    ["a|é", "a|é"],
    [0, "0"],
    [false, "false"],
    [{ a: [1] }, '{"a":[1]}'],
  ])("compares %j as the text %j", (value, text) => {
    expect(comparableText(value)).toBe(text);
  });
});

describe("a time of an analysis", () => {
  const NOW = at("2026-03-31T12:34:56.789Z");

  test.each([
    ["2026-01-05", "2026-01-05T00:00:00.000Z"],
    [" 2026-01-05 10:20 ", "2026-01-05T10:20:00.000Z"],
    ["2026-01-05T10:20:30", "2026-01-05T10:20:30.000Z"],
    ["2026-01-05T10:20:30.123456", "2026-01-05T10:20:30.123Z"],
    ["2026-01-05T10:20:30Z", "2026-01-05T10:20:30.000Z"],
    ["2026-01-05T10:20:30 02:00", "2026-01-05T08:20:30.000Z"],
    ["2026-01-05T10:20:30+02:00", "2026-01-05T08:20:30.000Z"],
    ["2026-13-05", undefined],
    ["soon", undefined],
    ["", undefined],
    ["5 Jan 2026", undefined],
    ["-2h", "2026-03-31T10:34:56.789Z"],
    ["2h", "2026-03-31T10:34:56.789Z"],
    [" -1d ", "2026-03-30T12:34:56.789Z"],
    ["-2w", "2026-03-17T12:34:56.789Z"],
    ["-1m", "2026-03-03T12:34:56.789Z"],
    ["-3m", "2025-12-31T12:34:56.789Z"],
    ["-2y", "2024-03-31T12:34:56.789Z"],
    ["-1x", undefined],
    ["-d", undefined],
    ["--1d", undefined],
    ["-1234567d", undefined],
    ["-2025y", "0001-03-31T12:34:56.789Z"],
    ["-2026y", undefined],
    ["-999999y", undefined],
  ])("%j is %j", (text, time) => {
    expect(iso(readTime(text, NOW))).toBe(time);
  });

  test("begins at midnight if it is relative and in days or longer", () => {
    for (const unit of ["d", "w", "m", "y"]) {
      expect(iso(readTime(`-1${unit}`, NOW, true))).toBe(
        `${iso(readTime(`-1${unit}`, NOW))?.slice(0, 10)}T00:00:00.000Z`,
      );
    }
    expect(readTime("-1h", NOW, true)).toBe(readTime("-1h", NOW));
    expect(iso(readTime("2026-01-05T10:20", NOW, true))).toBe("2026-01-05T10:20:00.000Z");
    expect(iso(startOfDay(NOW))).toBe("2026-03-31T00:00:00.000Z");
  });

  test.each([
    [{}, "2026-03-24T00:00:00.000Z", "2026-03-31T23:59:59.999Z"],
    [{ date_from: "all" }, "1970-01-01T00:00:00.000Z", "2026-03-31T23:59:59.999Z"],
    [{ date_from: "", date_to: "" }, "2026-03-24T00:00:00.000Z", "2026-03-31T23:59:59.999Z"],
    [{ date_from: "soon", date_to: "later" }, "2026-03-24T00:00:00.000Z", "2026-03-31T23:59:59.999Z"],
    [{ date_from: "-1d", date_to: "-1h" }, "2026-03-30T00:00:00.000Z", "2026-03-31T11:34:56.789Z"],
    [{ date_from: "2026-01-01", date_to: " 2026-01-05 " }, "2026-01-01T00:00:00.000Z", "2026-01-05T23:59:59.999Z"],
    [{ date_to: "2026-01-05T10:00:00Z" }, "2026-03-24T00:00:00.000Z", "2026-01-05T10:00:00.000Z"],
  ])("range of %j", (parameters, from, to) => {
    const range = rangeOf(parameters, NOW);
    expect([iso(range.fromMs), iso(range.toMs)]).toEqual([from, to]);
  });

  test("of an event has an offset in place of Z", () => {
    expect(eventTime(NOW)).toBe("2026-03-31T12:34:56.789000+00:00");
    expect(eventTime(startOfDay(NOW))).toBe("2026-03-31T00:00:00+00:00");
  });
});

describe("a unit of time", () => {
  const TIME = at("2026-01-31T12:34:56.789Z"); // a Saturday

  test.each([
    ["minute", "2026-01-31T12:34:00.000Z", "2026-01-31T12:39:56.789Z"],
    ["hour", "2026-01-31T12:00:00.000Z", "2026-01-31T17:34:56.789Z"],
    ["day", "2026-01-31T00:00:00.000Z", "2026-02-05T12:34:56.789Z"],
    ["week", "2026-01-25T00:00:00.000Z", "2026-03-07T12:34:56.789Z"],
    ["month", "2026-01-01T00:00:00.000Z", "2026-06-30T12:34:56.789Z"],
  ] as const)("of a %s begins, and five are added and counted", (unit, start, later) => {
    expect([iso(startOf(unit, TIME)), iso(addUnits(unit, TIME, 5))]).toEqual([start, later]);
    const from = startOf(unit, TIME);
    for (const count of [-13, -1, 0, 1, 5, 25])
      expect(unitsBetween(unit, from, addUnits(unit, from, count))).toBe(count);
    expect([unitNamed(unit), unitNamed(unit.toUpperCase())]).toEqual([unit, unit]);
  });

  test("of a week begins on Sunday or on Monday", () => {
    for (let day = 25; day <= 31; day += 1) {
      const time = at(`2026-01-${day}T23:59:59Z`);
      expect(iso(startOf("week", time, 0))).toBe("2026-01-25T00:00:00.000Z");
      expect(iso(startOf("week", time, 1))).toBe(`2026-01-${day === 25 ? "19" : "26"}T00:00:00.000Z`);
    }
  });

  test("of a month ends where the month does, in leap years too", () => {
    const added = (count: number): string | undefined => iso(addUnits("month", TIME, count))?.slice(0, 10);
    expect([added(1), added(13), added(25), added(-2), added(-1), added(12)]).toEqual([
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
      "2025-11-30",
      "2025-12-31",
      "2027-01-31",
    ]);
  });

  test.each(["year", "", "days", "toString"])("isn't %j", (name) => {
    expect(unitNamed(name)).toBeUndefined();
  });
});

describe("the events of an analysis", () => {
  const entity = (event: string | null, order: number, more: object = {}): object => {
    const filters = filtersFrom([]);
    return { event, order, filters, math: "total", mathProperty: undefined, ...more };
  };

  test("come in their order, or else in that of the list, whatever form they have", () => {
    const properties = [{ type: "person", key: "plan", operator: "exact", value: "pro" }];
    const events = [
      { id: "é|", order: 3, math: "sum", math_property: "price" },
      "bare",
      { id: "first", order: 0, properties },
      { id: "", order: "4" },
      null,
    ];
    expect(entitiesOf({ events })).toEqual([
      entity("first", 0, { filters: filtersFrom(properties) }),
      entity("bare", 1),
      entity("é|", 3, { math: "sum", mathProperty: "price" }),
      entity(null, 3),
      entity(null, 4),
    ]);
  });

  test("are none without a list, and aren't actions", () => {
    for (const events of [undefined, null, "a", {}, []]) expect(entitiesOf({ events, actions: [] })).toEqual([]);
    const refusal = "The sandbox has no actions. Use events instead.";
    expect(() => entitiesOf({ actions: [{ id: 1 }] })).toThrow(refusal);
    expect(() => entitiesOf({ events: [{ id: "a" }, { id: 1, type: "actions" }] })).toThrow(refusal);
  });
});

describe("a parameter of an analysis", () => {
  const exchange = (method: string, query: string, data: unknown): Exchange =>
    ({ request: { method }, query: new URLSearchParams(query), body: { data } }) as unknown as Exchange; // -- all that is read

  test("is in the query, where lists and objects are JSON, or in the body of a POST, which comes first", () => {
    const query = new URLSearchParams({ a: " [1]", b: "{", c: "7", d: '{"e":1}' }).toString();
    const read = { a: [1], b: "{", c: "7", d: { e: 1 } };
    expect(parametersOf(exchange("GET", query, { c: 1 }))).toEqual(read);
    expect(parametersOf(exchange("POST", query, { c: 1, f: null }))).toEqual({ ...read, c: 1, f: null });
    for (const body of [null, [], "text"]) expect(parametersOf(exchange("POST", query, body))).toEqual(read);
  });

  test.each([
    ["", undefined, undefined],
    ["a", "a", undefined],
    [" 12 ", " 12 ", 12],
    ["-3", "-3", -3],
    [7, "7", 7],
    [1.5, "1.5", undefined],
    [false, "false", undefined],
    ["1234567890", "1234567890", undefined],
    [null, undefined, undefined],
    [[1], undefined, undefined],
    [undefined, undefined, undefined],
  ])("%j is the text %j and the integer %j", (value, text, integer) => {
    expect([textParameter({ a: value }, "a"), integerParameter({ a: value }, "a")]).toEqual([text, integer]);
  });
});
