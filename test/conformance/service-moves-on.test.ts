import { afterEach, expect, test } from "@jest/globals";

import { rowIn } from "../support/conformance-rows.ts";
import { describeRows, settled } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

const UNCHANGED = { changes: false, replaces: [] };

// A stack whose service is upgraded from August 2025 to September 2026, and back.
describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;
    const control = () => fixture.world.sandbox.control;
    afterEach(() => void control().setDialect(fixture.dialect));

    test("is seen as it was by a service that moved on: no drift, no replacement, no loss, nothing written", async () => {
      const { entry, inputs } = await settled(fixture);
      const held = fixture.look(entry);
      control().setDialect("2026-09");
      control().clearRequests();
      const run = fixture.start();
      const read = await run.read(resource, entry);
      expect(read?.id).toBe(entry.id);
      expect(read?.inputs).toEqual(inputs);
      // Adds the additional values of the newer service, and changes nothing else.
      const before = Object.entries(entry.state);
      expect(Object.fromEntries(before.map(([name]) => [name, read?.state[name]]))).toEqual(Object.fromEntries(before));
      const seen = read ?? entry;
      expect(await run.diff(resource, seen, inputs)).toEqual(UNCHANGED);
      // Neither does a plan without a refresh before see a difference.
      expect(await fixture.start().diff(resource, entry, inputs)).toEqual(UNCHANGED);
      expect(await fixture.start().update(resource, seen, inputs)).toEqual({ id: entry.id, state: seen.state });
      expect(writesOf(fixture.world)).toEqual([]);
      control().setDialect(fixture.dialect);
      const back = await fixture.start().read(resource, seen);
      expect([back?.id, back?.inputs]).toEqual([entry.id, inputs]);
      expect(fixture.look(entry)).toEqual(held);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("is deleted on the service that moved on", async () => {
      const { entry } = await settled(fixture);
      control().setDialect("2026-09");
      await fixture.start().delete(resource, entry);
      const { countAfterDelete } = rowIn(row, "2026-09");
      expect(row.count(fixture.world, fixture.full)).toBe(countAfterDelete);
    });
  },
  (_row, _engine, dialect) => dialect !== "2026-09",
  { dialects: "2025-08" },
);
