import { emptyList, hiddenRows, incompleteList } from "../../../capabilities/lists.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { InviteBody, InviteWire } from "../../../client/invites.ts";
import type { MemberWire } from "../../../client/members.ts";
import { type Collection, STATUS } from "../../../model/definition.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { ManagedObject } from "../../../model/capability.ts";
import { field } from "../../../model/field.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { formatId, type Identity } from "../../../model/identity.ts";
import type { ListCapability } from "../../../model/list-capability.ts";
import { whyNotEverybody } from "./visible-members.ts";
import { ownUserId } from "./member-guards.ts";

/** Rows asked for at once: the service takes any number, and people are the longest lists. @source flow 4:73-91 */
export const PEOPLE_PER_PAGE = 1_000;

/** An address as the service compares it. @source live service 2025-08, flow 3:9, 3:54, 3:148 */
export const foldedEmail = (email: string): string => email.trim().toLowerCase();

/** An e-mail address as the service takes it. */
export const emailText = z
  .string()
  .max(254)
  .regex(/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/u, 'expected an email address such as "ann@acme.example"');

/** The address that a person has or is invited by. */
export const emailInput = field(emailText, {
  doc: "Email address, at most 254 characters. Case and surrounding spaces make no difference.",
  onChange: "replace",
  normalize: foldedEmail,
});

/** Somebody who is a member of an organization or invited to it; a member's invite is gone. */
export interface PersonWire {
  /** In lower case. */
  readonly email: string;
  readonly member?: MemberWire;
  readonly invite?: InviteWire;
  /** Time until which an invite that is to be sent, or sent anew, has to wait. */
  readonly dueAt?: string;
}

/** How fields of a person stand on the wire. */
export const { custom, shown } = codecsOf<PersonWire, Partial<InviteBody>>();

/** The address of a person, and to which an invite is sent. */
export const personEmailInput = {
  ...emailInput,
  wire: custom(
    ({ email }) => email,
    (email: string) => ({ target_email: email }),
  ),
};

/** How far somebody is on the way into the organization. */
export type PersonStatus = "pending" | "expired" | "accepted" | "deferred";

/** How far the person is. */
export function statusOf({ member, invite, dueAt }: PersonWire): PersonStatus {
  if (member !== undefined) return "accepted";
  if (dueAt !== undefined) return "deferred";
  return invite?.is_expired === true ? "expired" : "pending";
}

/** A person of whom only the invite is known. */
export function invited(invite: InviteWire): PersonWire {
  return { email: foldedEmail(invite.target_email), invite };
}

/** What tells a person of an organization from all others. */
export type PersonAt = Identity<"organizationId" | "email">;

/** Identity of a person, whether invited or a member. */
export const personIdentity = {
  parts: ["organizationId", "email"],
  of: (wire: PersonWire, scope: Identity<"organizationId">): PersonAt => ({
    organizationId: scope.organizationId,
    email: wire.email,
  }),
} as const;

/** What `Invite` and `Membership` both stand for, so that one run has only one of them for a person. */
export const INVITED_PERSON = "invited person";

/** What a `Member` stands for. */
export const MEMBER = "member";

/** The member of an address: whoever accepts an invite becomes one. */
export const memberObject = (at: PersonAt): ManagedObject => ({
  kind: MEMBER,
  id: formatId(personIdentity.parts, at),
});

/** Why members that were listed cannot be all: an account reads only lists that it is in. */
export async function whyNotAllMembers(
  members: readonly (MemberWire | undefined)[],
  ask: ServiceContext<Api>,
): Promise<string | undefined> {
  const own = await ownUserId(ask);
  if (own === undefined || members.some((one) => one?.user.uuid === own)) return undefined;
  return "the account of the API key is not among its members";
}

/** What tells whether the list of people is whole. */
export const PEOPLE_LIST: readonly ListCapability<Api, PersonWire>[] = [
  incompleteList((people, ask) =>
    whyNotAllMembers(
      people.map(({ member }) => member),
      ask,
    ),
  ),
  emptyList({
    knownBy: [STATUS],
    // That the account of the key is among the members speaks for their list, and for no list of invites.
    isEmpty: (people, { [STATUS]: status }) =>
      status !== "accepted" && people.every(({ invite }) => invite === undefined),
  }),
];

/** What resources about invites share: everybody who is a member or invited. */
export const peopleCollection: Collection<Api, PersonWire, "organizationId"> = {
  name: "people",
  scope: ["organizationId"],
  words: "the members and invites of the organization",
  list: async (api, { organizationId }, call) => {
    const options = { ...call, pageSize: PEOPLE_PER_PAGE };
    // In this order somebody who accepts in between is in both lists, never in none.
    const invites = await api.invites.list(organizationId, options).all();
    const members = await api.members.list(organizationId, options).all();
    const people = new Map<string, PersonWire>();
    // Newest first; of older services several invites of an address may be left. @source live-organizations 1.4
    for (const person of invites.map(invited)) if (!people.has(person.email)) people.set(person.email, person);
    for (const member of members) {
      const email = foldedEmail(member.user.email);
      people.set(email, { email, member });
    }
    return [...people.values()];
  },
  servesReads: true,
  capabilities: [hiddenRows({ why: whyNotEverybody }), ...PEOPLE_LIST],
};
