import { typeRef, aTypeName, message, type Text } from "../../../model/messages.ts";
import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { incompleteList } from "../../../capabilities/incomplete-list.ts";
import { defaultCreated } from "../../../capabilities/default-created.ts";
import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { retainOnDestroy } from "../../../capabilities/retain-on-destroy.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { MemberWire } from "../../../client/members.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { invite } from "../invite/invite.ts";
import { type Level, levelInput, levelNumber, levelWord, OWNER } from "./levels.ts";
import { levelGuards, removalGuard, ownUserId } from "./member-guards.ts";
import { endMembership, isRemoved, isRetained, removalNotice, onDestroyInput } from "./member-end.ts";
import { whyNotEverybody } from "./visible-members.ts";
import { isCreatedWith } from "../organization/organization-wire.ts";
import { organization } from "../organization/organization.ts";
import { scimWarnings } from "./scim-people.ts";
import { emailInput, foldedEmail, MEMBER, PEOPLE_PER_PAGE, whyNotAllMembers } from "./people.ts";

/** Parameters of a member's change. */
interface MemberChange {
  /** How the service identifies the member. */
  readonly userId: string;
  readonly level: number | undefined;
}

const { custom, shown } = codecsOf<MemberWire, MemberChange>();

/** The members of an organization; the service leaves out deactivated accounts. */
const membersCollection: Collection<Api, MemberWire, "organizationId"> = {
  name: "members",
  scope: ["organizationId"],
  words: "the members of the organization",
  list: (api, scope, call) => api.members.list(scope.organizationId, { ...call, pageSize: PEOPLE_PER_PAGE }).all(),
  servesReads: true,
  capabilities: [
    incompleteList((members, ask) => whyNotAllMembers(members, ask)),
    hiddenRows({ why: whyNotEverybody }),
  ],
};

/**
 * A member of an organization.
 *
 * @source service contract, Member; live-organizations 5; live service 2025-08, flow 4.
 */
export const member = defineResource({
  kind: "existing",
  name: "Member",
  doc: "Manages the level of a member of an organization: a person who accepted an invite or joined by single sign-on.",
  notes: [
    message`The service has no call that creates a member. Create adopts the existing member and sets the level. If the person isn't a member, create stops, and says whether there is an open invite. ${typeRef("Invite")} sends an invite, and ${typeRef("Membership")} combines both.`,
    "Orgform shows a level that it doesn't know as a number, and never overwrites it.",
    "Before it writes anything, Orgform refuses to change the level of the API key's own account or to remove it. It needs the scope `user:read` to recognize that account. Without the scope, it refuses this for every admin and owner. It also refuses to demote the last owner and to remove an owner. Demote an owner first.",
    "Only an owner can promote a member to owner, and nobody can change a member of a higher level.",
    "A person who is removed loses all roles.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, email: "ann@acme.example", level: "admin" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    email: { ...emailInput, wire: shown(({ user }) => foldedEmail(user.email)) },
    level: {
      ...levelInput,
      wire: custom(
        ({ level }) => levelWord(level),
        (level: Level, { before }) => ({ userId: before?.wire.user.uuid ?? "", level: levelNumber(level) }),
      ),
    },
    onDestroy: onDestroyInput,
  },
  outputs: {
    userId: field(z.string(), {
      doc: "ID (UUID) of the person's account, the same in all organizations.",
      wire: shown(({ user }) => user.uuid),
      stable: true,
    }),
    joinedAt: field(z.string(), {
      doc: "Time at which the person became a member, UTC, RFC 3339.",
      wire: shown("joined_at"),
      stable: true,
    }),
  },
  identity: {
    parts: ["organizationId", "email"],
    of: (wire: MemberWire, scope) => ({
      organizationId: scope.organizationId,
      email: foldedEmail(wire.user.email),
    }),
  },
  naturalKey: {
    fields: ["organizationId", "email"],
    isUnique: true,
    matches: (wire: MemberWire, inputs) => foldedEmail(wire.user.email) === foldedEmail(inputs.email),
    isNamed: ({ user }: MemberWire, text) => user.uuid === text || foldedEmail(user.email) === foldedEmail(text),
    lookUpBy: ["email", "userId"],
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  ops: {
    update: (api: Api, at, { userId, level }, call) => api.members.update(at.organizationId, userId, { level }, call),
    delete: async (api: Api, at, call, { look, state }) => {
      const held = await look();
      return held === undefined ? undefined : endMembership(api, at, { member: held, state }, call);
    },
  },
  collection: membersCollection,
  parent: organization,
  capabilities: [
    managedObjects({ kind: MEMBER }),
    defaultCreated(
      async (
        wire: MemberWire,
        { organizationId }: Identity<"organizationId">,
        ask: ServiceContext<Api>,
        isRootDeclared,
      ) => {
        if ((await ownUserId(ask)) === wire.user.uuid) return "it is the account of the API key";
        if (!isRootDeclared || wire.level !== OWNER) return undefined;
        const home = await ask.call.find(organization, { organizationId });
        // The creator of an organization becomes its owner.
        return isCreatedWith(home, wire.joined_at) ? "the organization was made by this account" : undefined;
      },
    ),
    adoption({ adoptExisting: "always" }),
    retainOnDestroy({ isRetained, removalNotice }),
    warnings({ inputWarnings: (inputs, seen) => scimWarnings([String(inputs["email"])], inputs, seen) }),
  ],
  guards: [
    {
      on: ["create"],
      // A person who is invited now might have accepted before the update runs.
      inPreview: false,
      needsObject: false,
      refuse: ({ inputs }, _wire, ask) => whyNoMember(inputs, ask()),
    },
    ...levelGuards((wire: MemberWire) => wire, membersIn),
    removalGuard((wire: MemberWire) => wire, isRemoved),
  ],
});

/** The members of an organization, from the shared list. */
export function membersIn({ call }: ServiceContext<Api>, scope: Identity<"organizationId">): Promise<MemberWire[]> {
  return call.all(member, scope);
}

/** The member with an address, from the shared list or a new one. */
export function memberAt(call: CallContext, at: Identity<"organizationId" | "email">): Promise<MemberWire | undefined> {
  return call.find(member, at);
}

async function whyNoMember(
  { organizationId, email }: Values,
  { call }: ServiceContext<Api>,
): Promise<Text | undefined> {
  const at = { organizationId: String(organizationId), email: foldedEmail(String(email)) };
  if ((await memberAt(call, at)) !== undefined) return undefined;
  const isInvited = (await call.find(invite, at))?.invite !== undefined;
  return isInvited
    ? message`${at.email} is invited, and hasn't accepted yet.\nRun again after the acceptance. Or declare ${aTypeName("Membership")} instead, which continues automatically.`
    : message`${at.email} isn't a member of the organization, and the service has no call that creates one.\nDeclare ${aTypeName("Invite")} first. Or declare ${aTypeName("Membership")} instead, which invites the person and continues automatically.`;
}
