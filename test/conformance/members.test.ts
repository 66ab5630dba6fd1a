import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Entry } from "../support/conformance-engine.ts";
import { type Bench, checked, created, describeRows } from "../support/conformance-table.ts";
import { memberRow } from "../support/rows-member.ts";
import { accept, addMember, leave, levelIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const EMAIL = "ann@globex.example";

/** A key without the scope `user:read`. */
const NO_ACCOUNT = {
  kind: "status",
  status: 403,
  body: { type: "authentication_error", code: "permission_denied", detail: "No user:read.", attr: null },
  route: "/api/users/@me/",
  times: 0,
} as const;

const MAYBE_OWN =
  /ann@globex\.example may be the account of this API key, which lacks the scope `user:read`.*Give the key the scope `user:read`/isu;

const writes = (bench: Bench): string[] => writesOf(bench.world).map(({ method }) => method);

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => String(error),
  );

/** What create says of these inputs. */
const refusalOf = (bench: Bench, declared: Values): Promise<string> => messageOf(created(bench, declared));

/** What a preview and an update say of a change of the level. */
async function refusalsOf(bench: Bench, entry: Entry, declared: Values): Promise<string[]> {
  const run = bench.start();
  const inputs = await checked(run, bench.row, declared, declared);
  bench.world.sandbox.control.clearRequests();
  const preview = await messageOf(run.diff("Member", entry, inputs));
  const update = await messageOf(bench.start().update("Member", entry, inputs));
  expect(writes(bench)).toEqual([]);
  return [preview, update];
}

describeRows(
  (bench) => {
    test("who is there is taken over at whatever level, and no other level is no write", async () => {
      addMember(bench.world, EMAIL, 15);
      const { entry } = await created(bench, { ...bench.full, level: "owner" });
      expect(entry.state).toMatchObject({ level: "owner" });
      expect(writes(bench)).toEqual([]);
    });

    test("a stranger, and one who is only invited, are refused with what to do", async () => {
      leave(bench.world, EMAIL);
      expect(await refusalOf(bench, bench.full)).toMatch(
        /Refused to create Member "ann@globex\.example"\n.*ann@globex\.example is no member of the organization.*Declare an Invite first/su,
      );
      const { organizationId } = bench.world;
      await bench.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: EMAIL });
      bench.world.sandbox.control.clearRequests();
      expect(await refusalOf(bench, bench.full)).toContain(`${EMAIL} is invited and has not accepted yet.`);
      expect(writes(bench)).toEqual([]);
    });

    test("the account of the key is taken over as it is, and its level is never changed", async () => {
      const own = { ...bench.full, email: FOUNDER };
      expect(await refusalOf(bench, own)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(bench)).toEqual([]);
      const { entry } = await created(bench, { ...own, level: "owner" });
      for (const refusal of await refusalsOf(bench, entry, { ...own, level: "member" })) {
        expect(refusal).toMatch(
          /Refused to change Member "[^"\n]+@[^"\n]+"\n.*the service lets nobody change the own level/su,
        );
      }
    });

    test("the last owner keeps that level also when it is not known whose the key is", async () => {
      const { entry } = await created(bench, { ...bench.full, email: FOUNDER, level: "owner" });
      bench.world.sandbox.control.addFault(NO_ACCOUNT);
      for (const refusal of await refusalsOf(bench, entry, { ...bench.full, email: FOUNDER })) {
        expect(refusal).toContain(`${FOUNDER} is the last owner of the organization.`);
      }
    });

    test("an admin is neither removed nor lowered while it is not known whose the key is", async () => {
      const { entry } = await created(bench, { ...bench.full, level: "admin", onDestroy: "remove" });
      bench.world.sandbox.control.addFault(NO_ACCOUNT);
      for (const refusal of await refusalsOf(bench, entry, { ...bench.full, level: "member" })) {
        expect(refusal).toMatch(MAYBE_OWN);
      }
      const lowered = { ...entry, state: { ...entry.state, onDestroy: "downgrade" } };
      expect(await messageOf(bench.start().delete("Member", entry))).toMatch(MAYBE_OWN);
      expect(await messageOf(bench.start().delete("Member", lowered))).toMatch(MAYBE_OWN);
      expect(writes(bench)).toEqual([]);
      addMember(bench.world, EMAIL, 1);
      await bench.start().delete("Member", entry);
      expect(writes(bench)).toEqual(["DELETE"]);
    });

    test("a level that is not known is shown as it is and never rewritten", async () => {
      const { entry, inputs } = await created(bench, bench.full);
      addMember(bench.world, EMAIL, 3);
      const read = await bench.start().read("Member", entry);
      expect(read?.state).toMatchObject({ level: "3" });
      const unknown = /has the level 3, which this version of Orgform does not know and never rewrites/u;
      expect(await messageOf(bench.start().diff("Member", read ?? entry, inputs))).toMatch(unknown);
      expect(await messageOf(bench.start().update("Member", entry, inputs))).toMatch(unknown);
      expect(await refusalOf(bench, bench.full)).toMatch(unknown);
      expect(levelIn(bench.world, EMAIL)).toBe(3);
    });

    test.each([
      { onDestroy: "remove", level: undefined, sent: ["DELETE"] },
      { onDestroy: "downgrade", level: 1, sent: ["PATCH"] },
      { onDestroy: "retain", level: 8, sent: [] },
    ])("a deletion with $onDestroy does that, once", async ({ onDestroy, level, sent }) => {
      const { entry } = await created(bench, { ...bench.full, onDestroy });
      bench.world.sandbox.control.clearRequests();
      await bench.start().delete("Member", entry);
      await bench.start().delete("Member", entry);
      expect(levelIn(bench.world, EMAIL)).toBe(level);
      expect(writes(bench)).toEqual(sent);
    });

    test("an owner, and the account of the key, are not removed", async () => {
      const { entry } = await created(bench, { ...bench.full, level: "owner" });
      const own = await created(bench, { ...bench.full, email: FOUNDER, level: "owner" });
      bench.world.sandbox.control.clearRequests();
      const deletion = (one: Entry): Promise<string> => messageOf(bench.start().delete("Member", one));
      expect(await deletion(entry)).toMatch(
        /Refused to delete Member "[^"\n]+@[^"\n]+"\n.*is an owner, whom.*Two steps/su,
      );
      const lowered = { ...own.entry, state: { ...own.entry.state, onDestroy: "downgrade" } };
      expect(await deletion(lowered)).toContain("the service lets nobody change the own level");
      addMember(bench.world, FOUNDER, 8);
      expect(await deletion(own.entry)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(bench)).toEqual([]);
    });
  },
  (row) => row === memberRow,
);

/** Resources of somebody who is invited first, with the `onDestroy` that removes the member. */
const REMOVING: Readonly<Record<string, string>> = { Membership: "remove", Invite: "removeMember" };

describeRows(
  (bench) => {
    test("an admin is not removed while it is not known whose the key is", async () => {
      const { resource } = bench.row;
      const declared = { ...bench.minimal, level: "admin", onDestroy: REMOVING[resource] };
      const { entry } = await created(bench, declared);
      accept(bench.world, EMAIL);
      bench.world.sandbox.control.addFault(NO_ACCOUNT);
      bench.world.sandbox.control.clearRequests();
      expect(await messageOf(bench.start().delete(resource, entry))).toMatch(MAYBE_OWN);
      expect(writes(bench)).toEqual([]);
    });
  },
  ({ resource }) => REMOVING[resource] !== undefined,
  { dialects: "live", furtherEngines: "each resource" },
);
