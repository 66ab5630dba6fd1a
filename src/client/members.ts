import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { userSchema } from "./user.ts";
import { instantOrNull, instantText, nonEmptyText, textOrNullIfAny } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/members/";
const ROUTE_ONE = "/api/organizations/{organization_id}/members/{user_uuid}/";

/** Longest text that the service searches for, in characters. @source service 2026-09, invites-and-members, Members */
const SEARCH_MAX_CHARS = 200;

/** A member; roles embed it without its last login. */
export const memberSchema = z.looseObject({
  /** ID of the membership; paths identify the member by `user.uuid`. */
  id: nonEmptyText,
  user: userSchema,
  /** 1 member, 8 admin, 15 owner; an unknown number is kept. */
  level: z.number().int(),
  joined_at: instantText,
  updated_at: instantText,
  /** Absent if the service didn't send it. */
  is_2fa_enabled: z.boolean().optional(),
  /** Absent if the service didn't send it. */
  has_social_auth: z.boolean().optional(),
  last_login: instantOrNull,
  /** How a search found the member; services before 2026 don't search. */
  search_match_type: textOrNullIfAny,
});

/**
 * A member as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Member"; live-organizations 5.1, flows 4 and 5:57 (observed 2026-11-20)
 */
export type MemberWire = z.output<typeof memberSchema>;

/** The writable fields of a member. */
export interface MemberBody {
  /** 1 member, 8 admin, 15 owner. */
  readonly level?: number | undefined;
}

/** Requests under `/api/organizations/{organization_id}/members/`. */
export interface MembersApi {
  /** All members, the latest to join first; the service leaves out deactivated users. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<MemberWire>;
  /**
   * Members found by an address. Services that search add `search_match_type`, and their result can be empty. Others
   * ignore the search.
   *
   * @source service 2026-09, invites-and-members, Members
   */
  search(organizationId: OrganizationId, email: string, options?: ListOptions): Listing<MemberWire>;
  /**
   * Changes a member's level; `undefined` if the service succeeded without returning the member.
   *
   * @param userUuid - `user.uuid` of the member, or `@me`
   * @throws permission_denied for the own level, a level above the own one, or a member above the own level
   */
  update(
    organizationId: OrganizationId,
    userUuid: string,
    body: MemberBody,
    options?: CallOptions,
  ): Promise<MemberWire | undefined>;
  /**
   * Removes a member from the organization and from its roles.
   *
   * @param userUuid - `user.uuid` of the member, or `@me`
   * @throws invalid_input for an owner, who must be demoted first
   * @throws not_found if there is no such member; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, userUuid: string, options?: CallOptions): Promise<void>;
}

/** Creates the member requests. */
export function createMembersApi(caller: Caller): MembersApi {
  const one = (organizationId: OrganizationId, userUuid: string) => ({
    route: ROUTE_ONE,
    params: { organization_id: organizationId, user_uuid: userUuid },
  });
  const all = (organizationId: OrganizationId) => ({
    route: ROUTE,
    params: { organization_id: organizationId },
    item: memberSchema,
    idOf: (item: MemberWire) => item.id,
  });
  return {
    list: (organizationId, options) =>
      createListing(caller, { ...all(organizationId), whyNeverEmpty: "anyone who can read it is a member" }, options),
    search: (organizationId, email, options) => {
      // Sent together with the exact address: services without a search then return one row, not every member again.
      const query = { email, search: email.slice(0, SEARCH_MAX_CHARS) };
      return createListing(caller, { ...all(organizationId), query }, options);
    },
    update: (organizationId, userUuid, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, userUuid), body, answer: memberSchema, ...options }),
    delete: (organizationId, userUuid, options) => caller.remove({ ...one(organizationId, userUuid), ...options }),
  };
}
