import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import { roleMembershipSchema } from "./role-memberships.ts";
import type { OrganizationId } from "./scopes.ts";
import { userSchema } from "./user.ts";
import { instantText, nonEmptyText } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/roles/";
const ROUTE_ONE = "/api/organizations/{organization_id}/roles/{role_id}/";

const roleSchema = z.looseObject({
  id: nonEmptyText,
  name: nonEmptyText,
  /** Whether new members come into it; absent in older services. */
  is_default: z.boolean().optional(),
  /** 21 or 37; absent in newer services. */
  feature_flags_access_level: z.number().int().optional(),
  created_at: instantText,
  /** `null` for roles that were made with a key. */
  created_by: userSchema.nullable().default(null),
  /** All members of the role; absent when the service did not send them. */
  members: z.array(roleMembershipSchema).optional(),
});

/**
 * A role as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source live-organizations 10.1, flows 5 (observed 2026-11-20)
 */
export type RoleWire = z.output<typeof roleSchema>;

/** Fields of a role that can be written; leave out what should stay. */
export interface RoleBody {
  /** 1 to 200 characters, unique in the organization whatever the case. */
  readonly name?: string | undefined;
  /** 21 (may view flags) or 37 (may edit them). */
  readonly feature_flags_access_level?: number | undefined;
}

/** Body of a create call; the name is required. */
export type RoleCreateBody = RoleBody & { readonly name: string };

/**
 * Calls under `/api/organizations/{organization_id}/roles/`.
 *
 * The running service makes a role in the current organization of the key's account, whatever the path says, and judges
 * names there: look where a new role came to be when the account belongs to several. @source flows 5:90-113
 */
export interface RolesApi {
  /**
   * All roles of an organization.
   *
   * No page size is sent: the running service answers 500 to any parameter here, also to those of its own link to the
   * second page, so that it has no way to more than 100 roles.
   *
   * @source flows 5:40-49 (observed 2026-11-20)
   */
  list(organizationId: OrganizationId, options?: Omit<ListOptions, "pageSize">): Listing<RoleWire>;
  /**
   * Creates a role; `undefined` when the service said yes without sending it.
   *
   * @throws unique when a role has the name already
   */
  create(organizationId: OrganizationId, body: RoleCreateBody, options?: CallOptions): Promise<RoleWire | undefined>;
  /**
   * Reads one role.
   *
   * @throws not_found when the organization has no such role
   */
  get(organizationId: OrganizationId, roleId: string, options?: CallOptions): Promise<RoleWire>;
  /**
   * Changes the given fields; `undefined` when the service said yes without sending the role.
   *
   * @throws unique when a role has the name already, this one included: leave an unchanged name out
   */
  update(
    organizationId: OrganizationId,
    roleId: string,
    body: RoleBody,
    options?: CallOptions,
  ): Promise<RoleWire | undefined>;
  /**
   * Deletes a role with its memberships, which frees its name.
   *
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, roleId: string, options?: CallOptions): Promise<void>;
}

/** Makes the role calls. */
export function createRolesApi(caller: Caller): RolesApi {
  const all = (organizationId: OrganizationId) => ({ route: ROUTE, params: { organization_id: organizationId } });
  const one = (organizationId: OrganizationId, roleId: string) => ({
    route: ROUTE_ONE,
    params: { organization_id: organizationId, role_id: roleId },
  });
  return {
    list: (organizationId, options) => {
      const source = { ...all(organizationId), item: roleSchema, takesNoPageSize: true };
      return createListing(caller, { ...source, idOf: (item) => item.id }, options);
    },
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer: roleSchema, ...options }),
    get: (organizationId, roleId, options) =>
      caller.read({ ...one(organizationId, roleId), answer: roleSchema, ...options }),
    update: (organizationId, roleId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, roleId), body, answer: roleSchema, ...options }),
    delete: (organizationId, roleId, options) => caller.remove({ ...one(organizationId, roleId), ...options }),
  };
}
