import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Engine, EngineRun, ReadEntry } from "../support/conformance-engine.ts";
import { type Bench, checked, created, describeRows } from "../support/conformance-table.ts";
import { organizationMembersRow } from "../support/rows-organization-members.ts";
import { Program } from "../support/scenario-program.ts";
import { accept, addMember, leave, levelIn, memberIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const ANN = "ann@globex.example";
const BOB = "bob@globex.example";
const EVE = "eve@globex.example";
const RESOURCE = "OrganizationMembers";
const NOTHING = { changes: false, replaces: [] };

const writes = (bench: Bench): string[] => writesOf(bench.world).map(({ method }) => method);

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => String(error),
  );

/** The full inputs with an owner beside, so that the founder can be left out. */
const declaring = (bench: Bench, members: Values, others: Values = {}): Values => ({
  ...bench.full,
  members: { [FOUNDER]: "owner", ...members },
  ...others,
});

const BOTH = { [ANN]: "admin", [BOB]: "member" };

/** Refreshes in a process of its own. */
async function refreshed(bench: Bench, entry: Parameters<Bench["look"]>[0]): Promise<ReadEntry> {
  const read = await bench.start().read(RESOURCE, entry);
  if (read === undefined) throw new Error("the declaration was dropped");
  return read;
}

/** One preview and update in a process of its own; gives the warnings of the preview. */
async function up(bench: Bench, entry: ReadEntry, declared: Values) {
  const run = bench.start();
  const inputs = await checked(run, bench.row, declared, entry.inputs);
  const plan = await run.diff(RESOURCE, entry, inputs);
  // The harness of an engine whose check is a plan plans twice.
  const warnings = [...new Set(warningsOf(run))];
  const after = plan.changes ? await run.update(RESOURCE, entry, inputs) : entry;
  return { plan, warnings, entry: { ...after, inputs } };
}

describeRows(
  (bench) => {
    test("reports who is not declared, leaves them, and is no difference", async () => {
      addMember(bench.world, EVE, 1);
      const declared = { ...bench.full, enforce: false };
      const { entry, inputs } = await created(bench, declared);
      expect(entry.state).toMatchObject({ unmanaged: { [EVE]: "member" }, missing: [] });
      bench.world.sandbox.control.clearRequests();
      const { plan, warnings } = await up(bench, { ...entry, inputs }, declared);
      expect(plan).toEqual(NOTHING);
      expect(warnings).toEqual([expect.stringContaining(`Members who are not declared and stay: ${EVE}.`)]);
      addMember(bench.world, "zoe@globex.example", 8);
      const seen = await refreshed(bench, entry);
      expect(seen.state["unmanaged"]).toEqual({ [EVE]: "member", "zoe@globex.example": "admin" });
      expect((await up(bench, seen, declared)).plan).toEqual(NOTHING);
      expect(writes(bench)).toEqual([]);
    });

    test("removes with `enforce` who joined, once a refresh has seen it, and names them in the preview", async () => {
      const { entry } = await created(bench, bench.full);
      addMember(bench.world, "Eve@Globex.example", 8);
      bench.world.sandbox.control.clearRequests();
      const seen = await refreshed(bench, entry);
      expect(seen.inputs["members"]).toEqual({ ...(bench.full["members"] as Values), [EVE]: "admin" });
      // A second refresh before the update shows the same.
      expect(await refreshed(bench, seen)).toEqual(seen);
      const { plan, warnings, entry: after } = await up(bench, seen, bench.full);
      expect(plan).toEqual({ changes: true, replaces: [] });
      expect(warnings).toEqual([`Members who are not declared and will be removed: ${EVE}.`]);
      expect(writes(bench)).toEqual(["DELETE"]);
      expect(memberIn(bench.world, EVE)).toBeUndefined();
      expect(after.state).toEqual(entry.state);
      expect((await up(bench, await refreshed(bench, after), bench.full)).plan).toEqual(NOTHING);
    });

    test("removes in the update that turns `enforce` on, or ends a protection, without a refresh", async () => {
      addMember(bench.world, EVE, 1);
      addMember(bench.world, "zoe@globex.example", 1);
      const reporting = { ...bench.full, enforce: false };
      const { entry, inputs } = await created(bench, reporting);
      const sparing = { ...bench.full, protected: [" Zoe@globex.example "] };
      const first = await up(bench, { ...entry, inputs }, sparing);
      expect(first.warnings).toEqual([`Members who are not declared and will be removed: ${EVE}.`]);
      expect(first.entry.state["unmanaged"]).toEqual({ "zoe@globex.example": "member" });
      const quiet = await up(bench, first.entry, sparing);
      expect([quiet.plan, quiet.warnings]).toEqual([NOTHING, []]);
      const last = await up(bench, quiet.entry, bench.full);
      expect(last.entry.state["unmanaged"]).toEqual({});
      expect([EVE, "zoe@globex.example"].map((email) => memberIn(bench.world, email))).toEqual([undefined, undefined]);
    });

    test("removes nobody more than `maxRemovals` lets, in the preview and in the update, and then nobody at all", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      const crowd = ["dan", "eve", "fay"].map((name) => `${name}@globex.example`);
      for (const email of crowd) addMember(bench.world, email, 1);
      bench.world.sandbox.control.clearRequests();
      const seen = await refreshed(bench, entry);
      const words =
        /`enforce` would remove 3 people, and `maxRemovals` lets 2 go in one run: dan@globex\.example, eve@.*, fay@.*set `maxRemovals: 3`/su;
      expect(await messageOf(bench.start().diff(RESOURCE, seen, inputs))).toMatch(words);
      expect(await messageOf(bench.start().update(RESOURCE, seen, inputs))).toMatch(words);
      expect(await messageOf(created(bench, bench.full))).toMatch(words);
      expect(writes(bench)).toEqual([]);
      const raised = await up(bench, seen, { ...bench.full, maxRemovals: 3 });
      expect(raised.entry.state).toMatchObject({ unmanaged: {} });
      expect(writes(bench)).toEqual(["DELETE", "DELETE", "DELETE"]);
    });

    test("never removes owners, the protected, and the account of the key", async () => {
      const zoe = "zoe@globex.example";
      addMember(bench.world, EVE, 15);
      addMember(bench.world, zoe, 8);
      addMember(bench.world, FOUNDER, 8);
      const declared = { ...bench.full, members: BOTH, protected: [zoe] };
      bench.world.sandbox.control.clearRequests();
      const { entry, inputs } = await created(bench, declared);
      expect(entry.state["unmanaged"]).toEqual({ [EVE]: "owner", [zoe]: "admin" });
      const { plan, warnings } = await up(bench, await refreshed(bench, { ...entry }), declared);
      expect(plan).toEqual(NOTHING);
      expect(warnings).toEqual([
        `Members who are not declared and stay: ${EVE}. Declare them in \`members\`; the service removes no owner.`,
      ]);
      expect(writes(bench)).toEqual(["PATCH"]);
      expect(levelIn(bench.world, FOUNDER)).toBe(8);
      expect(inputs["members"]).toEqual(BOTH);
    });

    test("removes no admin with a key that may not say whose it is", async () => {
      addMember(bench.world, EVE, 1);
      const { control } = bench.world.sandbox;
      const body = { type: "authentication_error", code: "permission_denied", detail: "No user:read.", attr: null };
      control.addFault({ kind: "status", status: 403, body, route: "/api/users/@me/", times: 0 });
      const declared = { ...bench.full, members: { [ANN]: "member", [BOB]: "member" } };
      addMember(bench.world, FOUNDER, 8);
      const refusal = await messageOf(created(bench, declared));
      expect(refusal).toMatch(
        /would remove founder@acme\.example, and this API key may not say whether that is its own/u,
      );
      expect(writes(bench)).toEqual([]);
      await created(bench, { ...declared, protected: [FOUNDER] });
      expect(writes(bench)).toEqual(["DELETE"]);
    });

    test("lists who is missing, is no difference for it, and sets the level after the acceptance", async () => {
      const declared = declaring(bench, { ...BOTH, [EVE]: "admin" });
      const { entry, inputs } = await created(bench, declared);
      expect(entry.state).toMatchObject({ missing: [EVE], members: declared["members"] });
      const waiting = await up(bench, await refreshed(bench, entry), declared);
      expect(waiting.plan).toEqual(NOTHING);
      expect(waiting.warnings).toEqual([expect.stringContaining(`Declared people who are no members yet: ${EVE}.`)]);
      const { organizationId } = bench.world;
      await bench.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: EVE, level: 1 });
      accept(bench.world, EVE);
      const seen = await refreshed(bench, { ...entry, ...inputs });
      expect(seen.state).toMatchObject({ missing: [], members: { [EVE]: "member" } });
      await up(bench, seen, declared);
      expect(levelIn(bench.world, EVE)).toBe(8);
      leave(bench.world, EVE);
      expect((await refreshed(bench, seen)).state["missing"]).toEqual([EVE]);
    });

    test("hands an organization over in one update, and refuses to leave it without an owner", async () => {
      addMember(bench.world, EVE, 15);
      const { entry, inputs } = await created(bench, declaring(bench, { ...BOTH, [EVE]: "owner" }));
      const handed = await up(
        bench,
        { ...entry, inputs },
        declaring(bench, { [EVE]: "admin", [ANN]: "owner", [BOB]: "member" }),
      );
      expect([levelIn(bench.world, ANN), levelIn(bench.world, EVE)]).toEqual([15, 8]);
      const own = messageOf(
        up(bench, handed.entry, declaring(bench, { [FOUNDER]: "admin", [ANN]: "owner", [BOB]: "member" })),
      );
      expect(await own).toContain(`${FOUNDER} is the account of this API key`);
      addMember(bench.world, FOUNDER, 8);
      const last = declaring(bench, { ...BOTH, [FOUNDER]: "admin", [EVE]: "admin" });
      expect(await messageOf(up(bench, handed.entry, last))).toContain(`${ANN} is the last owner`);
    });

    test("compares addresses as the service does, and keeps their spelling when something drifts", async () => {
      const members = { [FOUNDER]: "owner", " ANN@globex.example": "admin", [BOB]: "member" };
      const { entry, inputs } = await created(bench, { ...bench.full, members });
      expect(await bench.start().diff(RESOURCE, entry, inputs)).toEqual(NOTHING);
      addMember(bench.world, BOB, 8);
      expect((await refreshed(bench, entry)).state["members"]).toEqual({ ...members, [BOB]: "admin" });
      const doubled = { ...bench.full, members: { ...members, [ANN]: "member" } };
      const { problems } = await bench.start().check(RESOURCE, undefined, doubled);
      expect(problems.join()).toContain('" ANN@globex.example" and "ann@globex.example" are one address');
    });

    test("leaves everybody when it is deleted, and is imported by id or slug with all members", async () => {
      addMember(bench.world, EVE, 1);
      const { entry } = await created(bench, { ...bench.full, enforce: false });
      bench.world.sandbox.control.clearRequests();
      await bench.start().delete(RESOURCE, entry);
      expect(writes(bench)).toEqual([]);
      expect(levelIn(bench.world, EVE)).toBe(1);
      const slug = String(bench.world.organization(entry.id)?.["slug"]);
      for (const text of [entry.id, slug]) {
        const found = await bench.start().find(RESOURCE, text);
        expect(found).toMatchObject({ id: entry.id, state: { unmanaged: {}, missing: [] } });
        expect(found?.state["members"]).toEqual({ [FOUNDER]: "owner", ...BOTH, [EVE]: "member" });
      }
    });

    test("reads the list that `Member` reads", async () => {
      const { entry } = await created(bench, bench.full);
      const run = bench.start();
      const declared = { organizationId: bench.world.organizationId, email: ANN, level: "admin" };
      const member = await run.create("Member", (await run.check("Member", undefined, declared)).inputs);
      bench.world.sandbox.control.clearRequests();
      const next = bench.start();
      await Promise.all([next.read(RESOURCE, entry), next.read("Member", member)]);
      expect(bench.world.sandbox.control.counts()).toEqual({
        "GET /api/organizations/:organization_id/members/": 1,
        "GET /api/users/@me/": 1,
      });
    });

    test("says of whom a refused request was, and the next run does the rest", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      for (const email of ["dan@globex.example", EVE]) addMember(bench.world, email, 1);
      const seen = await refreshed(bench, entry);
      const body = { type: "authentication_error", code: "permission_denied", detail: "Not you.", attr: null };
      bench.world.sandbox.control.addFault({ kind: "status", status: 403, body, method: "DELETE", nth: 2 });
      const program = new Program(bench.engine, RESOURCE, bench.full, { ...seen, isIncomplete: false });
      expect(String(await program.up(bench.start()))).toMatch(
        /Could not update OrganizationMembers .*\nCould not remove eve@globex\.example\n.*Not you\./u,
      );
      expect(await program.up(bench.start())).toBeUndefined();
      expect(program.entry?.state).toEqual({ ...entry.state, ...inputs });
      expect(memberIn(bench.world, EVE)).toBeUndefined();
    });
  },
  (row: { readonly resource: string }, _engine: Engine) => row.resource === organizationMembersRow.resource,
);
