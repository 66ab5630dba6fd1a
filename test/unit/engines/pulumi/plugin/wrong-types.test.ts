import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { served } from "../../../../../src/app/served.ts";
import type { AnyResource } from "../../../../../src/model/definition.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { isInFull } from "../../../../support/extent.ts";
import { PluginProcess, urnOf } from "../../../../support/plugin-process.ts";
import { startWorld, type World } from "../../../../support/scenario-world.ts";

let world: World;
let plugin: PluginProcess;

beforeAll(async () => {
  world = await startWorld("documented");
});
// A process hides each secret that it has received, and a random one can be a word of a message, such as `name`.
beforeEach(async () => {
  plugin = new PluginProcess();
  await plugin.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: world.organizationId });
});
afterAll(() => world.sandbox.close());

/** Values of any type for some of a resource's inputs. */
const anyInputs = ({ inputs }: AnyResource): fc.Arbitrary<Values> => {
  const values = Object.keys(inputs).map((name) => [name, fc.jsonValue({ maxDepth: 3 })] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
};
const diffs = fc.constantFrom(...served).chain((definition) => {
  const inputs = anyInputs(definition);
  return fc.record({ definition: fc.constant(definition), olds: fc.oneof(fc.constant({}), inputs), news: inputs });
});

/** The error of a diff; undefined if it succeeds. */
async function failureOf(definition: AnyResource, olds: Values, news: Values): Promise<string | undefined> {
  const call = { urn: urnOf(definition.name), id: definition.identity.parts.map((_, index) => `${index}`).join("/") };
  const state = { ...olds, stateVersion: definition.stateVersion };
  return plugin.call("Diff", { ...call, olds: state, oldInputs: olds, news }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

test("a diff of inputs of a wrong type says what is wrong with them, and is never an error of our own", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(diffs, async ({ definition, olds, news }) => {
      const failure = await failureOf(definition, olds, news);
      if (failure === undefined) return;
      refused += 1;
      expect(failure).not.toMatch(/is not a function|Cannot read|is not iterable/u);
    }),
    { numRuns: isInFull() ? 500 : 200 },
  );
  expect(refused).toBeGreaterThan(isInFull() ? 100 : 40);
});

test("the words are those of a check, without what the engine marked as a secret", async () => {
  const definition = served.find(({ name }) => name === "Role") as AnyResource; // -- there is one
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "hushed-words" };
  const news = { organizationId: world.organizationId, name: { first: secret } };
  const failure = await failureOf(definition, { organizationId: world.organizationId, name: "Readers" }, news);
  expect(failure).toMatch(/The inputs of Role cannot be used\nname: expected a string, found/u);
  expect(failure).not.toContain("hushed-words");
});
