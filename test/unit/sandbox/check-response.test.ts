import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { type AnswerSpec, findAnswerFault } from "../../../packages/sandbox/src/wire/check-response.ts";
import type { FieldSpec, ResourceSpec, WireType } from "../../../packages/sandbox/src/wire/field.ts";

const source = "made up for tests";
const UUID = "01912345-89ab-7cde-8f01-23456789abcd";

const resource = (name: string, ...fields: Omit<FieldSpec, "source">[]): ResourceSpec => ({
  name,
  fields: fields.map((field) => ({ ...field, source })),
});
const PART = resource("Part", { name: "n", type: "integer" });

/** What is wrong with an answer in a dialect. */
const faultOf = (answer: AnswerSpec, body: unknown, dialect: Dialect = "2025-08"): string | undefined =>
  findAnswerFault(answer, body, dialect);
const faultOfOne = (field: Omit<FieldSpec, "source" | "name">, value: unknown): string | undefined =>
  faultOf({ kind: "one", resource: resource("One", { name: "a", ...field }) }, value === undefined ? {} : { a: value });

test.each<[WireType, good: unknown[], bad: unknown[]]>([
  ["uuid", [UUID], [UUID.toUpperCase(), `${UUID}0`, `0${UUID}`, UUID.replaceAll("-", ""), [UUID], 1, null]],
  ["text", ["", "é|"], [1, null, []]],
  ["boolean", [true, false], ["true", 0, null]],
  ["integer", [0, -7], [1.5, "1", null]],
  ["number", [0, 1.5], ["1", null]],
  [
    "dateTime",
    ["2030-01-02T03:04:05Z", "2030-01-02T03:04:05.123456Z", "2030-01-02T03:04:05+00:00"],
    [
      "2030-01-02",
      "2030-01-02T03:04:05",
      "2030-01-02T03:04:05.123Z",
      "x2030-01-02T03:04:05Z",
      "2030-01-02T03:04:05Zx",
      ["2030-01-02T03:04:05Z"],
      5,
    ],
  ],
  ["object", [{}, { a: 1 }], [[], null, "{}"]],
  ["list", [[], [1]], [{}, null, "[]"]],
  ["any", [null, 0, "", [], {}], []],
])("a field of the type %s takes its values, and no others", (type, good, bad) => {
  expect(good.map((value) => faultOfOne({ type }, value))).toEqual(good.map(() => undefined));
  for (const value of [...bad, undefined])
    expect([value, faultOfOne({ type }, value)]).toEqual([value, `One.a is not ${type}`]);
});

test("a field is nothing, or absent, only where it can be", () => {
  expect(faultOfOne({ type: "text", nullable: true }, null)).toBeUndefined();
  expect(faultOfOne({ type: "text", nullable: true }, undefined)).toBe("One.a is not text");
  expect(faultOfOne({ type: "text", optional: true }, undefined)).toBeUndefined();
  expect(faultOfOne({ type: "text", optional: true }, null)).toBe("One.a is not text");
});

describe("an object", () => {
  const one: AnswerSpec = {
    kind: "one",
    resource: resource(
      "One",
      { name: "a", type: "text", types: { documented: "list" } },
      { name: "b", type: "any", since: "2026-09" },
    ),
  };

  test("has the fields of its dialect and no others", () => {
    expect(faultOf(one, { a: "" })).toBeUndefined();
    expect(faultOf(one, { a: [] }, "documented")).toBeUndefined();
    expect(faultOf(one, { a: "", b: 1 }, "2026-09")).toBeUndefined();
    expect(faultOf(one, { a: [] })).toBe("One.a is not text");
    expect(faultOf(one, { a: "" }, "documented")).toBe("One.a is not list");
    expect(faultOf(one, { a: "" }, "2026-09")).toBe("One.b is not any");
    expect(faultOf(one, { a: "", b: 1 })).toBe("One has a field b that is not described");
    for (const body of [undefined, null, "a", []]) expect(faultOf(one, body)).toBe("One is not an object");
  });

  test("is checked within its parts", () => {
    expect(faultOfOne({ type: "object", of: PART }, { n: 1 })).toBeUndefined();
    expect(faultOfOne({ type: "object", of: PART }, { n: "1" })).toBe("Part.n is not integer");
    expect(faultOfOne({ type: "list", of: PART }, [{ n: 1 }, { n: 2 }])).toBeUndefined();
    expect(faultOfOne({ type: "list", of: PART }, [{ n: 1 }, {}])).toBe("Part.n is not integer");
    expect(faultOfOne({ type: "any", of: PART }, "é|")).toBeUndefined();
  });
});

describe("an answer", () => {
  test("has no body, or the objects of a list", () => {
    expect(faultOf({ kind: "nothing" }, undefined)).toBeUndefined();
    for (const body of [null, "", {}])
      expect(faultOf({ kind: "nothing" }, body)).toBe("the answer should have no body");
    const list: AnswerSpec = { kind: "list", resource: PART };
    expect([faultOf(list, []), faultOf(list, [{ n: 1 }])]).toEqual([undefined, undefined]);
    expect(faultOf(list, { results: [] })).toBe("the list of Part is no list");
    expect(faultOf(list, [{ n: 1 }, 2])).toBe("Part is not an object");
  });

  test("may have a check of its own, for its dialect", () => {
    const check = (body: unknown, dialect: Dialect): string | undefined => (body === 1 ? dialect : undefined);
    expect([faultOf({ kind: "checked", check }, 1, "documented"), faultOf({ kind: "checked", check }, 2)]).toEqual([
      "documented",
      undefined,
    ]);
  });

  test.each<
    [
      kind: "page" | "uncounted" | "keyset" | "cursor" | "activity",
      numbers: string[],
      links: string[],
      absent: string[],
    ]
  >([
    ["page", ["count"], ["next", "previous"], []],
    ["uncounted", ["count"], ["next", "previous"], ["count"]],
    ["keyset", [], ["next"], ["next"]],
    ["cursor", [], ["next", "previous"], []],
    ["activity", ["total_count"], ["next", "previous"], []],
  ])("that is a list of the form %s has its numbers, links, and objects", (kind, numbers, links, absent) => {
    const whole: Readonly<Record<string, unknown>> = Object.fromEntries([
      ...numbers.map((name) => [name, 7]),
      ...links.map((name) => [name, null]),
      ["results", [{ n: 1 }]],
    ]);
    const fault = (more: object): string | undefined => faultOf({ kind, resource: PART }, { ...whole, ...more });
    expect(fault({})).toBeUndefined();
    for (const name of numbers) {
      for (const value of ["7", 1.5, null]) expect(fault({ [name]: value })).toBe(`${name} of the page is no number`);
      expect(fault({ [name]: undefined })).toBe(absent.includes(name) ? undefined : `${name} of the page is no number`);
    }
    for (const name of links) {
      expect(fault({ [name]: "https://a.example" })).toBeUndefined();
      expect(fault({ [name]: 7 })).toBe(`${name} of the page is neither a link nor null`);
      const missing = absent.includes(name) ? undefined : `${name} of the page is neither a link nor null`;
      expect(fault({ [name]: undefined })).toBe(missing);
    }
    expect(fault({ results: undefined })).toBe("the list of Part is no list");
    expect(fault({ results: [{}] })).toBe("Part.n is not integer");
    for (const body of [undefined, null, []])
      expect(faultOf({ kind, resource: PART }, body)).toBe("the page is not an object");
  });
});
