import { expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Engine } from "../support/engine-under-test.ts";
import type { Row } from "../support/conformance-row.ts";
import { rowIn } from "../support/conformance-rows.ts";
import { type Fixture, checked, describeRows, settled } from "../support/conformance-table.ts";
import { makeOwnTry } from "../support/scenario-crash.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";

const CONVERGED = { changes: false, replaces: [] };

/** A program whose existing object can't be changed as declared: every change fails without an effect. */
async function stuck(fixture: Fixture, status: number): Promise<{ program: Program; error: unknown }> {
  const { row, world, full, engine } = fixture;
  await makeOwnTry(fixture);
  world.sandbox.control.addFault({ kind: "status", status, method: fixture.row.changeMethod ?? "PATCH", times: 0 });
  const program = new Program(engine, row.resource, full);
  return { program, error: await program.up(fixture.start(LONG_TIMEOUT)) };
}

/** Whether a create of the row that takes its own earlier try over has something to change in it. */
function isLeftToChange(declared: Row, _engine: Engine, dialect: Dialect): boolean {
  const { edit, existing, changeMethod = "PATCH" } = rowIn(declared, dialect);
  return edit !== undefined && existing.ownRequests.some((request) => request.startsWith(changeMethod));
}

describeRows((fixture) => {
  const { row } = fixture;
  const { resource } = row;

  test("a create whose later step fails leaves an entry that shows what is the case, and goes on from it", async () => {
    const { program, error } = await stuck(fixture, 502);
    expect(String(error)).toContain("answered 502");
    expect(program.entry?.isIncomplete).toBe(true);
    fixture.world.sandbox.control.clearFaults();
    const { id = "", state = {} } = program.entry ?? {};
    expect((await fixture.start().read(resource, { id, state }))?.state).toEqual(state);
    expect(await program.up(fixture.start())).toBeUndefined();
    expect(program.entry?.id).toBe(id);
    const run = fixture.start();
    const inputs = await checked(run, row, fixture.full, program.entry?.state);
    expect(await run.diff(resource, program.entry ?? { id, state }, inputs)).toEqual(CONVERGED);
    expect(row.count(fixture.world, fixture.full)).toBe(1);
  });

  test("an entry that a failed create left can be deleted", async () => {
    const { program } = await stuck(fixture, 502);
    expect(program.entry?.isIncomplete).toBe(true);
    fixture.world.sandbox.control.clearFaults();
    expect(await program.destroy(fixture.start())).toBeUndefined();
    expect(row.count(fixture.world, fixture.full)).toBe(row.countAfterDelete);
  });
}, isLeftToChange);

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;

    test("an update whose change is refused keeps the old entry", async () => {
      const { entry, inputs } = await settled(fixture);
      const changes = Object.entries(row.changes(fixture.seeded)).map(([name, { to }]) => [name, to] as const);
      const declared = { ...fixture.full, ...Object.fromEntries(changes) };
      const before = { ...entry, inputs, isIncomplete: false };
      const program = new Program(fixture.engine, resource, declared, before);
      fixture.world.sandbox.control.addFault({
        kind: "status",
        status: 403,
        method: fixture.row.changeMethod ?? "PATCH",
      });
      expect(String(await program.up(fixture.start()))).toContain("answered 403");
      expect(program.entry).toEqual(before);
    });

    test("an update whose answers are all lost shows in its entry what the service holds", async () => {
      const { entry, inputs } = await settled(fixture);
      const changes = Object.entries(row.changes(fixture.seeded)).map(([name, { to }]) => [name, to] as const);
      const declared = { ...fixture.full, ...Object.fromEntries(changes) };
      const program = new Program(fixture.engine, resource, declared, { ...entry, inputs, isIncomplete: false });
      fixture.world.sandbox.control.addFault({
        kind: "status",
        status: 502,
        method: fixture.row.changeMethod ?? "PATCH",
        times: 0,
      });
      expect(String(await program.up(fixture.start()))).toContain("answered 502");
      expect(program.entry?.isIncomplete === true || !fixture.engine.marksPartialUpdates).toBe(true);
      fixture.world.sandbox.control.clearFaults();
      const { id = "", state = {} } = program.entry ?? {};
      expect(await fixture.start().read(resource, { id, state })).toMatchObject({ id: entry.id, state });
      expect(await program.up(fixture.start())).toBeUndefined();
      expect(program.entry?.state).toMatchObject(Object.fromEntries(changes));
    });
  },
  // A setting that a dialect lacks isn't a change there.
  (declared, _engine, dialect) => rowIn(declared, dialect).edit !== undefined,
);
