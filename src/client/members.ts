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
  /** Of the membership; paths name the member by `user.uuid`. */
  id: nonEmptyText,
  user: userSchema,
  /** 1 member, 8 admin, 15 owner; an unknown number is kept. */
  level: z.number().int(),
  joined_at: instantText,
  updated_at: instantText,
  /** Absent when the service did not send it. */
  is_2fa_enabled: z.boolean().optional(),
  /** Absent when the service did not send it. */
  has_social_auth: z.boolean().optional(),
  last_login: instantOrNull,
  /** How the member was found, where a text was searched for; services before 2026 search for none. */
  search_match_type: textOrNullIfAny,
});

/**
 * A member as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source contract "Member"; live-organizations 5.1, flows 4 and 5:57 (observed 2026-11-20)
 */
export type MemberWire = z.output<typeof memberSchema>;

/** What can be changed of a member. */
export interface MemberBody {
  /** 1 member, 8 admin, 15 owner. */
  readonly level?: number | undefined;
}

/** Calls under `/api/organizations/{organization_id}/members/`. */
export interface MembersApi {
  /** All members, those who joined last first; deactivated users are left out by the service. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<MemberWire>;
  /**
   * Members found by an address, with `search_match_type` from services that search; it may be empty there. The others
   * leave the search out.
   *
   * @source service 2026-09, invites-and-members, Members
   */
  search(organizationId: OrganizationId, email: string, options?: ListOptions): Listing<MemberWire>;
  /**
   * Changes a member's level; `undefined` when the service said yes without sending the member.
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
   * @throws invalid_input for an owner, who must be made something else first
   * @throws not_found when there is no such member; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, userUuid: string, options?: CallOptions): Promise<void>;
}

/** Makes the member calls. */
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
      // The exact address as well: who does not search sends one row then, not every member once more.
      const query = { email, search: email.slice(0, SEARCH_MAX_CHARS) };
      return createListing(caller, { ...all(organizationId), query }, options);
    },
    update: (organizationId, userUuid, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, userUuid), body, answer: memberSchema, ...options }),
    delete: (organizationId, userUuid, options) => caller.remove({ ...one(organizationId, userUuid), ...options }),
  };
}
