import { describe, expect, test } from "@jest/globals";

import { functions } from "../../src/catalog/functions/index.ts";
import { checkArguments } from "../../src/driver/driver.ts";
import { type AnyFunction, argumentsOf, planOf, resultOf } from "../../src/model/function.ts";
import { confirmed, problemsOf } from "../support/functions/function-world.ts";
import { printed } from "../../src/model/messages.ts";

const VERB_FIRST =
  /^(?:add|backfill|bulk|check|complete|delete|diagnose|get|list|pause|query|reset|retry|split|test|unpause|update|upgrade|verify)[A-Z][A-Za-z]+$/u;

test("every name is there once, and they are sorted", () => {
  const names = functions.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted((left, right) => (left < right ? -1 : 1)));
});

describe.each(functions.map((definition) => [definition.name, definition] as const))("%s", (_name, definition) => {
  test("has a name with a verb, one sentence of docs, and a doc for every field", () => {
    expect(definition.name).toMatch(VERB_FIRST);
    const about = printed(definition.doc);
    expect(about).toMatch(/^[A-Z].*\.$/u);
    expect(about.match(/\.(?=\s|$)/gu)).toHaveLength(1);
    const docs = [...argumentsOf(definition), ...resultOf(definition)].map(([, { doc }]) => printed(doc));
    expect(docs.filter((doc) => !/^\S.*\.$/su.test(doc))).toEqual([]);
  });

  test("declares what its effect and its repetition ask for, and nothing that they exclude", () => {
    const { effect, repeat, scopes, run, rows, finds, lists } = definition;
    expect([run, rows, finds, lists].filter((way) => way !== undefined)).toHaveLength(1);
    expect({
      confirmation: definition.confirmation !== undefined,
      plan: definition.plan !== undefined,
      lookUp: definition.lookUp !== undefined,
      alternative: definition.alternative !== undefined,
    }).toEqual({
      confirmation: effect === "destructive",
      plan: effect !== "read",
      lookUp: repeat === "lookup",
      alternative: scopes.length === 0,
    });
    expect(effect === "read" ? repeat : "safe").toBe("safe");
  });

  test("has an example that can be called", () => {
    const unknown = Object.keys(definition.example).filter((name) => !Object.hasOwn(definition.arguments, name));
    expect(unknown).toEqual([]);
    expect(problemsOf(definition, confirmed(definition, definition.example))).toEqual([]);
  });

  test("says what it would do, and nothing secret", () => {
    const { inputs } = checkArguments(definition, definition.example, { howToSet: String });
    const plan = printed(planOf(definition, inputs));
    expect(plan).toMatch(/^would [a-z].*[^.]$/u);
    expect(plan).not.toContain("undefined");
    const secrets = secretsOf(definition).map((name) => String(inputs[name]));
    expect(secrets.filter((secret) => plan.includes(secret))).toEqual([]);
  });
});

function secretsOf(definition: AnyFunction): string[] {
  return argumentsOf(definition).flatMap(([name, { secret }]) => (secret === true ? [name] : []));
}
