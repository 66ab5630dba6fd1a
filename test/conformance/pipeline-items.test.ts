import { expect, test } from "@jest/globals";

import type { Row } from "../support/conformance-row.ts";
import { checked, created, describeRows } from "../support/conformance-table.ts";
import { familyRows, itemsIn } from "../support/rows-pipeline-items.ts";
import { FOUNDER, requestsOf, writesOf } from "../support/scenario-world.ts";

const isOfFamily = (row: Row): boolean => familyRows.some(({ resource }) => resource === row.resource);

const TOO_LOW = "The organization's level counts, not the member's";

describeRows(
  (fixture) => {
    const { resource } = fixture.row;

    test.each([0, 3])("explains a plugin level of %i that does not suffice", async (level) => {
      const { control } = fixture.world.sandbox;
      control.updateOrganization(fixture.world.organizationId, { plugins_access_level: level });
      const failure = await created(fixture, fixture.minimal).then(({ entry }) => entry.id, String);
      expect(failure).toContain(TOO_LOW);
      expect(failure).toContain("plugin_level_insufficient");
      expect(itemsIn(fixture.world)).toEqual([]);
    });

    test("updates below the level for global items, which may not even name what stays", async () => {
      const { control } = fixture.world.sandbox;
      const declared = { ...fixture.minimal, isGlobal: false, description: "First." };
      const { entry, inputs } = await created(fixture, declared);
      control.updateOrganization(fixture.world.organizationId, { plugins_access_level: 6 });
      const run = fixture.start();
      const news = await checked(run, fixture.row, { ...declared, description: "Second." }, inputs);
      const after = await run.update(resource, entry, news);
      expect(fixture.look(after)).toMatchObject({ description: "Second.", is_global: false });
    });

    test("sends only the files that differ", async () => {
      const source = { "a.ts": "1", "b.ts": "2" };
      const { entry, inputs } = await created(fixture, { ...fixture.minimal, source });
      const run = fixture.start();
      const news = await checked(
        run,
        fixture.row,
        { ...fixture.minimal, source: { "a.ts": "1", "c.ts": "3" } },
        inputs,
      );
      const after = await run.update(resource, entry, news);
      expect(fixture.look(after)).toMatchObject({ files: { "a.ts": "1", "c.ts": "3" } });
      expect(Object.keys(fixture.look(after)?.["files"] ?? {})).toEqual(["a.ts", "c.ts"]);
      fixture.world.sandbox.control.clearRequests();
      expect(await fixture.start().update(resource, after, news)).toEqual(after);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("with a key of scopes everything but files is done, and files are refused with the remedy", async () => {
      const { control, host } = fixture.world.sandbox;
      const { apiKey } = control.createKey({ email: FOUNDER, scopes: ["organization:read", "plugin:write"] });
      const run = fixture.engine.start({ host, apiKey, config: { requestsPerMinute: "100000" } });
      const inputs = await checked(run, fixture.row, { ...fixture.minimal, tag: "v1" });
      const entry = await run.create(resource, inputs);
      const news = await checked(run, fixture.row, { ...fixture.minimal, tag: "v2" }, inputs);
      const after = await run.update(resource, entry, news);
      expect(fixture.look(after)).toMatchObject({ tag: "v2" });
      // A refused key asks for the files once.
      await run.read(resource, after);
      expect(requestsOf(fixture.world).filter((one) => one.endsWith("/source/"))).toHaveLength(1);
      const files = await checked(run, fixture.row, { ...fixture.minimal, source: { "a.ts": "1" } }, news);
      await expect(run.update(resource, after, files)).rejects.toThrow("use a key without scope restrictions");
    });

    test("reads many items with one list where no files are declared", async () => {
      const entries = [];
      for (const name of ["a", "b", "c"]) entries.push((await created(fixture, { ...fixture.minimal, name })).entry);
      fixture.world.sandbox.control.clearRequests();
      const run = fixture.start();
      await Promise.all(entries.map(async (entry) => run.read(resource, entry)));
      expect(requestsOf(fixture.world)).toEqual(["GET /organizations/:id/plugins/"]);
    });
  },
  // The families share all of this code with Plugin. Their differences follow.
  (row) => row.resource === "Plugin",
  { furtherEngines: "none" },
);

describeRows(
  (fixture) => {
    const { resource } = fixture.row;

    test("is read, found and changed whatever family its capabilities put it into", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      for (const capabilities of [{}, { methods: ["processEvent"] }, { scheduled_tasks: ["runEveryDay"] }]) {
        fixture.world.sandbox.control.call("PATCH", `plugins/${String(entry.state["itemId"])}`, { capabilities });
        const read = await fixture.start().read(resource, entry);
        expect(read?.id).toBe(entry.id);
        expect(await fixture.start().update(resource, read ?? entry, inputs)).toEqual(entry);
      }
    });

    test("is made where its family takes it, and stays the same item until the service knows where it shows", async () => {
      const { entry, inputs } = await created(fixture, fixture.minimal);
      expect(requestsOf(fixture.world)).toContain(fixture.row.requests.create.find((one) => one.startsWith("POST")));
      expect(fixture.look(entry)).toMatchObject({ capabilities: {} });
      expect(await fixture.start().read(resource, entry)).toEqual({ ...entry, inputs });
      expect((await created(fixture, fixture.minimal)).entry).toEqual(entry);
      expect(itemsIn(fixture.world)).toHaveLength(1);
    });
  },
  (row) => row.resource === "Plugin" || isOfFamily(row),
  { furtherEngines: "none" },
);

describeRows((fixture) => {
  const { resource } = fixture.row;
  const foreign = familyRows
    .filter(({ resource: name }) => name !== fixture.row.resource)
    .map((row) => row.full({})["capabilities"]);

  test("refuses capabilities of another family, and says which ones fit", async () => {
    for (const capabilities of foreign) {
      const { problems } = await fixture.start().check(resource, undefined, { ...fixture.minimal, capabilities });
      expect(problems).toEqual([expect.stringMatching(/capabilities.*expected .*(?:methods|scheduledTasks)/su)]);
    }
  });

  test("leaves an item of the same name in another family to others", async () => {
    const { organizationId, name } = fixture.minimal;
    const [capabilities] = foreign;
    fixture.world.sandbox.control.call("POST", "plugins", { organizationId, name, capabilities });
    const { entry } = await created(fixture, fixture.minimal);
    expect(itemsIn(fixture.world)).toMatchObject([{ name, capabilities }, { ...fixture.look(entry) }]);
  });
}, isOfFamily);
