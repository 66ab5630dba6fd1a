import * as z from "zod";

import type { Api } from "../api/client.ts";
import { isApiError, mayHaveBeenApplied } from "../api/errors.ts";
import type { MemberWire } from "../api/members.ts";
import type { Call } from "../model/call.ts";
import { defineResource } from "../model/definition.ts";
import type { Problem } from "../model/diagnostics.ts";
import { field } from "../model/field.ts";
import type { IdentityParts } from "../model/identity.ts";
import { isRecord, type Values } from "../model/json-value.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "./field-types.ts";
import { type Level, levelWord, levelWords } from "./levels.ts";
import { member } from "./member.ts";
import { organization } from "./organization.ts";
import { emailText, foldedEmail } from "./people.ts";
import {
  addressOf,
  isSpared,
  type LevelChange,
  levelChangesIn,
  madeOfMembers,
  named,
  rosterGuard,
  rosterOf,
  type RosterWire,
} from "./roster.ts";

/** What is sent, person by person. */
interface RosterBody {
  readonly levels: readonly LevelChange[];
  readonly removals: readonly MemberWire[];
}

/**
 * The whole membership of an organization.
 *
 * @source as of Member.
 */
export const organizationMembers = defineResource({
  name: "OrganizationMembers",
  doc: "The complete list of an organization's members and their levels: reports who is a member and not declared, and removes them if told to.",
  notes: [
    "Who is declared and a member gets the declared level. Who is declared and no member is listed in `missing` and left at that, as the service has no call that makes a member: declare an `Invite` or a `Membership` beside it. A difference it is none; the level is set once a refresh has seen the acceptance.",
    "Who is a member and not declared is listed in `unmanaged`, with a warning in every preview, and stays. With `enforce: true` the next update removes these people, one request each; who joins later is seen by a refresh, shown as a removed entry of `members` by the preview, and removed by the update after it.",
    "Never removed: who is named in `protected`; owners, whom the service does not remove; and the account of the API key itself, which is not reported either. It is recognised with the scope `user:read`; for a key without that scope no admin is removed.",
    "When more than `maxRemovals` people would be removed, nothing is written at all, and the message names them; the preview says so already.",
    "Refused as by `Member`: another level for the account of the key, and a change that would leave no owner. Who gets a higher level gets it first, so that one update hands an organization over.",
    "Declare each person of a `Member` or `Membership` of the same program here too, at the same level. Open invites are none of its business. An organization has one of these resources.",
    "Deleting this resource leaves everybody where they are: only the declaration ends.",
  ],
  example: {
    organizationId: EXAMPLE_ORGANIZATION,
    members: { "ann@acme.example": "owner", "bob@acme.example": "member" },
    enforce: true,
    protected: ["auditor@partner.example"],
  },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    members: field(z.record(emailText, levelWords), {
      doc: 'Who is to be a member: "member", "admin" or "owner" by e-mail address of at most 254 characters; capitals and surrounding blanks of an address make no difference.',
      normalize: (levels: Readonly<Record<string, Level>>) =>
        Object.fromEntries(Object.entries(levels).map(([email, level]) => [foldedEmail(email), level])),
    }),
    enforce: field(z.boolean().default(false), {
      doc: "Whether members who are not declared are removed; false reports them only. Default false.",
      onChange: "none",
    }),
    protected: field(z.array(emailText).default([]), {
      doc: "E-mail addresses of people who are never removed, declared or not. Default none.",
      onChange: "none",
      normalize: (emails: readonly string[]) => [...new Set(emails.map(foldedEmail))].toSorted(),
    }),
    maxRemovals: field(z.number().int().min(0).default(5), {
      doc: "Most people whom one update may remove, 0 or more; when it would be more, nothing is written. Default 5.",
      onChange: "none",
    }),
  },
  outputs: {
    unmanaged: field(z.record(z.string(), z.string()), {
      doc: "Members who are not declared and stay: their levels by e-mail address; without the account of the API key.",
    }),
    missing: field(z.array(z.string()), {
      doc: "E-mail addresses of people who are declared and no members.",
    }),
  },
  identity: {
    parts: ["organizationId"],
    of: (_wire: RosterWire, scope) => ({ organizationId: scope["organizationId"] ?? "" }),
  },
  naturalKey: {
    fields: ["organizationId"],
    isUnique: true,
    matches: () => true,
    isNamed: () => false,
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  disagreements: ({ members }) => doublesIn(members),
  toWire: (_inputs, before): RosterBody => {
    if (before === undefined) return { levels: [], removals: [] };
    const roster = rosterOf(before.wire, before.desired);
    return { levels: levelChangesIn(roster), removals: roster.surplus };
  },
  fromWire: (wire: RosterWire, at, declared) => {
    const { present, missing, surplus, unmanaged } = rosterOf(wire, declared);
    const levelsOf = (members: readonly MemberWire[]): Record<string, Level> =>
      Object.fromEntries(members.map((one) => [addressOf(one), levelWord(one.level)]));
    return {
      organizationId: at["organizationId"] ?? "",
      members: {
        ...Object.fromEntries(present.map(({ spelled, member: held }) => [spelled, levelWord(held.level)])),
        // Nothing can be done about them: no difference.
        ...Object.fromEntries(missing.map((spelled) => [spelled, declared?.members?.[spelled] ?? "member"])),
        ...levelsOf(surplus),
      },
      unmanaged: levelsOf(unmanaged),
      missing: missing.map(foldedEmail).toSorted(),
    };
  },
  ops: { update: change },
  collection: {
    name: "roster",
    scope: ["organizationId"],
    words: "the members of the organization",
    madeOf: { resource: member, make: madeOfMembers },
    servesReads: true,
  },
  parent: organization,
  // Members are there by nature: whoever is there is meant.
  whyNotOwn: () => Promise.resolve(undefined),
  due: (held, inputs) => {
    const leaving = leavingBy(held, inputs);
    return leaving.length === 0 ? undefined : `\`enforce\` removes ${named(leaving)}`;
  },
  dueOutput: "unmanaged",
  remarks: remarksOn,
  guards: [rosterGuard],
});

/** Sends the changes one after the other; the list that is read after it shows what came of them. */
async function change(api: Api, at: IdentityParts, body: RosterBody, call: Call): Promise<undefined> {
  const organizationId = at["organizationId"] ?? "";
  for (const { member: held, level } of body.levels) {
    const send = () => api.members.update(organizationId, held.user.uuid, { level }, call);
    await forPerson(`change the level of ${addressOf(held)}`, send);
  }
  for (const held of body.removals) {
    await forPerson(`remove ${addressOf(held)}`, () => api.members.delete(organizationId, held.user.uuid, call));
  }
}

/** Says of which person a request failed; one who left meanwhile is no failure. */
async function forPerson(what: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return;
    if (mayHaveBeenApplied(error) || !(error instanceof Error)) throw error;
    throw new Error(`Could not ${what}\n${error.message}`, { cause: error });
  }
}

/** The addresses whom enforcement removes although what is held does not show them as an entry too many. */
function leavingBy({ unmanaged }: Values, inputs: Values): string[] {
  if (inputs["enforce"] !== true || !isRecord(unmanaged)) return [];
  const spared = inputs["protected"] as readonly string[] | undefined;
  return Object.keys(unmanaged).filter((email) => !isSpared(email, unmanaged[email] === "owner", spared));
}

function remarksOn(held: Values, inputs: Values): string[] {
  const keysOf = (values: unknown): string[] => Object.keys(isRecord(values) ? values : {});
  const declared = new Set(keysOf(inputs["members"]).map(foldedEmail));
  const spared = ((inputs["protected"] ?? []) as readonly string[]).map(foldedEmail);
  const removed = keysOf(held["members"]).filter((email) => !declared.has(foldedEmail(email)));
  const unmanaged = keysOf(held["unmanaged"]).filter((email) => !spared.includes(email));
  const missing = (held["missing"] ?? []) as readonly string[];
  const wayOut = inputs["enforce"] === true ? "the service removes no owner" : "`enforce: true` removes all but owners";
  return [
    ...(removed.length === 0 ? [] : [`Members who are not declared and will be removed: ${named(removed)}.`]),
    ...(unmanaged.length === 0
      ? []
      : [`Members who are not declared and stay: ${named(unmanaged)}. Declare them in \`members\`; ${wayOut}.`]),
    ...(missing.length === 0
      ? []
      : [`Declared people who are no members: ${named(missing)}. Declare an Invite, or take them out of \`members\`.`]),
  ];
}

function doublesIn(members: unknown): Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const spelled of Object.keys(isRecord(members) ? members : {}).toSorted()) {
    const first = seen.get(foldedEmail(spelled));
    if (first === undefined) seen.set(foldedEmail(spelled), spelled);
    else
      problems.push({
        path: "members",
        reason: `${JSON.stringify(first)} and ${JSON.stringify(spelled)} are one address; leave one of them out`,
      });
  }
  return problems;
}
