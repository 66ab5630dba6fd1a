import { describe, expect, test } from "@jest/globals";

import { levelGuards, removalGuard } from "../../../src/catalog/resources/member/member-guards.ts";
import type { Api } from "../../../src/client/client.ts";
import type { MemberWire } from "../../../src/client/members.ts";
import type { Guard } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

interface Wire {
  readonly member?: MemberWire;
}

const person = (uuid: string, level: number): MemberWire =>
  ({ level, user: { uuid, email: `${uuid}@acme.example` } }) as MemberWire; // -- nothing else is looked at

const LEVELS: Readonly<Record<string, number>> = { member: 1, admin: 8, owner: 15 };

/** The key's account, or that the key may not read it. */
type Own = string | Error;
const FORBIDDEN = apiError({ category: "permission", status: 403 });

const askOf = (own: Own) => () =>
  ({
    api: { account: { me: () => (own instanceof Error ? Promise.reject(own) : Promise.resolve({ uuid: own })) } },
    call: { once: (_name: string, read: (call: object) => unknown) => read({}) },
  }) as never; // -- all that guards ask

/** The refusal of each guard for a verb. */
async function refusals(
  guards: readonly Guard<Api, Wire>[],
  asked: { readonly verb: "create" | "update" | "delete"; readonly inputs?: Values; readonly state?: Values },
  wire: Wire | undefined,
  own: Own,
): Promise<string[]> {
  const { verb, inputs = {}, state } = asked;
  const fitting = guards.filter(({ on }) => on.some((one) => one === verb));
  const texts: string[] = [];
  for (const guard of fitting) {
    const text = await guard.refuse({ verb, inputs: { organizationId: "o1", ...inputs }, state }, wire, askOf(own));
    texts.push(text === undefined ? "" : printed(text));
  }
  return texts;
}

const guardsAmong = (members: readonly MemberWire[]): Guard<Api, Wire>[] =>
  levelGuards<Wire>(
    ({ member }) => member,
    () => Promise.resolve(members),
  );

/** Refusals of another level, by the parts that matter. */
const WORDS = {
  unknown: /^ann@acme\.example has the level 3, which this version of Orgform doesn't know and never changes\./u,
  own: /^ann@acme\.example is the account of this API key, and nobody can change their own level\.\nDeclare its current level "(?:member|admin|owner)"/u,
  last: /^ann@acme\.example is the last owner of the organization\.\nMake somebody else an owner first/u,
  maybe:
    /^ann@acme\.example might be the account of this API key, which lacks the scope `user:read` to check that\. Nothing was written\.\nGive the key the scope `user:read`\. Or set the lower level in the service's web interface, then run again\.$/u,
} as const;

describe("another level of a member", () => {
  const others = [person("bob", 8), person("eve", 15)];

  test.each<[from: string, to: string, own: Own, members: readonly MemberWire[], why?: keyof typeof WORDS]>([
    ["member", "admin", "bob", others],
    ["admin", "member", "bob", others],
    ["owner", "admin", "bob", others],
    ["owner", "member", "eve", [person("bob", 8)], "last"],
    ["owner", "member", "eve", [person("ann", 15)], "last"],
    ["member", "owner", "ann", others, "own"],
    ["owner", "member", "ann", others, "own"],
    ["3", "member", "bob", others, "unknown"],
    ["3", "member", "ann", others, "unknown"],
    // Nobody can raise their own level, so only a lower one could be the key's own.
    ["admin", "owner", FORBIDDEN, others],
    ["admin", "member", FORBIDDEN, others, "maybe"],
    ["owner", "admin", FORBIDDEN, others, "maybe"],
    ["owner", "admin", FORBIDDEN, [], "last"],
    ["member", "admin", FORBIDDEN, others],
    ["3", "admin", FORBIDDEN, others, "unknown"],
  ])("from %s to %s by %p is judged by the state and by the member alike", async (...[from, to, own, members, why]) => {
    const pattern = why === undefined ? /^$/u : WORDS[why];
    const guards = guardsAmong(members);
    const inputs = { level: to };
    const state = { userId: "ann", email: "ann@acme.example", level: from };
    const wire = { member: person("ann", LEVELS[from] ?? Number(from)) };
    for (const text of await refusals(guards, { verb: "update", inputs, state }, wire, own))
      expect(text).toMatch(pattern);
    expect(await refusals(guards, { verb: "create", inputs }, wire, own)).toEqual([expect.stringMatching(pattern)]);
    const downgrade = { verb: "delete", state: { ...state, onDestroy: "downgrade" } } as const;
    const [ended = ""] = await refusals(guards, downgrade, wire, own);
    // A member's end as a member changes no level.
    const ofEnd = from === "member" ? /^$/u : to === "member" ? pattern : /^/u;
    expect(ended).toMatch(ofEnd);
    for (const onDestroy of ["remove", "retain", undefined])
      expect(await refusals(guards, { verb: "delete", state: { ...state, onDestroy } }, wire, own)).toEqual([""]);
  });

  test.each<[why: string, asked: Values, state: Values | undefined, wire: Wire | undefined]>([
    ["it is the same", { level: "owner" }, { userId: "ann", level: "owner" }, { member: person("ann", 15) }],
    ["it isn't known yet", { level: UNKNOWN }, { userId: "ann", level: "owner" }, { member: person("ann", 15) }],
    ["the person is only invited", { level: "member" }, { email: "ann@acme.example", level: "owner" }, {}],
    ["there is no such person", { level: "member" }, undefined, undefined],
  ])("isn't judged if %s", async (_why, inputs, state, wire) => {
    const guards = guardsAmong([]);
    const texts = await refusals(guards, { verb: "update", inputs, ...(state && { state }) }, wire, "ann");
    expect(texts).toEqual(["", ""]);
  });

  test("isn't judged by a key whose account can't be read for another reason", async () => {
    const error = apiError({ category: "unavailable", status: 500 });
    const state = { userId: "ann", email: "ann@acme.example", level: "admin" };
    const asked = { verb: "update", inputs: { level: "member" }, state } as const;
    expect(await failureOf(refusals(guardsAmong([]), asked, undefined, error))).toBe(error);
  });
});

describe("the removal of a member", () => {
  const guard = removalGuard<Wire>(
    ({ member }) => member,
    ({ onDestroy }) => onDestroy === "remove",
  );
  const refusal = async (level: number, own: Own, onDestroy = "remove", isThere = true): Promise<string> => {
    const wire = isThere ? { member: person("ann", level) } : {};
    const [text = ""] = await refusals([guard], { verb: "delete", state: { onDestroy } }, wire, own);
    return text;
  };

  test.each<[level: number, own: Own, words: RegExp]>([
    [
      15,
      "bob",
      /^ann@acme\.example is an owner, and the service doesn't remove owners\. Nothing was written\.\nFirst declare `level: "admin"`/u,
    ],
    [15, FORBIDDEN, /^ann@acme\.example is an owner/u],
    [
      8,
      "ann",
      /^ann@acme\.example is the account of this API key, without which Orgform couldn't continue\. Nothing was written\.\nUse the key of another admin; or set `onDestroy`/u,
    ],
    [
      8,
      FORBIDDEN,
      /^ann@acme\.example might be the account of this API key, .*\. Or set `onDestroy` so that the member stays, run an update, then run again\.$/su,
    ],
    [8, "bob", /^$/u],
    [1, FORBIDDEN, /^$/u],
    [1, "bob", /^$/u],
  ])("of the level %i by %p is refused as %s", async (level, own, words) => {
    expect(await refusal(level, own)).toMatch(words);
    expect(await refusal(level, own, "retain")).toBe("");
    expect(await refusal(level, own, "remove", false)).toBe("");
  });

  test("isn't asked about for a person who isn't there", async () => {
    expect(await refusals([guard], { verb: "delete", state: { onDestroy: "remove" } }, undefined, "ann")).toEqual([""]);
    expect(await refusals([guard], { verb: "delete" }, { member: person("ann", 15) }, "ann")).toEqual([""]);
  });
});
