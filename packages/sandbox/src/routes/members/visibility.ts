import { hasQuirk } from "../../dialects.ts";
import { type Exchange, callerOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { ADMIN_LEVEL, membershipIn } from "../../pipeline/permission.ts";

/**
 * The users whom the caller sees in the organization in the path; undefined for everybody.
 *
 * Here, access rules don't decide who shares a project: the control plane sets it.
 * @source service 2026-09, invites-and-members.md, Members: restricted visibility
 */
export function visibleUsers(exchange: Exchange): ReadonlySet<string> | undefined {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "membersMayBeHidden")) return undefined;
  const organization = organizationIdOf(exchange);
  const row = world.store.tables.organizations.get(organization);
  if (row?.members_can_see_org_members !== false) return undefined;
  if ((membershipIn(exchange, organization)?.level ?? 0) >= ADMIN_LEVEL) return undefined;
  const { id, shares_projects_with: others = [] } = callerOf(exchange);
  return new Set([id, ...others]);
}

/** Whether the caller sees a user of the organization in the path. */
export function isVisible(exchange: Exchange, user: string): boolean {
  return visibleUsers(exchange)?.has(user) ?? true;
}
