import type { Family } from "../../family.ts";
import { moveSamlSettings } from "../identity-provider-configs/move-saml-settings.ts";
import { domainsOverview } from "./overview.ts";
import { DOMAIN_ROUTES } from "./routes.ts";

/** Domains of an organization. */
export const DOMAINS: Family = {
  name: "domains",
  place: 6,
  routes: DOMAIN_ROUTES,
  overview: domainsOverview,
  dialectChanged: moveSamlSettings,
};
