import * as z from "zod";
import { activityLogAt, type ActivityWire } from "./activity.ts";
import type { CallOptions, Caller } from "./caller.ts";
import { withCurrentOrganization } from "./current-organization.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { createStream, type Stream } from "./stream.ts";
import { countNumber, flagOrNull, instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE = "/api/organizations/";
const ROUTE_ONE = "/api/organizations/{organization_id}/";

/** Absent if the service doesn't have the setting. */
const flag = z.boolean().nullable().optional();

const projectInOrganization = z.looseObject({
  id: z.union([z.number(), nonEmptyText], "expected a number or a text"),
  name: z.string().default(""),
});

const organizationSchema = z.looseObject({
  id: nonEmptyText,
  name: z.string(),
  /** Can be empty: the first organization with a name without Latin letters has the slug `""`. */
  slug: z.string(),
  logo_media_id: textOrNull,
  created_at: instantText,
  /** Level of the key's own account: 1, 8 or 15; an unknown number is kept. */
  membership_level: z.number().int().nullable().default(null),
  is_member_join_email_enabled: z.boolean(),
  enforce_2fa: flagOrNull,
  /** Whether members who aren't admins see each other; absent in older services, where they do. */
  members_can_see_org_members: z.boolean().optional(),
  /** Absent if the service didn't send it. */
  member_count: countNumber.optional(),
  /** Absent if the service didn't send it; only the projects that the key's account can see. */
  projects: z.array(projectInOrganization).optional(),
  /** Absent if the service didn't send it, null if the plan has none. */
  available_product_features: z.array(z.unknown()).nullish(),
  members_can_invite: flag,
  members_can_use_personal_api_keys: flag,
  is_ai_data_processing_approved: flag,
  /** Like all following fields, absent if the service doesn't have it yet. */
  members_can_create_projects: flag,
  allow_publicly_shared_resources: flag,
  read_only_mcp_access: flag,
  is_ai_training_opted_in: flag,
  default_anonymize_ips: flag,
  enforce_verified_domains: flag,
  default_role_id: z.string().nullable().optional(),
  /** The organization was deleted, and the service is still removing it. */
  is_pending_deletion: flag,
});

/**
 * An organization as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Organization"; live-organizations 2.1, flows 1 (observed 2026-11-20)
 */
export type OrganizationWire = z.output<typeof organizationSchema>;

/** Writable fields of an organization; omitted fields stay unchanged. */
export interface OrganizationBody {
  /** 1 to 64 characters; the service trims white space. */
  readonly name?: string | undefined;
  readonly logo_media_id?: string | null | undefined;
  readonly is_member_join_email_enabled?: boolean | undefined;
  /** Three-valued: `null` isn't `false`. */
  readonly enforce_2fa?: boolean | null | undefined;
  readonly members_can_invite?: boolean | null | undefined;
  readonly members_can_use_personal_api_keys?: boolean | undefined;
  readonly is_ai_data_processing_approved?: boolean | null | undefined;
  /** Older services ignore this and the following fields. */
  readonly members_can_create_projects?: boolean | null | undefined;
  readonly members_can_see_org_members?: boolean | undefined;
  readonly allow_publicly_shared_resources?: boolean | undefined;
  readonly read_only_mcp_access?: boolean | null | undefined;
  readonly is_ai_training_opted_in?: boolean | null | undefined;
  readonly default_anonymize_ips?: boolean | undefined;
  /** Refused unless the caller's own address is on a verified domain. */
  readonly enforce_verified_domains?: boolean | null | undefined;
  /** ID of a role of the organization; the service doesn't check it. */
  readonly default_role_id?: string | null | undefined;
}

/** Body of a create request; the name is required. */
export type OrganizationCreateBody = OrganizationBody & { readonly name: string };

/** Requests under `/api/organizations/`. */
export interface OrganizationsApi {
  /**
   * All organizations that the key can see, in no particular order.
   *
   * Empty when the account belongs to no organization at all.
   */
  list(options?: ListOptions): Listing<OrganizationWire>;
  /**
   * Creates an organization and makes it the account's current one.
   *
   * @returns `undefined` if the service succeeded without returning the organization
   */
  create(body: OrganizationCreateBody, options?: CallOptions): Promise<OrganizationWire | undefined>;
  /**
   * Reads one organization.
   *
   * @throws not_found if it doesn't exist or the key can't see it
   * @throws no_organization if the account belongs to no organization at all
   */
  get(organizationId: OrganizationId, options?: CallOptions): Promise<OrganizationWire>;
  /** Changes the given fields; `undefined` if the service succeeded without returning the organization. */
  update(
    organizationId: OrganizationId,
    body: OrganizationBody,
    options?: CallOptions,
  ): Promise<OrganizationWire | undefined>;
  /**
   * Deletes an organization with everything in it.
   *
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, options?: CallOptions): Promise<void>;
  /**
   * The organization's activity, newest first, in services since 2026 whose plan includes it. Whether the route accepts
   * keys isn't known.
   *
   * @throws endpoint_not_found in older services
   * @throws permission_denied for accounts that aren't admins
   */
  activityLog(organizationId: OrganizationId, options?: ListOptions): Stream<ActivityWire>;
}

/** Creates the organization requests. */
export function createOrganizationsApi(caller: Caller): OrganizationsApi {
  const one = (organizationId: OrganizationId): { route: string; params: Record<string, string> } => ({
    route: ROUTE_ONE,
    params: { organization_id: organizationId },
  });
  const cured = <T>(options: CallOptions | undefined, call: () => Promise<T>): Promise<T> =>
    withCurrentOrganization(caller, options?.signal, call);
  return {
    list: (options) => {
      const source = { route: ROUTE, item: organizationSchema, idOf: (item: OrganizationWire) => item.id };
      return createListing(caller, source, options).readWith((read) =>
        withCurrentOrganization(caller, options?.signal, read, { whenNone: () => [] }),
      );
    },
    create: (body, options) =>
      caller.write({ method: "POST", route: ROUTE, body, answer: organizationSchema, ...options }),
    get: (organizationId, options) =>
      cured(options, () => caller.read({ ...one(organizationId), answer: organizationSchema, ...options })),
    update: (organizationId, body, options) =>
      cured(options, () =>
        caller.write({ method: "PATCH", ...one(organizationId), body, answer: organizationSchema, ...options }),
      ),
    delete: (organizationId, options) => cured(options, () => caller.remove({ ...one(organizationId), ...options })),
    activityLog: (organizationId, options) => {
      const { params } = one(organizationId);
      return createStream(caller, activityLogAt({ route: `${ROUTE_ONE}advanced_activity_logs/`, params }), options);
    },
  };
}
