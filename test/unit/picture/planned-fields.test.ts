import { describe, expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsShown } from "../../../src/driver/driver.ts";
import { type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import { sameStored } from "../../../src/model/diff.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { pick, type Values } from "../../../src/model/json-value.ts";
import { splitValues } from "../../../src/model/parts.ts";
import { isUnknown, unknown } from "../../../src/model/picture/known.ts";
import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { hasServiceDefault, serviceDefaultOf } from "../../../src/model/service-default.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { changedFields, newFields, NOT_YET, resetFields } from "../../../src/picture/planned-values.ts";
import { definitionOf } from "../../support/definition-of.ts";
import { plannedChange } from "../../support/planned-change.ts";

const DECIDED = unknown("the service decides it when the plan is applied");
const HIDDEN = unknown("the key lacks a scope");

const change = (before: Values | undefined, after: Values | undefined): PlannedChange =>
  plannedChange("", { id: before === undefined ? undefined : "o1/1", before, after });

/** The inputs that the example of a resource gives as plain values, and that the service shows. */
function inputsOf(definition: AnyResource): readonly string[] {
  const example = splitValues(definition, definition.example ?? {});
  const shown = new Set(fieldsShown(definition).map(([name]) => name));
  return fieldsOf(definition, "inputs")
    .map(([name]) => name)
    .filter((name) => shown.has(name) && ["string", "number", "boolean"].includes(typeof example[name]));
}

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

const defaultIn = (definition: AnyResource, name: string): unknown => {
  const rules = fieldsOf(definition, "inputs").find(([one]) => one === name)?.[1];
  if (rules === undefined || !hasServiceDefault(rules)) return DECIDED;
  return serviceDefaultOf(rules) ?? null;
};

const tried = resources.filter((definition) => definition.kind !== "settings" && inputsOf(definition).length > 0);

test("most resources have fields to try", () => {
  expect(tried.length).toBeGreaterThan(12);
});

describe.each(tried.map((definition) => [definition.name, definition] as const))(
  "a planned %s",
  (_name, definition) => {
    const example = definition.example ?? {};
    const names = inputsOf(definition);
    const allShown = fieldsShown(definition).map(([name]) => name);
    const deferred = hookOf(definition, "deferredFields")?.inputs ?? [];
    const unsupported = hookOf(definition, "unsupportedInputs")?.inputs ?? [];
    const rulesOf = new Map(fieldsOf(definition, "inputs"));
    const held = { ...pick(example, names), isVerified: true, other: "kept" };
    const showsDeclared = (name: string, shown: unknown): boolean => {
      const rules = rulesOf.get(name);
      return rules !== undefined && !isUnknown(shown) && sameStored(rules, example[name], shown);
    };

    test("that is new shows what the program declares, and what the service decides", () => {
      const sibling = Object.fromEntries(allShown.map((name) => [name, "known"]));
      const made = newFields(definition, change(undefined, example), sibling);
      expect(Object.keys(made)).toEqual(expect.arrayContaining(allShown));
      for (const name of names) {
        expect([name, showsDeclared(name, made[name])]).toEqual([name, !deferred.includes(name)]);
      }
      for (const name of allShown.filter((one) => !rulesOf.has(one) && !one.includes("."))) {
        expect([name, made[name]]).toEqual([name, expect.anything()]);
      }
    });

    test("that is new has of each field only what another object of the kind shows", () => {
      const sibling = Object.fromEntries(allShown.map((name) => [name, "known"]));
      const made = newFields(definition, change(undefined, example), sibling);
      for (const name of names) {
        for (const other of [without(sibling, name), { ...sibling, [name]: HIDDEN }]) {
          expect(newFields(definition, change(undefined, example), other)).toEqual({ ...made, [name]: DECIDED });
        }
      }
    });

    test("that is new and the only one doesn't promise what not every service shows", () => {
      const made = newFields(definition, change(undefined, example), undefined);
      for (const name of names) {
        const isUnsure = [...unsupported, ...deferred].includes(name) || rulesOf.get(name)?.returned !== undefined;
        expect([name, isUnknown(made[name])]).toEqual([name, isUnsure]);
      }
    });

    test("that stays the same stays as it is, field by field", () => {
      expect(changedFields(definition, change(example, example), held)).toMatchObject(held);
      expect(changedFields(definition, change(undefined, undefined), held)).toEqual(held);
    });

    test("that changes shows each field as declared, as the default, or as not known yet", () => {
      for (const name of names) {
        const told = (after: Values, before: Values = example, shown: Values = held): unknown =>
          changedFields(definition, change(before, after), shown)[name];
        const gone = without(example, name);
        expect([name, told({ ...example, [name]: UNKNOWN })]).toEqual([name, NOT_YET]);
        expect([name, told(gone)]).toEqual([name, defaultIn(definition, name)]);
        expect([name, told(gone, gone)]).toEqual([name, example[name]]);
        for (const after of [example, gone, { ...example, [name]: UNKNOWN }]) {
          expect([name, told(after, example, { ...held, [name]: HIDDEN })]).toEqual([name, HIDDEN]);
        }
        const other = { ...held, [name]: typeof example[name] === "boolean" ? !example[name] : "something else" };
        expect([name, showsDeclared(name, told(example, example, other))]).toEqual([name, true]);
      }
    });

    test("whose settings leave the program has the service's defaults, where it shows the fields", () => {
      const fields = fieldsOf(definition, "inputs").filter(([name]) => allShown.includes(name));
      const held = Object.fromEntries([...fields.map(([name]) => [name, "held"]), ["other", "kept"]]) as Values;
      const reset = resetFields(definition, held);
      for (const [name, rules] of fields) {
        const expected = hasServiceDefault(rules) ? (serviceDefaultOf(rules) ?? null) : "held";
        expect([name, reset[name]]).toEqual([name, expected]);
        expect(resetFields(definition, { ...held, [name]: HIDDEN })[name]).toEqual(HIDDEN);
      }
      expect(reset["other"]).toBe("kept");
    });
  },
);

describe("a setting that waits until its domain is verified", () => {
  const domain = definitionOf("Domain");
  const [name = ""] = hookOf(domain, "deferredFields")?.inputs ?? [];

  test.each([
    [true, "new"],
    [false, NOT_YET],
    [HIDDEN, NOT_YET],
  ])("is as declared if the domain is verified: %j", (isVerified, told) => {
    const held = { domain: "acme.example", [name]: "old", isVerified };
    expect(changedFields(domain, change({ [name]: "old" }, { [name]: "new" }), held)[name]).toEqual(told);
  });
});
