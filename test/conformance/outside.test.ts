import { expect, test } from "@jest/globals";

import { rowIn } from "../support/conformance-rows.ts";
import { checked, describeRows, settled } from "../support/conformance-table.ts";
import { FOUNDER, requestsOf, writesOf } from "../support/scenario-world.ts";

/** Below a foreign organization, most routes are forbidden. Projects are "not found" there, which proves nothing. */
const OUT_OF_SIGHT =
  /You do not have permission|You don't have access to the project|^(?:Error: )?Organization .* is not visible to this API key/u;

const CONVERGED = { changes: false, replaces: [] };

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;
    const { field = "", value, apply } = row.edit ?? {};

    test("shows a change from outside in a read, names its field, and puts it back", async () => {
      const { entry, inputs } = await settled(fixture);
      const was = fixture.look(entry);
      apply?.(fixture.world, entry.id);
      expect(fixture.look(entry)).not.toEqual(was);

      const seen = await fixture.start().read(resource, entry);
      expect(seen).toEqual({
        id: entry.id,
        state: { ...entry.state, [field]: value },
        inputs: { ...inputs, [field]: value },
      });

      const run = fixture.start();
      const news = await checked(run, row, fixture.full, seen?.inputs);
      expect(await run.diff(resource, seen ?? entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await run.update(resource, seen ?? entry, news);
      expect(after).toEqual(entry);
      expect(fixture.look(entry)).toEqual(was);
      expect(await fixture.start().diff(resource, after, news)).toEqual(CONVERGED);
    });

    test("puts back a change from outside that an update meets without a refresh", async () => {
      const { entry, inputs } = await settled(fixture);
      const was = fixture.look(entry);
      apply?.(fixture.world, entry.id);
      const after = await fixture.start().update(resource, entry, inputs);
      expect(after).toEqual(entry);
      expect(fixture.look(entry)).toEqual(was);
    });
  },
  // A dialect without the field has nothing to change.
  (row, _engine, dialect) => rowIn(row, dialect).edit !== undefined,
  { furtherEngines: "one" },
);

describeRows((fixture) => {
  const { row } = fixture;
  const { resource } = row;

  test("sees in a read that the object was deleted outside", async () => {
    const { entry } = await settled(fixture);
    row.remove(fixture.world, entry.id);
    expect(await fixture.start().read(resource, entry)).toBeUndefined();
    expect(writesOf(fixture.world).filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("deletes without an error what was deleted outside", async () => {
    const { entry } = await settled(fixture);
    row.remove(fixture.world, entry.id);
    await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
    expect(fixture.look(entry)).toBeUndefined();
  });

  test("makes no write while it reads, checks and compares", async () => {
    const { entry, inputs } = await settled(fixture);
    fixture.world.sandbox.control.clearRequests();
    const run = fixture.start();
    const again = await checked(run, row, fixture.full, inputs);
    expect(writesOf(fixture.world)).toEqual([]);
    fixture.world.sandbox.control.clearRequests();
    await run.diff(resource, entry, again);
    expect(requestsOf(fixture.world)).toEqual([]);
    await run.read(resource, entry);
    expect(writesOf(fixture.world)).toEqual([]);
  });

  test("keeps in state what a read of an unchanged object gives, however often it is read", async () => {
    const { entry, inputs } = await settled(fixture);
    const once = await fixture.start().read(resource, entry);
    const twice = await fixture.start().read(resource, once ?? entry);
    expect(once).toEqual({ ...entry, inputs });
    expect(twice).toEqual(once);
  });
});

describeRows(
  (fixture) => {
    const { resource } = fixture.row;

    test("is gone, and can be deleted, when its organization was deleted outside", async () => {
      const { entry } = await settled(fixture);
      fixture.world.sandbox.control.deleteOrganization(fixture.world.organizationId);
      expect(await fixture.start().read(resource, entry)).toBeUndefined();
      await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("is gone when its organization was the only one of the account and was deleted outside", async () => {
      const { entry } = await settled(fixture);
      const { control } = fixture.world.sandbox;
      for (const { id } of control.organizations()) control.deleteOrganization(id);
      expect(await fixture.start().read(resource, entry)).toBeUndefined();
      await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("is not gone when only its organization left the sight of the key", async () => {
      const { entry } = await settled(fixture);
      const { control } = fixture.world.sandbox;
      control.removeMembership({ email: FOUNDER, organizationId: fixture.world.organizationId });
      const outcome = await fixture
        .start()
        .read(resource, entry)
        .then((read) => read?.id, String);
      expect(outcome).toMatch(fixture.row.readByStrangers === undefined ? OUT_OF_SIGHT : entry.id);
    });

    // The service can't refuse a deletion that sends nothing.
    const [verdict, words] =
      fixture.row.requests.delete.length > 0 ? ["is refused", OUT_OF_SIGHT] : ["succeeds", /^undefined$/u];
    test(`a deletion ${verdict} when the organization left the sight of the key`, async () => {
      const { entry } = await settled(fixture);
      const { control } = fixture.world.sandbox;
      control.removeMembership({ email: FOUNDER, organizationId: fixture.world.organizationId });
      const deletion = fixture.start().delete(resource, entry);
      expect(String(await deletion.catch((error: unknown) => error))).toMatch(words);
    });
  },
  ({ resource }) => resource !== "Organization",
  { furtherEngines: "one" },
);
