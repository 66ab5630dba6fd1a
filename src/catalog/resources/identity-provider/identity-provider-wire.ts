import type { IdentityProviderBody, IdentityProviderWire } from "../../../client/identity-providers.ts";
import type { Before } from "../../../model/call.ts";
import { RECEIVED_BY_NOBODY } from "../../../capabilities/one-time-secret.ts";

/** What an identity provider is used for; each has one. @source service 2026-09, domains-and-identity-providers.md */
export const PROTOCOLS = ["saml", "oidc", "scim", "xaa"] as const;

/** The settings of the protocols, as a program declares them. */
export interface Settings {
  readonly saml?: { readonly entityId: string; readonly acsUrl: string; readonly x509Cert: string } | null | undefined;
  readonly oidc?: {
    readonly issuerUrl: string;
    readonly clientId: string;
    /** Null takes the secret away. */
    readonly clientSecret?: string | null | undefined;
  } | null;
  readonly scim?: { readonly enabled: boolean } | null | undefined;
  readonly xaa?: {
    readonly issuerUrl: string;
    readonly jwksUrl?: string | undefined;
    readonly allowedClients?: readonly string[] | undefined;
  } | null;
}

/** The protocol of an identity provider; of one that nobody gave any, by what it holds. */
export function protocolOf(wire: IdentityProviderWire): string | undefined {
  if ((wire.config_scope ?? "") !== "") return wire.config_scope ?? undefined;
  if (`${wire.saml_entity_id}${wire.saml_acs_url}${wire.saml_x509_cert}` !== "") return "saml";
  if (`${wire.oidc_issuer_url}${wire.oidc_client_id}` !== "" || wire.has_oidc_client_secret) return "oidc";
  if (wire.scim_enabled) return "scim";
  return wire.id_jag_issuer_url === "" ? undefined : "xaa";
}

/** Whether nobody has said which protocol it is of: the service deletes no such one. */
export function isUnscoped({ config_scope: scope }: IdentityProviderWire): boolean {
  return (scope ?? "") === "";
}

const textOrAbsent = (text: string): string | undefined => (text === "" ? undefined : text);

/** What the service shows of the settings of the protocol. */
export function settingsFromWire(wire: IdentityProviderWire, protocol: string | undefined, declared?: Settings) {
  // Of the secret, it shows whether there is one.
  const isTaken = !wire.has_oidc_client_secret && (declared?.oidc?.clientSecret ?? "") !== "";
  return {
    ...(protocol === "saml"
      ? {
          saml: {
            entityId: textOrAbsent(wire.saml_entity_id),
            acsUrl: textOrAbsent(wire.saml_acs_url),
            x509Cert: textOrAbsent(wire.saml_x509_cert),
          },
        }
      : {}),
    ...(protocol === "oidc"
      ? {
          oidc: {
            issuerUrl: textOrAbsent(wire.oidc_issuer_url),
            clientId: textOrAbsent(wire.oidc_client_id),
            ...(isTaken ? { clientSecret: null } : {}),
          },
        }
      : {}),
    ...(protocol === "scim" ? { scim: { enabled: wire.scim_enabled } } : {}),
    ...(protocol === "xaa"
      ? {
          xaa: {
            issuerUrl: textOrAbsent(wire.id_jag_issuer_url),
            jwksUrl: textOrAbsent(wire.id_jag_jwks_url),
            allowedClients: wire.id_jag_allowed_clients.length === 0 ? undefined : wire.id_jag_allowed_clients,
          },
        }
      : {}),
  };
}

/** The settings as the service takes them. */
export function settingsToWire(
  { saml, oidc, scim, xaa }: Settings,
  before?: Before<IdentityProviderWire>,
): IdentityProviderBody {
  // A token that nobody was told is made worthless; the next request has another one made.
  const isRenewed = before?.wire.scim_bearer_token === RECEIVED_BY_NOBODY;
  return {
    saml_entity_id: saml?.entityId,
    saml_acs_url: saml?.acsUrl,
    saml_x509_cert: saml?.x509Cert,
    oidc_issuer_url: oidc?.issuerUrl,
    oidc_client_id: oidc?.clientId,
    oidc_client_secret: oidc?.clientSecret === null ? "" : oidc?.clientSecret,
    scim_enabled: isRenewed ? false : scim?.enabled,
    id_jag_issuer_url: xaa?.issuerUrl,
    ...(xaa === undefined || xaa === null
      ? {}
      : { id_jag_jwks_url: xaa.jwksUrl ?? "", id_jag_allowed_clients: xaa.allowedClients ?? [] }),
  };
}

/** Whether it can be used: one of which something is missing serves nobody. */
export function isComplete(wire: IdentityProviderWire): boolean {
  const all = (...texts: readonly string[]): boolean => texts.every((text) => text !== "");
  switch (protocolOf(wire)) {
    case "saml":
      return all(wire.saml_entity_id, wire.saml_acs_url, wire.saml_x509_cert);
    case "oidc":
      return all(wire.oidc_issuer_url, wire.oidc_client_id) && wire.has_oidc_client_secret;
    default:
      return false;
  }
}

/** Whether it serves a domain, once that is verified. */
export function isServing(wire: IdentityProviderWire, domainId: string): boolean {
  return wire.domain_scope === "all" || wire.organization_domain_ids.includes(domainId);
}
