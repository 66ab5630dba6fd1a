import { hasQuirk } from "../dialects.ts";
import type { Exchange, ScopeRule } from "./exchange.ts";
import { denied } from "./service-error.ts";

/** What the service's own server for agents calls itself. @source service 2026-09, cross-cutting.md, scopes, 8 */
const AGENT = "posthog/mcp-server";

const READ_ONLY =
  "Your organization restricts MCP access to read-only. An organization admin can change this in your organization settings.";

/** Refuses writes of that server in an organization that lets it only read. @source as above */
export function refuseAgent({ world, request, organizationId }: Exchange, scope: ScopeRule): void {
  if (request.headers["user-agent"]?.includes(AGENT) !== true || organizationId === undefined) return;
  const organization = world.store.tables.organizations.get(organizationId);
  const isRestricted =
    organization?.read_only_mcp_access === true &&
    organization.available_product_features.includes("organization_security_settings");
  const isWrite = [scope].flat().some((one) => one.endsWith(":write"));
  if (isRestricted && isWrite && hasQuirk(world.dialect, "settingsNeedPlan")) throw denied(READ_ONLY);
}
