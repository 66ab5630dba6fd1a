import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import { memberSchema } from "./members.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { userSchema } from "./user.ts";
import { instantText, nonEmptyText } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/roles/{role_id}/role_memberships/";
const ROUTE_ONE = "/api/organizations/{organization_id}/roles/{role_id}/role_memberships/{membership_id}/";

/** A member of a role. */
export const roleMembershipSchema = z.looseObject({
  id: nonEmptyText,
  role_id: nonEmptyText,
  /** Absent in older services, `null` on their rows. */
  organization_member: memberSchema.nullable().optional(),
  user: userSchema,
  joined_at: instantText,
  updated_at: instantText,
});

/**
 * A role membership as the service sends it; undeclared fields are kept unchanged.
 *
 * @source live-organizations 11, flows 5 (observed 2026-11-20)
 */
export type RoleMembershipWire = z.output<typeof roleMembershipSchema>;

/** Body of a role membership, which can't be changed later. */
export interface RoleMembershipBody {
  /** `user.uuid` of a member of the organization. */
  readonly user_uuid: string;
}

/** Requests under `/api/organizations/{organization_id}/roles/{role_id}/role_memberships/`. */
export interface RoleMembershipsApi {
  /** All members of a role; an unknown role has none. */
  list(organizationId: OrganizationId, roleId: string, options?: ListOptions): Listing<RoleMembershipWire>;
  /**
   * Gives a member a role; `undefined` if the service succeeded without returning the membership.
   *
   * @throws invalid_input if the user already has the role, isn't a member of the organization, or the role is
   *   unknown; the service's message is always "User is already part of the role." or "User does not exist."
   */
  create(
    organizationId: OrganizationId,
    roleId: string,
    body: RoleMembershipBody,
    options?: CallOptions,
  ): Promise<RoleMembershipWire | undefined>;
  /**
   * Removes the role from the member.
   *
   * @throws not_found if there is no such membership; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, roleId: string, membershipId: string, options?: CallOptions): Promise<void>;
}

/** Creates the role membership requests. */
export function createRoleMembershipsApi(caller: Caller): RoleMembershipsApi {
  const all = (organizationId: OrganizationId, roleId: string) => ({
    route: ROUTE,
    params: { organization_id: organizationId, role_id: roleId },
  });
  return {
    list: (organizationId, roleId, options) => {
      const source = { ...all(organizationId, roleId), item: roleMembershipSchema };
      return createListing(caller, { ...source, idOf: (item) => item.id }, options);
    },
    create: (organizationId, roleId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId, roleId), body, answer: roleMembershipSchema, ...options }),
    delete: (organizationId, roleId, membershipId, options) =>
      caller.remove({
        route: ROUTE_ONE,
        params: { organization_id: organizationId, role_id: roleId, membership_id: membershipId },
        ...options,
      }),
  };
}
