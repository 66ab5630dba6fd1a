import { expect, test } from "@jest/globals";

import type { EngineRun } from "../support/engine-under-test.ts";
import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
import { accept, leave } from "../support/scenario-people.ts";
import { writesOf } from "../support/scenario-world.ts";

const NOTHING = { changes: false, replaces: [] };
const GUEST = "guest@globex.example";
const WAITS = /the invite isn't accepted yet; the first update after the acceptance adds the person to the role/u;

const writes = (fixture: Fixture): string[] => writesOf(fixture.world).map(({ method }) => method);

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

/** Invites a person who is declared in the role. */
async function invitedGuest(fixture: Fixture) {
  const { organizationId, sandbox } = fixture.world;
  await fixture.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: GUEST });
  sandbox.control.clearRequests();
  return { ...fixture.full, email: GUEST };
}

describeRows(
  (fixture) => {
    const resource = "RoleMembership";

    test("of somebody who is only invited is deferred with a warning, and is no difference while it waits", async () => {
      const declared = await invitedGuest(fixture);
      const run = fixture.start();
      const inputs = await checked(run, fixture.row, declared);
      const entry = await run.create(resource, inputs);
      expect(entry.state).toMatchObject({ ...declared, status: "deferred" });
      expect(entry.state["userId"]).toBeUndefined();
      expect(warningsOf(run)).toEqual([expect.stringMatching(WAITS)]);
      expect(writes(fixture)).toEqual([]);

      const next = fixture.start();
      expect(await next.diff(resource, entry, inputs)).toEqual(NOTHING);
      expect(warningsOf(next)).toEqual([expect.stringMatching(WAITS)]);
      expect(await fixture.start().read(resource, entry)).toEqual({ ...entry, inputs });
      await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
      expect(writes(fixture)).toEqual([]);
    });

    test("is imported by the name of its role, and an unknown role or person is named in the refusal", async () => {
      const { entry } = await created(fixture, fixture.full);
      const { organizationId } = fixture.world;
      const email = String(fixture.full["email"]);
      const [name = ""] =
        fixture.world.sandbox.control
          .snapshot()
          .tables["roles"]?.filter(({ id }) => id === fixture.full["roleId"])
          .map((row) => String((row as Readonly<Record<string, unknown>>)["name"])) ?? [];
      expect(name).not.toBe("");
      const found = await fixture.start().find(resource, `${organizationId}/${name}/${email}`);
      expect(found?.id).toBe(entry.id);
      for (const [id, said] of [
        [`${organizationId}/Nobody's role/${email}`, "Nobody's role"],
        [`${organizationId}/${name}/nobody@globex.example`, "nobody@globex.example"],
      ] as const) {
        const refusal = await fixture
          .start()
          .find(resource, id)
          .then(String, (error: unknown) => String(error));
        expect(refusal).toContain("There is no RoleMembership");
        expect(refusal).toContain(said);
      }
    });

    test("is made by the next update after the invite was accepted, without a refresh", async () => {
      const { entry, inputs } = await created(fixture, await invitedGuest(fixture));
      accept(fixture.world, GUEST);
      fixture.world.sandbox.control.clearRequests();
      const run = fixture.start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: true, replaces: [] });
      const after = await run.update(resource, entry, inputs);
      expect(after.state).toMatchObject({ status: "active" });
      expect(writes(fixture)).toEqual(["POST"]);
      expect(fixture.look(after)).toEqual(expect.objectContaining({ role: expect.any(String) }));
      const quiet = fixture.start();
      expect(await quiet.diff(resource, after, inputs)).toEqual(NOTHING);
      expect(warningsOf(quiet)).toEqual([]);
      expect(await fixture.start().read(resource, after)).toEqual({ ...after, inputs });
    });

    test("leaves the state at a refresh after the acceptance, so that the next update makes it", async () => {
      const { entry, inputs } = await created(fixture, await invitedGuest(fixture));
      accept(fixture.world, GUEST);
      expect(await fixture.start().read(resource, entry)).toBeUndefined();
      expect((await fixture.start().create(resource, inputs)).state).toMatchObject({ status: "active" });
    });

    test("of somebody who is invited by the same run waits, whatever was listed before", async () => {
      const run = fixture.start();
      const { organizationId } = fixture.world;
      await run.create(resource, await checked(run, fixture.row, fixture.full));
      const invite = await run.check("Invite", undefined, { organizationId, email: GUEST });
      await run.create("Invite", invite.inputs);
      const inputs = await checked(run, fixture.row, { ...fixture.full, email: GUEST });
      expect((await run.create(resource, inputs)).state).toMatchObject({ status: "deferred" });
    });

    test("of a stranger is refused with what to do", async () => {
      const refusal = await created(fixture, { ...fixture.full, email: "nobody@globex.example" }).catch(String);
      expect(refusal).toMatch(
        /Refused to create RoleMembership "nobody@globex\.example"\nnobody@globex\.example is neither a member.*Declare an Invite/su,
      );
      expect(writes(fixture)).toEqual([]);
    });

    test("is gone when the person left the organization or the role was deleted", async () => {
      const { entry } = await created(fixture, fixture.full);
      leave(fixture.world, "ann@globex.example");
      expect(await fixture.start().read(resource, entry)).toBeUndefined();
      await expect(fixture.start().delete(resource, entry)).resolves.toBeUndefined();
    });

    test("stays where the list of roles lacks the role, and the role is there without the person", async () => {
      const { entry } = await created(fixture, fixture.full);
      const { organizationId, sandbox } = fixture.world;
      const members = `organizations/${organizationId}/roles/${String(entry.state["roleId"])}/role_memberships/`;
      const [place] = (await fixture.world.send("GET", members))["results"] as readonly { id: string }[];
      await fixture.world.send("DELETE", `${members}${place?.id ?? ""}/`);
      const route = "/api/organizations/:organization_id/roles/";
      sandbox.control.addFault({ kind: "empty-list", route, method: "GET", times: 0 });
      await expect(fixture.start().read(resource, entry)).rejects.toThrow(
        /may still exist\n.*it lacks the role [0-9a-f-]{36}, which the service shows separately/u,
      );
      sandbox.control.clearFaults();
      expect(await fixture.start().read(resource, entry)).toBeUndefined();
    });

    test("is taken away also when the person came into the role anew since the list was read", async () => {
      const { world, row } = fixture;
      const { entry } = await created(fixture, fixture.full);
      const waiting = await created(fixture, await invitedGuest(fixture));
      const run = fixture.start();
      for (const { id } of [entry, waiting.entry]) await run.find(resource, id).catch(() => undefined);
      row.remove(world, entry.id);
      await row.existing.own(world, fixture.full);
      accept(world, GUEST);
      await row.existing.own(world, { ...fixture.full, email: GUEST });
      for (const gone of [entry, waiting.entry]) {
        await run.delete(resource, gone);
        expect(fixture.look(gone)).toBeUndefined();
      }
    });

    test("of many is read from one list of roles, and of invites", async () => {
      const { entry } = await created(fixture, fixture.full);
      fixture.world.sandbox.control.clearRequests();
      const run = fixture.start();
      await Promise.all(Array.from({ length: 50 }, () => run.read(resource, entry)));
      const lists = ["invites/", "roles/"].map((path) => `GET /api/organizations/:organization_id/${path}`);
      expect(fixture.world.sandbox.control.counts()).toEqual(Object.fromEntries(lists.map((list) => [list, 1])));
    });

    test("is told from the same person's place in another role when it is imported", async () => {
      const { entry } = await created(fixture, fixture.full);
      const other = await created(fixture, { ...fixture.full, roleId: fixture.seeded["otherRoleId"] });
      for (const { id } of [entry, other.entry]) expect((await fixture.start().find(resource, id))?.id).toBe(id);
    });
  },
  (row) => row.resource === "RoleMembership",
  { furtherEngines: "none" },
);
