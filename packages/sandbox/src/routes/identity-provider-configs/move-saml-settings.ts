import { type Dialect, hasQuirk } from "../../dialects.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import { SAML_FIELDS, configsOf, domainsServedBy, emptyConfig } from "./rows.ts";

/**
 * Moves SAML settings from domains to separate configs, or back if the service is switched to an older version.
 * @source service 2026-09, domains-and-identity-providers.md, for implementers
 */
export function moveSamlSettings(world: World, from: Dialect): void {
  const hadSaml = hasQuirk(from, "domainsHaveSaml");
  if (hadSaml === hasQuirk(world.dialect, "domainsHaveSaml")) return;
  if (hadSaml) moveToConfigs(world);
  else moveToDomains(world);
}

function moveToConfigs(world: World): void {
  const { domains } = world.store.tables;
  for (const domain of domains.all()) {
    if (SAML_FIELDS.every((name) => (domain[name] ?? "") === "")) continue;
    const { saml_entity_id, saml_acs_url, saml_x509_cert } = domain;
    configsOf(world).put({
      ...emptyConfig(world, domain.organization, wireNow(world)),
      name: domain.domain,
      config_scope: "saml",
      domain_scope: "selected",
      organization_domain_ids: [domain.id],
      saml_entity_id,
      saml_acs_url,
      saml_x509_cert,
    });
    domains.put({ ...domain, saml_entity_id: null, saml_acs_url: null, saml_x509_cert: null });
  }
}

/** A config that matches no domain stays hidden. */
function moveToDomains(world: World): void {
  for (const config of configsOf(world).all()) {
    const served = domainsServedBy(world, config);
    if (config.config_scope !== "saml" || served.length === 0) continue;
    const { saml_entity_id, saml_acs_url, saml_x509_cert } = config;
    for (const domain of served) {
      world.store.tables.domains.put({ ...domain, saml_entity_id, saml_acs_url, saml_x509_cert });
    }
    configsOf(world).delete(config.id);
  }
}
