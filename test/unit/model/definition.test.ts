import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { resolvedOutputs } from "../../../src/capabilities/resolved-outputs.ts";
import { hasSecretMembers, member, secretMembers } from "../../../src/model/block.ts";
import {
  definitionOf,
  fieldsListed,
  fieldsLookedUp,
  fieldsOf,
  isListed,
  isLookedUp,
} from "../../../src/model/definition.ts";
import { effectOf } from "../../../src/model/diff.ts";
import { type Field, field } from "../../../src/model/field.ts";
import { type AnyFunction, argumentsOf, checkArguments, givesRows, planOf } from "../../../src/model/function.ts";
import { canonicalJson, isJson, jsonText, parsedJson, textsByName, textsIn } from "../../../src/model/json-value.ts";
import { message, printed } from "../../../src/model/messages.ts";
import { replaceIfOther } from "../../../src/model/on-change.ts";
import { asLookedUp, lookedUpShapeOf, membersAt, shapeOf } from "../../../src/model/shape.ts";
import { unshownInputs, writeOnlyInputs } from "../../../src/model/write-only.ts";
import { fakeBox, paint, plain, stone } from "../../support/fake-resources.ts";

const text = (marks: Partial<Field> = {}) => field(z.string().optional(), { doc: "Text.", ...marks } as never);

describe("what people see of a resource", () => {
  const shown = fakeBox({
    inputs: {
      note: text(),
      password: text({ secret: true, returned: "never" }),
      setting: text({ returned: "where supported" }),
      hint: text({ returned: "sometimes" }),
      again: text({ onChange: "resend" }),
      omitted: text(),
    },
    outputs: { ...plain.outputs, key: text({ secret: true }), shelf: text(), existed: text(), heldBack: text() },
    collection: { ...plain.collection!, capabilities: [partialRows({ omits: ["omitted"], isLookedUpWhole: true })] },
    capabilities: [resolvedOutputs({ names: ["shelf"], resolve: () => Promise.resolve({}) })],
  });
  const listed = ["organizationId", "name", "color", "weight", "note", "setting", "hint", "boxId"];
  const names = (fields: readonly (readonly [string, Field])[]) => fields.map(([name]) => name);

  test("in a list is neither secret, nor the provider's own, nor about the state, nor what rows lack", () => {
    expect(names(fieldsListed(shown))).toEqual(listed);
    expect(names(fieldsLookedUp({ ...shown, collection: plain.collection! }))).toEqual([
      ...listed.slice(0, -1),
      "omitted",
      "boxId",
    ]);
  });

  test("of one object that is read whole is also what rows lack, and a secret that only the service knows", () => {
    expect(names(fieldsLookedUp(shown))).toEqual([...listed.slice(0, -1), "omitted", "boxId", "key", "shelf"]);
  });

  test("has the outputs about what the service lacks or never returns only where there is such an input", () => {
    const about = (inputs: Record<string, Field>) =>
      Object.keys(fakeBox({ inputs }).outputs as object).filter((name) => name !== "boxId");
    expect(about({})).toEqual(["stateVersion"]);
    expect(about({ setting: text({ returned: "where supported" }) })).toEqual(["withoutEffect", "stateVersion"]);
    expect(about({ password: text({ returned: "never" }) })).toEqual(["fingerprints", "stateVersion"]);
    const block = field(z.strictObject({ key: member(z.string(), { doc: "Key.", secret: true }) }), { doc: "Block." });
    expect(about({ block })).toEqual(["fingerprints", "stateVersion"]);
  });

  test.each(["stateVersion", "existed", "heldBack", "withoutEffect"])(
    "doesn't have %s, which is about the state",
    (name) => {
      expect([isLookedUp(name, text()), isLookedUp("other", text())]).toEqual([false, true]);
    },
  );

  test("is listed by itself where it is an object with a list", () => {
    const { collection: _none, ...unlisted } = shown;
    expect([isListed(shown), isListed(unlisted), isListed(paint)]).toEqual([true, false, false]);
  });

  test("is named by its inputs that the service doesn't, or might not, return", () => {
    expect([writeOnlyInputs(shown), unshownInputs(shown)]).toEqual([["password"], ["password", "hint"]]);
  });

  test("is a definition, and nothing less", () => {
    expect(definitionOf(shown)).toBe(shown);
    for (const named of [{ name: "Box" }, { name: "Box", inputs: {} }, { name: "Box", ops: {} }]) {
      expect(() => definitionOf(named)).toThrow("Box is no definition of a resource");
    }
  });
});

describe("the effect of a change", () => {
  const moved = text({ onChange: replaceIfOther((value) => String(value)[0]) });

  test.each<[string, Field, object, string, string]>([
    ["of a plain input", text(), { before: "a", after: "b" }, "update", "replace"],
    ["of one that says so", text({ onChange: "update" }), { before: "a" }, "update", "replace"],
    ["of one that replaces", text({ onChange: "replace" }), { before: "a", after: "b" }, "replace", "replace"],
    ["of the provider's own", text({ onChange: "none" }), { before: "a", after: "b" }, "store", "store"],
    ["of one that sends again", text({ onChange: "resend" }), { before: "a", after: "b" }, "update", "update"],
    ["of one that sends again no more", text({ onChange: "resend" }), { before: "a" }, "store", "store"],
    ["to the same kind", moved, { before: "ab", after: "ac" }, "update", "replace"],
    ["to another kind", moved, { before: "ab", after: "bb" }, "replace", "replace"],
    ["from nothing", moved, { after: "ab" }, "replace", "replace"],
    ["to nothing", moved, { before: "ab" }, "replace", "replace"],
    ["in general", moved, {}, "update", "replace"],
  ])("%s", (_what, rules, sides, effect, ofStone) => {
    expect([effectOf(fakeBox(), rules, sides), effectOf(stone, rules, sides)]).toEqual([effect, ofStone]);
    expect(effectOf({ ...stone, kind: "action" }, rules, sides)).toBe(effect);
  });
});

describe("a secret inside of an input", () => {
  const secret = () => member(z.string(), { doc: "Secret.", secret: true });
  const holding = (schema: z.ZodType) => field(schema, { doc: "Block." });

  test.each<[string, z.ZodType, string[]]>([
    ["in an object", z.strictObject({ a: secret(), b: z.string() }), ["x.a"]],
    ["that can be left out", z.strictObject({ a: secret().optional() }).optional(), ["x.a"]],
    ["deep inside", z.strictObject({ a: z.strictObject({ "b c": secret() }).optional() }), ['x.a["b c"]']],
    ["in none", z.strictObject({ a: z.string() }), []],
  ])("has a name: %s", (_what, schema, names) => {
    const members = secretMembers("x", holding(schema));
    expect(members.map(({ name }) => name)).toEqual(names);
    expect(hasSecretMembers(holding(schema))).toBe(members.length > 0);
  });

  test.each<[string, z.ZodType]>([
    ["in a list", z.array(z.strictObject({ a: secret() }))],
    ["as an item", z.array(secret())],
    ["in a record", z.record(z.string(), z.strictObject({ a: secret() }))],
    ["in one of two forms", z.union([z.strictObject({ a: secret() }), z.string()])],
  ])("can't be declared where no name leads to it: %s", (_what, schema) => {
    expect(hasSecretMembers(holding(schema))).toBe(true);
    expect(() => secretMembers("x", holding(schema))).toThrow("x has secrets that no name leads to");
  });

  test("isn't in the form of a lookup, nor required there", () => {
    const schema = z.strictObject({
      a: secret(),
      b: z.string(),
      c: z.strictObject({ d: secret(), e: z.number().optional() }),
    });
    const lookedUp = lookedUpShapeOf({ schema });
    expect(lookedUp.required).toEqual(["b", "c"]);
    expect(Object.keys(lookedUp.properties ?? {})).toEqual(["b", "c"]);
    expect(lookedUp.properties?.["c"]).toMatchObject({ required: [], properties: { e: {} } });
    expect(shapeOf({ schema }).required).toEqual(["a", "b", "c"]);
    expect(membersAt(shapeOf({ schema }), ["c"])).toEqual(["d", "e"]);
    expect(membersAt(shapeOf({ schema }), ["c", "x"])).toBeUndefined();
    expect(membersAt(shapeOf({ schema: z.array(schema) }), [0])).toEqual(["a", "b", "c"]);
    expect(membersAt(shapeOf({ schema: z.record(z.string(), schema) }), ["any"])).toEqual(["a", "b", "c"]);
    expect(membersAt(shapeOf({ schema: z.string() }), [])).toBeUndefined();
    expect(shapeOf({ schema: asLookedUp(schema) })).toEqual(lookedUp);
  });
});

describe("a function", () => {
  const plainOne: AnyFunction = {
    name: "countBoxes",
    doc: "Counts boxes.",
    effect: "read",
    repeat: "safe",
    scopes: [],
    operations: [],
    arguments: { color: text() },
    result: {},
    example: {},
  };
  const rows = async function* () {};

  test.each<[Partial<AnyFunction>, readonly string[]]>([
    [{}, ["color"]],
    [{ rows }, ["color", "limit"]],
    [{ lists: fakeBox() }, ["color", "limit"]],
    [{ effect: "write" }, ["color"]],
    [{ effect: "destructive" }, ["color", "confirm"]],
    [{ repeat: "lookup" }, ["color"]],
    [{ repeat: "once" }, ["color", "rerun"]],
    [{ rows, effect: "destructive", repeat: "once" }, ["color", "limit", "confirm", "rerun"]],
  ])("takes what follows from what it does (%#)", (changes, names) => {
    const one = { ...plainOne, ...changes };
    expect(argumentsOf(one).map(([name]) => name)).toEqual(names);
    expect(givesRows(one)).toBe(names.includes("limit"));
    for (const [name, rules] of argumentsOf(one)) {
      expect([name, rules.onChange]).toEqual([name, name === "confirm" || name === "rerun" ? "none" : undefined]);
      expect(printed(rules.doc)).toMatch(/\.$/u);
    }
  });

  test("says what it would do, in its own words or by its name", () => {
    expect(printed(planOf(plainOne, {}))).toBe("would call countBoxes");
    const own = { ...plainOne, plan: ({ color }: { color?: string }) => message`count ${color ?? ""} boxes` };
    expect(printed(planOf(own, { color: "red" }))).toBe("would count red boxes");
  });

  test("is checked as a whole once each argument is right", () => {
    const settings = { howToSet: (name: string) => name };
    const one = { ...plainOne, validate: () => [{ path: "color", reason: "contradicts" }] };
    expect(checkArguments(one, { color: 1 }, settings).problems.map(({ path }) => path)).toEqual(["color"]);
    expect(checkArguments(one, { color: "red" }, settings).problems).toEqual([
      { path: "color", reason: "contradicts" },
    ]);
    expect(checkArguments(plainOne, { colour: "red" }, settings).problems).toHaveLength(1);
    const destructive: AnyFunction = { ...plainOne, effect: "destructive", confirmation: () => ({ words: "do it" }) };
    const confirming = (confirm?: unknown) =>
      checkArguments(destructive, confirm === undefined ? {} : { confirm }, settings).problems.map(({ reason }) =>
        printed(reason),
      );
    expect(confirming("do it")).toEqual([]);
    expect(confirming("do")).toEqual([`must be "do it", because this can't be undone; found "do"`]);
    expect(confirming()).toEqual([`must be "do it", because this can't be undone; nothing was given`]);
    expect(fieldsOf({ inputs: {}, outputs: {} }, "inputs")).toEqual([]);
  });
});

test("JSON is compared by what it says, and what is no JSON by its text", () => {
  const value = { b: [2, { d: null, c: 'é|"' }], a: 1 };
  expect(jsonText(value)).toBe('{"a":1,"b":[2,{"c":"é|\\"","d":null}]}');
  expect(canonicalJson(JSON.stringify(value, undefined, 2))).toBe(jsonText(value));
  for (const wrong of ["{", "", "undefined"]) {
    expect([parsedJson(wrong), isJson(wrong), canonicalJson(wrong)]).toEqual([undefined, false, wrong]);
  }
  expect([isJson("null"), isJson("1"), canonicalJson(" [ 1 ] ")]).toEqual([true, true, "[1]"]);
  expect([textsIn(["a", 1, "b", null]), textsIn("a"), textsIn(undefined)]).toEqual([["a", "b"], [], []]);
  expect([textsByName({ a: "x", b: 1 }), textsByName(["x"]), textsByName(null)]).toEqual([{ a: "x" }, {}, {}]);
});
