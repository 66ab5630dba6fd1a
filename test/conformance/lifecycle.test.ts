import { expect, test } from "@jest/globals";

import { type AnyResource, fieldsOf, FINGERPRINTS, STATE_VERSION } from "../../src/model/definition.ts";
import { writeOnlyInputs } from "../../src/model/write-only.ts";
import { defaultOf } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { type Bench, checked, created, describeRows, settled } from "../support/conformance-table.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

/** Fields that only steer the provider stand at their defaults after an import: the service does not know them. */
const asImported = ({ definition }: Bench, values: Values): Values => {
  const steering = fieldsOf(definition, "inputs").filter(([, rules]) => rules.onChange === "none");
  const defaults = steering.map(([name, rules]) => [name, defaultOf(rules)] as const);
  const imported = { ...values, ...Object.fromEntries(defaults) };
  return Object.fromEntries(Object.entries(imported).filter(([, value]) => value !== undefined));
};

/** What the service decides stays in state, secret or not: programs read it there. */
const secretInputs = (definition: AnyResource): string[] =>
  fieldsOf(definition, "inputs").flatMap(([name, rules]) => (rules.secret === true ? [name] : []));

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
        state: normalized(asImported(bench, importable(entry.state, ["state and inputs", "state"]))),
        inputs: normalized(asImported(bench, importable(inputs, ["state and inputs"]))),
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

    /** An engine that writes imported inputs down as code is given no secrets. */
    function importable(values: Values, places: readonly (typeof bench.engine.importsSecretsInto)[]): Values {
      const secrets = places.includes(bench.engine.importsSecretsInto) ? [] : secretInputs(bench.definition);
      // Nobody can import what the service never returns.
      const unseen = [...writeOnlyInputs(bench.definition), ...(row.hidden?.[bench.dialect] ?? [])];
      const hidden = [...secrets, FINGERPRINTS, ...unseen];
      return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
    }

    async function updated(entry: Parameters<typeof bench.look>[0]): Promise<{ entry: typeof entry }> {
      const run = bench.start();
      return { entry: await run.update(resource, entry, await checked(run, row, bench.full)) };
    }

    /** An import shows the service's spelling, where a state keeps the user's. */
    function normalized(values: Values): Values {
      return Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          const normalize = bench.definition.inputs[name]?.normalize as ((one: unknown) => unknown) | undefined;
          return [name, normalize === undefined ? value : normalize(value)];
        }),
      );
    }
  },
  () => true,
  { furtherEngines: "each resource", families: true },
);
