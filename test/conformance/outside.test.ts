import { expect, test } from "@jest/globals";

import { checked, describeRows, settled } from "../support/conformance-table.ts";
import { FOUNDER, requestsOf, writesOf } from "../support/scenario-world.ts";

/** Below a foreign organization most routes are forbidden; projects are "not found" there, which is not believed. */
const OUT_OF_SIGHT = /You do not have permission|^(?:Error: )?Organization .* is not visible to this API key/u;

const CONVERGED = { changes: false, replaces: [] };

describeRows(
  (bench) => {
    const { row } = bench;
    const { resource } = row;

    test("shows a change from outside in a read, names its field, and puts it back", async () => {
      const { entry, inputs } = await settled(bench);
      const was = bench.look(entry);
      const { field = "", value, apply } = row.edit ?? {};
      apply?.(bench.world, entry.id);
      expect(bench.look(entry)).not.toEqual(was);

      const seen = await bench.start().read(resource, entry);
      expect(seen).toEqual({
        id: entry.id,
        state: { ...entry.state, [field]: value },
        inputs: { ...inputs, [field]: value },
      });

      const run = bench.start();
      const news = await checked(run, row, bench.full, seen?.inputs);
      expect(await run.diff(resource, seen ?? entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await run.update(resource, seen ?? entry, news);
      expect(after).toEqual(entry);
      expect(bench.look(entry)).toEqual(was);
      expect(await bench.start().diff(resource, after, news)).toEqual(CONVERGED);
    });

    test("puts back a change from outside that an update meets without a refresh", async () => {
      const { entry, inputs } = await settled(bench);
      const was = bench.look(entry);
      row.edit?.apply(bench.world, entry.id);
      const after = await bench.start().update(resource, entry, inputs);
      expect(after).toEqual(entry);
      expect(bench.look(entry)).toEqual(was);
    });
  },
  ({ edit }) => edit !== undefined,
);

describeRows((bench) => {
  const { row } = bench;
  const { resource } = row;

  test("sees in a read that the object was deleted outside", async () => {
    const { entry } = await settled(bench);
    row.remove(bench.world, entry.id);
    expect(await bench.start().read(resource, entry)).toBeUndefined();
    expect(writesOf(bench.world).filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("deletes without an error what was deleted outside", async () => {
    const { entry } = await settled(bench);
    row.remove(bench.world, entry.id);
    await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
    expect(bench.look(entry)).toBeUndefined();
  });

  test("makes no write while it reads, checks and compares", async () => {
    const { entry, inputs } = await settled(bench);
    bench.world.sandbox.control.clearRequests();
    const run = bench.start();
    const again = await checked(run, row, bench.full, inputs);
    expect(writesOf(bench.world)).toEqual([]);
    bench.world.sandbox.control.clearRequests();
    await run.diff(resource, entry, again);
    expect(requestsOf(bench.world)).toEqual([]);
    await run.read(resource, entry);
    expect(writesOf(bench.world)).toEqual([]);
  });

  test("keeps in state what a read of an unchanged object gives, however often it is read", async () => {
    const { entry, inputs } = await settled(bench);
    const once = await bench.start().read(resource, entry);
    const twice = await bench.start().read(resource, once ?? entry);
    expect(once).toEqual({ ...entry, inputs });
    expect(twice).toEqual(once);
  });
});

describeRows(
  (bench) => {
    const { resource } = bench.row;

    test("is gone, and can be deleted, when its organization was deleted outside", async () => {
      const { entry } = await settled(bench);
      bench.world.sandbox.control.deleteOrganization(bench.world.organizationId);
      expect(await bench.start().read(resource, entry)).toBeUndefined();
      await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("is gone when its organization was the only one of the account and was deleted outside", async () => {
      const { entry } = await settled(bench);
      const { control } = bench.world.sandbox;
      for (const { id } of control.organizations()) control.deleteOrganization(id);
      expect(await bench.start().read(resource, entry)).toBeUndefined();
      await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("is not gone when only its organization left the sight of the key", async () => {
      const { entry } = await settled(bench);
      const { control } = bench.world.sandbox;
      control.removeMembership({ email: FOUNDER, organizationId: bench.world.organizationId });
      const outcome = await bench
        .start()
        .read(resource, entry)
        .then((read) => read?.id, String);
      expect(outcome).toMatch(bench.row.readByStrangers === undefined ? OUT_OF_SIGHT : entry.id);
    });

    // A resource whose deletion sends nothing cannot be refused it.
    const [verdict, words] =
      bench.row.requests.delete.length > 0 ? ["is refused", OUT_OF_SIGHT] : ["succeeds", /^undefined$/u];
    test(`a deletion ${verdict} when the organization left the sight of the key`, async () => {
      const { entry } = await settled(bench);
      const { control } = bench.world.sandbox;
      control.removeMembership({ email: FOUNDER, organizationId: bench.world.organizationId });
      const deletion = bench.start().delete(resource, entry);
      expect(String(await deletion.catch((error: unknown) => error))).toMatch(words);
    });
  },
  ({ resource }) => resource !== "Organization",
);
