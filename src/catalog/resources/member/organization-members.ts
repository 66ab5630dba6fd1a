import { typeRef, aTypeRef, fieldRef, message } from "../../../model/messages.ts";
import { derivedList } from "../../../capabilities/derived-list.ts";
import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { ManagedObject } from "../../../capabilities/managed-objects.ts";
import type { Before } from "../../../model/call.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { type Level, levelWords } from "./levels.ts";
import { member } from "./member.ts";
import { isRecord } from "../../../model/json-value.ts";
import { organization } from "../organization/organization.ts";
import { isOnDomain, scimDomainsOf, scimWarningsOfSet } from "./scim-people.ts";
import { emailText, foldedEmail, memberObject } from "./people.ts";
import {
  changeMembers,
  duplicatesIn,
  readMemberSet,
  memberSetGuard,
  memberSetOf,
  type MemberSetWire,
  shownOf,
  warningsOn,
  whyPending,
} from "./member-set.ts";

/** The wire form of an organization's members, as one object. */
const { custom, shown } = codecsOf<MemberSetWire, object>();

/** The part of the declaration that selects the members. */
interface DeclaredMembers {
  readonly members?: Readonly<Record<string, Level>> | undefined;
  readonly protected?: readonly string[] | undefined;
  readonly ignoreScimDomains?: boolean | undefined;
}

/**
 * All members of an organization.
 *
 * @source the same as for Member.
 */
export const organizationMembers = defineResource({
  kind: "settings",
  name: "OrganizationMembers",
  doc: "Manages the complete list of an organization's members and their levels. It reports members who aren't declared, and removes them if you enable that.",
  notes: [
    message`A declared member gets the declared level. \`missing\` lists declared people who aren't members. Every preview warns about them, and they show no difference, because the service has no call that creates a member. Declare ${aTypeRef("Invite")} or ${aTypeRef("Membership")} for them too. Once a refresh sees that they accepted, the next update sets the level.`,
    message`\`unmanaged\` lists members who aren't declared. Every preview warns about them, and they stay members. Before it warns, a preview reads the list of members, so it names nobody who has left. With ${fieldRef("enforce", true)}, the next update removes these people. If somebody joins later, a refresh adds the person to \`members\` in the state. The next preview shows the removal of that entry, and the update removes the person.`,
    "Orgform never removes people in `protected`, owners (the service doesn't remove them), or the account of the API key. It doesn't report that account either. It needs the scope `user:read` to recognize the account. Without the scope, it refuses an update that would remove an admin.",
    message`If an update would remove more than ${fieldRef("maxRemovals")} people, it writes nothing, and the message names them. The preview already says so.`,
    message`As with ${typeRef("Member")}, Orgform refuses another level for the key's account, and a change that would leave no owner. Promotions come first, so one update can transfer an organization to another owner.`,
    message`If the program declares ${aTypeRef("Member")} or ${typeRef("Membership")}, declare the person here too, at the same level. This resource doesn't manage open invites. Declare at most one ${typeRef("OrganizationMembers")} for an organization.`,
    message`With ${fieldRef("ignoreScimDomains", true)}, Orgform neither reports nor removes undeclared people if an identity provider with SCIM serves the verified domain of their address. \`orgform drift\` leaves them out too.`,
    "Deleting this resource changes nobody's membership.",
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
      // All members are one object: `update` derives its changes from the whole declaration.
      wire: custom(
        (wire, { declared }) => shownOf(wire, declared).members,
        () => ({}),
      ),
      doc: 'Levels of the members by email address: "member", "admin", or "owner". An address has at most 254 characters. Case and surrounding spaces make no difference.',
      normalize: (levels: Readonly<Record<string, Level>>) =>
        Object.fromEntries(Object.entries(levels).map(([email, level]) => [foldedEmail(email), level])),
    }),
    enforce: field(z.boolean().default(false), {
      doc: "Whether the next update removes members who aren't declared. Otherwise it only reports them. Default false.",
      onChange: "none",
    }),
    protected: field(z.array(emailText).default([]), {
      doc: "Email addresses of people who stay members, even if they aren't declared. Default none.",
      onChange: "none",
      normalize: (emails: readonly string[]) => [...new Set(emails.map(foldedEmail))].toSorted(),
    }),
    ignoreScimDomains: field(z.boolean().optional(), {
      doc: "Whether Orgform ignores undeclared people if an identity provider manages their domain by SCIM. It then neither reports nor removes them.",
      onChange: "none",
    }),
    maxRemovals: field(z.number().int().min(0).max(10_000).default(5), {
      doc: "Maximum number of people whom one update can remove, 0 to 10,000. An update that would remove more writes nothing. Default 5.",
      onChange: "none",
    }),
  },
  outputs: {
    unmanaged: field(z.record(z.string(), z.string()), {
      doc: "Levels of undeclared members by email address, without the account of the API key.",
      wire: shown((wire, { declared }) => shownOf(wire, declared).unmanaged),
    }),
    missing: field(z.array(z.string()), {
      doc: "Email addresses of declared people who aren't members.",
      wire: shown((wire, { declared }) => shownOf(wire, declared).missing),
    }),
  },
  identity: {
    parts: ["organizationId"],
    of: (_wire: MemberSetWire, scope) => ({ organizationId: scope.organizationId }),
  },
  naturalKey: {
    fields: ["organizationId"],
    isUnique: true,
    matches: () => true,
    isNamed: () => false,
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  validate: ({ members }) => duplicatesIn(members),
  ops: {
    update: (api: Api, at, _body, call, { wire, desired }: Before<MemberSetWire>) =>
      changeMembers(api, at, memberSetOf(wire, desired), call),
  },
  collection: {
    name: "member set",
    scope: ["organizationId"],
    words: "the members of the organization",
    servesReads: true,
    capabilities: [derivedList({ resource: member, make: readMemberSet, dependsOn: ["ignoreScimDomains"] })],
  },
  parent: organization,
  capabilities: [
    managedObjects({ manages: declaredPeople, excludes: peopleOfScimDomains }),
    adoption({ adoptExisting: "always" }),
    pendingUpdate({ why: whyPending, output: "unmanaged" }),
    warnings({
      planWarnings: warningsOn,
      inputWarnings: (inputs, seen) =>
        scimWarningsOfSet(Object.keys(isRecord(inputs["members"]) ? inputs["members"] : {}), inputs, seen),
    }),
  ],
  guards: [memberSetGuard],
});

/** Everybody who is declared, and everybody who stays without a declaration. */
function declaredPeople(
  at: Identity<"organizationId">,
  { members = {}, protected: spared = [] }: DeclaredMembers,
): ManagedObject[] {
  return [...Object.keys(members), ...spared].map((email) => memberObject({ ...at, email: foldedEmail(email) }));
}

/** Members whom an identity provider manages, if the declaration ignores them. */
async function peopleOfScimDomains(
  { organizationId }: Identity<"organizationId">,
  { ignoreScimDomains }: DeclaredMembers,
  { call }: ServiceContext<Api>,
): Promise<ManagedObject[]> {
  if (ignoreScimDomains !== true) return [];
  const domains = await scimDomainsOf(organizationId, call);
  const members = await call.shown(member, { organizationId });
  const excluded = members.map(({ user }) => foldedEmail(user.email)).filter((email) => isOnDomain(email, domains));
  return excluded.map((email) => memberObject({ organizationId, email }));
}
