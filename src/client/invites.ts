import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { userSchema } from "./user.ts";
import { instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/invites/";
const ROUTE_ONE = "/api/organizations/{organization_id}/invites/{invite_id}/";
const ROUTE_BULK = "/api/organizations/{organization_id}/invites/bulk/";

/** The limit of invites: services since 2026 accept 50 an hour and 200 a day for an organization, from all callers. */
const limited = (organizationId: OrganizationId, count: number) =>
  ({ method: "POST", separateLimit: { kind: "invites", of: organizationId, count } }) as const;

const projectAccess = z.looseObject({
  id: z.number().int(),
  /** 1 or 8 in older services, `member`, `admin`, or `none` in newer ones; both are kept unchanged. */
  level: z.union([z.number(), z.string()], "expected a number or a text"),
});

const inviteSchema = z.looseObject({
  id: nonEmptyText,
  /** Completely in lower case. */
  target_email: nonEmptyText,
  first_name: z.string().default(""),
  /** `true` if the service queued the email; absent if it didn't say. */
  emailing_attempt_made: z.boolean().optional(),
  /** 1 member, 8 admin, 15 owner; an unknown number is kept. */
  level: z.number().int(),
  /** An invite is valid for 3 days after its creation; an expired one stays in the list. */
  is_expired: z.boolean(),
  /** `null` if the inviting user was deleted. */
  created_by: userSchema.nullable().default(null),
  created_at: instantText,
  updated_at: instantText,
  message: textOrNull,
  /** `[]` if the field was omitted, `null` if it was empty. */
  private_project_access: z.array(projectAccess).nullable().default(null),
});

/**
 * An invite as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Invite"; live-organizations 4.1, flows 3 (observed 2026-11-20)
 */
export type InviteWire = z.output<typeof inviteSchema>;

/** Body of an invite, which can't be changed later. */
export interface InviteBody {
  /** At most 254 characters; the service trims it and converts it to lower case. */
  readonly target_email: string;
  /** At most 30 characters. */
  readonly first_name?: string | undefined;
  /** 1 member (the server-side default), 8 admin, 15 owner; at most the level of the key's own account. */
  readonly level?: number | undefined;
  readonly message?: string | null | undefined;
  /** Access to private projects: project number, and 1 or 8, `member`, `admin` or `none`. */
  readonly private_project_access?: readonly { readonly id: number; readonly level: number | string }[] | undefined;
  /** `true` by the server-side default; never returned. Email is sent only if the service has a mail server. */
  readonly send_email?: boolean | undefined;
}

/** Requests under `/api/organizations/{organization_id}/invites/`. */
export interface InvitesApi {
  /** All pending and expired invites, newest first; accepted ones are gone. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<InviteWire>;
  /**
   * Invites an address; `undefined` if the service succeeded without returning the invite.
   *
   * An earlier invite of the same address is replaced by one with a new ID, so repeating the request never fails.
   *
   * @throws invalid_input if the address belongs to a member
   * @throws permission_denied if the level is above that of the key's own account
   */
  create(organizationId: OrganizationId, body: InviteBody, options?: CallOptions): Promise<InviteWire | undefined>;
  /**
   * Revokes an invite.
   *
   * @throws not_found if it doesn't exist, was accepted, or was replaced; after a lost response, our own first attempt
   *   probably revoked it
   */
  delete(organizationId: OrganizationId, inviteId: string, options?: CallOptions): Promise<void>;
  /**
   * Invites up to 20 addresses; `undefined` if the service succeeded without returning the invites.
   *
   * The request isn't atomic: if an address belongs to a member, the request fails, but the invites before it exist.
   * For an address that is given twice, only the last invite exists.
   *
   * @throws max_length if there are more than 20
   * @source live-organizations 4.2, flows 3:95-113 (observed 2026-11-20)
   */
  bulk(
    organizationId: OrganizationId,
    invites: readonly InviteBody[],
    options?: CallOptions,
  ): Promise<InviteWire[] | undefined>;
}

/** Creates the invite requests. */
export function createInvitesApi(caller: Caller): InvitesApi {
  const all = (organizationId: OrganizationId, route = ROUTE) => ({
    route,
    params: { organization_id: organizationId },
  });
  return {
    list: (organizationId, options) =>
      createListing(caller, { ...all(organizationId), item: inviteSchema, idOf: (item) => item.id }, options),
    create: (organizationId, body, options) =>
      caller.write({ ...limited(organizationId, 1), ...all(organizationId), body, answer: inviteSchema, ...options }),
    delete: (organizationId, inviteId, options) =>
      caller.remove({
        route: ROUTE_ONE,
        params: { organization_id: organizationId, invite_id: inviteId },
        ...options,
      }),
    bulk: (organizationId, invites, options) =>
      caller.write({
        ...limited(organizationId, invites.length),
        ...all(organizationId, ROUTE_BULK),
        body: invites,
        answer: z.array(inviteSchema),
        ...options,
      }),
  };
}
