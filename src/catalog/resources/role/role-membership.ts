import { typeRef, message } from "../../../model/messages.ts";
import { emptyList } from "../../../capabilities/empty-list.ts";
import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { serializeBy } from "../../../capabilities/serialize-by.ts";
import * as z from "zod";

import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import type { Api } from "../../../client/client.ts";
import { ifFound } from "../../../client/errors.ts";
import type { RoleMembershipWire } from "../../../client/role-memberships.ts";
import type { Call, DeletionTarget } from "../../../model/call.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { CallContext, WriteContext } from "../../../model/call-context.ts";
import { field } from "../../../model/field.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { Asked } from "../../../capabilities/empty-list.ts";
import { EXAMPLE_ORGANIZATION, EXAMPLE_ROLE, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { waitsForInvite, whyNotInvited } from "../member/invited-people.ts";
import { memberAt } from "../member/member.ts";
import { emailInput, foldedEmail, PEOPLE_PER_PAGE } from "../member/people.ts";
import { whyNotEverybody } from "../member/visible-members.ts";
import { CURRENT_ORGANIZATION } from "../organization/current-organization.ts";
import { inPlace, role } from "./role.ts";

/** A person in a role, or an invited person, whom the service adds to no role before the invite is accepted. */
interface RoleMember {
  readonly roleId: string;
  /** In lowercase. */
  readonly email: string;
  /** Absent for an invited person. */
  readonly membership?: RoleMembershipWire;
  /** Time from which the service accepts the person's invite. */
  readonly dueAt?: string;
}

/** The parameters of a request for a role. */
type RoleMemberBody = Partial<Pick<RoleMember, "roleId" | "email">>;

const { same, custom, shown } = codecsOf<RoleMember, RoleMemberBody>();

const placesCollection: Collection<Api, RoleMember, "organizationId"> = {
  name: "role memberships",
  scope: ["organizationId"],
  words: "the members of the organization's roles",
  list: listRoleMembers,
  servesReads: true,
  listFilter: ({ membership }) => membership !== undefined,
  capabilities: [
    hiddenRows({ why: whyNotEverybody }),
    emptyList({
      isEmpty: (places, { roleId }) => !places.some((one) => one.roleId === roleId && one.membership !== undefined),
      ask: readFromRole,
    }),
  ],
};

/**
 * A member of a role.
 *
 * @source live-organizations 11; live service 2025-08, flow 5:50-83.
 */
export const roleMembership = defineResource({
  kind: "object",
  name: "RoleMembership",
  doc: "Manages one member of a role. For a person with an open invite, the membership is deferred until the invite is accepted.",
  notes: [
    message`A person with an open invite can't be in a role yet. Orgform warns, sets \`status\` to \`deferred\`, and shows no difference. The first update after the person accepts the invite adds them to the role. Make this resource depend on the ${typeRef("Invite")} or the ${typeRef("Membership")}, so the person is invited first.`,
    "The list of roles includes their members, so a refresh of any number of these resources needs only a few requests.",
    "People who leave the organization lose their roles, and a new invite doesn't restore them. The next refresh shows that, and the next update adds the person to the role again.",
    "Any change replaces this resource.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, roleId: EXAMPLE_ROLE, email: "ann@acme.example" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    roleId: field(uuid("role"), { doc: "ID (UUID) of the role.", wire: same("roleId"), onChange: "replace" }),
    email: {
      ...emailInput,
      wire: custom(
        (place) => place.email,
        (email: string) => ({ email: foldedEmail(email) }),
      ),
    },
  },
  outputs: {
    status: field(z.enum(["active", "deferred"]), {
      doc: "Whether the person is in the role, `active`, or must first accept an invite, `deferred`.",
      wire: shown(({ membership }): "active" | "deferred" => (membership === undefined ? "deferred" : "active")),
    }),
    userId: field(z.string().optional(), {
      doc: "ID (UUID) of the person's account; absent while `status` is `deferred`.",
      wire: shown(({ membership }) => membership?.user.uuid),
    }),
    dueAt: field(z.string().optional(), {
      doc: "Time from which the awaited invite can be sent, UTC, RFC 3339; absent unless that invite is deferred.",
      wire: shown("dueAt"),
    }),
  },
  identity: {
    parts: ["organizationId", "roleId", "email"],
    of: ({ roleId, email }: RoleMember, scope) => ({
      organizationId: scope.organizationId,
      roleId,
      email,
    }),
  },
  naturalKey: {
    fields: ["organizationId", "roleId", "email"],
    isUnique: true,
    matches: (wire: RoleMember, inputs) => wire.roleId === inputs.roleId && wire.email === foldedEmail(inputs.email),
    isNamed: (wire: RoleMember, text) => wire.email === foldedEmail(text),
  },
  scopes: { read: ["organization:read", "organization_member:read"], write: ["organization:write"] },
  ops: { create: addToRole, delete: removeFromRole },
  collection: placesCollection,
  parent: role,
  capabilities: [
    serializeBy({ name: CURRENT_ORGANIZATION, turnsTogetherBy: "organizationId", removals: true }),
    pendingCreation({
      isPending: ({ status }) => status === "deferred",
      reason: "the invite isn't accepted yet; the first update after the acceptance adds the person to the role",
      dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
    }),
  ],
  guards: [
    {
      on: ["make"],
      inPreview: false,
      needsObject: false,
      refuse: ({ inputs: { organizationId, email } }, _wire, ask) =>
        whyNotInvited(ask().call, { organizationId: String(organizationId), email: foldedEmail(String(email)) }),
    },
  ],
});

/** A role's row contains its members. If it doesn't, this lists them separately. @source flow 5:50-57 */
async function listRoleMembers(
  api: Api,
  { organizationId }: Identity<"organizationId">,
  call: Call,
): Promise<RoleMember[]> {
  const invites = await api.invites.list(organizationId, { ...call, pageSize: PEOPLE_PER_PAGE }).all();
  const invited = invites.map((one) => foldedEmail(one.target_email));
  const places: RoleMember[] = [];
  for (const { id: roleId, members } of await api.roles.list(organizationId, call).all()) {
    const memberships = members ?? (await api.roleMemberships.list(organizationId, roleId, call).all());
    const active = memberships.map((membership) => ({ roleId, email: foldedEmail(membership.user.email), membership }));
    const here = new Set(active.map(({ email }) => email));
    places.push(...active, ...invited.filter((email) => !here.has(email)).map((email) => ({ roleId, email })));
  }
  return places;
}

/** The membership as the role itself shows it, read once for all callers at the time. */
async function readFromRole(
  api: Api,
  { organizationId = "", roleId = "", email = "" }: IdentityParts,
  call: CallContext,
): Promise<Asked<RoleMember>> {
  const name = `members of role ${roleId}`;
  const read = (shared: Call) => ifFound(() => membersOf(api, { organizationId, roleId }, shared));
  const memberships = await call.once(name, read).finally(() => call.forget(name));
  const membership = memberships?.find((one) => foldedEmail(one.user.email) === email);
  if (membership !== undefined) return { wire: { roleId, email, membership } };
  if (memberships === undefined || (await call.find(role, { organizationId, roleId })) !== undefined) return {};
  return { contradiction: `it lacks the role ${roleId}, which the service shows separately` };
}

/** Reads the role first, because an unknown role has an empty list of members. */
async function membersOf(
  api: Api,
  { organizationId, roleId }: Identity<"organizationId" | "roleId">,
  call: Call,
): Promise<readonly RoleMembershipWire[]> {
  const { members } = await api.roles.get(organizationId, roleId, call);
  return members ?? api.roleMemberships.list(organizationId, roleId, call).all();
}

/** Adds a member to the role. An invited person is deferred. */
async function addToRole(
  api: Api,
  { organizationId }: Identity<"organizationId">,
  { roleId = "", email = "" }: RoleMemberBody,
  call: WriteContext,
): Promise<RoleMember | undefined> {
  const person = await memberAt(call, { organizationId, email });
  if (person === undefined) return { roleId, email, ...(await waitsForInvite(call, { organizationId, email })) };
  const user = { user_uuid: person.user.uuid };
  const membership = await inPlace(api, { organizationId, roleId }, call, () =>
    api.roleMemberships.create(organizationId, roleId, user, call),
  );
  return membership === undefined ? undefined : { roleId, email, membership };
}

/** Removes a person from the role. */
async function removeFromRole(
  api: Api,
  at: Identity<"organizationId">,
  call: WriteContext,
  { look }: DeletionTarget<RoleMember>,
): Promise<void> {
  const { roleId, membership } = (await look()) ?? {};
  if (roleId === undefined || membership === undefined) return;
  await inPlace(api, { ...at, roleId }, call, () =>
    api.roleMemberships.delete(at.organizationId, roleId, membership.id, call),
  );
}
