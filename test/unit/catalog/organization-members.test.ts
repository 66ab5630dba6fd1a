import { expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import { ApiError, type ApiErrorParts } from "../../../src/client/errors.ts";
import type { MemberWire } from "../../../src/client/members.ts";
import type { ServiceContext } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import {
  changeMembers,
  warningsOn,
  memberSetGuard,
  memberSetOf,
  type MemberSetWire,
  shownOf,
  whyPending,
} from "../../../src/catalog/resources/member/member-set.ts";
import { printed } from "../../../src/model/messages.ts";

const OWN = "own@acme.example";

const member = (email: string, level: number): MemberWire =>
  ({ user: { uuid: `id of ${email}`, email }, level }) as MemberWire; // -- nothing else of a member is looked at

const wireOf = (levels: Readonly<Record<string, number>>, isOwnKnown = true): MemberSetWire => ({
  members: Object.entries(levels).map(([email, level]) => member(email, level)),
  ownUserId: isOwnKnown ? `id of ${OWN}` : undefined,
});

const ask = (own: string | undefined): ServiceContext<Api> =>
  ({ api: {}, call: { once: () => Promise.resolve(own) } }) as unknown as ServiceContext<Api>; // -- only the account is requested

/** The guard's result for a declaration. Only a few people can be removed. */
async function refusal(wire: MemberSetWire, declared: Values): Promise<string | undefined> {
  const inputs = { enforce: true, protected: [], maxRemovals: 2, ...declared };
  const text = await memberSetGuard.refuse({ verb: "update", inputs, state: {} }, wire, () => ask(wire.ownUserId));
  return text === undefined ? undefined : printed(text);
}

test("a limit counts who is neither declared nor protected nor an owner nor the account of the key", async () => {
  const wire = wireOf({ [OWN]: 8, "a@x.example": 1, "b@x.example": 1, "C@x.example": 8, "d@x.example": 15 });
  expect(await refusal(wire, { members: {} })).toMatch(
    /would remove 3 people.* allows 2 .*: a@x\.example, b@x\.example, c@x\.example\./u,
  );
  expect(await refusal(wire, { members: {}, maxRemovals: 3 })).toBeUndefined();
  expect(await refusal(wire, { members: { " B@x.example": "member" } })).toBeUndefined();
  expect(await refusal(wire, { members: {}, protected: ["c@X.example "] })).toBeUndefined();
  expect(await refusal(wire, { members: {}, enforce: false, maxRemovals: 0 })).toBeUndefined();
});

test("a message names twenty people and counts the others", async () => {
  const crowd = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`${index + 10}@x.example`, 1]));
  expect(await refusal(wireOf(crowd), { members: {} })).toMatch(
    /: 10@x\.example, .*, 29@x\.example and 3 more\. Nothing/u,
  );
});

test("no admin is removed by a key that does not know its account; others are", async () => {
  const wire = wireOf({ [OWN]: 8, "a@x.example": 1 }, false);
  expect(await refusal(wire, { members: {} })).toMatch(/would remove own@acme\.example, and this API key can't tell/u);
  expect(await refusal(wire, { members: {}, protected: [OWN] })).toBeUndefined();
});

test("levels are refused as they come out when all are changed", async () => {
  const wire = wireOf({ [OWN]: 8, "a@x.example": 15, "b@x.example": 15, "c@x.example": 3 });
  const lowered = { "a@x.example": "admin", "b@x.example": "admin" };
  expect(await refusal(wire, { members: lowered, protected: ["c@x.example"] })).toMatch(/is the last owner/u);
  const handed = { ...lowered, "b@x.example": "owner" };
  expect(await refusal(wire, { members: handed, protected: ["c@x.example"] })).toBeUndefined();
  expect(await refusal(wire, { members: { ...handed, [OWN]: "member" } })).toMatch(
    /own@acme\.example is the account of this API key/u,
  );
  expect(await refusal(wire, { members: { ...handed, "c@x.example": "admin" } })).toMatch(
    /has the level 3, which this version/u,
  );
});

test("who rises comes first, and only what differs is sent; who left meanwhile is no failure", async () => {
  const sent: string[] = [];
  const gone = new ApiError("gone", { category: "notFound", code: "not_found" } as ApiErrorParts); // -- all that is looked at
  const failures: Readonly<Record<string, Error>> = {
    "id of left@x.example": gone,
    "id of bad@x.example": new Error("no"),
  };
  const members = {
    update: (_organization: string, user: string, { level }: { level: number }) => {
      sent.push(`${user} becomes ${level}`);
      return Promise.resolve();
    },
    delete: (_organization: string, user: string) => {
      sent.push(`${user} leaves`);
      return user in failures ? Promise.reject(failures[user] ?? gone) : Promise.resolve();
    },
  };
  const api = { members } as unknown as Api; // -- the test sends no other calls
  const wire = wireOf({
    "a@x.example": 15,
    "b@x.example": 8,
    "c@x.example": 1,
    "d@x.example": 1,
    "left@x.example": 1,
    "bad@x.example": 1,
  });
  const declared = { members: { "a@x.example": "admin", "b@x.example": "owner", "c@x.example": "member" } as const };
  const memberSet = memberSetOf(wire, { ...declared, enforce: true, protected: ["bad@x.example"] });
  await changeMembers(api, { organizationId: "o1" }, memberSet, {});
  expect(sent).toEqual([
    "id of b@x.example becomes 15",
    "id of a@x.example becomes 8",
    "id of d@x.example leaves",
    "id of left@x.example leaves",
  ]);
  const failing = changeMembers(api, { organizationId: "o1" }, memberSetOf(wire, { ...declared, enforce: true }), {});
  await expect(failing).rejects.toThrow("Could not remove bad@x.example\nno");
});

test("what is held shows who has to go, who stays and who is missing; of an import, everybody", () => {
  const wire = wireOf({ [OWN]: 8, "B@x.example": 1, "d@x.example": 15, "c@x.example": 3 });
  expect(shownOf(wire)).toEqual({
    members: { [OWN]: "admin", "b@x.example": "member", "c@x.example": "3", "d@x.example": "owner" },
    unmanaged: {},
    missing: [],
  });
  const declared = { members: { "B@X.example": "admin", "Z@x.example": "owner" } as const };
  const shown = { "B@X.example": "member", "Z@x.example": "owner" };
  expect(shownOf(wire, declared)).toEqual({
    members: shown,
    unmanaged: { "c@x.example": "3", "d@x.example": "owner" },
    missing: ["z@x.example"],
  });
  expect(shownOf(wire, { ...declared, enforce: true })).toMatchObject({
    members: { ...shown, "c@x.example": "3" },
    unmanaged: { "d@x.example": "owner" },
  });
});

test("what is due and what is said follow from state and declaration", () => {
  const held = { members: { "a@x.example": "member" }, unmanaged: { "b@x.example": "owner", "c@x.example": "member" } };
  const inputs = { members: held.members, enforce: true, protected: [] as string[] };
  expect(printed(whyPending(held, inputs) ?? "")).toBe("`enforce` removes c@x.example");
  expect(whyPending(held, { ...inputs, protected: [" C@x.example"] })).toBeUndefined();
  expect(whyPending(held, { ...inputs, enforce: false })).toBeUndefined();
  expect(
    warningsOn({ ...held, unmanaged: {}, missing: ["z@x.example"] }, { ...inputs, members: {} }).map((text) =>
      printed(text),
    ),
  ).toEqual([
    "Members who are not declared and will be removed: a@x.example.",
    "Declared people who aren't members yet: z@x.example. To invite them, declare an Invite or a Membership for each.",
  ]);
});
