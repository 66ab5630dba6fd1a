import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { type Bench, checked, created, describeRows } from "../support/conformance-table.ts";
import { inviteRow } from "../support/rows-invite.ts";
import { accept, DAY_SECONDS, levelIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const NOTHING = { changes: false, replaces: [] };
const EMAIL = "ann@globex.example";

/** What a refresh finds of an invite, and what the next plan for the declaration says. */
async function refreshed(bench: Bench, entry: Awaited<ReturnType<typeof created>>["entry"], declared: Values) {
  const run = bench.start();
  const read = await run.read("Invite", entry);
  if (read === undefined) throw new Error("the read found nothing");
  const inputs = await checked(run, bench.row, declared, read.inputs);
  const plan = await run.diff("Invite", read, inputs);
  bench.world.sandbox.control.clearRequests();
  return { read, inputs, plan };
}

const writes = (bench: Bench): string[] => writesOf(bench.world).map(({ method }) => method);

describeRows(
  (bench) => {
    test("that has expired is shown by a refresh, sent again by one request, and is quiet afterwards", async () => {
      const declared = { ...bench.full, onExpired: "resend" };
      const { entry } = await created(bench, declared);
      bench.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      const { read, inputs, plan } = await refreshed(bench, entry, declared);
      expect(read.state).toMatchObject({ status: "expired", level: "admin" });
      expect(plan).toEqual({ changes: true, replaces: [] });
      const after = await bench.start().update("Invite", read, inputs);
      expect(writes(bench)).toEqual(["POST"]);
      expect(after.state).toMatchObject({ status: "pending", expiresAt: "2026-11-26T10:00:01.000Z" });
      expect(bench.look(after)).toMatchObject({ is_expired: false, level: 8, first_name: "Ann", message: "Welcome!" });
      expect((await refreshed(bench, after, declared)).plan).toEqual(NOTHING);
    });

    test("that has expired is left alone where the program says so", async () => {
      const { entry } = await created(bench, bench.full);
      bench.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      const { read, inputs, plan } = await refreshed(bench, entry, bench.full);
      expect([read.state["status"], plan]).toEqual(["expired", NOTHING]);
      expect((await bench.start().update("Invite", read, inputs)).state).toEqual(read.state);
      expect(writes(bench)).toEqual([]);
    });

    test("that is found expired by a create is taken over and sent again", async () => {
      const declared = { ...bench.full, onExpired: "resend" };
      await created(bench, declared);
      bench.world.sandbox.control.advanceClock(3 * DAY_SECONDS + 1);
      bench.world.sandbox.control.clearRequests();
      expect((await created(bench, declared)).entry.state).toMatchObject({ status: "pending" });
      expect(writes(bench)).toEqual(["POST"]);
    });

    test("that was accepted is no difference ever, whatever changes, and is not written", async () => {
      const { entry } = await created(bench, bench.full);
      accept(bench.world, EMAIL);
      const { read, plan } = await refreshed(bench, entry, bench.full);
      expect(read.state).toMatchObject({ ...bench.full, status: "accepted" });
      expect(plan).toEqual(NOTHING);
      const changed = { ...bench.full, level: "member", firstName: "Bob", message: "Hm" };
      const { inputs, plan: next } = await refreshed(bench, read, changed);
      expect(next).toEqual(NOTHING);
      expect((await bench.start().update("Invite", read, inputs)).state).toMatchObject({ status: "accepted" });
      expect(writes(bench)).toEqual([]);
      expect(levelIn(bench.world, EMAIL)).toBe(8);
    });

    test("that was accepted since the last refresh is not sent again by a changed level", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      accept(bench.world, EMAIL);
      bench.world.sandbox.control.clearRequests();
      const after = await bench.start().update("Invite", entry, { ...inputs, level: "member" });
      expect(after.state).toMatchObject({ status: "accepted", level: "member" });
      expect(writes(bench)).toEqual([]);
      expect(levelIn(bench.world, EMAIL)).toBe(8);
    });

    test("that was accepted is not written either when a value leaves the program", async () => {
      const { entry } = await created(bench, bench.full);
      accept(bench.world, EMAIL);
      const { message: _message, ...declared } = bench.full;
      const { read, inputs, plan } = await refreshed(bench, entry, declared);
      // Terraform holds a provider to null there, so that its state follows the program.
      expect(plan.changes).toBe(bench.engine.name === "terraform");
      const after = await bench.start().update("Invite", read, inputs);
      expect(after.state).not.toHaveProperty("message");
      expect((await refreshed(bench, after, declared)).plan).toEqual(NOTHING);
      expect(writes(bench)).toEqual([]);
    });

    test("that becomes a Membership in the program stays open, and is not declared beside one", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      const membership = { organizationId: inputs["organizationId"], email: EMAIL, level: "admin" };
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      const next = await run.create("Membership", (await run.check("Membership", undefined, membership)).inputs);
      await run.delete("Invite", entry);
      expect(next.id).toBe(entry.id);
      expect(writes(bench)).toEqual([]);
      expect(bench.look(entry)).toMatchObject({ level: 8 });
      await expect(run.create("Invite", inputs)).rejects.toThrow(/another resource of this run manages it/iu);
    });

    test("of somebody who is a member already counts as accepted, without a request that changes anything", async () => {
      const { organizationId, sandbox } = bench.world;
      const user = sandbox.control.createUser({ email: "ANN@globex.example" });
      sandbox.control.addMembership({ userId: user.id, organizationId, level: 1 });
      sandbox.control.clearRequests();
      const { entry } = await created(bench, bench.full);
      expect(entry).toMatchObject({ id: `${organizationId}/${EMAIL}`, state: { status: "accepted" } });
      expect(writes(bench)).toEqual([]);
    });

    test("that was accepted leaves the member alone when it is deleted, unless the program says otherwise", async () => {
      const declared = { ...bench.full, onDestroy: "revoke" };
      const { entry } = await created(bench, declared);
      accept(bench.world, EMAIL);
      bench.world.sandbox.control.clearRequests();
      await bench.start().delete("Invite", entry);
      expect(writes(bench)).toEqual([]);
      expect(levelIn(bench.world, EMAIL)).toBe(8);

      const { entry: again } = await created(bench, bench.full);
      await bench.start().delete("Invite", again);
      expect(writes(bench)).toEqual(["DELETE"]);
      expect(levelIn(bench.world, EMAIL)).toBeUndefined();
      await expect(bench.start().delete("Invite", again)).resolves.toBeUndefined();
    });

    test("refuses to remove an owner, and the account of the key", async () => {
      const own = await created(bench, { ...bench.full, email: FOUNDER });
      const { entry } = await created(bench, { ...bench.full, level: "owner" });
      accept(bench.world, EMAIL);
      const refusal = async (one: typeof entry): Promise<string> =>
        String(
          await bench
            .start()
            .delete("Invite", one)
            .catch((error: unknown) => error),
        );
      expect(await refusal(entry)).toMatch(
        /Refused to delete Invite "Ann@Globex\.example"\nann@globex\.example is an owner/u,
      );
      const { organizationId, sandbox } = bench.world;
      sandbox.control.addMembership({ email: FOUNDER, organizationId, level: 8 });
      expect(await refusal(own.entry)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(bench).filter((method) => method === "DELETE")).toEqual([]);
    });

    test("keeps access to projects that somebody else gave the invite", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      const { organizationId, sandbox } = bench.world;
      const [project] = (sandbox.control.snapshot().tables["projects"] ?? []) as readonly Values[];
      expect(project?.["organization"]).toBe(organizationId);
      const access = [{ id: project?.["number"], level: "admin" }];
      const { level, first_name, message } = bench.look(entry) ?? {};
      const body = { target_email: EMAIL, level, first_name, message, private_project_access: access };
      await bench.world.send("POST", `organizations/${organizationId}/invites/`, body);
      const after = await bench.start().update("Invite", entry, { ...inputs, level: "owner" });
      expect(bench.look(after)).toMatchObject({ level: 15, private_project_access: access });
    });

    test("is the same in other capitals: no second one, no difference, no write", async () => {
      const { entry } = await created(bench, bench.full);
      const shouted = { ...bench.full, email: ` ${EMAIL.toUpperCase()}` };
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      const inputs = await checked(run, bench.row, shouted);
      expect(await run.diff("Invite", entry, inputs)).toEqual(NOTHING);
      expect((await bench.start().create("Invite", inputs)).id).toBe(entry.id);
      expect(writes(bench)).toEqual([]);
    });
  },
  (row) => row === inviteRow,
);
