import { describe, expect, jest, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { isInFull } from "../../support/extent.ts";
import { pictureOf } from "../../support/pictured.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { proofOf } from "./plan-proof.ts";
import { type Program, type Stack, stackOf } from "./planned-stack.ts";
import { pulumiPlanning } from "./pulumi-planning.ts";
import { groundOf, isRefused, programOf, publishFor, type Slot, slotsOn } from "./random-programs.ts";
import { terraformPlanning } from "./terraform-planning.ts";

jest.setTimeout(1_200_000);

const RUNS = isInFull() ? 40 : 1;

const ENGINES: readonly ((world: World, slots: readonly Slot[]) => Stack)[] = [
  (world, slots) => stackOf(pulumiPlanning, world, slots),
  (world, slots) => stackOf(terraformPlanning, world, slots),
];

/** By day, without the dialect of the documentation, whose requests are those of 2025-08. */
const DIALECTS: readonly Dialect[] = isInFull() ? ["2025-08", "documented", "2026-09"] : ["2025-08", "2026-09"];

describe.each(DIALECTS)("a plan laid over the picture, %s", (dialect) => {
  test("shows what the picture is after the apply, in both engines", async () => {
    const world = await startWorld(dialect);
    const ground = await groundOf(world);
    const { sandbox } = world;
    const beginning = sandbox.control.snapshot();
    const slots = slotsOn(ground, dialect);
    let [changes, foretold] = [0, 0];
    const live = async (programs: readonly Program[]): Promise<void> => {
      fc.pre(!isRefused(programs));
      for (const start of ENGINES) {
        sandbox.control.restore(beginning);
        world.loseRecords();
        const stack = start(world, slots);
        for (const { name, imported } of slots) if (imported !== undefined) await stack.import(name, imported);
        let before = await pictureOf(sandbox);
        for (const program of programs) {
          const meanwhile = (): void => publishFor(world, ground, program);
          const proof = await proofOf(world, { stack, program, before, meanwhile });
          expect([stack.engine, proof.contradictions]).toEqual([stack.engine, []]);
          expect(JSON.stringify(proof.planned)).not.toContain("canary");
          if (proof.isChange) changes += 1;
          if (proof.isForetold) foretold += 1;
          before = proof.after;
        }
      }
    };
    const programs = fc.array(programOf(slots), { minLength: 2, maxLength: 3 });
    const details = await fc.check(fc.asyncProperty(programs, live), {
      numRuns: RUNS,
      seed: 20261126,
      endOnFailure: true,
    });
    await sandbox.close();
    if (details.failed) throw new Error(`${String(details.errorInstance)}\n${JSON.stringify(details.counterexample)}`);
    expect(changes).toBeGreaterThan(RUNS);
    // A plan that leaves everything unknown contradicts nothing.
    expect(foretold).toBeGreaterThanOrEqual(changes * 0.9);
  });
});
