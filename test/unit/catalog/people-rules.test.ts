import { describe, expect, test } from "@jest/globals";

import { invite as inviteResource } from "../../../src/catalog/resources/invite/invite.ts";
import {
  inviteBulk,
  inviteQuota,
  pendingInvite,
  revokeInvite,
  sendInvite,
} from "../../../src/catalog/resources/invite/invite-ops.ts";
import { isInvited, waitsForInvite, whyNotInvited } from "../../../src/catalog/resources/member/invited-people.ts";
import { endMembership, removalNotice } from "../../../src/catalog/resources/member/member-end.ts";
import { member as memberResource } from "../../../src/catalog/resources/member/member.ts";
import {
  changeMembers,
  duplicatesIn,
  memberSetGuard,
  memberSetOf,
  type MemberSetWire,
  readMemberSet,
  warningsOn,
} from "../../../src/catalog/resources/member/member-set.ts";
import { membership } from "../../../src/catalog/resources/member/membership.ts";
import { isOwnAccount } from "../../../src/catalog/resources/member/own-account.ts";
import { PEOPLE_LIST, type PersonWire } from "../../../src/catalog/resources/member/people.ts";
import { whyNotEverybody } from "../../../src/catalog/resources/member/visible-members.ts";
import { organization } from "../../../src/catalog/resources/organization/organization.ts";
import type { Api } from "../../../src/client/client.ts";
import type { InviteWire } from "../../../src/client/invites.ts";
import type { MemberWire } from "../../../src/client/members.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { ServiceContext } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, lostAnswer } from "../../support/fake-service.ts";

const AT = { organizationId: "o1", email: "ann@acme.example" };
const FORBIDDEN = apiError({ category: "permission", status: 403 });
const REFUSED = apiError({ category: "invalid", status: 400 });

const memberOf = (email: string, level: number, further: object = {}): MemberWire =>
  ({ level, user: { uuid: `id of ${email}`, email, ...further } }) as MemberWire; // -- nothing else is looked at
const inviteOf = (id: string, further: object = {}): InviteWire =>
  ({ id, target_email: " Ann@ACME.example", is_expired: false, ...further }) as InviteWire; // -- as above

/** What a process knows and what the service answers. */
interface Known {
  readonly home?: object | undefined;
  readonly members?: readonly MemberWire[];
  /** The result of a search among the members. */
  readonly found?: readonly object[];
  readonly key?: Values;
  readonly own?: string | Error;
  readonly invite?: InviteWire | undefined;
  readonly member?: MemberWire | undefined;
  readonly dueAt?: string;
}

/** The context of a guard, and the facts that are asked for. */
function askOf({ home, members = [], found = [], key = {}, own, ...person }: Known) {
  const asked: string[] = [];
  const all = (rows: readonly object[]) => ({ all: () => Promise.resolve(rows) });
  const api = {
    members: {
      list: () => all(members),
      search: (_organization: string, email: string) => all(email === members[0]?.user.email ? found : []),
    },
    account: {
      me: () => (own instanceof Error ? Promise.reject(own) : Promise.resolve({ uuid: own })),
      currentKey: () => Promise.resolve(key),
    },
  };
  const call = {
    known: (of: unknown, at: Values) => {
      asked.push(`organization ${String(at["organizationId"])}`);
      return Promise.resolve(of === organization ? home : undefined);
    },
    once: (name: string, read: (call: object) => unknown) => {
      asked.push(name);
      return Promise.resolve(read({}));
    },
    find: (of: unknown) => {
      if (of === inviteResource) return Promise.resolve(person.invite && { email: AT.email, invite: person.invite });
      return Promise.resolve(of === memberResource ? person.member : undefined);
    },
    deferredUntil: (of: unknown) => (of === inviteResource ? person.dueAt : undefined),
    hasList: () => Promise.resolve(true),
    all: () => Promise.resolve([]),
  };
  return { ask: { api, call } as unknown as ServiceContext<Api>, asked }; // -- all that the rules ask
}

const HIDDEN =
  /^Organization o1 doesn't let its members see each other, and the account of this API key isn't an admin there\. .* Use an admin's key, or ask an admin to let members see each other\. Then run again\.$/u;
const PERHAPS =
  /^This API key isn't allowed to read organization o1, so .* Give the key the scope organization:read, or use an admin's key\. Then run again\.$/u;

describe("a key sees everybody", () => {
  test.each<[home: Values, isHidden: boolean]>([
    [{}, false],
    [{ membership_level: 1 }, false],
    [{ members_can_see_org_members: true, membership_level: 1 }, false],
    [{ members_can_see_org_members: null, membership_level: 1 }, false],
    [{ members_can_see_org_members: false }, true],
    [{ members_can_see_org_members: false, membership_level: null }, true],
    [{ members_can_see_org_members: false, membership_level: 1 }, true],
    [{ members_can_see_org_members: false, membership_level: 7 }, true],
    [{ members_can_see_org_members: false, membership_level: 8 }, false],
    [{ members_can_see_org_members: false, membership_level: 15 }, false],
  ])("in the organization %j, except if it hides them: %s", async (home, isHidden) => {
    const { ask, asked } = askOf({ home });
    expect((await whyNotEverybody({ organizationId: "o1" }, ask)) ?? "").toMatch(isHidden ? HIDDEN : /^$/u);
    expect(asked).toEqual(["organization o1"]);
  });

  const people = [memberOf("ann@acme.example", 1, { id: 5 }), memberOf("bob@acme.example", 8, { id: 6 })];
  const unnumbered = [memberOf("ann@acme.example", 8), memberOf("bob@acme.example", 15)];
  const MATCHED = [{ search_match_type: "fuzzy" }];

  test.each<[why: string, known: Known, isHidden: boolean]>([
    ["nobody is in the list", { key: { user_id: 6 } }, true],
    ["the service searches, and found nobody", { members: people, key: { user_id: 5 } }, true],
    [
      "the service searches, and says how it found somebody",
      { members: people, found: [{}, ...MATCHED], key: {} },
      true,
    ],
    ["the account is an admin", { members: people, found: MATCHED, key: { user_id: 6 } }, false],
    ["the account isn't in the list", { members: people, found: MATCHED, key: { user_id: 7 } }, true],
    ["nobody's number is known", { members: unnumbered, found: MATCHED, key: {} }, true],
    ["the service doesn't search", { members: people, found: [{}, {}], key: { user_id: 5 } }, false],
  ])("of an organization that it can't read: if %s, it might not", async (_why, known, isHidden) => {
    const { ask, asked } = askOf(known);
    expect((await whyNotEverybody({ organizationId: "o1" }, ask)) ?? "").toMatch(isHidden ? PERHAPS : /^$/u);
    expect(asked.slice(0, 2)).toEqual(["organization o1", "members of o1 as shown"]);
  });
});

describe("the members as one object", () => {
  const own = "id of own@acme.example";
  const people = (level: number) => [memberOf("own@acme.example", level), memberOf("ann@acme.example", 15)];
  const OPEN = { members_can_see_org_members: false, membership_level: 1 };
  const at = { organizationId: "o1" };

  test("are the list and the account of the key, if that is an admin or sees everybody", async () => {
    for (const level of [8, 15]) {
      const { ask, asked } = askOf({ own, home: OPEN });
      const members = people(level);
      expect(await readMemberSet(members, at, ask)).toEqual([{ members, ownUserId: own }]);
      expect(asked).not.toContain("organization o1");
    }
    const members = people(1);
    expect(await readMemberSet(members, at, askOf({ own, home: {} }).ask)).toEqual([{ members, ownUserId: own }]);
    // Without the scope, nobody knows the account.
    const { ask } = askOf({ own: FORBIDDEN, home: {} });
    expect(await readMemberSet(members, { ...at, ignoreScimDomains: "false" }, ask)).toEqual([{ members }]);
    const ignoring = await readMemberSet(members, { ...at, ignoreScimDomains: "true" }, ask);
    expect(ignoring).toStrictEqual([{ members, ownUserId: undefined, leftOut: [] }]);
  });

  test.each<[why: string, members: readonly MemberWire[], known: Known, problem: object]>([
    [
      "the account isn't among them",
      [memberOf("ann@acme.example", 1), memberOf("bob@acme.example", 8)],
      { own, home: {} },
      {
        code: "unconfirmed_absence",
        message: expect.stringMatching(
          /^The list of members can't be complete\nFor organization o1 the service returned 2 members, but the account of the API key is not among its members\. Orgform drew no conclusion from it\. Check which server answers at the host setting, then run again\.$/u,
        ),
      },
    ],
    [
      "some are hidden",
      people(1),
      { own, home: OPEN },
      {
        code: "unconfirmed_absence",
        message: expect.stringMatching(
          /^Some members are hidden\nOrganization o1 .* Then run again\. Orgform drew no conclusion from the list\.$/u,
        ),
      },
    ],
    [
      "the account is unknown, and some are hidden",
      people(8),
      { own: FORBIDDEN, home: OPEN },
      { code: "unconfirmed_absence" },
    ],
  ])("aren't read if %s", async (_why, members, known, problem) => {
    expect(await failureOf(readMemberSet(members, at, askOf(known).ask))).toMatchObject(problem);
  });
});

describe("a preview of an organization's members", () => {
  const texts = (...all: Parameters<typeof warningsOn>): string[] => warningsOn(...all).map((text) => printed(text));
  const UNDECLARED = "Undeclared members, who stay: ";
  const KEEP = ". Declare them in `members`; ";

  test("names undeclared people who stay, and what would remove them", () => {
    const held = { unmanaged: { "ann@acme.example": "owner", "bob@acme.example": "member" } };
    const both = `${UNDECLARED}ann@acme.example, bob@acme.example${KEEP}`;
    expect(texts(held, { enforce: true })).toEqual([`${both}the service doesn't remove owners.`]);
    for (const inputs of [{}, { enforce: false }])
      expect(texts(held, inputs)).toEqual([
        `${both}\`enforce: true\` removes all but owners. People whose Member or Membership this run deletes might be removed with it.`,
      ]);
    const [one] = texts(held, { enforce: true, protected: [" BOB@acme.example"] });
    expect(one).toBe(`${UNDECLARED}ann@acme.example${KEEP}the service doesn't remove owners.`);
    expect(texts(held, { enforce: true, protected: Object.keys(held.unmanaged) })).toEqual([]);
  });

  test("names only people who are still there, or still missing, in another spelling too", () => {
    const held = {
      members: { "Ann@acme.example": "member", "bob@acme.example": "member" },
      unmanaged: { "cid@acme.example": "member" },
      missing: ["dan@acme.example", "eve@acme.example"],
    };
    const REMOVED = "Members who are not declared and will be removed: ";
    expect(texts(held, { members: {} })[0]).toBe(`${REMOVED}Ann@acme.example, bob@acme.example.`);
    expect(texts(held, { members: { " ANN@acme.example": "member" } })[0]).toBe(`${REMOVED}bob@acme.example.`);
    const shown = { members: { "ann@ACME.example": "member" }, unmanaged: {}, missing: ["eve@acme.example"] };
    const seen = texts(held, { members: {} }, shown);
    expect(seen).toEqual([
      `${REMOVED}Ann@acme.example.`,
      expect.stringMatching(/^Declared people who aren't members yet: eve@acme\.example\. To invite them/u),
    ]);
    // Whoever stays without a declaration now is still there.
    expect(texts(held, { members: {} }, { unmanaged: { "BOB@acme.example": "member" } })).toEqual([
      `${REMOVED}bob@acme.example.`,
    ]);
    expect(texts(held, { members: {} }, {})).toEqual([]);
    expect(texts({}, {})).toEqual([]);
  });

  test("tells addresses apart that are declared twice, by the first spelling of each", () => {
    const problems = duplicatesIn({
      "b@acme.example": "admin",
      " B@acme.example": "member",
      "a@acme.example": "member",
      "B@ACME.EXAMPLE ": "member",
    });
    const reason = (one: string) =>
      `" B@acme.example" and ${JSON.stringify(one)} are the same address; remove one of them`;
    expect(problems).toEqual([
      { path: "members", reason: reason("B@ACME.EXAMPLE ") },
      { path: "members", reason: reason("b@acme.example") },
    ]);
    for (const none of [{ "a@acme.example": 1, "b@acme.example": 1 }, {}, null, undefined, "a", ["a", "a"]])
      expect(duplicatesIn(none)).toEqual([]);
  });

  test("refuses removals with the way out", async () => {
    const wireOf = (isOwnKnown: boolean): MemberSetWire => ({
      members: [memberOf("Ann@acme.example", 8), memberOf("bob@acme.example", 1), memberOf("own@acme.example", 8)],
      ownUserId: isOwnKnown ? "id of own@acme.example" : undefined,
    });
    const whyNot = async (isOwnKnown: boolean, maxRemovals: number) => {
      const inputs = { members: {}, enforce: true, maxRemovals };
      const { ask } = askOf({ own: isOwnKnown ? "id of own@acme.example" : FORBIDDEN });
      return printed(
        (await memberSetGuard.refuse({ verb: "update", inputs, state: {} }, wireOf(isOwnKnown), () => ask)) ?? "",
      );
    };
    expect(await whyNot(true, 1)).toBe(
      "`enforce` would remove 2 people, and `maxRemovals` allows 1 in one run: ann@acme.example, bob@acme.example. Nothing was written.\nTo keep people, declare them in `members`, or name them in `protected`. To remove all of them, set `maxRemovals: 2`.",
    );
    expect(await whyNot(true, 2)).toBe("");
    expect(await whyNot(false, 3)).toBe(
      "`enforce` would remove ann@acme.example, own@acme.example, and this API key can't tell whether one of them is its own account. Nothing was written.\nGive the key the scope `user:read`. Or name its account in `members`, and the others in `members` or `protected`.",
    );
  });
});

describe("a change of an organization's members that fails", () => {
  const changed = (failure: Error, levels: Readonly<Record<string, "admin">>) => {
    const fail = () => Promise.reject(failure);
    const api = { members: { update: fail, delete: fail } } as unknown as Api; // -- nothing else is called
    const wire = { members: [memberOf("Ann@acme.example", 1)], ownUserId: undefined };
    return changeMembers(api, { organizationId: "o1" }, memberSetOf(wire, { members: levels, enforce: true }), {});
  };

  test.each<[what: string, levels: Readonly<Record<string, "admin">>]>([
    ["change the level of ann@acme.example", { "ann@acme.example": "admin" }],
    ["remove ann@acme.example", {}],
  ])("says that Orgform could not %s, unless nobody knows whether it did", async (what, levels) => {
    const failure = await failureOf(changed(REFUSED, levels));
    expect([failure.message, failure.cause]).toEqual([`Could not ${what}\n${REFUSED.message}`, REFUSED]);
    const lost = lostAnswer();
    expect(await failureOf(changed(lost, levels))).toBe(lost);
  });
});

describe("the end of a person's membership", () => {
  const ann = memberOf("ann@acme.example", 8);
  const ended = async (member: MemberWire, state: Values, answer?: MemberWire) => {
    const sent: unknown[] = [];
    const noted =
      (verb: string) =>
      (...words: readonly unknown[]) =>
        Promise.resolve(void sent.push([verb, ...words.slice(0, -1)])).then(() => answer);
    const api = { members: { update: noted("update"), delete: noted("delete") } } as unknown as Api; // -- as above
    return { rest: await endMembership(api, { organizationId: "o1" }, { member, state }, {}), sent };
  };
  const REMOVAL = ["delete", "o1", "id of ann@acme.example"];
  const DOWNGRADE = ["update", "o1", "id of ann@acme.example", { level: 1 }];

  test("removes the member, or leaves a member of the lowest level", async () => {
    for (const state of [{}, { onDestroy: "remove" }])
      expect(await ended(ann, state)).toEqual({ rest: undefined, sent: [REMOVAL] });
    const downgrade = { onDestroy: "downgrade" };
    expect(await ended(ann, downgrade)).toEqual({ rest: { ...ann, level: 1 }, sent: [DOWNGRADE] });
    const answer = memberOf("Ann@acme.example", 1);
    expect(await ended(ann, downgrade, answer)).toEqual({ rest: answer, sent: [DOWNGRADE] });
    const lowest = memberOf("ann@acme.example", 1);
    expect(await ended(lowest, downgrade)).toEqual({ rest: lowest, sent: [] });
  });

  test("is announced only if it removes a member", () => {
    const email = 'a|"b"@acme.example';
    for (const state of [{ email }, { email, onDestroy: "remove", status: "accepted" }])
      expect(printed(removalNotice(state) ?? "")).toBe(
        `${email} will be removed from the organization\nTo keep the person, first apply \`onDestroy: "retain"\`, or \`onDestroy: "downgrade"\` for the level "member". Then remove the resource.`,
      );
    for (const state of [
      { status: "pending" },
      { status: "deferred" },
      { onDestroy: "retain" },
      { onDestroy: "downgrade" },
    ])
      expect(removalNotice({ email, ...state })).toBeUndefined();
  });

  const invited: PersonWire = { email: "ann@acme.example", invite: inviteOf("i1") };
  const joined: PersonWire = { email: "ann@acme.example", member: ann };
  const nobody: PersonWire = { email: "ann@acme.example" };
  const REVOCATION = ["invites", "o1", "i1"];
  const REMOVED = ["members", "o1", "id of ann@acme.example"];

  test.each<
    [kind: "Invite" | "Membership", onDestroy: string, person: PersonWire | undefined, sent: unknown[], rest: unknown]
  >([
    ["Invite", "revoke", undefined, [], undefined],
    ["Invite", "removeMember", undefined, [], undefined],
    ["Invite", "revoke", nobody, [], undefined],
    ["Invite", "revoke", invited, [REVOCATION], undefined],
    ["Invite", "removeMember", invited, [REVOCATION], undefined],
    ["Invite", "revoke", joined, [], joined],
    ["Invite", "removeMember", joined, [REMOVED], undefined],
    ["Membership", "remove", undefined, [], undefined],
    ["Membership", "remove", nobody, [], nobody],
    ["Membership", "remove", invited, [REVOCATION], undefined],
    ["Membership", "downgrade", invited, [REVOCATION], undefined],
    ["Membership", "remove", joined, [REMOVED], undefined],
    ["Membership", "downgrade", joined, [["update", "o1"]], { ...joined, member: { ...ann, level: 1 } }],
  ])("by the deletion of %s with `%s` goes by what the person is", async (kind, onDestroy, person, sent, rest) => {
    const seen: unknown[] = [];
    const noted =
      (noun: string, words: number) =>
      (...all: readonly unknown[]) =>
        Promise.resolve(void seen.push([noun, ...all.slice(0, words)]));
    const api = {
      invites: { delete: noted("invites", 2) },
      members: { delete: noted("members", 2), update: noted("update", 1) },
    };
    const { ops }: AnyResource = kind === "Invite" ? inviteResource : membership;
    const target = { look: () => Promise.resolve(person), state: { onDestroy } };
    const left: unknown = await ops.delete?.(api, AT, {} as never, target as never); // -- all that it asks
    expect(seen).toEqual(sent);
    expect(left).toEqual(rest);
  });
});

describe("an invite", () => {
  test("that can't be revoked is explained only to an account that isn't an admin", async () => {
    const refusing = (refusal: Error): Api =>
      ({ invites: { delete: () => Promise.reject(refusal) } }) as unknown as Api; // -- as above
    const revoked = (refusal: Error): Promise<Error> =>
      failureOf(revokeInvite(refusing(refusal), AT, inviteOf("i1"), {}));
    const failure = await revoked(FORBIDDEN);
    expect(failure.message).toBe(
      `${FORBIDDEN.message}\nOn services of 2026, only admins of the organization can delete invites, whoever sent them: use the key of an admin. If you leave the invite, it expires after 3 days.`,
    );
    expect(failure.cause).toBe(FORBIDDEN);
    const STRANGE = Object.assign(new Error("no answer of the service"), { category: "permission" });
    const scoped = apiError({ category: "permission", status: 403, missingScope: "organization_member:write" });
    for (const error of [scoped, REFUSED, lostAnswer(), STRANGE]) expect(await revoked(error)).toBe(error);
  });

  test("counts for the limit unless the person is a member, if the service has the limit or can't tell", async () => {
    const homes = [
      [undefined, true],
      [{}, false],
      [{ members_can_see_org_members: false }, true],
      [{ members_can_see_org_members: null }, true],
    ] as const;
    for (const [home, isKept] of homes) {
      const { ask, asked } = askOf({ home });
      expect(await inviteQuota.isKept(AT, ask)).toBe(isKept);
      expect(asked).toEqual(["organization o1"]);
    }
    expect(inviteQuota.takes({ email: AT.email })).toBe(true);
    expect(inviteQuota.takes({ email: AT.email, member: memberOf(AT.email, 1) })).toBe(false);
  });

  test("over the limit keeps the address and the old invite, until it is due", () => {
    const dueAt = "2026-11-27T08:00:00Z";
    expect(inviteQuota.pending({ email: " Ann@ACME.example" }, dueAt, undefined)).toEqual({ email: AT.email, dueAt });
    const held = { email: AT.email, invite: inviteOf("i1") };
    expect(inviteQuota.pending({ email: "other" }, dueAt, held)).toEqual({ ...held, dueAt });
    const states = ["pending", "expired", "accepted", "deferred"].filter((status) =>
      pendingInvite.isPending({ status }),
    );
    expect(states).toEqual(["deferred"]);
    expect([pendingInvite.dueAt?.({ dueAt }), pendingInvite.dueAt?.({ dueAt: null })]).toEqual([dueAt, undefined]);
  });

  test("is unknown if the service answers nothing, one or many", async () => {
    const made = [inviteOf("i1"), inviteOf("i2", { target_email: "BOB@acme.example" })];
    for (const [one, many] of [
      [undefined, undefined],
      [made[0], made],
    ]) {
      const api = {
        invites: { create: () => Promise.resolve(one), bulk: () => Promise.resolve(many) },
      } as unknown as Api; // -- as above
      const sent = await sendInvite(api, AT, { target_email: "x" }, {});
      expect(sent).toEqual(one && { email: AT.email, invite: one });
      const all = await inviteBulk.create(api, AT, [{ target_email: "x" }], {});
      expect(all).toEqual(
        many && [
          { email: AT.email, invite: made[0] },
          { email: "bob@acme.example", invite: made[1] },
        ],
      );
    }
  });

  test("shows nothing of a deferred one, and the level of the member before that of the invite", () => {
    const open = inviteOf("i1", { level: 8, created_at: "2026-11-26T23:59:59.5Z" });
    const dueAt = "2026-11-27T08:00:00Z";
    const person = (further: object) => ({ email: AT.email, ...further });
    const { fromWire }: AnyResource = membership;
    const shown = (further: object): Values => fromWire(person(further), AT);
    expect(shown({ invite: open })).toMatchObject({
      status: "pending",
      level: "admin",
      expiresAt: "2026-11-29T23:59:59.500Z",
    });
    expect(shown({ invite: open })).not.toHaveProperty("dueAt");
    expect(shown({ member: memberOf(AT.email, 15), invite: open })).toMatchObject({
      status: "accepted",
      level: "owner",
    });
    expect(shown({ invite: { ...open, level: undefined } })).toMatchObject({ level: "0" });
    const deferred = shown({ invite: open, dueAt });
    expect(deferred).toMatchObject({ status: "deferred", dueAt });
    for (const name of ["level", "expiresAt", "userId"]) expect(deferred[name] ?? undefined).toBeUndefined();
    const late = shown({ member: memberOf(AT.email, 1), dueAt });
    expect(late).toMatchObject({ status: "accepted", userId: "id of ann@acme.example" });
    expect(late["dueAt"]).toBeUndefined();
    const { fromWire: ofInvite }: AnyResource = inviteResource;
    const blank: Values = ofInvite(person({ invite: { ...open, first_name: "Ann", message: "Hi" }, dueAt }), AT);
    for (const name of ["level", "firstName", "message", "expiresAt"]) expect(blank[name] ?? undefined).toBeUndefined();
  });
});

describe("a person", () => {
  const member = memberOf(AT.email, 1);
  const invite = inviteOf("i1", { is_expired: true });
  const dueAt = "2026-11-27T08:00:00Z";

  test.each<[known: Known, waits: object, isKnown: boolean]>([
    [{}, {}, false],
    [{ member }, {}, true],
    [{ invite }, {}, true],
    [{ dueAt }, { dueAt }, true],
    [{ dueAt, invite }, {}, true],
  ])("of whom %j is known waits for an invite only if none was sent", async (known, waits, isKnown) => {
    const { call } = askOf(known).ask;
    expect(await waitsForInvite(call, AT)).toStrictEqual(waits);
    const why = await whyNotInvited(call, AT);
    expect(printed(why ?? "")).toBe(
      isKnown
        ? ""
        : "ann@acme.example is neither a member of the organization nor invited to it.\nDeclare an Invite or a Membership for this person, and make this resource depend on it.",
    );
    expect(await isInvited(call, AT)).toBe(known.invite !== undefined);
  });

  test("who isn't a member can't be managed as one, and the next step depends on the invite", async () => {
    const guards = (memberResource as AnyResource).guards ?? [];
    const [guard] = guards.filter(({ on, needsObject }) => on.includes("create") && !needsObject);
    const whyNot = async (known: Known) => {
      const asked = { verb: "create", inputs: { ...AT, email: " ANN@acme.example" }, state: undefined } as const;
      return printed((await guard?.refuse(asked, undefined, () => askOf(known).ask)) ?? "");
    };
    expect(await whyNot({ member, invite })).toBe("");
    expect(await whyNot({ invite })).toBe(
      "ann@acme.example is invited, and hasn't accepted yet.\nRun again after the acceptance. Or declare a Membership instead, which continues automatically.",
    );
    expect(await whyNot({})).toBe(
      "ann@acme.example isn't a member of the organization, and the service has no call that creates one.\nDeclare an Invite first. Or declare a Membership instead, which invites the person and continues automatically.",
    );
  });

  test.each<[maker: string | number | null | undefined, known: Known, isOwn: boolean | undefined]>([
    [undefined, { own: "u1", key: { user_id: 5 } }, undefined],
    [null, { own: "u1", key: { user_id: 5 } }, undefined],
    ["u1", { own: "u1" }, true],
    ["u2", { own: "u1" }, false],
    ["u1", { own: FORBIDDEN }, undefined],
    [5, { key: { user_id: 5 } }, true],
    [0, { key: { user_id: 5 } }, false],
    [5, { key: { user_id: "5" } }, false],
    [5, { key: {} }, undefined],
  ])("who made an object, %p, is the account of the key or not", async (maker, known, isOwn) => {
    const { api, call } = askOf(known).ask;
    expect(await isOwnAccount(api, maker, call)).toBe(isOwn);
  });

  test("is missing for sure only from a list of invites that has some", () => {
    const [, hook] = PEOPLE_LIST;
    const isEmpty = (people: readonly PersonWire[], status?: string) =>
      hook?.emptyList?.isEmpty?.(people, { ...AT, ...(status !== undefined && { status }) });
    const members = [{ email: "own@acme.example", member: memberOf("own@acme.example", 8) }];
    const invited = [...members, { email: AT.email, invite }];
    expect([isEmpty([]), isEmpty(members, "pending"), isEmpty(members, "deferred")]).toEqual([true, true, true]);
    expect([isEmpty(members, "accepted"), isEmpty(invited, "pending"), isEmpty(invited)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
