import type { DomainRow } from "../../store/rows.ts";
import { type Table, defineTable } from "../../store/table.ts";
import type { World } from "../../world.ts";

/** A stored identity provider config, with the secrets that the service shows nobody. */
export type ConfigRow = {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly domain_scope: string | null;
  readonly config_scope: string | null;
  readonly organization_domain_ids: readonly string[];
  readonly oidc_issuer_url: string;
  readonly oidc_client_id: string;
  readonly oidc_client_secret: string;
  readonly saml_relay_state: string;
  readonly saml_entity_id: string | null;
  readonly saml_acs_url: string | null;
  readonly saml_x509_cert: string | null;
  readonly scim_enabled: boolean;
  /** The valid token; null while SCIM is off. */
  readonly scim_bearer_token: string | null;
  readonly id_jag_issuer_url: string | null;
  readonly id_jag_jwks_url: string | null;
  readonly id_jag_allowed_clients: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
};

export const CONFIGS_TABLE = defineTable<ConfigRow>("identity_provider_configs", {
  indexes: [["organization"]],
  within: "organization",
});

/** The identity provider configs of a world. */
export function configsOf(world: World): Table<ConfigRow> {
  return world.store.table(CONFIGS_TABLE);
}

/** The SAML settings that moved from domains to configs. */
export const SAML_FIELDS = ["saml_entity_id", "saml_acs_url", "saml_x509_cert"] as const;

/** Whether every one of the fields has a value. */
export function hasAll<Name extends string>(
  row: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): boolean {
  return names.every((name) => (row[name] ?? "") !== "");
}

/** Whether people can sign in by OpenID Connect. */
export function hasOidc(row: ConfigRow): boolean {
  return hasAll(row, ["oidc_issuer_url", "oidc_client_id", "oidc_client_secret"]);
}

/** A config without any settings. */
export function emptyConfig(world: World, organization: string, now: string): ConfigRow {
  return {
    id: world.identifiers.uuid(),
    organization,
    name: "",
    domain_scope: null,
    config_scope: null,
    organization_domain_ids: [],
    oidc_issuer_url: "",
    oidc_client_id: "",
    oidc_client_secret: "",
    saml_relay_state: world.identifiers.uuid(),
    saml_entity_id: null,
    saml_acs_url: null,
    saml_x509_cert: null,
    scim_enabled: false,
    scim_bearer_token: null,
    id_jag_issuer_url: null,
    id_jag_jwks_url: null,
    id_jag_allowed_clients: [],
    created_at: now,
    updated_at: now,
  };
}

/** The domains that a config serves: those it names, or all. An unset scope acts as "selected". */
export function domainsServedBy(world: World, config: ConfigRow): DomainRow[] {
  const { domains } = world.store.tables;
  const own = domains.where({ organization: config.organization });
  return config.domain_scope === "all" ? own : own.filter(({ id }) => config.organization_domain_ids.includes(id));
}

/** The address of a config for an identity provider. The host differs by service; this one is the sandbox's own. */
export const scimBaseUrl = ({ id }: ConfigRow): string => `https://scim.sandbox.example/scim/v2/${id}`;

/** A domain shows it if exactly one linked config has SCIM. @source domains-and-identity-providers.md, domains */
export function scimBaseUrlOf(world: World, domain: DomainRow): string | null {
  const linked = configsOf(world)
    .where({ organization: domain.organization })
    .filter((config) => config.scim_enabled && config.organization_domain_ids.includes(domain.id));
  const [only, second] = linked;
  return only === undefined || second !== undefined ? null : scimBaseUrl(only);
}

/** Removes a deleted domain from every config. */
export function unlinkDomain(world: World, domain: DomainRow): void {
  for (const config of configsOf(world).where({ organization: domain.organization })) {
    const organization_domain_ids = config.organization_domain_ids.filter((id) => id !== domain.id);
    configsOf(world).put({ ...config, organization_domain_ids });
  }
}
