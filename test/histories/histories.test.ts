import { describe, expect, jest, test } from "@jest/globals";
import * as fc from "fast-check";

import { resources } from "../../src/resources/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { DIALECTS } from "../support/dialects.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { House } from "./house.ts";
import { SLOTS } from "./slots.ts";
import { histories, type Step } from "./steps.ts";

/** At least 2,000 histories, spread over engines and dialects. */
const HISTORIES = Number(process.env["N"] ?? 2000);
const RUNS = Math.ceil(HISTORIES / (ENGINES.length * DIALECTS.length));
const MAX_STEPS = 30;

/** Printed by a failure as `seed:path`: replays that history alone. */
const [seed = "20261121", path = ""] = (process.env["ORGFORM_HISTORY"] ?? "").split("/").filter((part) => part !== "");

jest.setTimeout(1_200_000);

test("every resource has a place in the histories", () => {
  const placed = new Set(SLOTS.map(({ resource }) => resource));
  expect(resources.map(({ name }) => name).filter((name) => !placed.has(name))).toEqual([]);
});

const CASES = DIALECTS.flatMap((dialect) => ENGINES.map((engine) => ({ name: engine.name, engine, dialect })));

/** Objects of others, which no history may touch. */
async function letStrangersIn(world: World): Promise<void> {
  const { organizationId } = world;
  world.settleIn(organizationId);
  await world.addDomain(organizationId, "somebody.example", { saml_entity_id: "urn:somebody" });
  await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Somebody's" });
}

function replayOf({ seed: failed, counterexamplePath }: fc.RunDetails<[Step[]]>, name: string): string {
  const file = "npx jest test/histories";
  return `Replay it alone: ORGFORM_HISTORY=${failed}/${counterexamplePath ?? ""} ${file} -t '${name}'`;
}

describe.each(CASES)("$name, $dialect", ({ name, engine, dialect }) => {
  test("any history ends as declared, with nothing doubled, lost, orphaned or touched that is somebody else's", async () => {
    const world = await startWorld(dialect);
    await letStrangersIn(world);
    const beginning = world.sandbox.control.snapshot();
    const live = async (steps: Step[]): Promise<void> => {
      world.sandbox.control.clearFaults();
      world.sandbox.control.restore(beginning);
      const house = new House(world, engine);
      for (const step of steps) await house.take(step);
      const { strangers, ...ending } = await house.finish();
      expect(ending).toEqual({ failures: {}, unsettled: [], strays: [] });
      expect(strangers.after).toEqual(strangers.before);
    };
    const details = await fc.check(fc.asyncProperty(histories(MAX_STEPS), live), {
      seed: Number(seed),
      path,
      numRuns: RUNS,
      endOnFailure: true,
    });
    await world.sandbox.close();
    if (details.failed)
      throw new Error(`${fc.defaultReportMessage(details)}\n${replayOf(details, `${name}, ${dialect}`)}`);
  });
});
