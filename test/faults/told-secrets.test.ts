import { describe, expect, test } from "@jest/globals";

import { functions } from "../../src/catalog/functions/index.ts";
import { resultOf } from "../../src/model/function.ts";
import { secretPaths, secretTextsIn, textsIn } from "../../src/model/secret-texts.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { checked, definitionOf, describeRows, type Fixture, settled } from "../support/conformance-table.ts";
import { callWith, startFunctionWorld } from "../support/functions/function-world.ts";
import { FUNCTION_ROWS } from "../support/functions/rows.ts";

/** The state's placeholder for a value that it doesn't store. */
const STAND_IN = /^(?:none$|scrypt:)/u;

/** The output of a provider process whose service quotes the secrets in its refusal. */
async function quoted({ world }: Fixture, run: EngineRun, texts: readonly string[]): Promise<string> {
  const { control } = world.sandbox;
  const detail = `refused: ${texts.join(" and ")}`;
  control.addFault({
    kind: "status",
    status: 403,
    body: { type: "authentication_error", code: "permission_denied", detail, attr: null },
    method: "POST",
    route: "/api/organizations/:organization_id/domains/",
  });
  const inputs = { organizationId: world.organizationId, domain: "told.example" };
  const failure: unknown = await run.create("Domain", inputs).catch((error: unknown) => error);
  control.clearFaults();
  const said = [(failure as Error).message, JSON.stringify(failure), ...run.messages.map(({ text }) => text)];
  expect(said[0]).toContain("refused:");
  return said.join("\n");
}

/** The secret strings that a message shows. */
const shownOf = (texts: readonly string[], message: string): string[] =>
  texts.filter((text) => text.length >= 4 && message.includes(text));

describeRows(
  (fixture) => {
    const { row, definition } = fixture;
    const secretsIn = (state: Values | undefined): string[] =>
      secretTextsIn(definition, state ?? {}).filter((text) => !STAND_IN.test(text));

    test("what an answer told of secrets is in no later message of the process", async () => {
      const { entry } = await settled(fixture);
      // An import, whose values nobody declared.
      const finder = fixture.start();
      const found = secretsIn((await finder.find(row.resource, entry.id))?.state);
      expect(shownOf(found, await quoted(fixture, finder, found))).toEqual([]);

      await fixture.setUpJustNow();
      const maker = fixture.start();
      const made = await maker.create(row.resource, await checked(maker, row, fixture.full));
      const told = secretsIn(made.state);
      expect(shownOf(told, await quoted(fixture, maker, told))).toEqual([]);
    });
  },
  ({ resource }, engine) => engine === ENGINES[0] && secretPaths(definitionOf(resource)).length > 0,
  { dialects: "where requests differ", furtherEngines: "none" },
);

describe.each(functions.filter((one) => resultOf(one).some(([, { secret }]) => secret === true)))(
  "the function $name",
  (definition) => {
    test("what its answer told of secrets is in no later message of the process", async () => {
      const world = await startFunctionWorld("2025-08");
      const args = FUNCTION_ROWS[definition.name]?.args(world.seeded) ?? {};
      const result = await callWith(definition, args, world.context());
      const told = resultOf(definition).flatMap(([name, { secret }]) => (secret === true ? textsIn(result[name]) : []));
      expect(told).not.toEqual([]);
      expect(shownOf(told, world.api.redact(told.join(" and ")))).toEqual([]);
      await world.close();
    });
  },
);
