import { describe, expect, test } from "@jest/globals";

import {
  filtersFromWire,
  resendableFilters,
  sameFilters,
  sameInputs,
  sameMappings,
  sameMasking,
  sameSchema,
  shownJson,
  unlessGiven,
} from "../../../src/catalog/resources/hog-function/hog-function-json.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

type Same = (text: string) => string | null;

/** The comparison form of a value as JSON, as a value. */
const compared = (same: Same, value: unknown): unknown => {
  const text = same(JSON.stringify(value));
  return text === null ? null : (JSON.parse(text) as unknown); // -- it is JSON
};

const ADDED = { bytecode: ["_H"], bytecode_error: "x", transpiled: "y", order: 3 };
const NOTHINGS = { a: null, b: "", c: false, d: [], e: {} };

describe("two JSON texts of a function are the same", () => {
  const FORMS: readonly (readonly [what: string, same: Same, value: unknown, form: unknown])[] = [
    ["filters without what the service adds", sameFilters, { ...ADDED, ...NOTHINGS, source: "events" }, {}],
    [
      "filters with an addition inside",
      sameFilters,
      { events: [{ id: "e", ...ADDED, properties: [{ key: "k", ...ADDED, value: "" }] }] },
      { events: [{ id: "e", properties: [{ key: "k", value: "" }] }] },
    ],
    ["filters with another source", sameFilters, { source: "person-updates" }, { source: "person-updates" }],
    ["filters with events as another field", sameFilters, { kind: "events", f: 0 }, { kind: "events", f: 0 }],
    ["no filters", sameFilters, null, null],
    ["a list of no filters", sameFilters, [], null],
    [
      "definitions without false flags",
      sameSchema,
      [{ key: "a", required: false, secret: true, default: null, label: "", order: 1 }, "x", null],
      [{ key: "a", secret: true, label: "", order: 1 }, "x", null],
    ],
    ["no definitions", sameSchema, [], null],
    ["definitions that are none", sameSchema, { a: null, b: false }, { a: null, b: false }],
    [
      "inputs without those that have no value",
      sameInputs,
      { ...NOTHINGS, f: 0, g: "x", h: { order: 1, i: null } },
      { c: false, d: [], e: {}, f: 0, g: "x", h: { order: 1, i: null } },
    ],
    ["inputs that are a list", sameInputs, [null, ""], [null, ""]],
    [
      "a rule for skipping without additions",
      sameMasking,
      { ttl: 60, hash: "{event}", threshold: null, bytecode: [], order: 1, f: false, g: "" },
      { ttl: 60, hash: "{event}", f: false, g: "" },
    ],
    ["a rule that is none", sameMasking, "x", "x"],
    [
      "mappings without defaults in each part",
      sameMappings,
      [
        {
          name: "m",
          disabled: true,
          note: "",
          inputs_schema: [{ key: "a", required: false }],
          inputs: {
            a: { value: { order: 1, deep: null }, templating: "hog", ...ADDED },
            b: { value: "x", templating: "liquid", secret: false },
            c: { value: "" },
            d: null,
            e: "text",
          },
          filters: { source: "events", events: [{ id: "e", ...ADDED }], ...ADDED },
        },
        { filters: {}, inputs: {}, inputs_schema: [] },
        null,
        "x",
      ],
      [
        {
          name: "m",
          inputs_schema: [{ key: "a" }],
          inputs: {
            a: { value: { order: 1, deep: null } },
            b: { value: "x", templating: "liquid" },
            e: "text",
          },
          filters: { events: [{ id: "e" }] },
        },
        {},
        null,
        "x",
      ],
    ],
    ["mappings whose parts are of other types", sameMappings, [{ inputs: 1, filters: 2 }], [{ inputs: 1, filters: 2 }]],
    ["no mappings", sameMappings, [], null],
    ["mappings that are none", sameMappings, { a: 1 }, { a: 1 }],
  ];

  test.each(FORMS)("if they differ only in defaults and additions: %s", (_what, same, value, form) => {
    expect(compared(same, value)).toEqual(form);
    // The form of a form is the same.
    expect(compared(same, form)).toEqual(form);
  });

  test("in any order of keys, and not in another order of a list", () => {
    expect(sameFilters('{"b":1, "a":{"d":1,"c":2}}')).toBe('{"a":{"c":2,"d":1},"b":1}');
    expect(sameMappings('[{"name":"b"},{"name":"a"}]')).toBe('[{"name":"b"},{"name":"a"}]');
  });
});

describe("the value that the service shows", () => {
  test("is in the form for comparisons, or null", () => {
    expect([undefined, null, {}, { a: 1 }].map((shown) => shownJson(sameFilters, shown))).toEqual([
      null,
      null,
      "{}",
      '{"a":1}',
    ]);
  });

  test.each<[shown: unknown, declared: unknown, of: unknown, isShown: boolean]>([
    ["x", undefined, "x", false],
    ["x", null, "x", false],
    [{ a: [1] }, undefined, { a: [1] }, false],
    ["x", undefined, "y", true],
    ["x", "x", "x", true],
    ["x", "", "x", true],
    ["x", UNKNOWN, "x", true],
    ["x", undefined, undefined, true],
    [null, undefined, null, true],
  ])("%j beside %j is hidden only if it comes from the template, %j: shown %#", (shown, declared, of, isShown) => {
    expect(unlessGiven(shown, declared, of)).toBe(isShown ? shown : null);
  });

  const INTERNAL = { source: "internal-events", events: [{ id: "e" }] };

  test.each<[type: string, filters: unknown, declared: unknown, shown: unknown]>([
    ["internal_destination", INTERNAL, undefined, { events: [{ id: "e" }] }],
    ["internal_destination", INTERNAL, "{}", { events: [{ id: "e" }] }],
    ["internal_destination", INTERNAL, "[]", { events: [{ id: "e" }] }],
    ["internal_destination", INTERNAL, UNKNOWN, { events: [{ id: "e" }] }],
    ["internal_destination", INTERNAL, '{"source":"internal-events"}', INTERNAL],
    ["internal_destination", INTERNAL, '{"source":"x"}', { ...INTERNAL, source: "x" }],
    ["internal_destination", { source: "x" }, undefined, { source: "x" }],
    ["destination", INTERNAL, undefined, INTERNAL],
    ["internal_destination", null, undefined, {}],
    ["destination", undefined, undefined, {}],
  ])("of the filters of a function of the type %s, %j, beside %j, has no source that the service adds", (...row) => {
    const [type, filters, declared, shown] = row;
    expect(JSON.parse(filtersFromWire({ type, filters }, declared) ?? "null")).toEqual(shown);
  });

  test("is sent back without additions, but with the order of events", () => {
    const filters = { ...ADDED, source: "events", events: [{ id: "e", order: 1 }], a: null };
    expect(resendableFilters(filters)).toEqual({
      order: 3,
      source: "events",
      events: [{ id: "e", order: 1 }],
      a: null,
    });
    expect([null, undefined, "x"].map(resendableFilters)).toEqual([null, undefined, "x"]);
  });
});
