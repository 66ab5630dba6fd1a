import { expect, test } from "@jest/globals";

import { FINGERPRINTS, STATE_VERSION } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { checked, created, describeRows, settled } from "../support/conformance-table.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

describeRows(
  (bench) => {
    const { row } = bench;
    const { resource } = row;

    test.each(["minimal", "full"] as const)(
      "reads after a create of %s inputs exactly what create returned",
      async (kind) => {
        const { entry, inputs } = await created(bench, bench[kind]);
        const read = await bench.start().read(resource, entry);
        expect(read).toEqual({ ...entry, inputs });
        expect(entry.state).toMatchObject(inputs);
      },
    );

    test.each(["minimal", "full"] as const)(
      "shows no difference for the same %s inputs, also after a read",
      async (kind) => {
        const { entry, inputs } = await created(bench, bench[kind]);
        const run = bench.start();
        const again = await checked(run, row, bench[kind], inputs);
        expect(await run.diff(resource, entry, again)).toEqual({ changes: false, replaces: [] });
        const read = await bench.start().read(resource, entry);
        const next = bench.start();
        expect(await next.diff(resource, read ?? entry, again)).toEqual({ changes: false, replaces: [] });
      },
    );

    test("sends nothing but the expected requests", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      const expected =
        bench.dialect === "documented" ? (row.documentedCreate ?? row.requests.create) : row.requests.create;
      expect(requestsOf(bench.world)).toEqual(expected);
      bench.world.sandbox.control.clearRequests();
      await bench.start().delete(resource, { ...entry, state: { ...entry.state, ...inputs } });
      expect(requestsOf(bench.world)).toEqual(row.requests.delete);
    });

    test("makes exactly one object, and deletes it", async () => {
      const { entry } = await created(bench, bench.full);
      row.ripen?.(bench.world, entry.id);
      const { entry: whole } = row.ripen === undefined ? { entry } : await updated(entry);
      expect(row.count(bench.world, bench.full)).toBe(1);
      await bench.start().delete(resource, whole);
      expect(row.count(bench.world, bench.full)).toBe(row.countAfterDelete);
    });

    test("deletes twice without an error", async () => {
      const { entry } = await settled(bench);
      await bench.start().delete(resource, entry);
      const after = row.count(bench.world, bench.full);
      await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
      expect(row.count(bench.world, bench.full)).toBe(after);
      expect(after).toBe(row.countAfterDelete);
    });

    test("imports by id what create gave", async () => {
      const { entry, inputs } = await settled(bench);
      const found = await bench.start().find(resource, entry.id);
      expect(found).toEqual({
        id: entry.id,
        state: imported(entry.state, ["state and inputs", "state"]),
        inputs: imported(inputs, ["state and inputs"]),
      });
    });

    test("refuses to import an id that names nothing", async () => {
      const { entry } = await settled(bench);
      const unknown = entry.id.replace(/[^/]+@|[0-9a-f]{1,12}$/u, "000000000000");
      await expect(bench.start().find(resource, unknown)).rejects.toThrow(
        new RegExp(`^There is no ${resource} .*000000000000.*or this API key cannot see it\\.$`, "su"),
      );
    });

    test("writes the version of its shape into state", async () => {
      const { entry } = await created(bench, bench.minimal);
      expect(entry.state[STATE_VERSION]).toBe(bench.definition.stateVersion);
    });

    test("checks what it checked before to the same", async () => {
      const run = bench.start();
      for (const inputs of [bench.minimal, bench.full]) {
        const once = await checked(run, row, inputs);
        expect(await checked(run, row, once, once)).toEqual(once);
      }
      expect(requestsOf(bench.world)).toEqual(row.checkRequests ?? []);
    });

    test("sends nothing for an update that changes nothing", async () => {
      const { entry, inputs } = await settled(bench);
      bench.world.sandbox.control.clearRequests();
      const after = await bench.start().update(resource, entry, inputs);
      expect(after).toEqual(entry);
      expect(writesOf(bench.world)).toEqual([]);
    });

    /** Values as an import gives them; an engine that writes imported inputs down as code is given no secrets. */
    function imported(values: Values, places: readonly (typeof bench.engine.importsSecretsInto)[]): Values {
      const secrets = places.includes(bench.engine.importsSecretsInto) ? [] : (row.secrets ?? []);
      const absent = [...secrets, FINGERPRINTS, ...(row.notImported ?? []), ...(row.hidden?.[bench.dialect] ?? [])];
      const all = Object.entries({ ...values, ...row.imported });
      return Object.fromEntries(all.filter(([name]) => !absent.includes(name)));
    }

    async function updated(entry: Parameters<typeof bench.look>[0]): Promise<{ entry: typeof entry }> {
      const run = bench.start();
      return { entry: await run.update(resource, entry, await checked(run, row, bench.full)) };
    }
  },
  () => true,
  { furtherEngines: "each resource", families: true },
);
