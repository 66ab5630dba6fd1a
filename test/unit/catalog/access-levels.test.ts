import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { type Resolution, standingIn } from "../../../src/catalog/resources/access/access-levels.ts";
import { lockOutGuard } from "../../../src/catalog/resources/access/lock-out-guard.ts";
import { projectAccess } from "../../../src/catalog/resources/access/project-access.ts";
import type { AccessRule } from "../../../src/catalog/resources/access/rule-wire.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const LEVELS = ["none", "member", "admin"] as const;
type Level = (typeof LEVELS)[number];

const ANN = "ann@acme.example";

const rule = (access_level: string, subject: { role?: string; member?: string } = {}): AccessRule => ({
  rule: {
    access_level,
    resource: "project",
    role: subject.role ?? null,
    organization_member: subject.member === undefined ? null : `m of ${subject.member}`,
  },
  ...(subject.member === undefined ? {} : { email: subject.member }),
});

/** Rules of the account, of its roles, of everybody, and of others. */
const RULES = {
  own: (level: Level) => rule(level, { member: ANN }),
  first: (level: Level) => rule(level, { role: "R1" }),
  second: (level: Level) => rule(level, { role: "r2" }),
  forAll: (level: Level) => rule(level),
  ofOthers: (level: Level) => rule(level, { member: "bob@acme.example" }),
  otherRole: (level: Level) => rule(level, { role: "r3" }),
} as const;

const highest = (levels: readonly Level[]): Level =>
  LEVELS[Math.max(...levels.map((one) => LEVELS.indexOf(one)))] ?? "none";

/** The level by the service's words: none of the rules that don't concern the account counts. */
function expected(levels: Partial<Record<keyof typeof RULES, Level>>, resolution: Resolution): Level | undefined {
  const { own, first, second, forAll } = levels;
  const roles = [first, second].filter((one) => one !== undefined);
  const personal = own === undefined ? [] : [own];
  const ranks = resolution === "legacy" ? [[...personal, ...roles]] : [personal, roles];
  const deciding = ranks.find((one) => one.length > 0);
  return deciding === undefined ? forAll : highest(deciding);
}

const level = fc.constantFrom(...LEVELS);
const levels = fc.record(Object.fromEntries(Object.keys(RULES).map((name) => [name, level])), { requiredKeys: [] });

test.each<Resolution>(["most specific", "legacy"])("an account has the level that its rules give: %s", (resolution) => {
  fc.assert(
    fc.property(levels, (given: Partial<Record<keyof typeof RULES, Level>>) => {
      const rules = Object.entries(given).map(([name, one]) => RULES[name as keyof typeof RULES](one)); // -- a key of the record
      const wanted = expected(given, resolution);
      // Without a rule, everybody is an administrator who can't change rules.
      const standing = { level: wanted ?? "admin", editsRules: wanted === "admin" };
      const account = { email: ANN, roles: ["r1", "R2"] };
      expect(standingIn(rules, account, resolution)).toEqual(standing);
      expect(standingIn(rules.toReversed(), account, resolution)).toEqual(standing);
    }),
  );
});

describe("a rule that would cost the key's account its access", () => {
  const guard = lockOutGuard(() => projectAccess);
  const HOME = {
    id: "o1",
    membership_level: 1,
    is_pending_deletion: false,
    uses_most_specific_access_resolution: true,
    available_product_features: [{ key: "access_control" }, { key: "role_based_access" }],
    projects: [{ id: 7 }],
  };

  interface Asked {
    readonly verb?: "create" | "update" | "delete";
    readonly inputs?: object;
    readonly home?: object;
    readonly held?: readonly AccessRule[];
    readonly isMember?: boolean;
  }

  async function refusal({ verb = "create", inputs = {}, home = {}, held = [], isMember = true }: Asked) {
    const lists: Readonly<Record<string, readonly unknown[]>> = {
      Organization: [{ ...HOME, ...home }],
      Member: [{ id: "m", level: 1, user: { uuid: "u1", email: " Ann@Acme.example" } }],
      Role: [
        { id: "r1", name: "Builders", members: [{ user: { uuid: "u1" } }] },
        { id: "r3", name: "Others", members: [{ user: { uuid: "u2" } }] },
      ],
    };
    const call = {
      shown: ({ name = "" }: { name?: string }) => Promise.resolve(isMember || name !== "Member" ? lists[name] : []),
      known: () => Promise.resolve({ ...HOME, ...home }),
      all: () => Promise.resolve(held),
      once: () => Promise.resolve("u1"),
    };
    const values = { projectId: "7", level: "none", ...inputs };
    const asked = {
      verb,
      inputs: values,
      state: verb === "create" ? undefined : { ...values, status: "active", level: "admin" },
    };
    if (guard.isAsked?.(asked) === false) return "not asked";
    const text = await guard.refuse(asked, undefined, () => ({ api: {}, call }) as never); // -- all that it asks
    return text === undefined ? "" : printed(text);
  }

  const loses = (what: string): string =>
    `The account of this API key, ${ANN}, isn't an administrator of the organization. Its level in this project would become ${what}, and it couldn't change that back. Nothing was written.\n` +
    'Use the key of an administrator of the organization. Or first give the account its own rule with the level "admin".';
  const NONE = loses('"none"');
  const NO_RIGHT = loses('"member" without the right to edit access rules');

  test.each<[what: string, asked: Asked, refused: string]>([
    ["for everybody", {}, NONE],
    ["for the account", { inputs: { email: "ANN@acme.example " } }, NONE],
    ["for a role of the account", { inputs: { roleName: " builders" } }, NONE],
    ["for a role of the account by its ID", { inputs: { roleId: "R1" } }, NONE],
    ["for a role of others", { inputs: { roleName: "Others" } }, ""],
    ["for somebody else", { inputs: { email: "bob@acme.example" } }, ""],
    ["for everybody beside an own rule", { held: [RULES.own("member")] }, ""],
    ["that takes the right to edit", { inputs: { level: "member", email: ANN }, held: [RULES.own("admin")] }, NO_RIGHT],
    ["that leaves the built-in level", { inputs: { level: "member", email: ANN } }, ""],
    [
      "whose deletion leaves another",
      { verb: "delete", inputs: { email: ANN }, held: [RULES.own("admin"), RULES.forAll("none")] },
      NONE,
    ],
    ["whose deletion leaves none", { verb: "delete", held: [RULES.forAll("none")] }, ""],
    [
      "for everybody in the older order",
      { home: { uses_most_specific_access_resolution: false }, held: [RULES.first("member")] },
      "",
    ],
    [
      "in one of the orders, if nobody knows which",
      {
        home: { uses_most_specific_access_resolution: undefined },
        inputs: { email: ANN },
        held: [RULES.first("member")],
      },
      NONE,
    ],
    [
      "in the other order only",
      {
        home: { uses_most_specific_access_resolution: null },
        inputs: { email: ANN },
        held: [RULES.first("member")],
      },
      "",
    ],
    ["for an administrator", { home: { membership_level: 8 } }, ""],
    ["if the plan has no rules", { home: { available_product_features: [{ key: "role_based_access" }] } }, ""],
    [
      "of a role, if the plan has no rules for roles",
      { inputs: { roleName: "Builders" }, home: { available_product_features: [{ key: "access_control" }] } },
      "",
    ],
    ["if nobody knows the account", { isMember: false }, ""],
    ["if a value isn't known yet", { inputs: { email: UNKNOWN } }, ""],
    ["that gives the highest level", { inputs: { level: "admin" } }, "not asked"],
    ["that isn't sent", { verb: "update", inputs: { level: "admin" } }, "not asked"],
  ])("%s", async (_what, asked, refused) => {
    expect(await refusal(asked)).toBe(refused);
  });
});
