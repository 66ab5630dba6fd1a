import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { secret } from "./response-secrets.ts";
import { instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/identity_provider_configs/";
const ROUTE_ONE = "/api/organizations/{organization_id}/identity_provider_configs/{config_id}/";

/** A string, `""` for none. */
const textOrNone = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

const providerSchema = z.looseObject({
  id: nonEmptyText,
  name: textOrNone,
  /** `all`, `selected`, or empty, which acts as `selected`. */
  domain_scope: textOrNull,
  /** `saml`, `oidc`, `scim`, or `xaa`; empty until somebody sets it, and any other string is kept. */
  config_scope: textOrNull,
  organization_domain_ids: z.array(nonEmptyText).default([]),
  oidc_issuer_url: textOrNone,
  oidc_client_id: textOrNone,
  /** The only visible information about the secret. */
  has_oidc_client_secret: z.boolean().default(false),
  saml_relay_state: textOrNone,
  saml_entity_id: textOrNone,
  saml_acs_url: textOrNone,
  saml_x509_cert: secret(textOrNone),
  scim_enabled: z.boolean().default(false),
  scim_base_url: textOrNone,
  /** Only in the response to the request that turned SCIM on. */
  scim_bearer_token: secret(textOrNull),
  id_jag_issuer_url: textOrNone,
  id_jag_jwks_url: textOrNone,
  id_jag_allowed_clients: z
    .array(z.string())
    .nullish()
    .transform((clients) => clients ?? []),
  created_at: instantText,
  updated_at: instantText,
});

/**
 * An identity provider as the service sends it; undeclared fields are kept unchanged.
 *
 * @source service 2026-09, domains-and-identity-providers.md, identity provider configs
 */
export type IdentityProviderWire = z.output<typeof providerSchema>;

/** Writable fields of an identity provider; omitted fields stay unchanged. */
export interface IdentityProviderBody {
  /** At most 255 characters, not unique. */
  readonly name?: string | undefined;
  readonly domain_scope?: "all" | "selected" | undefined;
  /** Exactly one protocol; the service doesn't delete an identity provider without it. */
  readonly config_scope?: "saml" | "oidc" | "scim" | "xaa" | undefined;
  /** Replaces all existing ones. */
  readonly organization_domain_ids?: readonly string[] | undefined;
  /** HTTPS, without query, fragment or credentials. */
  readonly oidc_issuer_url?: string | undefined;
  readonly oidc_client_id?: string | undefined;
  /** Stored unchanged; `""` removes it. Never returned. */
  readonly oidc_client_secret?: string | undefined;
  readonly saml_entity_id?: string | undefined;
  readonly saml_acs_url?: string | undefined;
  /** Trimmed by the service. */
  readonly saml_x509_cert?: string | undefined;
  /** True creates a token, which the response contains; false invalidates it. Both require the plan feature. */
  readonly scim_enabled?: boolean | undefined;
  /** Stored without a final slash, like the next field. */
  readonly id_jag_issuer_url?: string | undefined;
  readonly id_jag_jwks_url?: string | undefined;
  /** Empty admits every client. */
  readonly id_jag_allowed_clients?: readonly string[] | undefined;
}

/** Requests under `/api/organizations/{organization_id}/identity_provider_configs/`; services before September 2026 have none. */
export interface IdentityProvidersApi {
  /** All identity providers of an organization, oldest first. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<IdentityProviderWire>;
  /**
   * Creates an identity provider; `undefined` if the service succeeded without returning it. Only this response
   * contains the SCIM token.
   *
   * @throws feature_not_available if the plan lacks the protocol
   */
  create(
    organizationId: OrganizationId,
    body: IdentityProviderBody,
    options?: CallOptions,
  ): Promise<IdentityProviderWire | undefined>;
  /**
   * Reads one identity provider.
   *
   * @throws not_found if the organization has no such identity provider
   */
  get(organizationId: OrganizationId, configId: string, options?: CallOptions): Promise<IdentityProviderWire>;
  /** Changes the given fields; `undefined` if the service succeeded without returning the identity provider. */
  update(
    organizationId: OrganizationId,
    configId: string,
    body: IdentityProviderBody,
    options?: CallOptions,
  ): Promise<IdentityProviderWire | undefined>;
  /**
   * Deletes an identity provider; nobody can sign in with it any longer.
   *
   * @throws unscoped_config if it has no protocol
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, configId: string, options?: CallOptions): Promise<void>;
}

/** Creates the identity provider requests. */
export function createIdentityProvidersApi(caller: Caller): IdentityProvidersApi {
  const all = (organizationId: OrganizationId) => ({ route: ROUTE, params: { organization_id: organizationId } });
  const one = (organizationId: OrganizationId, configId: string) => ({
    route: ROUTE_ONE,
    params: { organization_id: organizationId, config_id: configId },
  });
  return {
    list: (organizationId, options) =>
      createListing(caller, { ...all(organizationId), item: providerSchema, idOf: (item) => item.id }, options),
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer: providerSchema, ...options }),
    get: (organizationId, configId, options) =>
      caller.read({ ...one(organizationId, configId), answer: providerSchema, ...options }),
    update: (organizationId, configId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, configId), body, answer: providerSchema, ...options }),
    delete: (organizationId, configId, options) => caller.remove({ ...one(organizationId, configId), ...options }),
  };
}
