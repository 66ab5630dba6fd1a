import { typeRef, message } from "../../../model/messages.ts";
import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import { quota } from "../../../capabilities/quota.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { defineResource, STATUS } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { isOwnAccount } from "../member/own-account.ts";
import { invitedProjects } from "./invited-projects.ts";
import { plusAddresses } from "./plus-addresses.ts";
import {
  inviteBulk,
  inviteQuota,
  pendingInvite,
  inviteOutputs,
  onExpiredInput,
  revokeInvite,
  ofInvite,
  sendAgain,
  sendInvite,
  SENDING_NOTES,
  whyPending,
} from "./invite-ops.ts";
import { type Level, levelNumber, levelWord, levelWords } from "../member/levels.ts";
import { removalGuard } from "../member/member-guards.ts";
import { organization } from "../organization/organization.ts";
import {
  custom,
  foldedEmail,
  INVITED_PERSON,
  memberObject,
  PEOPLE_LIST,
  peopleCollection,
  personEmailInput,
  personIdentity,
  type PersonAt,
  type PersonWire,
} from "../member/people.ts";
import { whyNotEverybody } from "../member/visible-members.ts";

/**
 * An invite of a person to an organization.
 *
 * @source service contract, Invite; live-organizations 4; live service 2025-08, flow 3.
 */
export const invite = defineResource({
  kind: "object",
  name: "Invite",
  doc: "Manages an invite of a person to an organization, until the person accepts it.",
  notes: [
    "An invite can be accepted for 3 days. `status` is `pending`, `expired`, `accepted`, or `deferred`. Accepted means that a member has the address. From then on, this resource shows no difference.",
    "The service can't update an invite. If an input changes, Orgform sends a new invite, which replaces the old one. The resource itself isn't replaced.",
    ...SENDING_NOTES,
    "The key's account can't invite people at a higher level than its own.",
    message`To manage the person with one resource, from the invite to the membership, use ${typeRef("Membership")}.`,
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, email: "ann@acme.example", level: "admin" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    email: personEmailInput,
    level: field(levelWords.optional(), {
      doc: 'Level as a member: "member", "admin", or "owner". The service\'s default is "member".',
      wire: custom(
        ofInvite(({ level }) => levelWord(level)),
        (level: Level) => ({ level: levelNumber(level) }),
      ),
      serviceDefault: "member",
    }),
    firstName: field(z.string().max(30).optional(), {
      doc: "First name that the sign-up page suggests, at most 30 characters.",
      wire: custom(
        ofInvite((open) => open.first_name),
        (firstName: string) => ({ first_name: firstName }),
      ),
      serviceDefault: "",
    }),
    message: field(z.string().optional(), {
      doc: "Text for the email. The service drops surrounding spaces.",
      wire: custom(
        ofInvite((open) => open.message),
        (text: string | null) => ({ message: text }),
      ),
      serviceDefault: null,
      normalize: (text: string) => text.trim(),
    }),
    onExpired: onExpiredInput,
    onDestroy: field(z.enum(["revoke", "removeMember"]).default("revoke"), {
      doc: 'What a deletion does: "revoke" revokes an open invite and leaves a member alone, "removeMember" also removes the member. Default "revoke".',
      onChange: "none",
    }),
  },
  outputs: inviteOutputs,
  identity: personIdentity,
  naturalKey: {
    fields: ["organizationId", "email"],
    isUnique: true,
    matches: (wire: PersonWire, inputs) => wire.email === foldedEmail(inputs.email),
    isNamed: (wire: PersonWire, text) => wire.email === foldedEmail(text) || wire.invite?.id === text,
    lookUpBy: ["email"],
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  ops: {
    create: sendInvite,
    bulk: inviteBulk,
    update: sendAgain,
    delete: async (api: Api, at, call, { look, state }) => {
      const wire = await look();
      if (wire === undefined) return undefined;
      if (wire.member !== undefined && state["onDestroy"] !== "removeMember") return wire;
      const { organizationId } = at;
      if (wire.member !== undefined) await api.members.delete(organizationId, wire.member.user.uuid, call);
      else if (wire.invite !== undefined) await revokeInvite(api, at, wire.invite, call);
      return undefined;
    },
  },
  collection: {
    ...peopleCollection,
    listFilter: ({ invite: open }) => open !== undefined,
    capabilities: [hiddenRows({ why: whyNotEverybody, listing: "whole" }), ...PEOPLE_LIST],
  },
  parent: organization,
  capabilities: [
    managedObjects({ kind: INVITED_PERSON, manages: (at: PersonAt) => [memberObject(at)] }),
    adoption<Api, PersonWire>({
      madeAt: (wire) => wire.invite?.created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.invite?.created_by?.uuid, call),
    }),
    pendingUpdate({ why: whyPending, output: STATUS }),
    { name: "accepted invite", isFinal: ({ status }) => status === "accepted" },
    plusAddresses(() => listed()),
    invitedProjects(() => listed()),
    pendingCreation(pendingInvite),
    quota(inviteQuota),
  ],
  guards: [
    removalGuard(
      ({ member }: PersonWire) => member,
      ({ onDestroy }) => onDestroy === "removeMember",
    ),
  ],
});

/** The resource itself, for use in its own warnings. */
function listed(): ListOf<PersonWire, "organizationId"> {
  return invite;
}
