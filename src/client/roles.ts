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
  /** Whether new members get it; absent in older services. */
  is_default: z.boolean().optional(),
  /** 21 or 37; absent in newer services. */
  feature_flags_access_level: z.number().int().optional(),
  created_at: instantText,
  /** `null` for roles that were created with a key. */
  created_by: userSchema.nullable().default(null),
  /** All members of the role; absent if the service didn't send them. */
  members: z.array(roleMembershipSchema).optional(),
});

/**
 * A role as the service sends it; undeclared fields are kept unchanged.
 *
 * @source live-organizations 10.1, flows 5 (observed 2026-11-20)
 */
export type RoleWire = z.output<typeof roleSchema>;

/** Writable fields of a role; omitted fields stay unchanged. */
export interface RoleBody {
  /** 1 to 200 characters, unique in the organization regardless of case. */
  readonly name?: string | undefined;
  /** 21 (can view flags) or 37 (can edit them). */
  readonly feature_flags_access_level?: number | undefined;
}

/** Body of a create request; the name is required. */
export type RoleCreateBody = RoleBody & { readonly name: string };

/**
 * Requests under `/api/organizations/{organization_id}/roles/`.
 *
 * The running service creates a role in the current organization of the key's account, whatever the path says, and
 * checks names there. If the account belongs to several organizations, check where a new role was created. @source
 * flows 5:90-113
 */
export interface RolesApi {
  /**
   * All roles of an organization.
   *
   * No page size is sent: the running service returns 500 to any parameter here, even to those of its own link to the
   * second page. So it can't return more than 100 roles.
   *
   * @source flows 5:40-49 (observed 2026-11-20)
   */
  list(organizationId: OrganizationId, options?: Omit<ListOptions, "pageSize">): Listing<RoleWire>;
  /**
   * Creates a role; `undefined` if the service succeeded without returning it.
   *
   * @throws unique if a role already has the name
   */
  create(organizationId: OrganizationId, body: RoleCreateBody, options?: CallOptions): Promise<RoleWire | undefined>;
  /**
   * Reads one role.
   *
   * @throws not_found if the organization has no such role
   */
  get(organizationId: OrganizationId, roleId: string, options?: CallOptions): Promise<RoleWire>;
  /**
   * Changes the given fields; `undefined` if the service succeeded without returning the role.
   *
   * @throws unique if a role already has the name, even this role: omit an unchanged name
   */
  update(
    organizationId: OrganizationId,
    roleId: string,
    body: RoleBody,
    options?: CallOptions,
  ): Promise<RoleWire | undefined>;
  /**
   * Deletes a role with its memberships. Its name becomes available.
   *
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, roleId: string, options?: CallOptions): Promise<void>;
}

/** Creates the role requests. */
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
