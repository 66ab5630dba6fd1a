import { describe, expect, jest, test } from "@jest/globals";
import * as fc from "fast-check";

import { driftReport } from "../support/drift-report.ts";
import type { DriftReport } from "../../src/app/drift/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { OLDER_DIALECTS } from "../support/dialects.ts";
import { isInFull } from "../support/extent.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject, terraformState } from "../support/state-files.ts";
import { letStrangersIn } from "./describe-histories.ts";
import { Model } from "./model.ts";
import { histories, meddledHistories, type Step } from "./steps.ts";
import { refreshedOnly, type Verdict } from "./verdict.ts";

const RUNS = 5;
const MAX_STEPS = 16;
const SEED = 20_261_121;

/** Ignores the objects that no code declares: this test isn't about them. */
const NO_STRANGERS = new IgnoreRules("* *", "rules");

const STATE_FILES: Readonly<Record<string, (objects: readonly StoredObject[]) => string>> = {
  "pulumi-dynamic": (objects) => pulumiState(objects, { clear: true }),
  "pulumi-plugin": (objects) => pulumiState(objects, { clear: true, plugin: true }),
  terraform: terraformState,
};

jest.setTimeout(600_000);

/** Engines don't know the dialect, so `npm test` runs each of them in one dialect only. */
const CASES = ENGINES.flatMap((engine) =>
  OLDER_DIALECTS.filter((dialect) => isInFull() || dialect === "2025-08").map((dialect) => ({
    name: engine.name,
    engine,
    dialect,
  })),
);

describe.each(CASES)("$name, $dialect", ({ name, engine, dialect }) => {
  test("drift reports exactly the objects that a refresh finds changed or missing", async () => {
    const world = await startWorld(dialect);
    await letStrangersIn(world);
    const beginning = world.sandbox.control.snapshot();
    const seen = new Set<Verdict>();
    const live = async (steps: Step[]): Promise<void> => {
      world.sandbox.control.clearFaults();
      world.sandbox.control.restore(beginning);
      world.loseRecords();
      const model = new Model(world, engine);
      for (const step of steps) await model.take(step);
      const [refreshed, found] = [await refreshedOnly(model), await driftIn(world, name, model)];
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(refreshed));
      for (const verdict of refreshed.values()) seen.add(verdict);
    };
    const any = fc.oneof(
      { weight: 3, arbitrary: meddledHistories(MAX_STEPS) },
      { weight: 1, arbitrary: histories(MAX_STEPS) },
    );
    await fc.assert(fc.asyncProperty(any, live), { numRuns: RUNS, seed: SEED });
    await world.sandbox.close();
    expect([...seen]).toEqual(expect.arrayContaining(["unchanged", "changed", "missing"]));
  });
});

async function driftIn({ sandbox, apiKey }: World, engine: string, model: Model): Promise<Map<string, Verdict>> {
  const stored = model.stored();
  if (stored.length === 0) return new Map();
  const stack = readState(STATE_FILES[engine]?.(stored) ?? "", engine);
  const limits = { requestsPerMinute: 1_000_000, requestsPerHour: 1_000_000 };
  const report = await driftReport(stack, { host: sandbox.host, apiKey, ...limits }, NO_STRANGERS);
  return new Map(stored.map(({ name }) => [name, verdictIn(report, name)]));
}

function verdictIn({ changed, missing, unchecked }: DriftReport, name: string): Verdict {
  const isIn = (list: readonly { readonly address?: string }[]): boolean =>
    list.some(({ address = "" }) => address === name || address.endsWith(`.${name}`));
  return isIn(unchecked) ? "unknown" : isIn(missing) ? "missing" : isIn(changed) ? "changed" : "unchanged";
}
