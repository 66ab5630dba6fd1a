import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { RoleBody, RoleWire } from "../../../client/roles.ts";
import { defineResource } from "../../../model/definition.ts";
import type { Ask } from "../../../model/guard.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { CURRENT_ORGANIZATION, organization } from "../organization/organization.ts";

/** What a role allows with feature flags, in the service's numbers. @source live service 2025-08, flow 5:27 */
const FLAG_LEVELS = { view: 21, edit: 37 } as const;

/** Capitals do not tell roles apart. @source live service 2025-08, flow 5:2-16 */
const folded = (name: string): string => name.trim().toLowerCase();

/**
 * A role of an organization: a named group of its members.
 *
 * @source live service 2025-08, flow 5; limits in flow 5:1-34.
 */
export const role = defineResource({
  kind: "object",
  name: "Role",
  doc: "A role of an organization: a named group of members, whom `RoleMembership` puts into it.",
  notes: [
    "The running service makes a role in the current organization of the key's account, whatever organization was asked for. Orgform looks right before it makes one, and refuses where that is another than the declared one. Reading, changing and deleting do not depend on it.",
    "Names are unique in an organization whatever their capitals, and the service refuses to change capitals alone: they make no difference here either.",
    "Deleting a role takes it away from all its members.",
    "The service lists at most 100 roles of an organization and has no way to the others.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, name: "Engineering", featureFlagsAccessLevel: "edit" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    name: field(z.string().max(200).regex(/\S/u, "expected a name that is not blank"), {
      doc: "Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped.",
      normalize: folded,
    }),
    featureFlagsAccessLevel: field(z.enum(["view", "edit"]).optional(), {
      doc: 'What members of the role may do with feature flags: "view" or "edit"; the service\'s default is "edit".',
      serviceDefault: "edit",
    }),
  },
  outputs: {
    roleId: field(z.string(), { doc: "Id (UUID) of the role.", stable: true }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", stable: true }),
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
  toWire: ({ name, featureFlagsAccessLevel: level }): RoleBody => ({
    name,
    feature_flags_access_level: level === undefined ? undefined : FLAG_LEVELS[level],
  }),
  fromWire: (wire: RoleWire, at) => ({
    organizationId: at.organizationId,
    name: wire.name,
    featureFlagsAccessLevel: levelOf(wire),
    roleId: wire.id,
    createdAt: wire.created_at,
  }),
  ops: {
    create: (api: Api, scope, body, call) =>
      api.roles.create(scope.organizationId, { ...body, name: body.name ?? "" }, call),
    read: (api: Api, at, call) => api.roles.get(at.organizationId, at.roleId, call),
    update: (api: Api, at, body, call) => api.roles.update(at.organizationId, at.roleId, body, call),
    delete: (api: Api, at, call) => api.roles.delete(at.organizationId, at.roleId, call),
  },
  collection: {
    name: "roles",
    scope: ["organizationId"],
    words: "the roles of the organization",
    list: (api: Api, scope, call) => api.roles.list(scope.organizationId, call).all(),
    servesReads: true,
  },
  parent: organization,
  mutex: CURRENT_ORGANIZATION,
  guards: [
    {
      on: ["make"],
      // The program may make an organization first, which moves the current one.
      inPreview: false,
      needsObject: false,
      refuse: ({ inputs }, _wire, ask) => whyElsewhere(String(inputs["organizationId"]), ask()),
    },
  ],
});

/** A number that is not known is kept as it is. */
function levelOf({ feature_flags_access_level: number }: RoleWire): string | undefined {
  const [word] = Object.entries(FLAG_LEVELS).find(([, known]) => known === number) ?? [];
  return word ?? (number === undefined ? undefined : String(number));
}

/** Why the service would make the role in another organization. @source live service 2025-08, flow 5:90-113 */
async function whyElsewhere(organizationId: string, { api, call }: Ask<Api>): Promise<string | undefined> {
  const wayOut =
    `Sign in to the service's web interface with that account, choose the organization ${organizationId}, and run again; ` +
    "or use a key of an account that belongs to no other organization.";
  try {
    const current = await api.organizations.get("@current", call);
    if (current.id === organizationId) return undefined;
    return (
      "The service makes roles in the current organization of the key's account, and that is " +
      `${JSON.stringify(current.name)} (${current.id}). Nothing was written.\n${wayOut}`
    );
  } catch (error) {
    // A key that is limited to other organizations than the current one is told so by this refusal.
    if (!isApiError(error) || error.category !== "permission") throw error;
    return (
      "The service makes roles in the current organization of the key's account, which this key may not read: " +
      `it is probably another one. Nothing was written.\n${wayOut}\n${error.message}`
    );
  }
}
