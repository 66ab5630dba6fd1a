import { hasQuirk } from "../dialects.ts";
import type { OrganizationRow } from "../store/rows.ts";
import { callerOf, type Exchange } from "./exchange.ts";
import { ServiceError } from "./service-error.ts";
import type { World } from "../world.ts";

const SETTING = "enforce_verified_domains";

/** Whether an address, by default the caller's own, is on a verified domain of the organization. */
export function isOnVerifiedDomain(
  exchange: Exchange,
  organization: OrganizationRow,
  email: string = callerOf(exchange).email,
): boolean {
  const domain = email.split("@").at(-1)?.toLowerCase();
  return exchange.world.store.tables.domains
    .where({ organization: organization.id })
    .some((row) => row.verified_at !== null && row.domain.toLowerCase() === domain);
}

/**
 * Refuses callers outside the verified domains of an organization that enforces them. The only remaining request for
 * them is a change of this setting.
 * @source service 2026-09, organizations.md, Permissions (read for PATCH of the organization, else inferred)
 */
export function checkVerifiedDomain(exchange: Exchange, organization: OrganizationRow): void {
  if (organization[SETTING] !== true || !hasQuirk(exchange.world.dialect, "verifiedDomainsAreEnforced")) return;
  if (isOnVerifiedDomain(exchange, organization) || isWayOut(exchange)) return;
  const detail =
    "Your organization only allows members with a verified email domain. Contact your organization's admin for access.";
  throw new ServiceError(403, { type: "authentication_error", code: "verified_domain_required", detail });
}

function isWayOut({ request, match, body }: Exchange): boolean {
  if (request.method !== "PATCH" || match.template !== "/api/organizations/:id/" || !("data" in body)) return false;
  const { data } = body;
  return typeof data === "object" && data !== null && Object.keys(data).join() === SETTING;
}

/** A verified domain can require single sign-on if the plan has the features for it. @source live notes 3.3 */
export function enforcesSingleSignOn(world: World, email: string): boolean {
  const { domains, organizations } = world.store.tables;
  const domain = domains.one({ domain: email.replace(/^.*@/, "") });
  if (domain === undefined || domain.verified_at === null || domain.sso_enforcement === "") return false;
  const features = organizations.get(domain.organization)?.available_product_features ?? [];
  if (!features.includes("sso_enforcement")) return false;
  return domain.sso_enforcement !== "saml" || features.includes("saml");
}
