import { describe, expect, jest, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { DIALECTS } from "../support/dialects.ts";
import { isInFull } from "../support/extent.ts";
import { addProxyRecord, setStatus } from "../support/rows-proxy-record.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { addMember, levelIn } from "../support/scenario-people.ts";
import { Model } from "./model.ts";
import { BOB } from "./people-slots.ts";
import { histories, type Step } from "./steps.ts";

/** Spread over engines and dialects; a run in full takes 2,000. */
const HISTORIES = Number(process.env["ORGFORM_HISTORIES"] ?? (isInFull() ? "2000" : "60"));
const RUNS = Math.ceil(HISTORIES / (ENGINES.length * DIALECTS.length));
const MAX_STEPS = 30;

/** What a failure prints as `seed/path`: replays that history alone. */
const [SEED = "20261121", PATH = ""] = (process.env["ORGFORM_HISTORY"] ?? "").split("/").filter((part) => part !== "");

/** Describes a property of random histories for every engine against the dialect. */
export function describeHistories(dialect: Dialect): void {
  jest.setTimeout(2_400_000);
  describe.each(ENGINES.map((engine) => ({ name: engine.name, engine })))(`$name, ${dialect}`, ({ name, engine }) => {
    test("any history ends as declared, with nothing doubled, lost, orphaned or touched that is somebody else's", async () => {
      const world = await startWorld(dialect);
      await letStrangersIn(world);
      const beginning = world.sandbox.control.snapshot();
      const live = async (steps: Step[]): Promise<void> => {
        world.sandbox.control.clearFaults();
        world.sandbox.control.restore(beginning);
        world.loseRecords();
        const model = new Model(world, engine);
        for (const step of steps) await model.take(step);
        const { strangers, ...ending } = await model.finish();
        expect(ending).toEqual({ failures: {}, unsettled: [], strays: [] });
        expect(strangers.after).toEqual(strangers.before);
        // Whoever is protected is a member still.
        expect(levelIn(world, BOB)).toEqual(expect.any(Number));
      };
      const settings = PATH === "" ? { numRuns: RUNS } : { numRuns: 1, path: PATH, endOnFailure: true };
      const details = await fc.check(fc.asyncProperty(histories(MAX_STEPS), live), { seed: Number(SEED), ...settings });
      await world.sandbox.close();
      if (details.failed) throw new Error(reportOf(details, `${name}, ${dialect}`));
    });
  });
}

/** Objects of others, which no history may touch. */
export async function letStrangersIn(world: World): Promise<void> {
  const { organizationId } = world;
  world.settleIn(organizationId);
  await world.addDomain(organizationId, "somebody.example", { saml_entity_id: "urn:somebody" });
  await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Somebody's" });
  addMember(world, BOB, 1);
  const proxy = await addProxyRecord(world, organizationId, "e.somebody.example");
  setStatus(world, String(proxy["id"]), "valid");
}

function reportOf(details: fc.RunDetails<[Step[]]>, name: string): string {
  const replay = `ORGFORM_HISTORY=${details.seed}/${details.counterexamplePath ?? ""} npx jest test/histories -t '${name}'`;
  const report = [fc.defaultReportMessage(details) ?? "", String(details.errorInstance)];
  return [...report, `Replay it alone: ${replay}`].join("\n");
}
