import { describe, expect, test } from "@jest/globals";

import { functionProblems } from "../../../src/catalog/resources/hog-function/hog-function-problems.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const problemsOf = (inputs: Values): string[] =>
  functionProblems({ type: "destination", hog: "x", ...inputs }).map(
    ({ path, reason }) => `${path}: ${printed(reason)}`,
  );

const json = (value: unknown): string => JSON.stringify(value);

describe("a function whose inputs contradict each other is refused", () => {
  const NO_CODE = ["hog: is required, or `templateId` instead"];
  const ORDER = ['executionOrder: needs `type: "transformation"`'];
  const TYPES = ['mappings: is for functions of the types "destination" and "site_destination"'];
  const EVENTS = ["filters: names events or actions, which belong in the filters of each of `mappings`"];

  test.each<[what: string, inputs: Values, problems: readonly string[]]>([
    ["without code", { hog: undefined }, NO_CODE],
    ["not with a template", { hog: undefined, templateId: "t" }, []],
    ["not with code that isn't known yet", { hog: UNKNOWN }, []],
    ["with an order", { executionOrder: 0 }, ORDER],
    ["not as a transformation with an order", { type: "transformation", executionOrder: 0 }, []],
    ["not before its type is known", { type: UNKNOWN, executionOrder: 1, mappings: "[]" }, []],
    ["as a transformation with mappings", { type: "transformation", mappings: "[]" }, TYPES],
    ["not on a site with mappings", { type: "site_destination", mappings: "[]" }, []],
    ["with both", { type: "site_app", executionOrder: 1, mappings: UNKNOWN }, [...ORDER, ...TYPES]],
    ["with events beside mappings", { mappings: "[]", filters: json({ events: [] }) }, EVENTS],
    ["with actions beside mappings", { mappings: UNKNOWN, filters: json({ actions: null }) }, EVENTS],
    ["not with properties beside mappings", { mappings: "[]", filters: json({ properties: [] }) }, []],
    ["not with events without mappings", { filters: json({ events: [{}] }) }, []],
    ["not with filters that aren't known", { mappings: "[]", filters: UNKNOWN }, []],
  ])("%s", (_what, inputs, problems) => {
    expect(problemsOf(inputs)).toEqual(problems);
  });
});

describe("filters that the service would drop", () => {
  const NAMES = ["events", "actions", "data_warehouse", "properties"];
  const all = Object.fromEntries(NAMES.map((name) => [name, [{ id: "|é" }]]));

  test.each<[source: string | undefined, dropped: readonly string[]]>([
    [undefined, ["data_warehouse"]],
    ["events", ["data_warehouse"]],
    ["person-updates", ["events", "actions", "data_warehouse"]],
    ["data-warehouse-table", ["events", "actions"]],
    ["data-warehouse-view", ["events", "actions"]],
    ["a newer one", []],
  ])("for the source %j are %j", (source, dropped) => {
    const names = dropped.map(json).join(" and ");
    const filters = source === undefined ? all : { ...all, source };
    const problem = `filters: has ${names}, which the service drops if the source is ${json(source ?? "events")}`;
    const problems = dropped.length === 0 ? [] : [problem];
    expect(problemsOf({ filters: json(filters) })).toEqual(problems);
    // Functions for the service's own events have their own source.
    expect(problemsOf({ type: "internal_destination", filters: json(filters) })).toEqual([]);
    expect(problemsOf({ type: UNKNOWN, filters: json(filters) })).toEqual([]);
  });

  test("have to name something", () => {
    const dropped = (data_warehouse: unknown) => problemsOf({ filters: json({ data_warehouse }) }).length > 0;
    const values = [undefined, null, [], {}, "", 0, [null]];
    expect(values.filter(dropped)).toEqual([{}, "", 0, [null]]);
    for (const filters of [UNKNOWN, "[]", "{", undefined]) expect(problemsOf({ filters })).toEqual([]);
  });
});

describe("the inputs of a function", () => {
  const BOTH = (key: string) => `inputs: has ${json(key)}, and so has \`secretInputs\`: an input has one value`;
  const LIQUID = (key: string) => `liquidInputs: names ${json(key)}, which isn't one of \`inputs\``;
  const given = json({ "a|": 1, b: 2 });

  test.each<[what: string, inputs: Values, problems: readonly string[]]>([
    ["have one value each", { inputs: given, secretInputs: { "a|": "x", b: "y", c: "z" } }, [BOTH("a|"), BOTH("b")]],
    ["and each value is a known one", { inputs: UNKNOWN, secretInputs: { b: "y" } }, []],
    ["or not known to be one", { inputs: given, secretInputs: UNKNOWN }, []],
    [
      "are in Liquid only if there are such",
      { inputs: given, liquidInputs: ["c", "b", "é"] },
      [LIQUID("c"), LIQUID("é")],
    ],
    ["are in Liquid as far as they are known", { inputs: UNKNOWN, liquidInputs: ["c"] }, []],
    ["are in Liquid as far as it is known which", { inputs: given, liquidInputs: UNKNOWN }, []],
    ["are in Liquid only if all is known", { inputs: given, liquidInputs: ["c", UNKNOWN] }, []],
    ["can be empty", { inputs: "{}", liquidInputs: ["c"] }, [LIQUID("c")]],
    ["can be absent", { liquidInputs: ["c"] }, []],
    ["can be another text", { inputs: "[]", liquidInputs: ["c"], secretInputs: {} }, []],
  ])("%s", (_what, inputs, problems) => {
    expect(problemsOf(inputs)).toEqual(problems);
  });

  test("fit what the function defines, unless one has two values", () => {
    const inputsSchema = json([{ key: "a" }, { key: "s", secret: true }]);
    const FIT = "inputsSchema: does not fit: ";
    expect(problemsOf({ inputsSchema, inputs: json({ s: 1 }), secretInputs: { a: "x" } })).toEqual([
      `${FIT}the input "s" is secret: set it in \`secretInputs\``,
      `${FIT}the input "a" isn't secret: set it in \`inputs\``,
    ]);
    expect(problemsOf({ inputsSchema, inputs: json({ a: 1 }), secretInputs: { s: "x" } })).toEqual([]);
    expect(problemsOf({ inputsSchema, inputs: json({ s: 1 }), secretInputs: { s: "x" } })).toEqual([BOTH("s")]);
    expect(problemsOf({ inputsSchema: UNKNOWN, inputs: json({ s: 1 }) })).toEqual([]);
  });
});

describe("a rule for skipping equal events", () => {
  const TTL = "masking: needs `ttl`, an integer of seconds from 60 to 86,400";
  const HASH = "masking: needs `hash`, a string";
  const hash = "{event.é}";

  test.each<[masking: unknown, problems: readonly string[]]>([
    [{ ttl: 60, hash }, []],
    [{ ttl: 86_400, hash }, []],
    [{ ttl: 59, hash }, [TTL]],
    [{ ttl: 86_401, hash }, [TTL]],
    [{ ttl: 60.5, hash }, [TTL]],
    [{ ttl: "60", hash }, [TTL]],
    [{ hash }, [TTL]],
    [{ ttl: 60 }, [HASH]],
    [{ ttl: 60, hash: "" }, [HASH]],
    [{ ttl: 60, hash: 1 }, [HASH]],
    [{}, [TTL, HASH]],
    [[], []],
  ])("%j has a time and a text", (masking, problems) => {
    expect(problemsOf({ masking: json(masking) })).toEqual(problems);
    expect(problemsOf({ masking })).toEqual([]);
  });
});
