import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { secret } from "./response-secrets.ts";
import { instantOrNull, nonEmptyText, textOrNullIfAny } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/domains/";
const ROUTE_ONE = "/api/organizations/{organization_id}/domains/{domain_id}/";
const ROUTE_VERIFY = "/api/organizations/{organization_id}/domains/{domain_id}/verify/";

const domainSchema = z.looseObject({
  id: nonEmptyText,
  domain: nonEmptyText,
  is_verified: z.boolean(),
  verified_at: instantOrNull,
  /** Value of the TXT record that proves ownership; never changes. */
  verification_challenge: nonEmptyText,
  jit_provisioning_enabled: z.boolean(),
  /** `""` if single sign-on isn't enforced; any other string is kept. */
  sso_enforcement: z
    .string()
    .nullable()
    .transform((text) => text ?? ""),
  /** Like the following fields, absent if the service has identity provider configs instead. */
  has_saml: z.boolean().optional(),
  saml_entity_id: textOrNullIfAny,
  saml_acs_url: textOrNullIfAny,
  saml_x509_cert: secret(textOrNullIfAny),
});

/**
 * A domain as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Domain"; live-organizations 3.1, flows 2 (observed 2026-11-20); service 2026-09, domains-and-identity-providers.md
 */
export type DomainWire = z.output<typeof domainSchema>;

/** Writable fields of a domain; omitted fields stay unchanged. */
export interface DomainBody {
  /** Lower-case name with at least one dot, at most 128 characters. */
  readonly domain?: string | undefined;
  /** Refused until the domain is verified; dropped by the service on create. */
  readonly jit_provisioning_enabled?: boolean | undefined;
  /** Refused until the domain is verified; dropped by the service on create. At most 28 characters. */
  readonly sso_enforcement?: string | undefined;
  /** The service distinguishes `null` from `""`; at most 512 characters. Ignored by services whose reads don't show it. */
  readonly saml_entity_id?: string | null | undefined;
  readonly saml_acs_url?: string | null | undefined;
  readonly saml_x509_cert?: string | null | undefined;
}

/** Body of a create request; the domain is required. */
export type DomainCreateBody = DomainBody & { readonly domain: string };

/** Requests under `/api/organizations/{organization_id}/domains/`. */
export interface DomainsApi {
  /** All domains of an organization. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<DomainWire>;
  /**
   * Adds a domain; `undefined` if the service succeeded without returning it.
   *
   * @throws unique if any organization of the host already has the domain
   */
  create(
    organizationId: OrganizationId,
    body: DomainCreateBody,
    options?: CallOptions,
  ): Promise<DomainWire | undefined>;
  /**
   * Reads one domain.
   *
   * @throws not_found if the organization has no such domain
   * @throws organization_not_found if the organization doesn't exist
   */
  get(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<DomainWire>;
  /**
   * Changes the given fields; `undefined` if the service succeeded without returning the domain.
   *
   * @throws verification_required if a deferrable field is set before the domain is verified
   */
  update(
    organizationId: OrganizationId,
    domainId: string,
    body: DomainBody,
    options?: CallOptions,
  ): Promise<DomainWire | undefined>;
  /**
   * Removes a domain. Its name becomes available.
   *
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<void>;
  /**
   * Asks the service to look for the TXT record now; `is_verified` of the result says whether it was found.
   *
   * @returns `undefined` if the service succeeded without returning the domain
   * @throws key_not_allowed for a scoped key; only unscoped keys are allowed
   * @throws already_verified if there is nothing left to do
   */
  verify(organizationId: OrganizationId, domainId: string, options?: CallOptions): Promise<DomainWire | undefined>;
}

/** Creates the domain requests. */
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
