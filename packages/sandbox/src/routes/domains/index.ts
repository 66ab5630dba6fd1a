import type { Family, Section } from "../../family.ts";
import { moveSamlSettings } from "../identity-provider-configs/move-saml-settings.ts";
import { DOMAIN_ROUTES } from "./routes.ts";
import { readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";

/** Domains on the page; for a certificate, only whether there is one. */
function domainsOverview(world: World, organization: string): Section {
  return sectionOf(
    "Domains",
    world.store.tables.domains,
    { organization },
    {
      Domain: ({ domain }) => domain,
      Verified: ({ verified_at }) => (verified_at === null ? "no" : readableTime(verified_at)),
      Provisioning: ({ jit_provisioning_enabled }) => (jit_provisioning_enabled ? "on" : "off"),
      "Single sign-on": ({ sso_enforcement }) => (sso_enforcement === "" ? "optional" : sso_enforcement),
      "SAML certificate": ({ saml_x509_cert }) => ((saml_x509_cert ?? "") === "" ? "none" : "set"),
    },
  );
}

/** Domains of an organization. */
export const DOMAINS: Family = {
  name: "domains",
  place: 6,
  routes: DOMAIN_ROUTES,
  overview: domainsOverview,
  dialectChanged: moveSamlSettings,
};
