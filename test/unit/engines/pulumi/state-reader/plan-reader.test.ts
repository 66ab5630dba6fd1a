import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { planReader } from "../../../../../src/engines/pulumi/state-reader/plan-reader.ts";
import { fieldsOf } from "../../../../../src/model/definition.ts";
import { pathText } from "../../../../../src/model/field-path.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import type { PlannedChange } from "../../../../../src/model/picture/planned-change.ts";
import { secretPaths } from "../../../../../src/model/secret-texts.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

/** What stands for values in the engine's output. */
const NOT_KNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const HIDDEN = "[secret]";
const SEALED = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };

const typeOf = (resource: string): string => `orgform:index:${resource}`;
const urnOf = (name: string, type = typeOf("Role")): string => `urn:pulumi:dev::shop::acme:Team$${type}::${name}`;

const stateWith = (inputs: Values, changes: object = {}, resource = "Role") => ({
  type: typeOf(resource),
  id: "o1/r1",
  inputs,
  outputs: {},
  ...changes,
});
const step = (op: string, changes: object = {}) => ({ op, urn: urnOf("a|b"), ...changes });

const read = (...steps: readonly object[]) => planReader.read({ steps });
function changeIn(one: object): PlannedChange {
  const [change] = read(one).changes;
  if (change === undefined) throw new Error("The plan has no change");
  return change;
}

test.each([
  [{ changeSummary: {} }, true],
  [{ steps: [] }, true],
  [{ diagnostics: [] }, true],
  [{ changeSummary: 1, steps: {}, diagnostics: null }, false],
  [{}, false],
  [[{ steps: [] }], false],
])("%j can be a preview of Pulumi: %s", (json, isOne) => {
  expect(planReader.accepts(json)).toBe(isOne);
});

describe("a step of a preview", () => {
  const inputs = { organizationId: "o1", name: "Old" };
  const sides = { oldState: stateWith(inputs), newState: stateWith({ ...inputs, name: "New" }, { id: undefined }) };
  const plain = { isReplaced: false, isForgotten: false };

  test.each([
    ["create", { newState: sides.newState }, { id: undefined, before: undefined, after: "New", ...plain }],
    ["update", sides, { id: "o1/r1", before: "Old", after: "New", ...plain }],
    ["replace", sides, { id: "o1/r1", before: "Old", after: "New", ...plain, isReplaced: true }],
    ["delete", { oldState: sides.oldState }, { id: "o1/r1", before: "Old", after: undefined, ...plain }],
    ["delete", sides, { id: "o1/r1", before: "Old", after: undefined, ...plain }],
    ["forget", sides, { id: "o1/r1", before: "Old", after: "New", ...plain, isForgotten: true }],
    ["same", sides, { id: "o1/r1", before: "Old", after: "New", ...plain, isKept: true }],
    ["create", sides, { id: undefined, before: undefined, after: "New", ...plain }],
    ["import", { newState: stateWith(inputs) }, { id: "o1/r1", before: undefined, after: "Old", ...plain }],
    [
      "import",
      { oldState: null, newState: stateWith(inputs) },
      { id: "o1/r1", before: undefined, after: "Old", ...plain },
    ],
  ])("%s is told as what it does with an object: %j", (op, changes, told) => {
    const { id, before, after, isReplaced, isForgotten, isKept } = changeIn(step(op, changes));
    expect({
      id,
      before: before?.["name"],
      after: after?.["name"],
      isReplaced,
      isForgotten,
      ...(isKept === undefined ? {} : { isKept }),
    }).toEqual(told);
  });

  test.each(["create-replacement", "delete-replaced", "read", "read-replacement", "discard", "discard-replaced"])(
    "%s isn't about an object of the program",
    (op) => {
      expect(read(step(op, sides)).changes).toEqual([]);
    },
  );

  test.each([
    ["pulumi-nodejs:dynamic/orgform:Role", 1, 0],
    ["orgform:index:Role", 1, 0],
    ["orgform:index:Moon", 0, 1],
    ["orgform:index:Role:x", 0, 0],
    ["xorgform:index:Role", 0, 0],
    ["pulumi:pulumi:Stack", 0, 0],
  ])("is of Orgform by its type: %s", (type, known, unknown) => {
    for (const changes of [{ newState: { ...sides.newState, type } }, { oldState: { ...sides.oldState, type } }]) {
      const plan = read(step("update", changes));
      expect([plan.changes.length, plan.unknown]).toEqual([known, unknown === 0 ? [] : [urnOf("a|b")]]);
    }
    expect(read(step("update")).changes).toEqual([]);
  });
});

test("a preview with an error lacks changes", () => {
  const failed = (...severities: readonly (string | undefined)[]): unknown =>
    planReader.read({ diagnostics: severities.map((severity) => ({ severity })) }).isFailed;
  expect([failed("warning", "error"), failed("warning", undefined), failed()]).toEqual([true, undefined, undefined]);
  expect(planReader.read({ diagnostics: null, changeSummary: {} })).toEqual({
    engine: "pulumi",
    changes: [],
    unknown: [],
  });
});

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "a planned %s",
  (name, definition) => {
    const fields = fieldsOf(definition, "inputs").map(([field]) => field);
    const given = (value: unknown): Values => Object.fromEntries(fields.map((field) => [field, value]));
    const made = (inputs: Values) => changeIn(step("create", { newState: stateWith(inputs, {}, name) }));

    test("has each input that the program declares, and no value that the engine hides or doesn't know", () => {
      const { resource, after } = made({ ...definition.example, __defaults: [], other: 1 });
      expect([resource, after]).toEqual([name, definition.example ?? {}]);
      // A dynamic resource has its whole module in what the engine and its SDK keep for themselves.
      const old = stateWith({ ...definition.example, __defaults: [] }, { outputs: { __provider: "module" } }, name);
      const { before } = changeIn(step("update", { oldState: old, newState: old }));
      expect(Object.keys(before ?? {}).filter((field) => field.startsWith("__"))).toEqual([]);
      for (const value of [NOT_KNOWN, HIDDEN, SEALED]) expect(made(given(value)).after).toEqual(given(UNKNOWN));
      expect(made(given([{ a: NOT_KNOWN, b: "x" }, HIDDEN])).after).toEqual(given([{ a: UNKNOWN, b: "x" }, UNKNOWN]));
    });

    test("names the secrets that the program gives, and those that surely stay", () => {
      const paths = secretPaths(definition).filter(([field = ""]) => fields.includes(field));
      expect(made({ ...definition.example }).keptSecrets).toEqual([]);
      for (const path of paths) {
        const text = pathText(path);
        const inputs = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), HIDDEN) as Values;
        expect(made(inputs).secrets).toEqual([text]);
        const kept = (detailedDiff: object | null): unknown =>
          changeIn(step("update", { newState: stateWith(inputs, {}, name), detailedDiff })).keptSecrets;
        const [outer = ""] = path;
        expect([text, kept({}), kept({ [`${text}s`]: {} }), kept({ other: {} })]).toEqual([
          text,
          [text],
          [text],
          [text],
        ]);
        expect([
          text,
          kept({ [text]: {} }),
          kept({ [`${text}.a`]: {}, x: {} }),
          kept({ [outer]: {} }),
          kept(null),
        ]).toEqual([text, [], [], [], []]);
      }
    });
  },
);

test("the state of an object is its inputs and outputs, without what only an import could have left out", () => {
  const before = (inputs: Values, outputs: Values, news: Values = {}): unknown =>
    changeIn(
      step("update", {
        oldState: stateWith(inputs, { outputs: { ...outputs, stateVersion: 1 } }, "Project"),
        newState: stateWith(news, {}, "Project"),
      }),
    ).before;
  const [inputs, outputs] = [
    { organizationId: "o1", name: "Web" },
    { name: "Webs", projectId: "7", timezone: "UTC" },
  ];
  expect(before(inputs, outputs)).toMatchObject({ organizationId: "o1", name: "Webs", projectId: "7" });
  // The service's default, which nobody declares, is no difference.
  expect(before(inputs, outputs)).not.toHaveProperty("timezone");
  expect(before({ ...inputs, timezone: "UTC" }, outputs)).toHaveProperty("timezone", "UTC");
  expect(before(inputs, outputs, { timezone: "Europe/Berlin" })).toHaveProperty("timezone", "UTC");
});

test.each([
  [[urnOf("builders")], { roleId: "builders" }],
  [["urn:pulumi:dev::shop::orgform:index:Role::builders"], { roleId: "builders" }],
  [[urnOf("builders", "pulumi-nodejs:dynamic/orgform:Role")], { roleId: "builders" }],
  [[urnOf("builders"), urnOf("builders")], {}],
  [[urnOf("x", "orgform:index:Member")], {}],
  [["urn:pulumi:dev"], {}],
  [[], {}],
  [null, {}],
])("a role comes from the one role that its input depends on: %j", (roleId, references) => {
  const newState = stateWith({ roleId: NOT_KNOWN }, { propertyDependencies: { roleId } }, "RoleMembership");
  expect(changeIn(step("create", { newState })).references).toEqual(references);
  expect(changeIn(step("create", { newState: { ...newState, propertyDependencies: null } })).references).toEqual({});
});

test("an object is named by the end of its URN", () => {
  for (const name of ["a|b", "é", "with blank"]) {
    expect(changeIn({ ...step("create", { newState: stateWith({}) }), urn: urnOf(name) }).address).toBe(name);
  }
});
