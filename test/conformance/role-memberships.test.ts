import { expect, test } from "@jest/globals";

import type { EngineRun } from "../support/conformance-engine.ts";
import { type Bench, checked, created, describeRows } from "../support/conformance-table.ts";
import { roleMembershipRow } from "../support/rows-role-membership.ts";
import { accept, leave } from "../support/scenario-people.ts";
import { writesOf } from "../support/scenario-world.ts";

const NOTHING = { changes: false, replaces: [] };
const GUEST = "guest@globex.example";
const WAITS = /the invite is not accepted; the first update after that puts the person into the role/u;

const writes = (bench: Bench): string[] => writesOf(bench.world).map(({ method }) => method);

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

/** Invites somebody who is declared to be in the role. */
async function invitedGuest(bench: Bench) {
  const { organizationId, sandbox } = bench.world;
  await bench.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: GUEST });
  sandbox.control.clearRequests();
  return { ...bench.full, email: GUEST };
}

describeRows(
  (bench) => {
    const resource = "RoleMembership";

    test("of somebody who is only invited is deferred with a warning, and is no difference while it waits", async () => {
      const declared = await invitedGuest(bench);
      const run = bench.start();
      const inputs = await checked(run, bench.row, declared);
      const entry = await run.create(resource, inputs);
      expect(entry.state).toMatchObject({ ...declared, status: "deferred" });
      expect(entry.state["userId"]).toBeUndefined();
      expect(warningsOf(run)).toEqual([expect.stringMatching(WAITS)]);
      expect(writes(bench)).toEqual([]);

      const next = bench.start();
      expect(await next.diff(resource, entry, inputs)).toEqual(NOTHING);
      expect(warningsOf(next)).toEqual([expect.stringMatching(WAITS)]);
      expect(await bench.start().read(resource, entry)).toEqual({ ...entry, inputs });
      await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
      expect(writes(bench)).toEqual([]);
    });

    test("is made by the next update after the invite was accepted, without a refresh", async () => {
      const { entry, inputs } = await created(bench, await invitedGuest(bench));
      accept(bench.world, GUEST);
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: true, replaces: [] });
      const after = await run.update(resource, entry, inputs);
      expect(after.state).toMatchObject({ status: "active" });
      expect(writes(bench)).toEqual(["POST"]);
      expect(bench.look(after)).toEqual(expect.objectContaining({ role: expect.any(String) }));
      const quiet = bench.start();
      expect(await quiet.diff(resource, after, inputs)).toEqual(NOTHING);
      expect(warningsOf(quiet)).toEqual([]);
      expect(await bench.start().read(resource, after)).toEqual({ ...after, inputs });
    });

    test("leaves the state at a refresh after the acceptance, so that the next update makes it", async () => {
      const { entry, inputs } = await created(bench, await invitedGuest(bench));
      accept(bench.world, GUEST);
      expect(await bench.start().read(resource, entry)).toBeUndefined();
      expect((await bench.start().create(resource, inputs)).state).toMatchObject({ status: "active" });
    });

    test("of somebody who is invited by the same run waits, whatever was listed before", async () => {
      const run = bench.start();
      const { organizationId } = bench.world;
      await run.create(resource, await checked(run, bench.row, bench.full));
      const invite = await run.check("Invite", undefined, { organizationId, email: GUEST });
      await run.create("Invite", invite.inputs);
      const inputs = await checked(run, bench.row, { ...bench.full, email: GUEST });
      expect((await run.create(resource, inputs)).state).toMatchObject({ status: "deferred" });
    });

    test("of a stranger is refused with what to do", async () => {
      const refusal = await created(bench, { ...bench.full, email: "nobody@globex.example" }).catch(String);
      expect(refusal).toMatch(
        /Refused to create RoleMembership "nobody@globex\.example"\nnobody@globex\.example is neither a member.*Declare an Invite/su,
      );
      expect(writes(bench)).toEqual([]);
    });

    test("is gone when the person left the organization or the role was deleted", async () => {
      const { entry } = await created(bench, bench.full);
      leave(bench.world, "ann@globex.example");
      expect(await bench.start().read(resource, entry)).toBeUndefined();
      await expect(bench.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("is taken away also when the person came into the role anew since the list was read", async () => {
      const { world, row } = bench;
      const { entry } = await created(bench, bench.full);
      const waiting = await created(bench, await invitedGuest(bench));
      const run = bench.start();
      for (const { id } of [entry, waiting.entry]) await run.find(resource, id).catch(() => undefined);
      row.remove(world, entry.id);
      await row.existing.own(world, bench.full);
      accept(world, GUEST);
      await row.existing.own(world, { ...bench.full, email: GUEST });
      for (const gone of [entry, waiting.entry]) {
        await run.delete(resource, gone);
        expect(bench.look(gone)).toBeUndefined();
      }
    });

    test("of many is read from one list of roles, and of invites", async () => {
      const { entry } = await created(bench, bench.full);
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      await Promise.all(Array.from({ length: 50 }, () => run.read(resource, entry)));
      const lists = ["invites/", "roles/"].map((path) => `GET /api/organizations/:organization_id/${path}`);
      expect(bench.world.sandbox.control.counts()).toEqual(Object.fromEntries(lists.map((list) => [list, 1])));
    });

    test("is told from the same person's place in another role when it is imported", async () => {
      const { entry } = await created(bench, bench.full);
      const other = await created(bench, { ...bench.full, roleId: bench.scene["otherRoleId"] });
      for (const { id } of [entry, other.entry]) expect((await bench.start().find(resource, id))?.id).toBe(id);
    });
  },
  (row) => row === roleMembershipRow,
);
