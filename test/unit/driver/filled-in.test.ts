import { expect, test } from "@jest/globals";

import { check } from "../../../src/driver/driver.ts";
import { filledIn } from "../../../src/driver/hooks.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { box, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService } from "../../support/fake-service.ts";

const permission = apiError({ category: "permission", status: 403 });
const broken = apiError({ category: "unavailable", status: 500 });

/** The declaration with filled-in values, and the values that were requested from the service. */
async function filled(inputs: Readonly<Record<string, unknown>>, found: string | Error | undefined) {
  const asked: string[] = [];
  const find = async (_api: unknown, value: string) => {
    asked.push(value);
    if (found instanceof Error) throw found;
    return found;
  };
  const definition = {
    ...box,
    capabilities: [{ name: "home", fillIn: { input: "organizationId" as const, from: "name", find } }],
  };
  const driver = startDriver(new FakeService());
  return { whole: await filledIn(definition, inputs, () => driver.context), asked };
}

test.each<readonly [string, Readonly<Record<string, unknown>>, unknown, readonly string[], string | Error | undefined]>(
  [
    ["follows from the other input", { name: "a" }, "o1", ["a"], "o1"],
    ["follows from it where it's null", { name: "a", organizationId: null }, "o1", ["a"], "o1"],
    ["isn't known before the other input is", { name: UNKNOWN }, UNKNOWN, [], "o1"],
    ["is kept where it's given", { name: "a", organizationId: "o2" }, "o2", [], "o1"],
    ["is kept where it's given but not known", { name: "a", organizationId: UNKNOWN }, UNKNOWN, [], "o1"],
    ["is left out without the other input", { color: "red" }, undefined, [], "o1"],
    ["is left out for a wrong type", { name: 5 }, undefined, [], "o1"],
    ["is left out for a wrong value", { name: "x".repeat(21) }, undefined, [], "o1"],
    ["is left out where the key isn't shown it", { name: "a" }, undefined, ["a"], undefined],
    ["is left out where the key may not ask", { name: "a" }, undefined, ["a"], permission],
  ],
)("a setting that another input provides %s", async (_, inputs, expected, asks, found) => {
  const { whole, asked } = await filled(inputs, found);
  expect(whole).toEqual({ ...inputs, ...(expected === undefined ? {} : { organizationId: expected }) });
  expect(asked).toEqual(asks);
});

test("a failure of the service isn't taken for a missing setting", async () => {
  await expect(filled({ name: "a" }, broken)).rejects.toBe(broken);
});

test.each([
  ["nothing is asked where the configuration has the setting", "o9", []],
  ["the service is asked where it hasn't", undefined, ["a"]],
])("in a check, %s", async (_, organizationId, expected) => {
  const asked: string[] = [];
  const find = (_api: unknown, value: string) => {
    asked.push(value);
    return Promise.resolve("o1");
  };
  const definition = {
    ...box,
    capabilities: [{ name: "home", fillIn: { input: "organizationId" as const, from: "name", find } }],
  };
  const driver = startDriver(new FakeService());
  const settings = { organizationId, howToSet: (name: string) => name };
  await check(definition, { name: "a", color: "red" }, { settings, held: {} }, () => driver.context);
  expect(asked).toEqual(expected);
});
