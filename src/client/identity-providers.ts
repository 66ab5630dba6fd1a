import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { secret } from "./told-secrets.ts";
import { instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/identity_provider_configs/";
const ROUTE_ONE = "/api/organizations/{organization_id}/identity_provider_configs/{config_id}/";

/** A text, `""` for none. */
const textOrNone = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

const providerSchema = z.looseObject({
  id: nonEmptyText,
  name: textOrNone,
  /** `all`, `selected`, or nothing, which acts as `selected`. */
  domain_scope: textOrNull,
  /** `saml`, `oidc`, `scim` or `xaa`; nothing while nobody has said it, and any other text is kept. */
  config_scope: textOrNull,
  organization_domain_ids: z.array(nonEmptyText).default([]),
  oidc_issuer_url: textOrNone,
  oidc_client_id: textOrNone,
  /** All that is shown of the secret. */
  has_oidc_client_secret: z.boolean().default(false),
  saml_relay_state: textOrNone,
  saml_entity_id: textOrNone,
  saml_acs_url: textOrNone,
  saml_x509_cert: secret(textOrNone),
  scim_enabled: z.boolean().default(false),
  scim_base_url: textOrNone,
  /** Only in the answer to the call that turned SCIM on. */
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
 * An identity provider as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source service 2026-09, domains-and-identity-providers.md, identity provider configs
 */
export type IdentityProviderWire = z.output<typeof providerSchema>;

/** Fields of an identity provider that can be written; leave out what should stay. */
export interface IdentityProviderBody {
  /** At most 255 characters, not unique. */
  readonly name?: string | undefined;
  readonly domain_scope?: "all" | "selected" | undefined;
  /** One protocol for each; the service deletes none without it. */
  readonly config_scope?: "saml" | "oidc" | "scim" | "xaa" | undefined;
  /** Takes the place of all that were there. */
  readonly organization_domain_ids?: readonly string[] | undefined;
  /** HTTPS, without query, fragment or credentials. */
  readonly oidc_issuer_url?: string | undefined;
  readonly oidc_client_id?: string | undefined;
  /** Taken as it is; `""` removes it. Never returned. */
  readonly oidc_client_secret?: string | undefined;
  readonly saml_entity_id?: string | undefined;
  readonly saml_acs_url?: string | undefined;
  /** Trimmed by the service. */
  readonly saml_x509_cert?: string | undefined;
  /** True makes a token, which the answer tells; false makes it worthless. Refused without the plan feature, either way. */
  readonly scim_enabled?: boolean | undefined;
  /** Stored without a final slash, as the next. */
  readonly id_jag_issuer_url?: string | undefined;
  readonly id_jag_jwks_url?: string | undefined;
  /** Empty lets every client in. */
  readonly id_jag_allowed_clients?: readonly string[] | undefined;
}

/** Calls under `/api/organizations/{organization_id}/identity_provider_configs/`; services before September 2026 have none. */
export interface IdentityProvidersApi {
  /** All identity providers of an organization, oldest first. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<IdentityProviderWire>;
  /**
   * Makes an identity provider; `undefined` when the service said yes without sending it. The answer alone has the SCIM
   * token.
   *
   * @throws feature_not_available when the plan lacks the protocol
   */
  create(
    organizationId: OrganizationId,
    body: IdentityProviderBody,
    options?: CallOptions,
  ): Promise<IdentityProviderWire | undefined>;
  /**
   * Reads one identity provider.
   *
   * @throws not_found when the organization has no such identity provider
   */
  get(organizationId: OrganizationId, configId: string, options?: CallOptions): Promise<IdentityProviderWire>;
  /** Changes the given fields; `undefined` when the service said yes without sending the identity provider. */
  update(
    organizationId: OrganizationId,
    configId: string,
    body: IdentityProviderBody,
    options?: CallOptions,
  ): Promise<IdentityProviderWire | undefined>;
  /**
   * Deletes an identity provider; nobody signs in with it any more.
   *
   * @throws unscoped_config when it is of no protocol
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, configId: string, options?: CallOptions): Promise<void>;
}

/** Makes the identity provider calls. */
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
