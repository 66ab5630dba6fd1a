import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import { quota } from "../../../capabilities/quota.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { retainOnDestroy } from "../../../capabilities/retain-on-destroy.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { InviteBody } from "../../../client/invites.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { Call } from "../../../model/call.ts";
import { defineResource, STATUS } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { stableOnce } from "../../../model/stability.ts";
import type { Values } from "../../../model/json-value.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import {
  expiryOf,
  inviteBody,
  inviteBulk,
  inviteQuota,
  pendingInvite,
  inviteOutputs,
  isAccepted,
  onExpiredInput,
  revokeInvite,
  sendInvite,
  SENDING_NOTES,
  shownWhileDeferred,
  whyPending,
} from "../invite/invite-ops.ts";
import { invitedProjects } from "../invite/invited-projects.ts";
import { plusAddresses } from "../invite/plus-addresses.ts";
import { levelInput, levelWord } from "./levels.ts";
import { membersIn } from "./member.ts";
import { endMembership, isRemoved, isRetained, removalNotice, onDestroyInput } from "./member-end.ts";
import { levelGuards, removalGuard } from "./member-guards.ts";
import { organization } from "../organization/organization.ts";
import { scimWarnings } from "./scim-people.ts";
import {
  emailInput,
  foldedEmail,
  INVITED_PERSON,
  memberObject,
  peopleCollection,
  type PersonAt,
  personIdentity,
  type PersonWire,
  statusOf,
} from "./people.ts";

/** An invite; or of a member, the change of the level. */
type MembershipBody = InviteBody & { readonly member?: MemberWire | undefined };

/**
 * One person's place in an organization, from the invite to the member.
 *
 * @source as of Invite and Member.
 */
export const membership = defineResource({
  kind: "object",
  name: "Membership",
  doc: "Manages one person in an organization, from the invite to the membership. It invites the person, or adopts the existing member, and keeps the level.",
  notes: [
    "`status` is `pending`, `expired`, `accepted`, or `deferred`. While the invite is open, a changed level sends a new invite. Once it's accepted, a changed level updates the member.",
    ...SENDING_NOTES,
    "Deleting this resource revokes an open invite, unless `onDestroy` is `retain`. `onDestroy` also decides what a deletion does to a member.",
    "Before it writes anything, Orgform refuses to change the level of the API key's own account or to remove it. It needs the scope `user:read` to recognize that account. Without the scope, it refuses this for every admin and owner. It also refuses to lower the last owner and to remove an owner. Give an owner another level first.",
    "Use it instead of an `Invite` and a `Member` for the same person, not together with them.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, email: "ann@acme.example", level: "admin" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    email: emailInput,
    level: levelInput,
    onExpired: onExpiredInput,
    onDestroy: onDestroyInput,
  },
  outputs: {
    ...inviteOutputs,
    userId: field(z.string().optional(), {
      doc: "ID (UUID) of the person's account, the same in all organizations; absent until the invite is accepted.",
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
  toWire: (inputs, before): MembershipBody => ({ ...inviteBody(inputs, before), member: before?.wire.member }),
  fromWire: (wire: PersonWire, at) =>
    shownWhileDeferred(wire, at) ?? {
      organizationId: at.organizationId,
      email: wire.email,
      level: levelWord(wire.member?.level ?? wire.invite?.level ?? 0),
      status: statusOf(wire),
      ...(wire.invite === undefined ? {} : { expiresAt: expiryOf(wire.invite) }),
      ...(wire.member === undefined ? {} : { userId: wire.member.user.uuid }),
    },
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

/** The resource itself, for what its own warnings look up. */
function listed(): ListOf<PersonWire, "organizationId"> {
  return membership;
}

async function change(
  api: Api,
  at: PersonAt,
  { member: held, ...body }: MembershipBody,
  call: Call,
): Promise<PersonWire | undefined> {
  if (held === undefined) return sendInvite(api, at, body, call);
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
