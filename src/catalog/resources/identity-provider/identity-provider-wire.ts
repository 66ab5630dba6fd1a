import type { IdentityProviderBody, IdentityProviderWire } from "../../../client/identity-providers.ts";
import { isRecord } from "../../../model/json-value.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** The wire form of an identity provider's fields. */
export const { same, custom, shown } = codecsOf<IdentityProviderWire, IdentityProviderBody>();

/**
 * The protocols of identity providers. Each identity provider has one. @source service 2026-09,
 * domains-and-identity-providers.md
 */
export const PROTOCOLS = ["saml", "oidc", "scim", "xaa"] as const;

/** The protocol of an identity provider, derived from its settings if nobody has set it. */
export function protocolOf(wire: IdentityProviderWire): string | undefined {
  if ((wire.config_scope ?? "") !== "") return wire.config_scope ?? undefined;
  if (`${wire.saml_entity_id}${wire.saml_acs_url}${wire.saml_x509_cert}` !== "") return "saml";
  if (`${wire.oidc_issuer_url}${wire.oidc_client_id}` !== "" || wire.has_oidc_client_secret) return "oidc";
  if (wire.scim_enabled) return "scim";
  return wire.id_jag_issuer_url === "" ? undefined : "xaa";
}

/** Whether its protocol isn't set: the service refuses to delete such an identity provider. */
export function isUnscoped({ config_scope: scope }: IdentityProviderWire): boolean {
  return (scope ?? "") === "";
}

const textOrAbsent = (text: string): string | undefined => (text === "" ? undefined : text);

/** The protocol of an identity provider, or the declared one if it isn't set. */
export function protocolIn(wire: IdentityProviderWire, { declared }: Reading): string | undefined {
  const given = declared?.["protocol"];
  return protocolOf(wire) ?? (typeof given === "string" ? given : undefined);
}

/** Reads the settings of a protocol, if the identity provider uses it. */
const ofProtocol =
  <T>(protocol: (typeof PROTOCOLS)[number], read: (wire: IdentityProviderWire, reading: Reading) => T) =>
  (wire: IdentityProviderWire, reading: Reading): T | undefined =>
    protocolIn(wire, reading) === protocol ? read(wire, reading) : undefined;

/** The wire form of each protocol's settings. */
export const settings = {
  saml: custom(
    ofProtocol("saml", (wire) => ({
      entityId: textOrAbsent(wire.saml_entity_id),
      acsUrl: textOrAbsent(wire.saml_acs_url),
      x509Cert: textOrAbsent(wire.saml_x509_cert),
    })),
    (saml: { readonly entityId: string; readonly acsUrl: string; readonly x509Cert: string }) => ({
      saml_entity_id: saml.entityId,
      saml_acs_url: saml.acsUrl,
      saml_x509_cert: saml.x509Cert,
    }),
  ),
  oidc: custom(
    ofProtocol("oidc", (wire, { declared }) => ({
      issuerUrl: textOrAbsent(wire.oidc_issuer_url),
      clientId: textOrAbsent(wire.oidc_client_id),
      // The service shows only whether there is a secret.
      ...(!wire.has_oidc_client_secret && hasSecret(declared?.["oidc"]) ? { clientSecret: null } : {}),
    })),
    // Null removes the secret.
    (oidc: {
      readonly issuerUrl: string;
      readonly clientId: string;
      readonly clientSecret?: string | null | undefined;
    }) => ({
      oidc_issuer_url: oidc.issuerUrl,
      oidc_client_id: oidc.clientId,
      oidc_client_secret: oidc.clientSecret === null ? "" : oidc.clientSecret,
    }),
  ),
  scim: custom(
    ofProtocol("scim", (wire) => ({ enabled: wire.scim_enabled })),
    (scim: { readonly enabled: boolean }) => ({ scim_enabled: scim.enabled }),
  ),
  xaa: custom(
    ofProtocol("xaa", (wire) => ({
      issuerUrl: textOrAbsent(wire.id_jag_issuer_url),
      jwksUrl: textOrAbsent(wire.id_jag_jwks_url),
      allowedClients: wire.id_jag_allowed_clients.length === 0 ? undefined : wire.id_jag_allowed_clients,
    })),
    (xaa: {
      readonly issuerUrl: string;
      readonly jwksUrl?: string | undefined;
      readonly allowedClients?: readonly string[] | undefined;
    }) => ({
      id_jag_issuer_url: xaa.issuerUrl,
      id_jag_jwks_url: xaa.jwksUrl ?? "",
      id_jag_allowed_clients: xaa.allowedClients ?? [],
    }),
  ),
} as const;

/** Whether the declared OIDC settings include a secret. */
export function hasSecret(oidc: unknown): boolean {
  const { clientSecret = "" } = isRecord(oidc) ? oidc : {};
  return clientSecret !== "" && clientSecret !== null;
}

/** Whether an identity provider has all settings. An incomplete one serves nobody. */
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

/** Whether an identity provider serves a domain, once the domain is verified. */
export function isServing(wire: IdentityProviderWire, domainId: string): boolean {
  return wire.domain_scope === "all" || wire.organization_domain_ids.includes(domainId);
}
