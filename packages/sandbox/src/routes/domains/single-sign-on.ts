import type { World } from "../../world.ts";

/** A verified domain may ask for single sign-on, given the plan features for it. @source live notes 3.3 */
export function enforcesSingleSignOn(world: World, email: string): boolean {
  const { domains, organizations } = world.store.tables;
  const domain = domains.one({ domain: email.replace(/^.*@/, "") });
  if (domain === undefined || domain.verified_at === null || domain.sso_enforcement === "") return false;
  const features = organizations.get(domain.organization)?.available_product_features ?? [];
  if (!features.includes("sso_enforcement")) return false;
  return domain.sso_enforcement !== "saml" || features.includes("saml");
}
