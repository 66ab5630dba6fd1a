import { expect, test } from "@jest/globals";

import { isServerDefault } from "../../src/driver/driver.ts";
import { fieldsOf, FINGERPRINTS, STATE_VERSION } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { checked, created, describeRows, settled } from "../support/conformance-table.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

/** Values without some of them: `saml`, or `saml.x509Cert` of an object among them. */
function without(values: Values, paths: readonly string[]): Values {
  const kept = Object.entries(values).filter(([name]) => !paths.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const inner = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
      return [name, inner.length === 0 ? value : without(value as Values, inner)];
    }),
  );
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;

    test.each(["minimal", "full"] as const)(
      "reads after a create of %s inputs exactly what create returned, and shows no difference before and after",
      async (kind) => {
        const { entry, inputs } = await created(fixture, fixture[kind]);
        expect(entry.state).toMatchObject({ ...inputs, [STATE_VERSION]: fixture.definition.stateVersion });
        const run = fixture.start();
        const again = await checked(run, row, fixture[kind], inputs);
        expect(await run.diff(resource, entry, again)).toEqual({ changes: false, replaces: [] });
        expect(await fixture.start().read(resource, entry)).toEqual({ ...entry, inputs });
        expect(await fixture.start().diff(resource, entry, again)).toEqual({ changes: false, replaces: [] });
      },
    );

    test("makes exactly one object, and deletes it, by nothing but the expected requests", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const expected =
        fixture.dialect === "documented" ? (row.documentedCreate ?? row.requests.create) : row.requests.create;
      expect(requestsOf(fixture.world, row.references)).toEqual(expected);
      expect(row.count(fixture.world, fixture.full)).toBe(1);
      fixture.world.sandbox.control.clearRequests();
      await fixture.start().delete(resource, { ...entry, state: { ...entry.state, ...inputs } });
      expect(requestsOf(fixture.world)).toEqual(row.requests.delete);
      expect(row.count(fixture.world, fixture.full)).toBe(row.countAfterDelete);
    });

    test("deletes what nothing waits for any more, twice without an error", async () => {
      const { entry } = await settled(fixture);
      await fixture.start().delete(resource, entry);
      const after = row.count(fixture.world, fixture.full);
      await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
      expect(row.count(fixture.world, fixture.full)).toBe(after);
      expect(after).toBe(row.countAfterDelete);
    });

    test("imports by id what create gave", async () => {
      const { entry, inputs } = await settled(fixture);
      const found = await fixture.start().find(resource, entry.id);
      expect(found).toEqual({
        id: entry.id,
        state: imported(entry.state, ["state and inputs", "state"]),
        inputs: imported(inputs, ["state and inputs"]),
      });
    });

    test("refuses to import an id that names nothing", async () => {
      const { entry } = await settled(fixture);
      const unknown = entry.id.replace(/[^/]+@|[0-9a-f]{1,12}$/u, "000000000000");
      await expect(fixture.start().find(resource, unknown)).rejects.toThrow(
        new RegExp(
          `^There is no ${resource} .*000000000000.*or this API key can't see it\\.(?:\nCode: no_such_id)?$`,
          "su",
        ),
      );
    });

    test("checks what it checked before to the same", async () => {
      const asked: string[] = [];
      const declarations = row.isShared === true ? [fixture.full] : [fixture.minimal, fixture.full];
      for (const inputs of declarations) {
        // Two declarations of one object in one run would be refused.
        const run = fixture.start();
        fixture.world.sandbox.control.clearRequests();
        const once = await checked(run, row, inputs);
        expect(await checked(run, row, once, once)).toEqual(once);
        const here = requestsOf(fixture.world, row.references);
        expect(new Set(here).size).toBe(here.length);
        asked.push(...here);
      }
      // Of a new object the lists that its create reads are looked at, each once.
      const { checkRequests = [], minimalRequests = [], documentedCreate = [] } = row;
      const known = [...checkRequests, ...minimalRequests, ...row.requests.create, ...documentedCreate];
      expect(asked.filter((one) => !one.startsWith("GET ") || !known.includes(one))).toEqual([]);
      expect(checkRequests.filter((one) => !asked.includes(one))).toEqual([]);
    });

    test("sends nothing for an update that changes nothing", async () => {
      const { entry, inputs } = await settled(fixture);
      fixture.world.sandbox.control.clearRequests();
      const after = await fixture.start().update(resource, entry, inputs);
      expect(after).toEqual(entry);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    /** Values from an import. An engine that writes imported inputs as code gets no secrets, and no defaults of the service. */
    function imported(values: Values, places: readonly (typeof fixture.engine.importsSecretsInto)[]): Values {
      const isAll = places.includes(fixture.engine.importsSecretsInto);
      const all = { ...values, ...row.imported };
      const inputs = fieldsOf(fixture.definition, "inputs");
      const defaults = inputs.flatMap(([name, rules]) => (isServerDefault(rules, all[name]) ? [name] : []));
      const absent = [
        ...(isAll ? [] : [...(row.secrets ?? []), ...defaults]),
        FINGERPRINTS,
        ...(row.notImported ?? []),
        ...(row.hidden?.[fixture.dialect] ?? []),
      ];
      return without(all, absent);
    }
  },
  () => true,
  { furtherEngines: "each shape", families: true },
);
