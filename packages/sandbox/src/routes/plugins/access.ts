import { type Exchange, organizationIdOf } from "../../pipeline/exchange.ts";
import {
  authorizeInOrganization,
  checkKeyLimits,
  membershipIn,
  organizationInPath,
} from "../../pipeline/permission.ts";
import { denied, failureInLive, notFound } from "../../pipeline/service-error.ts";
import { type PluginRow, pluginsOf } from "./rows.ts";
import type { PluginView } from "./views.ts";

/** The levels of an organization's `plugins_access_level`. @source live notes 7.2; live service 2025-08, flow 8:332-403 */
const CONFIGURE = 3;
const INSTALL = 6;
const MANAGE_GLOBAL = 9;

const NOT_YOURS = "You do not have permission to perform this action.";

function levelOf(exchange: Exchange): number {
  const organization = exchange.world.store.tables.organizations.get(organizationIdOf(exchange));
  return organization?.plugins_access_level ?? 0;
}

const isRead = (exchange: Exchange): boolean => ["GET", "HEAD"].includes(exchange.request.method);

function requireLevel(exchange: Exchange): void {
  const least = isRead(exchange) ? CONFIGURE : INSTALL;
  if (levelOf(exchange) < least) throw denied("Your organization's plugin access level is insufficient.");
}

/** Any member; only the organization's level counts. @source live service 2025-08, flow 8:309-316, 8:332-403 */
export function authorizeForPlugins(exchange: Exchange<"organization_id">): void {
  authorizeInOrganization(exchange, 1);
  requireLevel(exchange);
}

/** The path's item is checked before scopes, and its number is read without a guard. @source flow 8:295 */
export function locateToRead(exchange: Exchange<"id">): void {
  if (numberInPath(exchange) === undefined) throw failureInLive(exchange, notFound());
}

/** Anybody can read a global item, through any organization. @source live service 2025-08, flow 8:320-328 */
export function authorizeToRead(exchange: Exchange<"id" | "organization_id">): void {
  if (pluginInPath(exchange)?.is_global !== true) return authorizeForPlugins(exchange);
  const organization = organizationInPath(exchange);
  checkKeyLimits(exchange, organization);
  exchange.organizationId = organization.id;
  requireLevel(exchange);
}

/** Refuses actions that require the highest level. @source live service 2025-08, flow 8:373-377 */
export function requireGlobalManagement(exchange: Exchange): void {
  if (levelOf(exchange) < MANAGE_GLOBAL) throw denied("This organization can't manage global plugins!");
}

function numberInPath(exchange: Exchange<"id">): number | undefined {
  const written = exchange.match.parameters.id.trim();
  return /^[+-]?\d+$/.test(written) ? Number(written) : undefined;
}

function pluginInPath(exchange: Exchange<"id">): PluginRow | undefined {
  return pluginsOf(exchange.world).get(String(numberInPath(exchange)));
}

/** The item in the path, if the organization sees it in this family: its own, and global ones. */
export function pluginSeen(exchange: Exchange<"id">, view: PluginView): PluginRow {
  const row = pluginInPath(exchange);
  const isSeen = row !== undefined && (row.is_global || row.organization === organizationIdOf(exchange));
  if (!isSeen || !view.shows(row.capabilities)) throw notFound();
  return row;
}

/**
 * The same for actions other than reading: members of the organization that owns it, through that organization.
 * @source live service 2025-08, flow 8:323-324; live notes 7.2 for members of both organizations
 */
export function pluginToUse(exchange: Exchange<"id">, view: PluginView): PluginRow {
  const row = pluginSeen(exchange, view);
  if (membershipIn(exchange, row.organization) === undefined) throw denied(NOT_YOURS);
  if (!isRead(exchange) && row.organization !== organizationIdOf(exchange)) {
    throw denied("This plugin installation is managed by another organization");
  }
  return row;
}

/** The same for actions that require the level to install, even if nothing is written. @source flow 8:361; live notes 7.2 */
export function pluginToInstall(exchange: Exchange<"id">, view: PluginView, purpose: string): PluginRow {
  const row = pluginToUse(exchange, view);
  if (row.organization !== organizationIdOf(exchange)) throw notFound();
  if (levelOf(exchange) < INSTALL) throw denied(`Plugin ${purpose} is not available for the current organization!`);
  return row;
}
