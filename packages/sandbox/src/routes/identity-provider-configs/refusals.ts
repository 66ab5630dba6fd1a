import type { Exchange } from "../../pipeline/exchange.ts";
import { invalid, invalidInput } from "../../pipeline/service-error.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { isBlank } from "../../wire/read-value.ts";
import { type ConfigRow, SAML_FIELDS, configsOf, domainsServedBy, hasAll, hasOidc } from "./rows.ts";

const OIDC_FIELDS = ["oidc_issuer_url", "oidc_client_id", "oidc_client_secret"] as const;

/**
 * Refuses a config that the plan, the scope, or another config doesn't allow.
 * @source service 2026-09, domains-and-identity-providers.md, errors
 */
export function refuseConfig(exchange: Exchange, row: ConfigRow, sent: FieldValues): void {
  const needs = (feature: string, attr: string, what: string): void => {
    const organization = exchange.world.store.tables.organizations.get(row.organization);
    if (organization?.available_product_features.includes(feature) === true) return;
    throw invalid("feature_not_available", `${what} is not available for this organization.`, attr);
  };
  if (OIDC_FIELDS.some((name) => !isBlank(sent[name]))) {
    needs("oidc", "oidc_issuer_url", "OIDC");
    if (row.config_scope !== "oidc") {
      throw invalidInput("Use an OIDC configuration for OIDC settings.", "config_scope");
    }
  }
  if ("scim_enabled" in sent) needs("scim", "scim_enabled", "SCIM provisioning");
  if (!isBlank(sent["id_jag_issuer_url"])) needs("xaa_authentication", "id_jag_issuer_url", "XAA (ID-JAG)");
  refuseForeignDomains(exchange, row);
  refuseOverlap(exchange, row);
}

/** The text is the sandbox's own: only the rule that the domains belong to the organization is known. */
function refuseForeignDomains(exchange: Exchange, row: ConfigRow): void {
  const { domains } = exchange.world.store.tables;
  const foreign = row.organization_domain_ids.find((id) => domains.get(id)?.organization !== row.organization);
  if (foreign === undefined) return;
  const detail = `Invalid pk "${foreign}" - object does not exist.`;
  throw invalid("does_not_exist", detail, "organization_domain_ids");
}

const PROTOCOLS = [
  { name: "SAML", isComplete: (row: ConfigRow): boolean => hasAll(row, SAML_FIELDS) },
  { name: "OIDC", isComplete: hasOidc },
] as const;

/** Two complete configs of one protocol can't serve the same verified domain. */
function refuseOverlap(exchange: Exchange, row: ConfigRow): void {
  const { world } = exchange;
  const verified = (config: ConfigRow): string[] =>
    domainsServedBy(world, config).flatMap(({ id, verified_at }) => (verified_at === null ? [] : [id]));
  const others = configsOf(world)
    .where({ organization: row.organization })
    .filter(({ id }) => id !== row.id);
  for (const { name, isComplete } of PROTOCOLS) {
    if (!isComplete(row)) continue;
    const taken = new Set(others.filter(isComplete).flatMap(verified));
    if (!verified(row).some((id) => taken.has(id))) continue;
    const detail = `This ${name} configuration overlaps with another ${name} configuration on one or more verified domains.`;
    throw invalidInput(detail, "domain_scope");
  }
}
