import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
import { accept, DAY_SECONDS, levelIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const NOTHING = { changes: false, replaces: [] };
const EMAIL = "ann@globex.example";

/** The invite after a refresh, and the next plan for the declaration. */
async function refreshed(fixture: Fixture, entry: Awaited<ReturnType<typeof created>>["entry"], declared: Values) {
  const run = fixture.start();
  const read = await run.read("Invite", entry);
  if (read === undefined) throw new Error("the read found nothing");
  const inputs = await checked(run, fixture.row, declared, read.inputs);
  const plan = await run.diff("Invite", read, inputs);
  fixture.world.sandbox.control.clearRequests();
  return { read, inputs, plan };
}

const writes = (fixture: Fixture): string[] => writesOf(fixture.world).map(({ method }) => method);

describeRows(
  (fixture) => {
    test("that has expired is shown by a refresh, sent again by one request, and is quiet afterwards", async () => {
      const declared = { ...fixture.full, onExpired: "resend" };
      const { entry } = await created(fixture, declared);
      fixture.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      const { read, inputs, plan } = await refreshed(fixture, entry, declared);
      expect(read.state).toMatchObject({ status: "expired", level: "admin" });
      expect(plan).toEqual({ changes: true, replaces: [] });
      const after = await fixture.start().update("Invite", read, inputs);
      expect(writes(fixture)).toEqual(["POST"]);
      expect(after.state).toMatchObject({ status: "pending", expiresAt: "2026-11-26T10:00:01.000Z" });
      expect(fixture.look(after)).toMatchObject({
        is_expired: false,
        level: 8,
        first_name: "Ann",
        message: "Welcome!",
      });
      expect((await refreshed(fixture, after, declared)).plan).toEqual(NOTHING);
    });

    test("that has expired is left alone where the program says so", async () => {
      const { entry } = await created(fixture, fixture.full);
      fixture.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      const { read, inputs, plan } = await refreshed(fixture, entry, fixture.full);
      expect([read.state["status"], plan]).toEqual(["expired", NOTHING]);
      expect((await fixture.start().update("Invite", read, inputs)).state).toEqual(read.state);
      expect(writes(fixture)).toEqual([]);
    });

    test("that is found expired by a create is taken over and sent again", async () => {
      const declared = { ...fixture.full, onExpired: "resend" };
      await created(fixture, declared);
      fixture.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      fixture.world.sandbox.control.clearRequests();
      expect((await created(fixture, declared)).entry.state).toMatchObject({ status: "pending" });
      expect(writes(fixture)).toEqual(["POST"]);
    });

    test("that was accepted is no difference ever, whatever changes, and is not written", async () => {
      const { entry } = await created(fixture, fixture.full);
      accept(fixture.world, EMAIL);
      const { read, plan } = await refreshed(fixture, entry, fixture.full);
      expect(read.state).toMatchObject({ ...fixture.full, status: "accepted" });
      expect(plan).toEqual(NOTHING);
      const changed = { ...fixture.full, level: "member", firstName: "Bob", message: "Hm" };
      const { inputs, plan: next } = await refreshed(fixture, read, changed);
      expect(next).toEqual(NOTHING);
      expect((await fixture.start().update("Invite", read, inputs)).state).toMatchObject({ status: "accepted" });
      expect(writes(fixture)).toEqual([]);
      expect(levelIn(fixture.world, EMAIL)).toBe(8);
    });

    test("that was accepted since the last refresh is not sent again by a changed level", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      accept(fixture.world, EMAIL);
      fixture.world.sandbox.control.clearRequests();
      const after = await fixture.start().update("Invite", entry, { ...inputs, level: "member" });
      expect(after.state).toMatchObject({ status: "accepted", level: "member" });
      expect(writes(fixture)).toEqual([]);
      expect(levelIn(fixture.world, EMAIL)).toBe(8);
    });

    test("that was accepted is not written either when a value leaves the program", async () => {
      const { entry } = await created(fixture, fixture.full);
      accept(fixture.world, EMAIL);
      const { message: _message, ...declared } = fixture.full;
      const { read, inputs, plan } = await refreshed(fixture, entry, declared);
      // Terraform requires null there, so its state follows the program.
      expect(plan.changes).toBe(fixture.engine.name === "terraform");
      const after = await fixture.start().update("Invite", read, inputs);
      expect(after.state).not.toHaveProperty("message");
      expect((await refreshed(fixture, after, declared)).plan).toEqual(NOTHING);
      expect(writes(fixture)).toEqual([]);
    });

    test("that becomes a Membership in the program stays open, and is not declared beside one", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const membership = { organizationId: inputs["organizationId"], email: EMAIL, level: "admin" };
      fixture.world.sandbox.control.clearRequests();
      const run = fixture.start();
      const next = await run.create("Membership", (await run.check("Membership", undefined, membership)).inputs);
      await run.delete("Invite", entry);
      expect(next.id).toBe(entry.id);
      expect(writes(fixture)).toEqual([]);
      expect(fixture.look(entry)).toMatchObject({ level: 8 });
      await expect(run.create("Invite", inputs)).rejects.toThrow(/another resource of this run manages it/iu);
    });

    test("of somebody who is a member already counts as accepted, without a request that changes anything", async () => {
      const { organizationId, sandbox } = fixture.world;
      const user = sandbox.control.createUser({ email: "ANN@globex.example" });
      sandbox.control.addMembership({ userId: user.id, organizationId, level: 1 });
      sandbox.control.clearRequests();
      const { entry } = await created(fixture, fixture.full);
      expect(entry).toMatchObject({ id: `${organizationId}/${EMAIL}`, state: { status: "accepted" } });
      expect(writes(fixture)).toEqual([]);
    });

    test("that was accepted leaves the member alone when it is deleted, unless the program says otherwise", async () => {
      const declared = { ...fixture.full, onDestroy: "revoke" };
      const { entry } = await created(fixture, declared);
      accept(fixture.world, EMAIL);
      fixture.world.sandbox.control.clearRequests();
      await fixture.start().delete("Invite", entry);
      expect(writes(fixture)).toEqual([]);
      expect(levelIn(fixture.world, EMAIL)).toBe(8);

      const { entry: again } = await created(fixture, fixture.full);
      await fixture.start().delete("Invite", again);
      expect(writes(fixture)).toEqual(["DELETE"]);
      expect(levelIn(fixture.world, EMAIL)).toBeUndefined();
      await expect(fixture.start().delete("Invite", again)).resolves.toBeUndefined();
    });

    test("refuses to remove an owner, and the account of the key", async () => {
      const own = await created(fixture, { ...fixture.full, email: FOUNDER });
      const { entry } = await created(fixture, { ...fixture.full, level: "owner" });
      accept(fixture.world, EMAIL);
      const refusal = async (one: typeof entry): Promise<string> =>
        String(
          await fixture
            .start()
            .delete("Invite", one)
            .catch((error: unknown) => error),
        );
      expect(await refusal(entry)).toMatch(
        /Refused to delete Invite "Ann@Globex\.example"\nann@globex\.example is an owner/u,
      );
      const { organizationId, sandbox } = fixture.world;
      sandbox.control.addMembership({ email: FOUNDER, organizationId, level: 8 });
      expect(await refusal(own.entry)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(fixture).filter((method) => method === "DELETE")).toEqual([]);
    });

    test("keeps access to projects that somebody else gave the invite", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const { organizationId, sandbox } = fixture.world;
      const [project] = (sandbox.control.snapshot().tables["projects"] ?? []) as readonly Values[];
      expect(project?.["organization"]).toBe(organizationId);
      const access = [{ id: project?.["number"], level: "admin" }];
      const { level, first_name, message } = fixture.look(entry) ?? {};
      const body = { target_email: EMAIL, level, first_name, message, private_project_access: access };
      await fixture.world.send("POST", `organizations/${organizationId}/invites/`, body);
      const after = await fixture.start().update("Invite", entry, { ...inputs, level: "owner" });
      expect(fixture.look(after)).toMatchObject({ level: 15, private_project_access: access });
    });

    test("is the same in other capitals: no second one, no difference, no write", async () => {
      const { entry } = await created(fixture, fixture.full);
      const shouted = { ...fixture.full, email: ` ${EMAIL.toUpperCase()}` };
      fixture.world.sandbox.control.clearRequests();
      const inputs = await checked(fixture.start(), fixture.row, shouted);
      expect(await fixture.start().diff("Invite", entry, inputs)).toEqual(NOTHING);
      expect((await fixture.start().create("Invite", inputs)).id).toBe(entry.id);
      expect(writes(fixture)).toEqual([]);
    });
  },
  (row) => row.resource === "Invite",
  { furtherEngines: "none" },
);
