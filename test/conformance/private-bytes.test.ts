import { expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import type { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { decodeValue, encodeValue } from "../../src/engines/terraform/provider/values.ts";
import { FINGERPRINTS } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { describeRows, type Fixture } from "../support/conformance-table.ts";
import { environmentWith } from "../support/process-environment.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { terraform } from "../support/terraform-engine.ts";
import { configOf, hasErrors, type KeptObject, TerraformProcess } from "../support/terraform-process.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

/** One process of the provider, to which the engine passes the last response unchanged. */
async function processOf({ world, row }: Fixture) {
  const time = fastTime();
  const environment = environmentWith(world.keepRecords());
  const process = new TerraformProcess({
    environment,
    clock: time.driver,
    clientTime: time.client,
    definitions: resources,
  });
  const { host } = world.sandbox;
  const limits = { requestsPerMinute: "1000000", requestsPerHour: "1000000" };
  await process.configure({ host, apiKey: world.apiKey, ...limits, ...LONG_TIMEOUT });
  return { process, schema: process.schema(row.resource) };
}

async function refreshed(fixture: Fixture, kept: KeptObject): Promise<KeptObject> {
  const { process, schema } = await processOf(fixture);
  const answer = await process.call("ReadResource", {
    typeName: schema.typeName,
    currentState: encodeValue(kept.object),
    private: kept.private,
  });
  expect(hasErrors(answer)).toBe(false);
  const { newState, private: bytes } = answer.message;
  return { object: decodeValue(newState) as Values | null, private: bytes as Uint8Array };
}

/** The configuration with every secret write-only, so only the private bytes show what was sent. */
function givenWriteOnly({ writeOnly }: ResourceSchema, config: Values): Values {
  const given = writeOnly.filter(({ stored }) => (config[stored] ?? null) !== null);
  const pairs = given.flatMap(({ stored, value, version }) => [
    [stored, null],
    [value, config[stored]],
    [version, 1],
  ]);
  return { ...config, ...(Object.fromEntries(pairs) as Values) };
}

/** The plan of the declaration, and the state after its apply. */
async function applied(fixture: Fixture, kept: KeptObject, declared: Values) {
  const { process, schema } = await processOf(fixture);
  const config = givenWriteOnly(schema, configOf(schema, declared));
  const plan = await process.plan(schema, kept, config);
  const plannedPrivate = plan.message["plannedPrivate"] as Uint8Array;
  const answer = await process.apply(schema, { ...kept, private: plannedPrivate }, plan.planned, config);
  expect([...plan.diagnostics, ...answer.diagnostics].filter(({ severity }) => severity === 1)).toEqual([]);
  return { planned: plan.planned, left: { object: answer.object, private: answer.private } };
}

/** The object and the bytes, without the driver's hashes, which don't cover write-only values. */
function shown({ object, private: bytes }: KeptObject) {
  const { [FINGERPRINTS]: _fingerprints, ...kept } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Values;
  return [object, kept];
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    test.each([0, 3])(
      "what it keeps is carried on by %d refreshes, and a change outside is noticed once",
      async (n) => {
        const { full: declared } = fixture;
        const { left: made } = await applied(fixture, NOTHING, declared);
        let kept = made;
        for (let round = 0; round < n; round += 1) kept = await refreshed(fixture, kept);
        expect(shown(kept)).toEqual(shown(made));

        row.edit?.apply(fixture.world, String(kept.object?.["id"]));
        const changed = await refreshed(fixture, kept);
        expect(JSON.stringify(shown(changed)) === JSON.stringify(shown(made))).toBe(row.edit === undefined);
        expect(shown(await refreshed(fixture, changed))).toEqual(shown(changed));

        const { planned, left } = await applied(fixture, changed, declared);
        expect(JSON.stringify(planned) === JSON.stringify(changed.object)).toBe(row.edit === undefined);
        const next = await applied(fixture, await refreshed(fixture, left), declared);
        expect(shown(next.left)).toEqual(shown(left));
        expect(next.left.private.length).toBeGreaterThan(0);
      },
    );
  },
  // What waits for something isn't as it was made.
  ({ ripen }, engine) => engine === terraform && ripen === undefined,
  { furtherEngines: "each shape" },
);
