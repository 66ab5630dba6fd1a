import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { secret } from "./told-secrets.ts";
import { instantOrNull, nonEmptyText, textOrNullIfAny } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/domains/";
const ROUTE_ONE = "/api/organizations/{organization_id}/domains/{domain_id}/";
const ROUTE_VERIFY = "/api/organizations/{organization_id}/domains/{domain_id}/verify/";

const domainSchema = z.looseObject({
  id: nonEmptyText,
  domain: nonEmptyText,
  is_verified: z.boolean(),
  verified_at: instantOrNull,
  /** Value of the TXT record that proves ownership; fixed at creation. */
  verification_challenge: nonEmptyText,
  jit_provisioning_enabled: z.boolean(),
  /** `""` when single sign-on is not enforced; any other text is kept. */
  sso_enforcement: z
    .string()
    .nullable()
    .transform((text) => text ?? ""),
  /** Absent, as those that follow, where the service has identity provider configs in their place. */
  has_saml: z.boolean().optional(),
  saml_entity_id: textOrNullIfAny,
  saml_acs_url: textOrNullIfAny,
  saml_x509_cert: secret(textOrNullIfAny),
});

/**
 * A domain as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source contract "Domain"; live-organizations 3.1, flows 2 (observed 2026-11-20); service 2026-09, domains-and-identity-providers.md
 */
export type DomainWire = z.output<typeof domainSchema>;

/** Fields of a domain that can be written; leave out what should stay. */
export interface DomainBody {
  /** Lower-case name with at least one dot, at most 128 characters. */
  readonly domain?: string | undefined;
  /** Refused until the domain is verified; dropped by the service on create. */
  readonly jit_provisioning_enabled?: boolean | undefined;
  /** Refused until the domain is verified; dropped by the service on create. At most 28 characters. */
  readonly sso_enforcement?: string | undefined;
  /** The service keeps `null` and `""` apart; at most 512 characters. Passed over in silence where reads do not show it. */
  readonly saml_entity_id?: string | null | undefined;
  readonly saml_acs_url?: string | null | undefined;
  readonly saml_x509_cert?: string | null | undefined;
}

/** Body of a create call; the domain is required. */
export type DomainCreateBody = DomainBody & { readonly domain: string };

/** Calls under `/api/organizations/{organization_id}/domains/`. */
export interface DomainsApi {
  /** All domains of an organization. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<DomainWire>;
  /**
   * Adds a domain; `undefined` when the service said yes without sending it.
   *
   * @throws unique when any organization of the host has the domain already
   */
  create(
    organizationId: OrganizationId,
    body: DomainCreateBody,
    options?: CallOptions,
  ): Promise<DomainWire | undefined>;
  /**
   * Reads one domain.
   *
   * @throws not_found when the organization has no such domain
   * @throws organization_not_found when the organization does not exist
   */
  get(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<DomainWire>;
  /**
   * Changes the given fields; `undefined` when the service said yes without sending the domain.
   *
   * @throws verification_required when a deferrable field is set before the domain is verified
   */
  update(
    organizationId: OrganizationId,
    domainId: string,
    body: DomainBody,
    options?: CallOptions,
  ): Promise<DomainWire | undefined>;
  /**
   * Removes a domain, which frees its name.
   *
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<void>;
  /**
   * Asks the service to look for the TXT record now; `is_verified` of the result tells whether it was found.
   *
   * @returns `undefined` when the service said yes without sending the domain
   * @throws key_not_allowed for a key with scopes; only a key without any may ask
   * @throws already_verified when there is nothing left to do
   */
  verify(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<DomainWire | undefined>;
}

/** Makes the domain calls. */
export function createDomainsApi(caller: Caller): DomainsApi {
  const all = (organizationId: OrganizationId) => ({ route: ROUTE, params: { organization_id: organizationId } });
  const one = (organizationId: OrganizationId, domainId: string, route = ROUTE_ONE) => ({
    route,
    params: { organization_id: organizationId, domain_id: domainId },
  });
  return {
    list: (organizationId, options) =>
      createListing(caller, { ...all(organizationId), item: domainSchema, idOf: (item) => item.id }, options),
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer: domainSchema, ...options }),
    get: (organizationId, domainId, options) =>
      caller.read({ ...one(organizationId, domainId), answer: domainSchema, ...options }),
    update: (organizationId, domainId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, domainId), body, answer: domainSchema, ...options }),
    delete: (organizationId, domainId, options) => caller.remove({ ...one(organizationId, domainId), ...options }),
    verify: (organizationId, domainId, options) =>
      caller.write({
        method: "POST",
        ...one(organizationId, domainId, ROUTE_VERIFY),
        body: {},
        answer: domainSchema,
        ...options,
      }),
  };
}
