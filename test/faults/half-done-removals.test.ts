import { expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import { type Fixture, created, describeRows } from "../support/conformance-table.ts";
import { interrupt, type Prepared } from "../support/scenario-crash.ts";
import { addMember, levelIn } from "../support/scenario-people.ts";
import { BREAKAGES } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";
import { FOUNDER } from "../support/scenario-world.ts";

const RESOURCE = "OrganizationMembers";
const GOING = ["dan@globex.example", "eve@globex.example"];

/** Looks of the preview, the list before the writes, a level, two removals, and the list after them. */
const REQUESTS = ["GET", "GET", "GET", "PATCH", "DELETE", "DELETE", "GET"];

/** A program whose next update removes two people and reverts a level, after changes from outside. */
async function crowded(fixture: Fixture): Promise<Prepared> {
  const { entry } = await created(fixture, fixture.full);
  for (const email of GOING) addMember(fixture.world, email, 1);
  addMember(fixture.world, "ann@globex.example", 1);
  const read = await fixture.start().read(RESOURCE, entry);
  if (read === undefined) throw new Error("the declaration was dropped");
  const program = new Program(fixture.engine, RESOURCE, fixture.full, { ...read, isIncomplete: false });
  return { program, declared: fixture.full };
}

const KINDS: readonly string[] = ["reset-after", "status-after"];

describeRows(
  (fixture) => {
    for (const breakage of BREAKAGES.filter(({ kills, fault }) => kills === true || KINDS.includes(fault.kind))) {
      const requests = [...REQUESTS.keys()].filter((index) => breakage.only === undefined || REQUESTS[index] === "GET");
      test.each(requests)(`a half of the removals done converges: request %i is ${breakage.name}`, async (index) => {
        const prepared = await crowded(fixture);
        const fault = { ...breakage.fault, nth: index + 1 };
        const outcome = await interrupt(fixture, "update", [{ breakage, fault }], prepared);
        expect([outcome.error, outcome.unused]).toEqual([undefined, 0]);
        const everybody = [FOUNDER, "ann@globex.example", "bob@globex.example", ...GOING];
        expect(everybody.map((email) => levelIn(fixture.world, email))).toEqual([15, 8, 1, undefined, undefined]);
        const { entry } = outcome;
        if (entry === undefined) throw new Error("the declaration was dropped");
        expect(await fixture.start().read(RESOURCE, entry)).toEqual({ ...entry, isIncomplete: undefined });
        expect(await fixture.start().diff(RESOURCE, entry, entry.inputs)).toEqual({ changes: false, replaces: [] });
      });
    }
  },
  // The engines don't matter for the rest of a partial update.
  ({ resource }, engine) => resource === RESOURCE && engine === ENGINES[0],
  { dialects: "2025-08" },
);
