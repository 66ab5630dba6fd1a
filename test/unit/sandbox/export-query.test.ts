import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import { schemaOf } from "../../../packages/sandbox/src/routes/batch-exports/hogql.ts";
import {
  type Expression,
  NotKnown,
  NotReadable,
  NotSupported,
  parseQuery,
  type Query,
} from "../../../packages/sandbox/src/routes/batch-exports/hogql-parse.ts";

const field = (...chain: string[]): Expression => ({ kind: "field", chain });
const text = (value: string): Expression => ({ kind: "text", value });
const number = (value: string): Expression => ({ kind: "number", value });
const call = (name: string, ...values: Expression[]): Expression => ({ kind: "call", name, values });
const EVENT = { expression: field("event") };
const OF_EVENTS: Query = { selected: [EVENT], table: "events" };
const where = (name: string, ...values: Expression[]): Query => ({ ...OF_EVENTS, condition: call(name, ...values) });

describe("a query of a batch export, live service 2025-08, flow 7:204-226", () => {
  test.each<[query: string, read: Query]>([
    ["select event", { selected: [EVENT] }],
    ["\n SeLeCt\tevent  FROM events", OF_EVENTS],
    ["select event,uuid from events", { ...OF_EVENTS, selected: [EVENT, { expression: field("uuid") }] }],
    [
      "select event as e, 'a |b é' AS t, 1.5 as n, 20 as m, '' as x from events",
      {
        ...OF_EVENTS,
        selected: [
          { ...EVENT, alias: "e" },
          { expression: text("a |b é"), alias: "t" },
          { expression: number("1.5"), alias: "n" },
          { expression: number("20"), alias: "m" },
          { expression: text(""), alias: "x" },
        ],
      },
    ],
    [
      "select person.properties.$os2 as _p, $x as y from events",
      {
        ...OF_EVENTS,
        selected: [
          { expression: field("person", "properties", "$os2"), alias: "_p" },
          { expression: field("$x"), alias: "y" },
        ],
      },
    ],
    [
      "select count(), f(event, 'a', g(1)) as f from events",
      {
        ...OF_EVENTS,
        selected: [
          { expression: call("count") },
          { expression: call("f", field("event"), text("a"), call("g", number("1"))), alias: "f" },
        ],
      },
    ],
    ["select event from events e", OF_EVENTS],
    ["select event from events joined where uuid = 'u'", where("equals", field("uuid"), text("u"))],
    ["select event from events as e where 'u' = {x}", where("equals", text("u"), { kind: "placeholder", name: "x" })],
    ["select event from events where a.b IN (1)", where("in", field("a", "b"), call("tuple", number("1")))],
    [
      "select event from events where event in ('a','b') limit 70",
      { ...where("in", field("event"), call("tuple", text("a"), text("b"))), limit: "70" },
    ],
    ["select event from events limit 1", { ...OF_EVENTS, limit: "1" }],
    ["select event from (select (1) from (x))", { ...OF_EVENTS, table: "" }],
    ["with a as (select 1), b as (f((2))) select event from events", { ...OF_EVENTS, isNamed: true }],
  ])("%j is read as a whole", (query, read) => {
    expect(parseQuery(query)).toEqual(read);
  });

  test.each(["+", "-", "/", "%"])("is read with %s between two values, at the end and before others", (sign) => {
    expect(parseQuery(`select event${sign}2, 1 ${sign} uuid from events`).selected).toEqual([
      { expression: call(sign, field("event"), number("2")) },
      { expression: call(sign, number("1"), field("uuid")) },
    ]);
  });

  const RESERVED = ["from", "as", "where", "limit", "select", "distinct", "not", "case", "null", "true", "false"];

  test.each(RESERVED)("has no column, alias, or placeholder with the name %s, but with a longer one", (word) => {
    for (const name of [word, word.toUpperCase()]) {
      expect(() => parseQuery(`select event as ${name} from events`)).toThrow(NotKnown);
      expect(() => parseQuery(`select {${name}} from events`)).toThrow(NotKnown);
      expect(() => parseQuery(`select event, ${name} from events`)).toThrow(NotKnown);
    }
    for (const name of [`${word}s`, `x${word}`])
      expect(parseQuery(`select ${name} from events`).selected).toEqual([{ expression: field(name) }]);
  });

  test.each(["join", "left", "inner", "right", "cross"])("isn't supported with the word %s after a table", (word) => {
    for (const rest of [word, `e ${word.toUpperCase()} persons`, `as e ${word} join persons p on 1`])
      expect(() => parseQuery(`select event from events ${rest}`)).toThrow(new NotSupported("JOINs are not supported"));
  });

  test.each(["", " limit 1", " where event = 'a'", " e"])("isn't supported with another one after%s", (rest) => {
    expect(() => parseQuery(`select event from events${rest} UNION all select 1`)).toThrow(
      new NotSupported("UNIONs are not supported"),
    );
  });

  test("isn't supported if it selects everything", () => {
    expect(() => parseQuery("select event, * from events")).toThrow(new NotSupported("JOINs are not supported"));
  });

  test.each([
    "",
    " ",
    "hello",
    "selected event",
    "from events select event",
    "select",
    "select ,event from events",
    "select event,",
    "select )",
    "select f(",
    "select f(event",
    "select {x",
    "select event as",
    "select event from",
    "select event from events as",
    "select event from (select 1",
    "select event from events where",
    "select event from events where event in ('a'",
    "select event from events limit",
    "with",
    "with a as",
    "with a as (select 1",
    "with a as (select 1)",
    "select 'it's' from events",
    String.raw`select 'a\'b' from events`,
    "select é from events",
    "select event! from events",
  ])("%j can't be read at all", (query) => {
    expect(() => parseQuery(query)).toThrow(NotReadable);
  });

  test.each([
    "select event uuid from events",
    "select event limit 10",
    "select event, from events",
    "select event + 1",
    "select event + 1 as x from events",
    "select event * 2 from events",
    "select count(*) from events",
    'select "event" from events',
    "select `event` from events",
    "select f(event; from events",
    "select {x) from events",
    "select a.1 from events",
    "select event from 'events'",
    "select event from events e f",
    "select event from events where event",
    "select event from events where event != 'a'",
    "select event from events where event >= 'a'",
    "select event from events where event in 'a'",
    "select event from events where event in ('a' 'b')",
    "select event from events where event = 'a' and event = 'b'",
    "select event from events limit x",
    "select event from events limit 1.5",
    "select event from events limit 1 2",
    "with a (select 1) select event from events",
    "with a as select 1",
    "with a as (select 1) event from events",
  ])("%j might be valid, but nobody knows what the service makes of it", (query) => {
    expect(() => parseQuery(query)).toThrow(NotKnown);
  });
});

describe("the schema of a query, live service 2025-08, flow 7:204-230", () => {
  const projects = { one: () => undefined };
  const exchange = (dialect: Dialect): Exchange =>
    ({ world: { dialect, store: { tables: { projects } } } }) as unknown as Exchange; // -- all that is read

  test("has every column and property of events, constants by number, and the service's own spelling", () => {
    const sent =
      "select uuid, properties, distinct_id, team_id, person_id, elements_chain, created_at as c, " +
      "person.properties.a as a, toString(properties.a) as b, count() as n, 2 as m " +
      "from events where toString(event) = 'x|é' limit 3";
    const property = (column: string, constant: number): string =>
      `replaceRegexpAll(nullIf(nullIf(JSONExtractRaw(events.${column}, %(hogql_val_${constant})s), ''), 'null'), '^"|"$', '')`;
    const plain = ["uuid", "properties", "distinct_id", "team_id", "person_id", "elements_chain"];
    expect(schemaOf(exchange("2025-08"), sent, 1)).toEqual({
      fields: [
        ...plain.map((name) => ({ expression: `events.${name}`, alias: name })),
        { expression: "toTimeZone(events.created_at, %(hogql_val_0)s)", alias: "c" },
        { expression: property("person_properties", 1), alias: "a" },
        { expression: `toString(${property("properties", 2)})`, alias: "b" },
        { expression: "count()", alias: "n" },
        { expression: "2", alias: "m" },
      ],
      values: { hogql_val_0: "UTC", hogql_val_1: "a", hogql_val_2: "a" },
      hogql_query:
        `SELECT ${plain.join(", ")}, toTimeZone(created_at, 'UTC') AS c, person.properties.a AS a, ` +
        "toString(properties.a) AS b, count() AS n, 2 AS m FROM events WHERE equals(toString(event), 'x|é') LIMIT 3",
    });
    expect(schemaOf(exchange("2025-08"), undefined, undefined)).toBeUndefined();
  });

  const told = (dialect: Dialect, query: unknown, attr?: string | null): unknown => {
    try {
      return schemaOf(exchange(dialect), query, 1, attr);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return [error.status, error.code, error.attr, error.message];
    }
  };
  const NOT_KNOWN =
    "No recording shows what the service does with this query of a batch export, and the sandbox doesn't guess.";
  const unresolved = (name: string): string => `Invalid HogQL query: Unable to resolve field: ${name}`;

  test.each([
    ["nonsense", "Failed to parse query"],
    ["select * from events", "JOINs are not supported"],
    ["select zzz from events", unresolved("zzz")],
    ["select f(1, zzz) as f from events", unresolved("zzz")],
    ["select event from events where event in ('a', zzz)", unresolved("zzz")],
    ["select {zzz} as z from events", unresolved("zzz")],
    ["select event", "Query must SELECT FROM events"],
  ])("is refused for %j, naming the field if one is given", (query, detail) => {
    for (const dialect of ["documented", "2025-08", "2026-09"] as const) {
      expect(told(dialect, query)).toEqual([400, "invalid_input", "hogql_query", detail]);
      expect(told(dialect, query, null)).toEqual([400, "invalid_input", null, detail]);
    }
  });

  test.each([
    "select event as event from events",
    "select toString(event, 1) as e from events",
    "select count(event) as e from events",
    "select upper(event) as e from events",
    "select toString() as e from events",
    "select event.a as e from events",
    "select zzz.a as e from events",
    "select person as p from events",
    "select person.properties as p from events",
    "select person.name.a as p from events",
    "select person.properties.a.b as p from events",
    "select properties.a.b as p from events",
    "select events.event as e from events",
    "select timestamp from events",
    "select properties.a from events",
    "select 'a' from events",
    "select 1 from events",
    "select event from groups",
    "select event from events where person.a = 'a'",
  ])("isn't guessed for %j", (query) => {
    for (const dialect of ["documented", "2025-08", "2026-09"] as const)
      expect(told(dialect, query)).toEqual([501, "not_implemented", null, NOT_KNOWN]);
  });

  test.each<[query: string, documented: string, newest: string | null]>([
    ["select id from persons", "Query must only SELECT FROM events", "Query must only SELECT FROM events"],
    ["select event from (select 1)", "Query must only SELECT FROM events", "Subqueries are not supported"],
    ["with a as (select 1) select id from persons", "Query must only SELECT FROM events", "CTEs are not supported"],
    ["select event + 1 from events", "Expressions need an alias.", null],
    ["select count() from events", "Expressions need an alias.", null],
  ])("of %j fails on the older service", (query, documented, newest) => {
    const refusal = (detail: string): unknown => [400, "invalid_input", "hogql_query", detail];
    expect(told("2025-08", query)).toEqual([500, "error", null, "A server error occurred."]);
    expect(told("documented", query)).toEqual(refusal(documented));
    expect(told("2026-09", query)).toEqual(
      newest === null ? [501, "not_implemented", null, NOT_KNOWN] : refusal(newest),
    );
  });
});
