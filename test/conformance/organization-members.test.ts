import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Engine, EngineRun, ReadEntry } from "../support/engine-under-test.ts";
import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
import { organizationMembersRow } from "../support/rows-organization-members.ts";
import { Program } from "../support/scenario-program.ts";
import { accept, addMember, leave, levelIn, memberIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const ANN = "ann@globex.example";
const BOB = "bob@globex.example";
const EVE = "eve@globex.example";
const RESOURCE = "OrganizationMembers";
const NOTHING = { changes: false, replaces: [] };

const writes = (fixture: Fixture): string[] => writesOf(fixture.world).map(({ method }) => method);

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => String(error),
  );

/** The full inputs with another owner, so the founder can be omitted. */
const declaring = (fixture: Fixture, members: Values, others: Values = {}): Values => ({
  ...fixture.full,
  members: { [FOUNDER]: "owner", ...members },
  ...others,
});

const BOTH = { [ANN]: "admin", [BOB]: "member" };

/** Refreshes in a process of its own. */
async function refreshed(fixture: Fixture, entry: Parameters<Fixture["look"]>[0]): Promise<ReadEntry> {
  const read = await fixture.start().read(RESOURCE, entry);
  if (read === undefined) throw new Error("the declaration was dropped");
  return read;
}

/** One preview and update in a separate process. Returns the warnings of the preview. */
async function up(fixture: Fixture, entry: ReadEntry, declared: Values) {
  const run = fixture.start();
  const inputs = await checked(run, fixture.row, declared, entry.inputs);
  const plan = await run.diff(RESOURCE, entry, inputs);
  // The harness of an engine whose check is a plan plans twice.
  const warnings = [...new Set(warningsOf(run))];
  const after = plan.changes ? await run.update(RESOURCE, entry, inputs) : entry;
  return { plan, warnings, entry: { ...after, inputs } };
}

describeRows(
  (fixture) => {
    test("reports who is not declared, leaves them, and is no difference", async () => {
      addMember(fixture.world, EVE, 1);
      const declared = { ...fixture.full, enforce: false };
      const { entry, inputs } = await created(fixture, declared);
      expect(entry.state).toMatchObject({ unmanaged: { [EVE]: "member" }, missing: [] });
      fixture.world.sandbox.control.clearRequests();
      const { plan, warnings } = await up(fixture, { ...entry, inputs }, declared);
      expect(plan).toEqual(NOTHING);
      expect(warnings).toEqual([expect.stringContaining(`Undeclared members, who stay: ${EVE}.`)]);
      addMember(fixture.world, "zoe@globex.example", 8);
      const seen = await refreshed(fixture, entry);
      expect(seen.state["unmanaged"]).toEqual({ [EVE]: "member", "zoe@globex.example": "admin" });
      expect((await up(fixture, seen, declared)).plan).toEqual(NOTHING);
      expect(writes(fixture)).toEqual([]);
    });

    test("removes with `enforce` who joined, once a refresh has seen it, and names them in the preview", async () => {
      const { entry } = await created(fixture, fixture.full);
      addMember(fixture.world, "Eve@Globex.example", 8);
      fixture.world.sandbox.control.clearRequests();
      const seen = await refreshed(fixture, entry);
      expect(seen.inputs["members"]).toEqual({ ...(fixture.full["members"] as Values), [EVE]: "admin" });
      // A second refresh before the update shows the same.
      expect(await refreshed(fixture, seen)).toEqual(seen);
      const { plan, warnings, entry: after } = await up(fixture, seen, fixture.full);
      expect(plan).toEqual({ changes: true, replaces: [] });
      expect(warnings).toEqual([`Members who are not declared and will be removed: ${EVE}.`]);
      expect(writes(fixture)).toEqual(["DELETE"]);
      expect(memberIn(fixture.world, EVE)).toBeUndefined();
      expect(after.state).toEqual(entry.state);
      expect((await up(fixture, await refreshed(fixture, after), fixture.full)).plan).toEqual(NOTHING);
    });

    test("removes in the update that turns `enforce` on, or ends a protection, without a refresh", async () => {
      addMember(fixture.world, EVE, 1);
      addMember(fixture.world, "zoe@globex.example", 1);
      const reporting = { ...fixture.full, enforce: false };
      const { entry, inputs } = await created(fixture, reporting);
      const sparing = { ...fixture.full, protected: [" Zoe@globex.example "] };
      const first = await up(fixture, { ...entry, inputs }, sparing);
      expect(first.warnings).toEqual([`Members who are not declared and will be removed: ${EVE}.`]);
      expect(first.entry.state["unmanaged"]).toEqual({ "zoe@globex.example": "member" });
      const quiet = await up(fixture, first.entry, sparing);
      expect([quiet.plan, quiet.warnings]).toEqual([NOTHING, []]);
      const last = await up(fixture, quiet.entry, fixture.full);
      expect(last.entry.state["unmanaged"]).toEqual({});
      expect([EVE, "zoe@globex.example"].map((email) => memberIn(fixture.world, email))).toEqual([
        undefined,
        undefined,
      ]);
    });

    test("removes nobody more than `maxRemovals` lets, in the preview and in the update, and then nobody at all", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const crowd = ["dan", "eve", "fay"].map((name) => `${name}@globex.example`);
      for (const email of crowd) addMember(fixture.world, email, 1);
      fixture.world.sandbox.control.clearRequests();
      const seen = await refreshed(fixture, entry);
      const words =
        /`enforce` would remove 3 people, and `maxRemovals` allows 2 in one run: dan@globex\.example, eve@.*, fay@.*set `maxRemovals: 3`/su;
      expect(await messageOf(fixture.start().diff(RESOURCE, seen, inputs))).toMatch(words);
      expect(await messageOf(fixture.start().update(RESOURCE, seen, inputs))).toMatch(words);
      expect(await messageOf(created(fixture, fixture.full))).toMatch(words);
      expect(writes(fixture)).toEqual([]);
      const raised = await up(fixture, seen, { ...fixture.full, maxRemovals: 3 });
      expect(raised.entry.state).toMatchObject({ unmanaged: {} });
      expect(writes(fixture)).toEqual(["DELETE", "DELETE", "DELETE"]);
    });

    test("never removes owners, the protected, and the account of the key", async () => {
      const zoe = "zoe@globex.example";
      addMember(fixture.world, EVE, 15);
      addMember(fixture.world, zoe, 8);
      addMember(fixture.world, FOUNDER, 8);
      const declared = { ...fixture.full, members: BOTH, protected: [zoe] };
      fixture.world.sandbox.control.clearRequests();
      const { entry, inputs } = await created(fixture, declared);
      expect(entry.state["unmanaged"]).toEqual({ [EVE]: "owner", [zoe]: "admin" });
      const { plan, warnings } = await up(fixture, await refreshed(fixture, { ...entry }), declared);
      expect(plan).toEqual(NOTHING);
      expect(warnings).toEqual([
        `Undeclared members, who stay: ${EVE}. Declare them in \`members\`; the service doesn't remove owners.`,
      ]);
      expect(writes(fixture)).toEqual(["PATCH"]);
      expect(levelIn(fixture.world, FOUNDER)).toBe(8);
      expect(inputs["members"]).toEqual(BOTH);
    });

    test("removes no admin with a key that may not say whose it is", async () => {
      addMember(fixture.world, EVE, 1);
      const { control } = fixture.world.sandbox;
      const body = { type: "authentication_error", code: "permission_denied", detail: "No user:read.", attr: null };
      control.addFault({ kind: "status", status: 403, body, route: "/api/users/@me/", times: 0 });
      const declared = { ...fixture.full, members: { [ANN]: "member", [BOB]: "member" } };
      addMember(fixture.world, FOUNDER, 8);
      const refusal = await messageOf(created(fixture, declared));
      expect(refusal).toMatch(
        /would remove founder@acme\.example, and this API key can't tell whether one of them is its own/u,
      );
      expect(writes(fixture)).toEqual([]);
      await created(fixture, { ...declared, protected: [FOUNDER] });
      expect(writes(fixture)).toEqual(["DELETE"]);
    });

    test("warns of nobody whom the run before has removed, and asks only where it would warn", async () => {
      addMember(fixture.world, EVE, 1);
      const declared = { ...fixture.full, enforce: false };
      const { entry } = await created(fixture, declared);
      const seen = await refreshed(fixture, { ...entry });
      expect(seen.state["unmanaged"]).toEqual({ [EVE]: "member" });
      const warned = await up(fixture, seen, declared);
      expect(warned.warnings).toEqual([expect.stringMatching(/People whose Member or Membership this run deletes/u)]);
      leave(fixture.world, EVE);
      expect((await up(fixture, seen, declared)).warnings).toEqual([]);
      const after = await refreshed(fixture, seen);
      fixture.world.sandbox.control.clearRequests();
      expect((await up(fixture, after, declared)).warnings).toEqual([]);
      expect(fixture.world.sandbox.control.requests()).toEqual([]);
    });

    test("lists who is missing, is no difference for it, and sets the level after the acceptance", async () => {
      const declared = declaring(fixture, { ...BOTH, [EVE]: "admin" });
      const { entry, inputs } = await created(fixture, declared);
      expect(entry.state).toMatchObject({ missing: [EVE], members: declared["members"] });
      const waiting = await up(fixture, await refreshed(fixture, entry), declared);
      expect(waiting.plan).toEqual(NOTHING);
      expect(waiting.warnings).toEqual([expect.stringContaining(`Declared people who aren't members yet: ${EVE}.`)]);
      const { organizationId } = fixture.world;
      await fixture.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: EVE, level: 1 });
      accept(fixture.world, EVE);
      const seen = await refreshed(fixture, { ...entry, ...inputs });
      expect(seen.state).toMatchObject({ missing: [], members: { [EVE]: "member" } });
      await up(fixture, seen, declared);
      expect(levelIn(fixture.world, EVE)).toBe(8);
      leave(fixture.world, EVE);
      expect((await refreshed(fixture, seen)).state["missing"]).toEqual([EVE]);
    });

    test("hands an organization over in one update, and refuses to leave it without an owner", async () => {
      addMember(fixture.world, EVE, 15);
      const { entry, inputs } = await created(fixture, declaring(fixture, { ...BOTH, [EVE]: "owner" }));
      const handed = await up(
        fixture,
        { ...entry, inputs },
        declaring(fixture, { [EVE]: "admin", [ANN]: "owner", [BOB]: "member" }),
      );
      expect([levelIn(fixture.world, ANN), levelIn(fixture.world, EVE)]).toEqual([15, 8]);
      const own = messageOf(
        up(fixture, handed.entry, declaring(fixture, { [FOUNDER]: "admin", [ANN]: "owner", [BOB]: "member" })),
      );
      expect(await own).toContain(`${FOUNDER} is the account of this API key`);
      addMember(fixture.world, FOUNDER, 8);
      const last = declaring(fixture, { ...BOTH, [FOUNDER]: "admin", [EVE]: "admin" });
      expect(await messageOf(up(fixture, handed.entry, last))).toContain(`${ANN} is the last owner`);
    });

    test("compares addresses as the service does, and keeps their spelling when something drifts", async () => {
      const members = { [FOUNDER]: "owner", " ANN@globex.example": "admin", [BOB]: "member" };
      const { entry, inputs } = await created(fixture, { ...fixture.full, members });
      expect(await fixture.start().diff(RESOURCE, entry, inputs)).toEqual(NOTHING);
      addMember(fixture.world, BOB, 8);
      expect((await refreshed(fixture, entry)).state["members"]).toEqual({ ...members, [BOB]: "admin" });
      const doubled = { ...fixture.full, members: { ...members, [ANN]: "member" } };
      const { problems } = await fixture.start().check(RESOURCE, undefined, doubled);
      expect(problems.join()).toContain('" ANN@globex.example" and "ann@globex.example" are the same address');
    });

    test("leaves everybody when it is deleted, and is imported by id or slug with all members", async () => {
      addMember(fixture.world, EVE, 1);
      const { entry } = await created(fixture, { ...fixture.full, enforce: false });
      fixture.world.sandbox.control.clearRequests();
      await fixture.start().delete(RESOURCE, entry);
      expect(writes(fixture)).toEqual([]);
      expect(levelIn(fixture.world, EVE)).toBe(1);
      const slug = String(fixture.world.organization(entry.id)?.["slug"]);
      for (const text of [entry.id, slug]) {
        const found = await fixture.start().find(RESOURCE, text);
        expect(found).toMatchObject({ id: entry.id, state: { unmanaged: {}, missing: [] } });
        expect(found?.state["members"]).toEqual({ [FOUNDER]: "owner", ...BOTH, [EVE]: "member" });
      }
    });

    test("reads the list that `Member` reads", async () => {
      const { entry } = await created(fixture, fixture.full);
      const run = fixture.start();
      const declared = { organizationId: fixture.world.organizationId, email: ANN, level: "admin" };
      const member = await run.create("Member", (await run.check("Member", undefined, declared)).inputs);
      fixture.world.sandbox.control.clearRequests();
      const next = fixture.start();
      await Promise.all([next.read(RESOURCE, entry), next.read("Member", member)]);
      expect(fixture.world.sandbox.control.counts()).toEqual({
        "GET /api/organizations/:organization_id/members/": 1,
        "GET /api/users/@me/": 1,
      });
    });

    test("says of whom a refused request was, and the next run does the rest", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      for (const email of ["dan@globex.example", EVE]) addMember(fixture.world, email, 1);
      const seen = await refreshed(fixture, entry);
      const body = { type: "authentication_error", code: "permission_denied", detail: "Not you.", attr: null };
      fixture.world.sandbox.control.addFault({ kind: "status", status: 403, body, method: "DELETE", nth: 2 });
      const program = new Program(fixture.engine, RESOURCE, fixture.full, { ...seen, isIncomplete: false });
      expect(String(await program.up(fixture.start()))).toMatch(
        /Could not update OrganizationMembers .*\nCould not remove eve@globex\.example\n.*Not you\./u,
      );
      expect(await program.up(fixture.start())).toBeUndefined();
      expect(program.entry?.state).toEqual({ ...entry.state, ...inputs });
      expect(memberIn(fixture.world, EVE)).toBeUndefined();
    });
  },
  (row: { readonly resource: string }, _engine: Engine) => row.resource === organizationMembersRow.resource,
  { furtherEngines: "none" },
);
