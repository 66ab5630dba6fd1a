import { typeRef, fieldRef, message } from "../../../model/messages.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { wrongParentCreation } from "../../../capabilities/wrong-parent-creation.ts";
import { serializeBy } from "../../../capabilities/serialize-by.ts";
import { unsupportedInputs } from "../../../capabilities/unsupported-inputs.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { RoleBody, RoleCreateBody, RoleWire } from "../../../client/roles.ts";
import { defineResource } from "../../../model/definition.ts";
import type { WriteContext } from "../../../model/call-context.ts";
import { field } from "../../../model/field.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { Identity } from "../../../model/identity.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { isOwnAccount } from "../member/own-account.ts";
import {
  CURRENT_ORGANIZATION,
  usesPathOrganization,
  preferablyWhileCurrent,
  whileCurrent,
} from "../organization/current-organization.ts";
import { allOrganizations, organization } from "../organization/organization.ts";
import { organizationLog } from "../organization/organization-log.ts";

/** The access to feature flags that a role gives, by the service's numbers. @source live service 2025-08, flow 5:27 */
const FLAG_LEVELS = { view: 21, edit: 37 } as const;

const { same, mapped, shown } = codecsOf<RoleWire, RoleBody>();

/** The service ignores case in names of roles. @source live service 2025-08, flow 5:2-16 */
const folded = (name: string): string => name.trim().toLowerCase();

/**
 * A role of an organization: a named group of its members.
 *
 * @source live service 2025-08, flow 5; limits in flow 5:1-34.
 */
export const role = defineResource({
  kind: "object",
  name: "Role",
  doc: message`Manages a role of an organization: a named group of members. ${typeRef("RoleMembership")} adds members to it.`,
  notes: [
    "The service creates a role in the current organization of the key's account, even if the request names another one. In that case, Orgform switches the account to the declared organization, checks in which organization the role is, and switches back. That needs the scope `user:write`. For changes and deletions of roles and their memberships, the service also checks the account's level and the names in use in the current organization. Orgform switches the account for these requests too. If the key can't switch, Orgform sends them anyway. Reads don't depend on the current organization.",
    "Names are unique in an organization, regardless of case. The service refuses a change that only affects case, so case makes no difference here either.",
    message`Services of 2026 no longer have ${fieldRef("featureFlagsAccessLevel")}. On such a service, the value stays only in the state, with a warning. Services of 2026 have a default role, which is a setting of the organization. ${fieldRef("isDefault")} shows it.`,
    "Deleting a role removes it from all its members.",
    "Services before 2026 list at most 100 roles of an organization, and offer no way to find the others.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, name: "Engineering" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    name: field(z.string().max(200).regex(/\S/u, "expected a name that is not blank"), {
      doc: "Name of the role, 1 to 200 characters, unique in the organization regardless of case. The service drops surrounding spaces.",
      wire: same("name"),
      normalize: folded,
    }),
    featureFlagsAccessLevel: field(z.enum(["view", "edit"]).optional(), {
      doc: 'What members of the role can do with feature flags: "view" or "edit". The service\'s default is "edit".',
      wire: mapped("feature_flags_access_level", FLAG_LEVELS),
      serviceDefault: "edit",
    }),
  },
  outputs: {
    roleId: field(z.string(), { doc: "ID (UUID) of the role.", wire: shown("id"), stable: true }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", wire: shown("created_at"), stable: true }),
    isDefault: field(z.boolean().optional(), {
      doc: "True for the default role of the organization; absent for every other role.",
      wire: shown("is_default", (isDefault) => (isDefault === true ? true : undefined)),
    }),
  },
  identity: {
    parts: ["organizationId", "roleId"],
    of: (wire: RoleWire, scope) => ({ organizationId: scope.organizationId, roleId: wire.id }),
  },
  naturalKey: {
    fields: ["organizationId", "name"],
    isUnique: true,
    matches: (wire: RoleWire, inputs) => folded(wire.name) === folded(inputs.name),
    isNamed: (wire: RoleWire, text) => wire.id === text || folded(wire.name) === folded(text),
    lookUpBy: ["roleId", "name"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: {
    create: (api: Api, { organizationId }, { name = "", ...body }, call) =>
      makeRole(api, organizationId, { ...body, name }, call),
    read: (api: Api, at, call) => api.roles.get(at.organizationId, at.roleId, call),
    update: (api: Api, at, body, call) =>
      inPlace(api, at, call, () => api.roles.update(at.organizationId, at.roleId, body, call)),
    delete: (api: Api, at, call) => inPlace(api, at, call, () => api.roles.delete(at.organizationId, at.roleId, call)),
  },
  collection: {
    name: "roles",
    scope: ["organizationId"],
    words: "the roles of the organization",
    list: (api: Api, scope, call) => api.roles.list(scope.organizationId, call).all(),
    servesReads: true,
  },
  parent: organization,
  capabilities: [
    organizationLog,
    serializeBy({ name: CURRENT_ORGANIZATION, turnsTogetherBy: "organizationId", changes: true, removals: true }),
    wrongParentCreation({
      isRuledOut: usesPathOrganization,
      remove: removeElsewhere,
      why: "Another run is switching the account's current organization, in which the service creates roles. Run again when that run has ended.",
    }),
    unsupportedInputs({
      inputs: ["featureFlagsAccessLevel"],
      isUnsupported: (wire: RoleWire) => wire.feature_flags_access_level === undefined,
      isHarmless: true,
      advice:
        "Roles of this service don't control feature flags. Access rules do. Remove the setting from the program.",
    }),
    adoption<Api, RoleWire>({
      madeAt: (wire) => wire.created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.created_by?.uuid, call),
    }),
  ],
});

/** Most attempts to create a role whose name the service wrongly reports as taken. */
const MOST_TRIES = 3;

/**
 * Creates a role. The service checks names in the account's current organization, which another program can switch in
 * between. If a name is taken only there, that race happened.
 *
 * @source service 2025-08, its own code
 */
async function makeRole(
  api: Api,
  organizationId: string,
  body: RoleCreateBody,
  call: WriteContext,
): Promise<RoleWire | undefined> {
  const wanted = { organizationId, title: `Role ${JSON.stringify(body.name)}` };
  for (let tries = 1; ; tries += 1) {
    try {
      return await whileCurrent(api, wanted, call, () => api.roles.create(organizationId, body, call));
    } catch (error) {
      if (tries === MOST_TRIES || !isApiError(error) || error.code !== "unique") throw error;
      const roles = await api.roles.list(organizationId, call).all();
      if (roles.some(({ name }) => folded(name) === folded(body.name))) throw error;
      call.shared(CURRENT_ORGANIZATION).note(undefined);
    }
  }
}

/** Writes to a role or its members, if the service uses the current organization. */
export function inPlace<T>(
  api: Api,
  { organizationId, roleId }: Identity<"organizationId" | "roleId">,
  call: WriteContext,
  write: () => Promise<T>,
): Promise<T> {
  return preferablyWhileCurrent(api, { organizationId, title: `Role ${roleId}` }, call, write);
}

/** Removes a role that was created in another organization than the declared one, probably in the current one. */
async function removeElsewhere(
  api: Api,
  { roleId }: Identity<"organizationId" | "roleId">,
  call: WriteContext,
): Promise<void> {
  call.shared(CURRENT_ORGANIZATION).note(undefined);
  const current = await api.organizations.get("@current", call);
  const others = (await allOrganizations(api, call)).filter(({ id }) => id !== current.id);
  for (const { id } of [current, ...others]) {
    try {
      return await api.roles.delete(id, roleId, call);
    } catch (error) {
      if (!isApiError(error) || (error.category !== "notFound" && error.category !== "permission")) throw error;
    }
  }
}
