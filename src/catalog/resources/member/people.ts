import { emptyList } from "../../../capabilities/empty-list.ts";
import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { incompleteList } from "../../../capabilities/incomplete-list.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { InviteBody, InviteWire } from "../../../client/invites.ts";
import type { MemberWire } from "../../../client/members.ts";
import { type Collection, STATUS } from "../../../model/definition.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { ManagedObject } from "../../../capabilities/managed-objects.ts";
import { field } from "../../../model/field.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { formatId, type Identity } from "../../../model/identity.ts";
import type { ListCapability } from "../../../model/hooks/list-capability.ts";
import { whyNotEverybody } from "./visible-members.ts";
import { ownUserId } from "./member-guards.ts";

/** Rows per request: the service accepts any number, and lists of people are the longest. @source flow 4:73-91 */
export const PEOPLE_PER_PAGE = 1_000;

/** An address in the form that the service compares. @source live service 2025-08, flow 3:9, 3:54, 3:148 */
export const foldedEmail = (email: string): string => email.trim().toLowerCase();

/** An email address in a form that the service accepts. */
export const emailText = z
  .string()
  .max(254)
  .regex(/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/u, 'expected an email address such as "ann@acme.example"');

/** The address of a person or an invite. */
export const emailInput = field(emailText, {
  doc: "Email address, at most 254 characters. Case and surrounding spaces make no difference.",
  onChange: "replace",
  normalize: foldedEmail,
});

/** A member or an invited person of an organization. A member no longer has an invite. */
export interface PersonWire {
  /** In lowercase. */
  readonly email: string;
  readonly member?: MemberWire;
  readonly invite?: InviteWire;
  /** Time from which the service accepts the invite. */
  readonly dueAt?: string;
}

/** The wire form of a person's fields. */
export const { custom, shown } = codecsOf<PersonWire, Partial<InviteBody>>();

/** A person's address, to which invites are sent. */
export const personEmailInput = {
  ...emailInput,
  wire: custom(
    ({ email }) => email,
    (email: string) => ({ target_email: email }),
  ),
};

/** The stages from the invite to the membership. */
export type PersonStatus = "pending" | "expired" | "accepted" | "deferred";

/** The person's stage. */
export function statusOf({ member, invite, dueAt }: PersonWire): PersonStatus {
  if (member !== undefined) return "accepted";
  if (dueAt !== undefined) return "deferred";
  return invite?.is_expired === true ? "expired" : "pending";
}

/** A person of whom only the invite is known. */
export function invited(invite: InviteWire): PersonWire {
  return { email: foldedEmail(invite.target_email), invite };
}

/** What identifies a person in an organization. */
export type PersonAt = Identity<"organizationId" | "email">;

/** The identity of a person, invited or member. */
export const personIdentity = {
  parts: ["organizationId", "email"],
  of: (wire: PersonWire, scope: Identity<"organizationId">): PersonAt => ({
    organizationId: scope.organizationId,
    email: wire.email,
  }),
} as const;

/** The object that `Invite` and `Membership` both manage, so a run accepts only one of them for a person. */
export const INVITED_PERSON = "invited person";

/** The object that `Member` manages. */
export const MEMBER = "member";

/** The member with an address, which a person becomes by accepting an invite. */
export const memberObject = (at: PersonAt): ManagedObject => ({
  kind: MEMBER,
  id: formatId(personIdentity.parts, at),
});

/** Why the listed members can't be complete: an account can read only lists that contain it. */
export async function whyNotAllMembers(
  members: readonly (MemberWire | undefined)[],
  ask: ServiceContext<Api>,
): Promise<string | undefined> {
  const own = await ownUserId(ask);
  if (own === undefined || members.some((one) => one?.user.uuid === own)) return undefined;
  return "the account of the API key is not among its members";
}

/** The facts that show whether the list of people is complete. */
export const PEOPLE_LIST: readonly ListCapability<Api, PersonWire>[] = [
  incompleteList((people, ask) =>
    whyNotAllMembers(
      people.map(({ member }) => member),
      ask,
    ),
  ),
  emptyList({
    knownBy: [STATUS],
    // A list of members that contains the key's account is complete. That proves nothing about the list of invites.
    isEmpty: (people, { [STATUS]: status }) =>
      status !== "accepted" && people.every(({ invite }) => invite === undefined),
  }),
];

/** The list that resources for invites share: all members and invited people. */
export const peopleCollection: Collection<Api, PersonWire, "organizationId"> = {
  name: "people",
  scope: ["organizationId"],
  words: "the members and invites of the organization",
  list: async (api, { organizationId }, call) => {
    const options = { ...call, pageSize: PEOPLE_PER_PAGE };
    // In this order, a person who accepts in between is in both lists, never in neither.
    const invites = await api.invites.list(organizationId, options).all();
    const members = await api.members.list(organizationId, options).all();
    const people = new Map<string, PersonWire>();
    // Newest first; older services can have several invites for an address. @source live-organizations 1.4
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
