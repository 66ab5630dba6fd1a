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

/** The number of histories for all engines and dialects together. A full run plays 2,000. */
const HISTORIES = Number(process.env["ORGFORM_HISTORIES"] ?? (isInFull() ? "2000" : "60"));
const RUNS = Math.ceil(HISTORIES / (ENGINES.length * DIALECTS.length));
const MAX_STEPS = 30;

/** The `seed/path` that a failure prints. With it, only that history is replayed. */
const [SEED = "20261121", PATH = ""] = (process.env["ORGFORM_HISTORY"] ?? "").split("/").filter((part) => part !== "");

/** Describes a property of random histories, for every engine in one dialect. */
export function describeHistories(dialect: Dialect): void {
  jest.setTimeout(2_400_000);
  describe.each(ENGINES.map((engine) => ({ name: engine.name, engine })))(`$name, ${dialect}`, ({ name, engine }) => {
    test("any history ends as declared, without duplicates, losses, orphans, or changes of other people's objects", async () => {
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
        // Every protected person is still a member.
        expect(levelIn(world, BOB)).toEqual(expect.any(Number));
      };
      const settings = PATH === "" ? { numRuns: RUNS } : { numRuns: 1, path: PATH, endOnFailure: true };
      const details = await fc.check(fc.asyncProperty(histories(MAX_STEPS), live), { seed: Number(SEED), ...settings });
      await world.sandbox.close();
      if (details.failed) throw new Error(reportOf(details, `${name}, ${dialect}`));
    });
  });
}

/** Creates objects of other people, which no history is allowed to touch. */
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
