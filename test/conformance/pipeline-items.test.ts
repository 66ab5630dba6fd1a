import { expect, test } from "@jest/globals";

import type { Row } from "../support/conformance-rows.ts";
import { checked, created, describeRows } from "../support/conformance-table.ts";
import { familyRows, itemsIn, pluginRow } from "../support/rows-pipeline-items.ts";
import { FOUNDER, requestsOf, writesOf } from "../support/scenario-world.ts";

const isOfFamily = (row: Row): boolean => familyRows.includes(row);

const TOO_LOW = "Its level counts, not the member's";

describeRows(
  (bench) => {
    const { resource } = bench.row;

    test.each([0, 3])("explains a plugin level of %i that does not suffice", async (level) => {
      const { control } = bench.world.sandbox;
      control.updateOrganization(bench.world.organizationId, { plugins_access_level: level });
      const failure = await created(bench, bench.minimal).then(({ entry }) => entry.id, String);
      expect(failure).toContain(TOO_LOW);
      expect(failure).toContain("plugin_level_insufficient");
      expect(itemsIn(bench.world)).toEqual([]);
    });

    test("updates below the level for global items, which may not even name what stays", async () => {
      const { control } = bench.world.sandbox;
      const declared = { ...bench.minimal, isGlobal: false, description: "First." };
      const { entry, inputs } = await created(bench, declared);
      control.updateOrganization(bench.world.organizationId, { plugins_access_level: 6 });
      const run = bench.start();
      const news = await checked(run, bench.row, { ...declared, description: "Second." }, inputs);
      const after = await run.update(resource, entry, news);
      expect(bench.look(after)).toMatchObject({ description: "Second.", is_global: false });
    });

    test("sends only the files that differ", async () => {
      const source = { "a.ts": "1", "b.ts": "2" };
      const { entry, inputs } = await created(bench, { ...bench.minimal, source });
      const run = bench.start();
      const news = await checked(run, bench.row, { ...bench.minimal, source: { "a.ts": "1", "c.ts": "3" } }, inputs);
      const after = await run.update(resource, entry, news);
      expect(bench.look(after)).toMatchObject({ files: { "a.ts": "1", "c.ts": "3" } });
      expect(Object.keys(bench.look(after)?.["files"] ?? {})).toEqual(["a.ts", "c.ts"]);
      bench.world.sandbox.control.clearRequests();
      expect(await bench.start().update(resource, after, news)).toEqual(after);
      expect(writesOf(bench.world)).toEqual([]);
    });

    test("with a key of scopes everything but files is done, and files are refused with the remedy", async () => {
      const { control, host } = bench.world.sandbox;
      const { apiKey } = control.createKey({ email: FOUNDER, scopes: ["organization:read", "plugin:write"] });
      const run = bench.engine.start({ host, apiKey, config: { requestsPerMinute: "100000" } });
      const inputs = await checked(run, bench.row, { ...bench.minimal, tag: "v1" });
      const entry = await run.create(resource, inputs);
      const news = await checked(run, bench.row, { ...bench.minimal, tag: "v2" }, inputs);
      const after = await run.update(resource, entry, news);
      expect(bench.look(after)).toMatchObject({ tag: "v2" });
      // A refused key asks for the files once.
      await run.read(resource, after);
      expect(requestsOf(bench.world).filter((one) => one.endsWith("/source/"))).toHaveLength(1);
      const files = await checked(run, bench.row, { ...bench.minimal, source: { "a.ts": "1" } }, news);
      await expect(run.update(resource, after, files)).rejects.toThrow("use a key without any scope restriction");
    });

    test("reads many items with one list where no files are declared", async () => {
      const entries = [];
      for (const name of ["a", "b", "c"]) entries.push((await created(bench, { ...bench.minimal, name })).entry);
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      await Promise.all(entries.map(async (entry) => run.read(resource, entry)));
      expect(requestsOf(bench.world)).toEqual(["GET /organizations/:id/plugins/"]);
    });
  },
  // The families have all of this from the same lines as Plugin; what tells them apart follows.
  (row) => row === pluginRow,
);

describeRows(
  (bench) => {
    const { resource } = bench.row;

    test("is read, found and changed whatever family its capabilities put it into", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      for (const capabilities of [{}, { methods: ["processEvent"] }, { scheduled_tasks: ["runEveryDay"] }]) {
        bench.world.sandbox.control.call("PATCH", `plugins/${String(entry.state["itemId"])}`, { capabilities });
        const read = await bench.start().read(resource, entry);
        expect(read?.id).toBe(entry.id);
        expect(await bench.start().update(resource, read ?? entry, inputs)).toEqual(entry);
      }
    });

    test("is made where its family takes it, and stays the same item until the service knows where it shows", async () => {
      const { entry, inputs } = await created(bench, bench.minimal);
      expect(requestsOf(bench.world)).toContain(bench.row.requests.create.find((one) => one.startsWith("POST")));
      expect(bench.look(entry)).toMatchObject({ capabilities: {} });
      expect(await bench.start().read(resource, entry)).toEqual({ ...entry, inputs });
      expect((await created(bench, bench.minimal)).entry).toEqual(entry);
      expect(itemsIn(bench.world)).toHaveLength(1);
    });
  },
  (row) => row === pluginRow || isOfFamily(row),
);

describeRows((bench) => {
  const { resource } = bench.row;
  const foreign = familyRows.filter((row) => row !== bench.row).map((row) => row.full({})["capabilities"]);

  test("refuses capabilities of another family, and says which ones fit", async () => {
    for (const capabilities of foreign) {
      const { problems } = await bench.start().check(resource, undefined, { ...bench.minimal, capabilities });
      expect(problems).toEqual([expect.stringMatching(/capabilities.*expected .*(?:methods|scheduledTasks)/su)]);
    }
  });

  test("leaves an item of the same name in another family to others", async () => {
    const { organizationId, name } = bench.minimal;
    const [capabilities] = foreign;
    bench.world.sandbox.control.call("POST", "plugins", { organizationId, name, capabilities });
    const { entry } = await created(bench, bench.minimal);
    expect(itemsIn(bench.world)).toMatchObject([{ name, capabilities }, { ...bench.look(entry) }]);
  });
}, isOfFamily);
