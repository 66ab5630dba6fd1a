import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
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
  /ann@globex\.example might be the account of this API key, which lacks the scope `user:read`.*Give the key the scope `user:read`/isu;

const writes = (fixture: Fixture): string[] => writesOf(fixture.world).map(({ method }) => method);

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => String(error),
  );

/** What create says of these inputs. */
const refusalOf = (fixture: Fixture, declared: Values): Promise<string> => messageOf(created(fixture, declared));

/** The results of a preview and an update of a changed level. */
async function refusalsOf(fixture: Fixture, entry: Entry, declared: Values): Promise<string[]> {
  const run = fixture.start();
  const inputs = await checked(run, fixture.row, declared, declared);
  fixture.world.sandbox.control.clearRequests();
  const preview = await messageOf(run.diff("Member", entry, inputs));
  const update = await messageOf(fixture.start().update("Member", entry, inputs));
  expect(writes(fixture)).toEqual([]);
  return [preview, update];
}

describeRows(
  (fixture) => {
    test("who is there is taken over at whatever level, and no other level is no write", async () => {
      addMember(fixture.world, EMAIL, 15);
      const { entry } = await created(fixture, { ...fixture.full, level: "owner" });
      expect(entry.state).toMatchObject({ level: "owner" });
      expect(writes(fixture)).toEqual([]);
    });

    test("a stranger, and one who is only invited, are refused with what to do", async () => {
      leave(fixture.world, EMAIL);
      expect(await refusalOf(fixture, fixture.full)).toMatch(
        /Refused to create Member "ann@globex\.example"\n.*ann@globex\.example isn't a member of the organization.*Declare an Invite first/su,
      );
      const { organizationId } = fixture.world;
      await fixture.world.send("POST", `organizations/${organizationId}/invites/`, { target_email: EMAIL });
      fixture.world.sandbox.control.clearRequests();
      expect(await refusalOf(fixture, fixture.full)).toContain(`${EMAIL} is invited, and hasn't accepted yet.`);
      expect(writes(fixture)).toEqual([]);
    });

    test("the account of the key is taken over as it is, and its level is never changed", async () => {
      const own = { ...fixture.full, email: FOUNDER };
      expect(await refusalOf(fixture, own)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(fixture)).toEqual([]);
      const { entry } = await created(fixture, { ...own, level: "owner" });
      for (const refusal of await refusalsOf(fixture, entry, { ...own, level: "member" })) {
        expect(refusal).toMatch(/Refused to change Member "[^"\n]+@[^"\n]+"\n.*nobody can change their own level/su);
      }
    });

    test("the last owner keeps that level also when it is not known whose the key is", async () => {
      const { entry } = await created(fixture, { ...fixture.full, email: FOUNDER, level: "owner" });
      fixture.world.sandbox.control.addFault(NO_ACCOUNT);
      for (const refusal of await refusalsOf(fixture, entry, { ...fixture.full, email: FOUNDER })) {
        expect(refusal).toContain(`${FOUNDER} is the last owner of the organization.`);
      }
    });

    test("an admin is neither removed nor lowered while it is not known whose the key is", async () => {
      const { entry } = await created(fixture, { ...fixture.full, level: "admin", onDestroy: "remove" });
      fixture.world.sandbox.control.addFault(NO_ACCOUNT);
      for (const refusal of await refusalsOf(fixture, entry, { ...fixture.full, level: "member" })) {
        expect(refusal).toMatch(MAYBE_OWN);
      }
      const lowered = { ...entry, state: { ...entry.state, onDestroy: "downgrade" } };
      expect(await messageOf(fixture.start().delete("Member", entry))).toMatch(MAYBE_OWN);
      expect(await messageOf(fixture.start().delete("Member", lowered))).toMatch(MAYBE_OWN);
      expect(writes(fixture)).toEqual([]);
      addMember(fixture.world, EMAIL, 1);
      await fixture.start().delete("Member", entry);
      expect(writes(fixture)).toEqual(["DELETE"]);
    });

    test("a level that is not known is shown as it is and never rewritten", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      addMember(fixture.world, EMAIL, 3);
      const read = await fixture.start().read("Member", entry);
      expect(read?.state).toMatchObject({ level: "3" });
      const unknown = /has the level 3, which this version of Orgform doesn't know and never changes/u;
      expect(await messageOf(fixture.start().diff("Member", read ?? entry, inputs))).toMatch(unknown);
      expect(await messageOf(fixture.start().update("Member", entry, inputs))).toMatch(unknown);
      expect(await refusalOf(fixture, fixture.full)).toMatch(unknown);
      expect(levelIn(fixture.world, EMAIL)).toBe(3);
    });

    test.each([
      { onDestroy: "remove", level: undefined, sent: ["DELETE"] },
      { onDestroy: "downgrade", level: 1, sent: ["PATCH"] },
      { onDestroy: "retain", level: 8, sent: [] },
    ])("a deletion with $onDestroy does that, once", async ({ onDestroy, level, sent }) => {
      const { entry } = await created(fixture, { ...fixture.full, onDestroy });
      fixture.world.sandbox.control.clearRequests();
      await fixture.start().delete("Member", entry);
      await fixture.start().delete("Member", entry);
      expect(levelIn(fixture.world, EMAIL)).toBe(level);
      expect(writes(fixture)).toEqual(sent);
    });

    test("an owner, and the account of the key, are not removed", async () => {
      const { entry } = await created(fixture, { ...fixture.full, level: "owner" });
      const own = await created(fixture, { ...fixture.full, email: FOUNDER, level: "owner" });
      fixture.world.sandbox.control.clearRequests();
      const deletion = (one: Entry): Promise<string> => messageOf(fixture.start().delete("Member", one));
      expect(await deletion(entry)).toMatch(
        /Refused to delete Member "[^"\n]+@[^"\n]+"\n.*is an owner, and.*First declare/su,
      );
      const lowered = { ...own.entry, state: { ...own.entry.state, onDestroy: "downgrade" } };
      expect(await deletion(lowered)).toContain("nobody can change their own level");
      addMember(fixture.world, FOUNDER, 8);
      expect(await deletion(own.entry)).toContain(`${FOUNDER} is the account of this API key`);
      expect(writes(fixture)).toEqual([]);
    });
  },
  (row) => row.resource === "Member",
  { furtherEngines: "none" },
);

/** Resources of a person who is invited first, with the `onDestroy` that removes the member. */
const REMOVING: Readonly<Record<string, string>> = { Membership: "remove", Invite: "removeMember" };

describeRows(
  (fixture) => {
    test("an admin is not removed while it is not known whose the key is", async () => {
      const { resource } = fixture.row;
      const declared = { ...fixture.minimal, level: "admin", onDestroy: REMOVING[resource] };
      const { entry } = await created(fixture, declared);
      accept(fixture.world, EMAIL);
      fixture.world.sandbox.control.addFault(NO_ACCOUNT);
      fixture.world.sandbox.control.clearRequests();
      expect(await messageOf(fixture.start().delete(resource, entry))).toMatch(MAYBE_OWN);
      expect(writes(fixture)).toEqual([]);
    });
  },
  ({ resource }) => REMOVING[resource] !== undefined,
  { dialects: "2025-08" },
);
