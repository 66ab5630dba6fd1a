import { fieldRef, aTypeRef, message } from "../../../model/messages.ts";
import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import { quota } from "../../../capabilities/quota.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import { retainOnDestroy } from "../../../capabilities/retain-on-destroy.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { InviteBody } from "../../../client/invites.ts";
import type { Before, Call } from "../../../model/call.ts";
import { defineResource, STATUS } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { stableOnce } from "../../../model/stability.ts";
import type { Values } from "../../../model/json-value.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import {
  inviteBulk,
  inviteQuota,
  pendingInvite,
  inviteOutputs,
  isAccepted,
  onExpiredInput,
  revokeInvite,
  sendAgain,
  sendInvite,
  SENDING_NOTES,
  whyPending,
} from "../invite/invite-ops.ts";
import { invitedProjects } from "../invite/invited-projects.ts";
import { plusAddresses } from "../invite/plus-addresses.ts";
import { type Level, levelInput, levelNumber, levelWord } from "./levels.ts";
import { membersIn } from "./member.ts";
import { endMembership, isRemoved, isRetained, removalNotice, onDestroyInput } from "./member-end.ts";
import { levelGuards, removalGuard } from "./member-guards.ts";
import { organization } from "../organization/organization.ts";
import { scimWarnings } from "./scim-people.ts";
import {
  custom,
  foldedEmail,
  INVITED_PERSON,
  memberObject,
  peopleCollection,
  type PersonAt,
  personEmailInput,
  personIdentity,
  type PersonWire,
  shown,
  statusOf,
} from "./people.ts";

/**
 * One person's membership in an organization, from the invite on.
 *
 * @source the same as for Invite and Member.
 */
export const membership = defineResource({
  kind: "object",
  name: "Membership",
  doc: "Manages one person in an organization, from the invite to the membership. It invites the person, or adopts the existing member, and keeps the level.",
  notes: [
    "`status` is `pending`, `expired`, `accepted`, or `deferred`. While the invite is open, a changed level sends a new invite. Once it's accepted, a changed level updates the member.",
    ...SENDING_NOTES,
    message`Deleting this resource revokes an open invite, unless ${fieldRef("onDestroy")} is \`retain\`. ${fieldRef("onDestroy")} also decides what a deletion does to a member.`,
    "Before it writes anything, Orgform refuses to change the level of the API key's own account or to remove it. It needs the scope `user:read` to recognize that account. Without the scope, it refuses this for every admin and owner. It also refuses to demote the last owner and to remove an owner. Demote an owner first.",
    message`Use it instead of ${aTypeRef("Invite")} and ${aTypeRef("Member")} for the same person, not together with them.`,
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, email: "ann@acme.example", level: "admin" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    email: personEmailInput,
    level: {
      ...levelInput,
      wire: custom(levelOf, (level: Level) => ({ level: levelNumber(level) })),
    },
    onExpired: onExpiredInput,
    onDestroy: onDestroyInput,
  },
  outputs: {
    ...inviteOutputs,
    userId: field(z.string().optional(), {
      doc: "ID (UUID) of the person's account, the same in all organizations; absent until the invite is accepted.",
      wire: shown(({ member }) => member?.user.uuid),
      stable: stableOnce(isAccepted),
    }),
  },
  identity: personIdentity,
  naturalKey: {
    fields: ["organizationId", "email"],
    isUnique: true,
    matches: (wire: PersonWire, inputs) => wire.email === foldedEmail(inputs.email),
    isNamed: (wire: PersonWire, text) => wire.email === foldedEmail(text) || wire.member?.user.uuid === text,
    lookUpBy: ["email", "userId"],
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  ops: {
    create: sendInvite,
    bulk: inviteBulk,
    update: change,
    delete: async (api: Api, at, call, { look, state }) => end(api, at, { person: await look(), state }, call),
  },
  collection: peopleCollection,
  parent: organization,
  capabilities: [
    managedObjects({ kind: INVITED_PERSON, isCombined: true, manages: (at: PersonAt) => [memberObject(at)] }),
    adoption({ adoptExisting: "always" }),
    pendingUpdate({ why: whyPending, output: STATUS }),
    retainOnDestroy({ isRetained, removalNotice }),
    warnings({ inputWarnings: (inputs, seen) => scimWarnings([String(inputs["email"])], inputs, seen) }),
    plusAddresses(() => listed()),
    invitedProjects(() => listed()),
    pendingCreation(pendingInvite),
    quota(inviteQuota),
  ],
  guards: [
    ...levelGuards((wire: PersonWire) => wire.member, membersIn),
    removalGuard((wire: PersonWire) => wire.member, isRemoved),
  ],
});

/** The level of a member or an invite. A deferred invite has no level, because the service doesn't have it yet. */
function levelOf(person: PersonWire): string | undefined {
  if (statusOf(person) === "deferred") return undefined;
  return levelWord(person.member?.level ?? person.invite?.level ?? 0);
}

/** The resource itself, for use in its own warnings. */
function listed(): ListOf<PersonWire, "organizationId"> {
  return membership;
}

async function change(
  api: Api,
  at: PersonAt,
  body: Partial<InviteBody>,
  call: Call,
  before: Before<PersonWire>,
): Promise<PersonWire | undefined> {
  const { member: held } = before.wire;
  if (held === undefined) return sendAgain(api, at, body, call, before);
  const changed = await api.members.update(at.organizationId, held.user.uuid, { level: body.level }, call);
  return changed === undefined ? undefined : { email: at.email, member: changed };
}

async function end(
  api: Api,
  at: PersonAt,
  { person, state }: { readonly person: PersonWire | undefined; readonly state: Values },
  call: Call,
): Promise<PersonWire | undefined> {
  if (person?.member !== undefined) {
    const rest = await endMembership(api, at, { member: person.member, state }, call);
    return rest === undefined ? undefined : { ...person, member: rest };
  }
  if (person?.invite === undefined) return person;
  await revokeInvite(api, at, person.invite, call);
  return undefined;
}
