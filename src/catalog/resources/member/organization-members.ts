import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { ManagedObject } from "../../../model/capability.ts";
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
  doublesIn,
  madeOfMembers,
  NOBODY,
  type MemberSet,
  memberSetGuard,
  memberSetOf,
  type MemberSetWire,
  shownOf,
  warningsOn,
  whyPending,
} from "./member-set.ts";

/** What is declared of the whole membership, as far as it tells whom the declaration is about. */
interface DeclaredMembers {
  readonly members?: Readonly<Record<string, Level>> | undefined;
  readonly protected?: readonly string[] | undefined;
  readonly ignoreScimDomains?: boolean | undefined;
}

/**
 * The whole membership of an organization.
 *
 * @source as of Member.
 */
export const organizationMembers = defineResource({
  kind: "settings",
  name: "OrganizationMembers",
  doc: "The complete list of an organization's members and their levels: reports who is a member and not declared, and removes them if told to.",
  notes: [
    "Who is declared and a member gets the declared level. Who is declared and not a member is listed in `missing`, with a warning in every preview, and shows no difference: the service has no call that makes a member. Declare an `Invite` or a `Membership` beside it; once a refresh has seen the acceptance, the level is set.",
    "Who is a member and not declared is listed in `unmanaged`, with a warning in every preview, and stays. A preview that would warn reads the list of members, so that it names nobody who has gone meanwhile. With `enforce: true` the next update removes these people. Who joins later is seen by a refresh: the preview shows the entry leaving `members`, and the update removes the person.",
    "Never removed: whoever is named in `protected`; owners, as the service removes none; and the account of the API key, which is not reported either. The account is recognised with the scope `user:read`; for a key without it, an update that would remove an admin is refused.",
    "When more than `maxRemovals` people would be removed, nothing is written at all, and the message names them; the preview says so already.",
    "Refused as by `Member`: another level for the account of the key, and a change that would leave no owner. Who gets a higher level gets it first, so that one update hands an organization over.",
    "Declare each person of a `Member` or `Membership` of the same program here too, at the same level. It does not manage open invites. An organization has one of these resources.",
    "With `ignoreScimDomains: true` people who are not declared are neither reported nor removed where an identity provider with SCIM serves the verified domain of their address. `orgform drift` leaves them out as well.",
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
      doc: "Whether the next update removes members who are not declared; false only reports them. Default false.",
      onChange: "none",
    }),
    protected: field(z.array(emailText).default([]), {
      doc: "E-mail addresses of people who stay although they are not declared. Default none.",
      onChange: "none",
      normalize: (emails: readonly string[]) => [...new Set(emails.map(foldedEmail))].toSorted(),
    }),
    ignoreScimDomains: field(z.boolean().optional(), {
      doc: "Whether people who are not declared are left out, neither reported nor removed, where an identity provider manages the people of their domain by SCIM.",
      onChange: "none",
    }),
    maxRemovals: field(z.number().int().min(0).max(10_000).default(5), {
      doc: "Most people whom one update may remove, 0 to 10,000; when it would be more, nothing is written. Default 5.",
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
    of: (_wire: MemberSetWire, scope) => ({ organizationId: scope.organizationId }),
  },
  naturalKey: {
    fields: ["organizationId"],
    isUnique: true,
    matches: () => true,
    isNamed: () => false,
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  validate: ({ members }) => doublesIn(members),
  toWire: (_inputs, before): MemberSet => memberSetOf(before?.wire ?? NOBODY, before?.desired),
  fromWire: (wire: MemberSetWire, at, declared) => ({
    organizationId: at.organizationId,
    ...shownOf(wire, declared),
  }),
  ops: { update: changeMembers },
  collection: {
    name: "member set",
    scope: ["organizationId"],
    words: "the members of the organization",
    derivedFrom: { resource: member, make: madeOfMembers, dependsOn: ["ignoreScimDomains"] },
    servesReads: true,
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

/** Everybody who is declared, and everybody who may stay without. */
function declaredPeople(
  at: Identity<"organizationId">,
  { members = {}, protected: spared = [] }: DeclaredMembers,
): ManagedObject[] {
  return [...Object.keys(members), ...spared].map((email) => memberObject({ ...at, email: foldedEmail(email) }));
}

/** The members whom an identity provider manages, where they are not this declaration's. */
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
