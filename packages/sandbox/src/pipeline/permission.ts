import { hasQuirk, isIn } from "../dialects.ts";
import { canonicalUuid } from "../identifiers.ts";
import type { KeyRow, MembershipRow, OrganizationRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { callerOf, type Exchange, type ScopeRule } from "./exchange.ts";
import { denied, failureInLive, notFound } from "./service-error.ts";
import { checkVerifiedDomain } from "./verified-domains.ts";

/** Level of an administrator. @source live notes 13 */
export const ADMIN_LEVEL = 8;
/** Level of an owner. @source live notes 13 */
export const OWNER_LEVEL = 15;

/** Text for a level that is too low. @source live service 2025-08, flow 1:123 */
export const LEVEL_TOO_LOW = "Your organization access level is insufficient.";

/** Rules that require no scope, or were checked before: see `refuseUndeclared`. */
const FREE_RULES: ReadonlySet<ScopeRule> = new Set(["any key", "public", "no scoped key", "no key"]);

/**
 * Refuses a key whose scopes don't cover an operation. An unscoped key skips the check; `*` covers every declared
 * scope, but not an operation that declares none.
 * @source live service 2025-08, flow 11:4-55
 */
export function checkScope(key: KeyRow, rule: ScopeRule): void {
  if (key.scopes === null || FREE_RULES.has(rule)) return;
  for (const scope of typeof rule === "string" ? [rule] : rule) checkOneScope(key.scopes, scope);
}

/** Text for operations that no key, or no scoped key, can use. @source live service 2025-08, flow 11 */
export const NO_KEYS = "This action does not support Personal API Key access";

function checkOneScope(scopes: readonly string[], rule: string): void {
  const covering = rule.endsWith(":read") ? [rule, rule.replace(/:read$/, ":write"), "*"] : [rule, "*"];
  if (!scopes.some((scope) => covering.includes(scope))) {
    throw denied(`API key missing required scope '${rule}'`);
  }
}

/**
 * The organization that `@current` means for the caller. If the caller has no current organization, this read sets the
 * first remaining one: it repairs an account whose current organization was deleted.
 * @source live service 2025-08, flow 1:133-134, 1:177-178
 */
export function currentOrganization(exchange: Exchange): OrganizationRow | undefined {
  const { tables } = exchange.world.store;
  const caller = callerOf(exchange);
  const current =
    caller.current_organization === null ? undefined : tables.organizations.get(caller.current_organization);
  if (current !== undefined) return current;
  const first = tables.memberships.one({ user: caller.id });
  const organization = first === undefined ? undefined : tables.organizations.get(first.organization);
  if (organization !== undefined) switchCurrentOrganization(exchange.world, caller.id, organization.id);
  return organization;
}

/** Makes an organization and its first project the user's current ones. */
export function switchCurrentOrganization(world: World, userId: string, organizationId: string): void {
  const user = world.store.tables.users.get(userId);
  if (user === undefined) return;
  const project = world.store.tables.projects.one({ organization: organizationId });
  world.store.tables.users.put({
    ...user,
    current_organization: organizationId,
    current_project: project?.number ?? null,
  });
}

/** The caller's membership in an organization. */
export function membershipIn(exchange: Exchange, organizationId: string): MembershipRow | undefined {
  const userId = callerOf(exchange).id;
  const { memberships } = exchange.world.store.tables;
  return memberships.one({ user: userId, organization: organizationId });
}

/** The caller's level in the organization of the path; 0 without a membership. */
export function callerLevel(exchange: Exchange): number {
  return membershipIn(exchange, exchange.organizationId ?? "")?.level ?? 0;
}

/**
 * What a key needs for an operation of 2026 with an unknown scope: no scoped key can use it unless a setting says so.
 *
 * @source service 2026-09, changes of 2026-11-23, still open
 */
export function scopeUnlessUndeclared(scope: string): (exchange: Exchange) => ScopeRule {
  return ({ world }) => {
    const isSwitched = isIn(world.dialect, { since: "2026-09" }) && world.settings().undeclaredActionsTakeKeys;
    return isSwitched ? scope : "no scoped key";
  };
}

/** Refuses requests that no key, or no scoped key, can make, before anything in the path is looked up. */
export function refuseUndeclared({ world }: Exchange, key: KeyRow, rule: ScopeRule): void {
  if (rule !== "no key" && (key.scopes === null || rule !== "no scoped key")) return;
  const isSmall = hasQuirk(world.dialect, "keysAreRefusedInSmallLetters");
  throw denied(isSmall ? NO_KEYS.replace("Personal", "personal").replace("Key", "key") : NO_KEYS);
}

/** Refuses keys limited to projects or to other organizations, or banned in this organization. */
export function checkKeyLimits(exchange: Exchange, organization: OrganizationRow | undefined): void {
  const key = exchange.key;
  if (key === undefined) return;
  if (key.scoped_teams.length > 0) {
    throw denied("API keys with scoped projects are only supported on project-based endpoints.");
  }
  if (organization !== undefined) checkOrganizationLimit(exchange, key, organization);
}

/** Refuses a key limited to other organizations, or banned in this one. */
export function checkOrganizationLimit(exchange: Exchange, key: KeyRow, organization: OrganizationRow): void {
  if (key.scoped_organizations.length > 0 && !key.scoped_organizations.includes(organization.id)) {
    throw denied(`API key does not have access to the requested organization: ID ${organization.id}.`);
  }
  checkKeyBan(exchange, key, organization);
}

/** @source live service 2025-08, flow 11:784-829: admins, owners and unscoped keys pass the ban */
function checkKeyBan(exchange: Exchange, key: KeyRow, organization: OrganizationRow): void {
  if (organization.members_can_use_personal_api_keys || key.scopes === null) return;
  if (!organization.available_product_features.includes("organization_security_settings")) return;
  const level = membershipIn(exchange, organization.id)?.level ?? 0;
  if (level >= ADMIN_LEVEL || level === 0) return;
  throw denied(
    `Organization '${organization.name}' does not allow using personal API keys. Contact an admin to enable personal API keys for this organization.`,
  );
}

/**
 * Permission for a route below an organization: resolves the organization in the path and stores its ID in the
 * exchange.
 * @source live service 2025-08, flows 1:124-136, 2:86, 2:141-145, 11:515-552
 */
export function authorizeInOrganization(exchange: Exchange<"organization_id">, minLevel: number): void {
  const organization = organizationInPath(exchange);
  checkKeyLimits(exchange, organization);
  const membership = membershipIn(exchange, organization.id);
  if (membership === undefined) throw denied("You do not have permission to perform this action.");
  checkVerifiedDomain(exchange, organization);
  if (membership.level < minLevel) throw denied(LEVEL_TOO_LOW);
  exchange.organizationId = organization.id;
}

/** What every member can do below an organization, with a key that can read it. */
export const READ_ORGANIZATION = {
  scope: "organization:read",
  authorize: (exchange: Exchange<"organization_id">): void => authorizeInOrganization(exchange, 1),
} as const;

/** What its administrators can do there, with a key that can write it. */
export const ADMINISTER_ORGANIZATION = {
  scope: "organization:write",
  authorize: (exchange: Exchange<"organization_id">): void => authorizeInOrganization(exchange, ADMIN_LEVEL),
} as const;

/** The organization in a nested path; throws 404. */
export function organizationInPath(exchange: Exchange<"organization_id">): OrganizationRow {
  const written = exchange.match.parameters.organization_id;
  if (written === "@current") {
    const current = currentOrganization(exchange);
    if (current === undefined) throw notFound("Organization not found.");
    return current;
  }
  const id = canonicalUuid(written);
  const missing = notFound("Organization not found.");
  if (id === undefined && hasQuirk(exchange.world.dialect, "malformedOrganizationIsNotFound")) throw missing;
  // The service looks up a malformed ID without a check. @source live service 2025-08, departures
  if (id === undefined) throw failureInLive(exchange, missing);
  const organization = exchange.world.store.tables.organizations.get(id);
  if (organization === undefined) throw missing;
  return organization;
}

/** The name of the service's own MCP server. @source service 2026-09, cross-cutting.md, scopes, 8 */
const AGENT = "posthog/mcp-server";

const READ_ONLY =
  "Your organization restricts MCP access to read-only. An organization admin can change this in your organization settings.";

/** Refuses that server's writes in an organization that allows it only to read. @source as above */
export function refuseAgent({ world, request, organizationId }: Exchange, scope: ScopeRule): void {
  if (request.headers["user-agent"]?.includes(AGENT) !== true || organizationId === undefined) return;
  const organization = world.store.tables.organizations.get(organizationId);
  const isRestricted =
    organization?.read_only_mcp_access === true &&
    organization.available_product_features.includes("organization_security_settings");
  const isWrite = [scope].flat().some((one) => one.endsWith(":write"));
  if (isRestricted && isWrite && hasQuirk(world.dialect, "settingsNeedPlan")) throw denied(READ_ONLY);
}
