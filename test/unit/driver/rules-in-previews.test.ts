import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { pendingUpdate } from "../../../src/capabilities/pending-update.ts";
import { check, plan } from "../../../src/driver/driver.ts";
import { field } from "../../../src/model/field.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { replaceIfOther } from "../../../src/model/on-change.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf, fakeBox, plain, root, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

/* What a preview tells the rules of a resource, and which of their warnings it shows. */

const STATE = { ...DECLARED, boxId: "b1", stateVersion: 1 };
const PRIOR = { id: "o1/b1", state: STATE };
const BLUE = { ...DECLARED, color: "blue" };
const STORED = { ...DECLARED, isProtected: false };
const ELSEWHERE = { ...DECLARED, organizationId: "o2" };

/** A box with a rule for each warning of a preview, which notes what it is told. */
function noting() {
  const told: unknown[][] = [];
  const rule: Capability = {
    name: "noting",
    previewWarning: (asked) => {
      told.push(["a change", asked]);
      return Promise.resolve(undefined);
    },
    inputWarnings: (inputs) => {
      told.push(["the declaration", inputs]);
      return [];
    },
    planWarnings: (held, inputs, shown) => {
      told.push(["the object", held, inputs, shown]);
      return [];
    },
  };
  const made = madeUp([rule]);
  made.service.seed({ name: "a", color: "grey", combination: "1" });
  return { ...made, told };
}

const SHOWN = expect.objectContaining({ boxId: "b1", color: "grey" });

describe("the rules of a resource are told in a preview", () => {
  test("of a new object what is declared", async () => {
    const { start, told } = noting();
    const inputs = { ...DECLARED, name: "b" };
    await start().previewNew(inputs);
    expect(told).toStrictEqual([
      ["a change", { verb: "create", inputs: expect.objectContaining(inputs), state: undefined }],
      ["the declaration", expect.objectContaining(inputs)],
    ]);
  });

  test.each<[string, Values, readonly unknown[][]]>([
    [
      "without a change what is declared, and what the state has",
      DECLARED,
      [
        ["the declaration", DECLARED],
        ["the object", STATE, DECLARED, undefined],
      ],
    ],
    [
      "that changes what it becomes, and what the service shows",
      BLUE,
      [
        ["a change", { verb: "update", inputs: BLUE, state: STATE }],
        ["the declaration", BLUE],
        ["the object", SHOWN, BLUE, undefined],
      ],
    ],
    [
      "of which one change is stored and one is made, of both",
      { ...STORED, color: "blue" },
      [
        ["a change", { verb: "update", inputs: { ...STORED, color: "blue" }, state: STATE }],
        ["the declaration", { ...STORED, color: "blue" }],
        ["the object", SHOWN, { ...STORED, color: "blue" }, undefined],
      ],
    ],
    [
      "that is only stored nothing of a change",
      STORED,
      [
        ["the declaration", STORED],
        ["the object", SHOWN, STORED, undefined],
      ],
    ],
    ["that is replaced nothing at all", ELSEWHERE, []],
  ])("of an object %s", async (_what, inputs, expected) => {
    const { start, told } = noting();
    await start().preview(inputs, PRIOR);
    expect(told).toStrictEqual(expected);
  });
});

describe("a setting without effect is told of in a preview", () => {
  const shade = (name: string) =>
    field(z.string().optional(), { doc: `${name}.`, returned: "where supported", serviceDefault: null });
  const made = () => madeUp([], { inputs: { shade: shade("Shade"), grain: shade("Grain") } });
  const both = { ...DECLARED, shade: "dark", grain: "fine" };
  const without = (...names: readonly string[]) => ({
    id: "o1/b1",
    state: { ...STATE, ...both, withoutEffect: names },
  });

  test.each<[string, Values, readonly string[], readonly string[]]>([
    ["that is declared as before", both, ["shade", "grain"], ["shade, grain"]],
    ["but not another", both, ["grain"], ["grain"]],
    ["but not one that is declared anew", { ...both, shade: "light" }, ["shade", "grain"], ["grain"]],
    ["but not one that isn't declared", { ...DECLARED, grain: "fine" }, ["shade", "grain"], ["grain"]],
    ["while something else changes", { ...both, color: "blue" }, ["shade"], ["shade"]],
    ["but not for a replacement", { ...both, organizationId: "o2" }, ["shade", "grain"], []],
    ["but not where all have one", both, [], []],
  ])("%s", async (_what, inputs, names, told) => {
    const run = made().start();
    await run.preview(inputs, without(...names));
    expect(run.warnings()).toEqual(
      told.map(
        (fields) =>
          `Without effect for Box b1: ${fields}. This service doesn't have that setting, or only shows it. ` +
          "The declared value stays in the state, and nothing is sent until a service accepts the setting.",
      ),
    );
  });

  test.each<[string, Values, unknown]>([
    ["known where every service has all settings", BLUE, undefined],
    ["unknown where one of them is declared", { ...both, color: "blue" }, UNKNOWN],
  ])("and the list of them is %s", async (_what, inputs, value) => {
    const run = made().start();
    const { outputs } = await run.preview(inputs, PRIOR);
    expect(outputs).toEqual({ boxId: "b1", stateVersion: 1, withoutEffect: value });
  });
});

describe("the list of deferred settings of a planned object", () => {
  const planned = async (inputs: Values, state: Values = {}) => {
    const { start } = madeUp(
      [
        {
          name: "deferring",
          deferredFields: { inputs: ["color", "weight"], isMet: () => false, reason: message`it is closed` },
        },
      ],
      { outputs: { ...plain.outputs, heldBack: field(z.array(z.string()).optional(), { doc: "Held." }) } },
    );
    const { outputs } = await start().preview(inputs, { id: "o1/b1", state: { ...STATE, weight: 5, ...state } });
    return outputs["heldBack"];
  };
  const HEAVY = { ...DECLARED, weight: 5 };

  test.each<[string, Values, Values, unknown]>([
    ["is known where nothing can be deferred", { ...HEAVY, name: "b" }, {}, undefined],
    ["is unknown where one changes that can be", { ...HEAVY, color: "blue" }, {}, UNKNOWN],
    ["is unknown where the other one changes, too", { ...HEAVY, name: "b", weight: 6 }, {}, UNKNOWN],
    ["is unknown where all change", { ...HEAVY, color: "blue", weight: 6 }, {}, UNKNOWN],
    ["is unknown where one waits already", { ...HEAVY, name: "b" }, { heldBack: ["color"] }, UNKNOWN],
  ])("%s", async (_what, inputs, state, value) => {
    expect(await planned(inputs, state)).toBe(value);
  });
});

test("a plan refuses values that no check lets pass, before it asks or shows anything", async () => {
  const { start, requests } = madeUp([]);
  const failure = await failureOf(start().preview({ ...DECLARED, weight: "heavy", color: 7 }, PRIOR));
  expect([failure["code"], failure.message]).toEqual([
    "arguments_invalid",
    'The inputs of Box cannot be used\nweight: expected a number, found "heavy"',
  ]);
  expect(requests()).toEqual([]);
});

test("objects of an adopted root are compared only where it is known, and of a new root never", async () => {
  const settings = { howToSet: (name: string) => name };
  for (const [adopt, count] of [
    ["o1", 1],
    [undefined, 0],
  ] as const) {
    const service = new FakeService();
    const { context, said } = startDriver(service);
    const preview = (definition: Parameters<typeof check>[0], inputs: Values) =>
      check(definition, inputs, { settings, held: undefined }, () => context);
    await preview(root, { name: "root", ...(adopt === undefined ? {} : { adopt }) });
    await preview(fakeBox(), { ...DECLARED, organizationId: UNKNOWN });
    expect(said.map(({ text }) => text.split("\n")[0])).toEqual(
      Array.from({ length: count }, () => 'Box "a" was not compared with the service'),
    );
  }
});

describe("a change to a value that isn't known yet", () => {
  const kindIn = (value: unknown): string => String(value).slice(0, 1);
  const definition = fakeBox({
    inputs: { place: field(z.string().optional(), { doc: "Place.", onChange: replaceIfOther(kindIn) }) },
    outputs: { ...plain.outputs, status: field(z.string().optional(), { doc: "Status." }) },
    capabilities: [
      pendingUpdate({ why: ({ status }) => (status === "broken" ? "it is broken" : undefined), output: "status" }),
      {
        name: "painting by hand",
        servedAs: {
          concerns: ({ path }) => path === "weight",
          change: (change) => ({ ...change, effect: "replace" as const }),
        },
      },
    ],
  });
  const effects = async (inputs: Values, unknownReplaces: boolean, more: Values = {}) => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const state = { ...STATE, place: "air 1", ...more };
    const { context } = startDriver(service);
    const prior = { id: "o1/b1", state };
    const planned = await plan(definition, inputs, () => context, prior, { unknownReplaces });
    return { changes: planned.changes.map(({ path, effect }) => [path, effect]), replaces: planned.replaces };
  };
  const AT = { ...DECLARED, place: "air 1" };

  test.each<[string, Values, readonly string[], string]>([
    ["that can be changed in place", { ...AT, color: UNKNOWN }, ["color", "update"], "update"],
    ["that is only stored", { ...AT, isProtected: UNKNOWN }, ["isProtected", "store"], "update"],
    ["that replaces the object", { ...AT, organizationId: UNKNOWN }, ["organizationId", "replace"], "update"],
    ["that replaces the object if it is of another kind", { ...AT, place: UNKNOWN }, ["place", "replace"], "update"],
    ["but of a known one", { ...AT, place: "air 2" }, ["place", "update"], "update"],
    ["but of a known one, of another kind", { ...AT, place: "sea 2" }, ["place", "replace"], "replace"],
    ["but one that the service makes in another way", { ...AT, weight: 5 }, ["weight", "replace"], "replace"],
  ])(
    "%s counts as the most that it can be only for an engine that must know",
    async (_what, inputs, change, otherwise) => {
      const [path = "", effect = ""] = change;
      const replaces = (one: string) => (one === "replace" ? [path] : []);
      expect(await effects(inputs, true)).toEqual({ changes: [[path, effect]], replaces: replaces(effect) });
      expect(await effects(inputs, false)).toEqual({ changes: [[path, otherwise]], replaces: replaces(otherwise) });
    },
  );

  test("is told beside an update that no input asks for", async () => {
    const changes = [
      ["organizationId", "replace"],
      ["color", "update"],
      ["status", "update"],
    ];
    const inputs = { ...AT, organizationId: UNKNOWN, color: UNKNOWN };
    expect(await effects(inputs, true, { status: "broken" })).toEqual({ changes, replaces: ["organizationId"] });
  });
});
