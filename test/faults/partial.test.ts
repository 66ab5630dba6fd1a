import { expect, test } from "@jest/globals";

import { type Bench, checked, describeRows, settled } from "../support/conformance-table.ts";
import { makeOwnTry } from "../support/scenario-crash.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";

const CONVERGED = { changes: false, replaces: [] };

/** A program whose object is there and cannot be changed to what is declared: every change fails without being applied. */
async function stuck(bench: Bench, status: number): Promise<{ program: Program; error: unknown }> {
  const { row, world, full, engine } = bench;
  await makeOwnTry(bench);
  world.sandbox.control.addFault({ kind: "status", status, method: bench.row.changeMethod ?? "PATCH", times: 0 });
  const program = new Program(engine, row.resource, full);
  return { program, error: await program.up(bench.start(LONG_TIMEOUT)) };
}

describeRows(
  (bench) => {
    const { row } = bench;
    const { resource } = row;

    test("a create whose later step fails leaves an entry that shows what is the case, and goes on from it", async () => {
      const { program, error } = await stuck(bench, 502);
      expect(String(error)).toContain("answered 502");
      expect(program.entry?.isIncomplete).toBe(true);
      bench.world.sandbox.control.clearFaults();
      const { id = "", state = {} } = program.entry ?? {};
      expect((await bench.start().read(resource, { id, state }))?.state).toEqual(state);
      expect(await program.up(bench.start())).toBeUndefined();
      expect(program.entry?.id).toBe(id);
      const run = bench.start();
      const inputs = await checked(run, row, bench.full);
      expect(await run.diff(resource, program.entry ?? { id, state }, inputs)).toEqual(CONVERGED);
      expect(row.count(bench.world, bench.full)).toBe(1);
    });

    test("an entry that a failed create left can be deleted", async () => {
      const { program } = await stuck(bench, 502);
      expect(program.entry?.isIncomplete).toBe(true);
      bench.world.sandbox.control.clearFaults();
      expect(await program.destroy(bench.start())).toBeUndefined();
      expect(row.count(bench.world, bench.full)).toBe(row.countAfterDelete);
    });

    test("an update whose change is refused keeps the old entry", async () => {
      const { entry, inputs } = await settled(bench);
      const changes = Object.entries(row.changes(bench.scene)).map(([name, { to }]) => [name, to] as const);
      const declared = { ...bench.full, ...Object.fromEntries(changes) };
      const before = { ...entry, inputs, isIncomplete: false };
      const program = new Program(bench.engine, resource, declared, before);
      bench.world.sandbox.control.addFault({ kind: "status", status: 403, method: bench.row.changeMethod ?? "PATCH" });
      expect(String(await program.up(bench.start()))).toContain("answered 403");
      expect(program.entry).toEqual(before);
    });

    test("an update whose answers are all lost shows in its entry what the service holds", async () => {
      const { entry, inputs } = await settled(bench);
      const changes = Object.entries(row.changes(bench.scene)).map(([name, { to }]) => [name, to] as const);
      const declared = { ...bench.full, ...Object.fromEntries(changes) };
      const program = new Program(bench.engine, resource, declared, { ...entry, inputs, isIncomplete: false });
      bench.world.sandbox.control.addFault({
        kind: "status",
        status: 502,
        method: bench.row.changeMethod ?? "PATCH",
        times: 0,
      });
      expect(String(await program.up(bench.start()))).toContain("answered 502");
      expect(program.entry?.isIncomplete === true || !bench.engine.marksPartialUpdates).toBe(true);
      bench.world.sandbox.control.clearFaults();
      const { id = "", state = {} } = program.entry ?? {};
      expect(await bench.start().read(resource, { id, state })).toMatchObject({ id: entry.id, state });
      expect(await program.up(bench.start())).toBeUndefined();
      expect(program.entry?.state).toMatchObject(Object.fromEntries(changes));
    });
  },
  ({ edit }) => edit !== undefined,
);
