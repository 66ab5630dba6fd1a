import { isVisibleTo, judgingOrganization, ownLevel } from "../../access/enforce.ts";
import { type Exchange, type ScopeRule, callerOf, hasParameter, projectOf } from "../../pipeline/exchange.ts";
import {
  ADMIN_LEVEL,
  LEVEL_TOO_LOW,
  checkKeyLimits,
  checkOrganizationLimit,
  membershipIn,
  organizationInPath,
} from "../../pipeline/permission.ts";
import { hasQuirk } from "../../dialects.ts";
import { checkVerifiedDomain } from "../../pipeline/verified-domains.ts";
import { checkProjectLimit } from "../../pipeline/project-scope.ts";
import { denied, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import type { OrganizationRow, ProjectRow } from "../../store/rows.ts";
import { ENVIRONMENT_SETTINGS, PROJECT_SETTINGS } from "../../wire/project.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { pythonTruth } from "../../wire/python-text.ts";
import { MOST_PROJECTS, isAtLimit, isUnlimited, settingOf } from "./rows.ts";

/** @source service 2026-09, projects.md, Rules */
const NO_MORE =
  "You have reached the maximum limit of allowed projects for your current plan. Upgrade your plan to be able to create and manage more projects.";
const NONE_HAS_MORE = `You have reached the maximum limit of ${MOST_PROJECTS} projects per organization. Contact support if you'd like access to more projects.`;
const ASK_ADMIN = "You need to be an organization admin or above to create new projects.";
const NO_ROOM = "You must upgrade your PostHog plan to be able to create and manage more projects.";
const NOT_IN_PROJECT = "You don't have sufficient permissions in the project.";

/**
 * The organization in the path. Directly below `/api/`, it is the caller's current one, whichever project is named.
 * @source live service 2025-08, flow 11:560-562, 11:833-834
 */
function organizationOfProjects(exchange: Exchange): OrganizationRow {
  if (hasParameter(exchange, "organization_id")) return organizationInPath(exchange);
  const current = callerOf(exchange).current_organization;
  const organization = exchange.world.store.tables.organizations.get(current ?? "");
  if (organization === undefined) throw notFound("You need to belong to an organization.");
  return organization;
}

/** Checks the key's limits if no project is named. */
export function locateProjects(exchange: Exchange): void {
  checkKeyLimits(exchange, organizationOfProjects(exchange));
}

/** Checks the key's limits if a project is named; the project is looked up only for a key limited to projects. */
export function locateOneProject(exchange: Exchange<"id">): void {
  const organization = organizationOfProjects(exchange);
  const { key } = exchange;
  if (key === undefined) return;
  if (key.scoped_teams.length > 0) checkProjectLimit(key, findProject(exchange));
  checkOrganizationLimit(exchange, key, organization);
}

/**
 * Everybody can list; the list contains only what the caller can see. @source live notes 8.2; live service 2025-08,
 * flow 6:154
 */
export function authorizeList(): void {}

/** Admins; every member can create a demo project. @source live notes 8.2; flow 6:146-147, 6:225-228 */
export function authorizeCreate(exchange: Exchange): void {
  const organization = organizationOfProjects(exchange);
  const isRoomLast = hasQuirk(exchange.world.dialect, "membersMayCreateProjects");
  if (!isRoomLast) checkRoom(exchange, organization);
  const level = membershipIn(exchange, organization.id)?.level;
  if (level === undefined) throw denied("You do not have permission to perform this action.");
  if (level < ADMIN_LEVEL && !pythonTruth(sent(exchange)["is_demo"])) checkMemberMayCreate(exchange, organization);
  checkVerifiedDomain(exchange, organization);
  if (isRoomLast) checkRoom(exchange, organization);
  exchange.organizationId = organization.id;
}

/** Without the plan feature, the setting has no effect. @source service 2026-09, projects.md, Rules */
function checkMemberMayCreate({ world }: Exchange, organization: OrganizationRow): void {
  if (!hasQuirk(world.dialect, "membersMayCreateProjects")) throw denied(LEVEL_TOO_LOW);
  const isFeatured = organization.available_product_features.includes("organization_invite_settings");
  if (!isFeatured || organization.members_can_create_projects !== true) throw denied(ASK_ADMIN);
}

/** PUT checks the limit of the plan, as a create does. @source live service 2025-08, flow 6:226-227 */
export function authorizePut(exchange: Exchange<"id">): void {
  checkRoom(exchange, organizationOfProjects(exchange));
  authorizeMember(exchange);
}

function checkRoom(exchange: Exchange, organization: OrganizationRow): void {
  const wantsDemo = pythonTruth(sent(exchange)["is_demo"]);
  if (!isAtLimit(exchange.world, organization, wantsDemo)) return;
  if (!hasQuirk(exchange.world.dialect, "projectLimitIsNamed")) throw denied(NO_ROOM);
  throw denied(!wantsDemo && isUnlimited(organization) ? NONE_HAS_MORE : NO_MORE);
}

/** Every member can read and change. @source live service 2025-08, flow 6:162-163, 6:188 */
export function authorizeMember(exchange: Exchange<"id">): void {
  authorizeAtLevel(exchange, 1);
}

/**
 * Admins delete and change the token. If rules are enforced, these are the admins of the project, including everybody
 * without a rule.
 * @source live service 2025-08, flow 6:164; live notes 8.2; service 2026-09, access-control.md, f
 */
export function authorizeAdmin(exchange: Exchange<"id">): void {
  if (!hasQuirk(exchange.world.dialect, "accessIsEnforced")) return authorizeAtLevel(exchange, ADMIN_LEVEL);
  authorizeMember(exchange);
  const project = projectOf(exchange);
  const judging = judgingOrganization(exchange, project);
  const level = ownLevel(exchange.world, callerOf(exchange).id, project, judging);
  if (level !== "admin") throw denied(NOT_IN_PROJECT);
}

function authorizeAtLevel(exchange: Exchange<"id">, minLevel: number): void {
  exchange.project = findProject(exchange);
  exchange.organizationId = exchange.project.organization;
  const organization = exchange.world.store.tables.organizations.get(exchange.project.organization);
  if (organization !== undefined) checkVerifiedDomain(exchange, organization);
  const level = levelIn(exchange, exchange.project);
  if (level < minLevel) throw denied(NOT_IN_PROJECT);
}

/** The caller's level in the project. */
export function levelOf(exchange: Exchange): number {
  return levelIn(exchange, projectOf(exchange));
}

function levelIn(exchange: Exchange, project: ProjectRow): number {
  const level = membershipIn(exchange, project.organization)?.level ?? 0;
  const isAsked = !hasQuirk(exchange.world.dialect, "accessIsEnforced");
  if (isAsked && level < ADMIN_LEVEL && settingOf(project, "access_control") === true) throw unknownAccess();
  return level;
}

/** Who can see a private project, besides admins, isn't recorded. */
export function unknownAccess(): Error {
  const detail = "What members who aren't administrators can do with `access_control` is not known.";
  return sandboxError(501, "not_implemented", detail);
}

/** Projects of the caller's organizations, within the key's limits. @source live service 2025-08, flow 11:528 */
export function visibleProjects(exchange: Exchange, organization?: OrganizationRow): ProjectRow[] {
  const { memberships, projects } = exchange.world.store.tables;
  const joined = memberships.where({ user: callerOf(exchange).id }).map((place) => place.organization);
  const wanted = joined.filter(
    (id) => isWithinKey(exchange, id) && (organization === undefined || id === organization.id),
  );
  const rows = wanted.flatMap((id) => projects.where({ organization: id }));
  for (const row of rows) levelIn(exchange, row);
  return rows.filter((row) => isVisible(exchange, row));
}

function isWithinKey(exchange: Exchange, organizationId: string): boolean {
  const limits = exchange.key?.scoped_organizations ?? [];
  return limits.length === 0 || limits.includes(organizationId);
}

/**
 * The project in the path; `@current` is the caller's, whatever precedes it.
 * @throws 400 for an ID that isn't a number, 404 for a project that the caller can't see
 * @source live service 2025-08, flow 6:2, 6:156-161, 11:528, 11:661
 */
function findProject(exchange: Exchange<"id">): ProjectRow {
  const { projects } = exchange.world.store.tables;
  const { id } = exchange.match.parameters;
  if (id === "@current") {
    const current = projects.one({ number: callerOf(exchange).current_project ?? -1 });
    if (current === undefined || !isVisible(exchange, current)) throw notFound();
    return current;
  }
  if (!/^\s*[+-]?\d+\s*$/.test(id)) {
    throw invalidInput(`Field 'id' expected a number but got '${id}'.`, null);
  }
  const project = projects.one({ number: Number(id) });
  if (project === undefined || !isWithinKey(exchange, project.organization)) throw notFound();
  if (hasParameter(exchange, "organization_id") && organizationInPath(exchange).id !== project.organization) {
    throw notFound();
  }
  if (membershipIn(exchange, project.organization) === undefined) throw notFound();
  if (!isVisible(exchange, project)) throw notFound();
  return project;
}

function isVisible(exchange: Exchange, project: ProjectRow): boolean {
  return isVisibleTo(exchange.world, callerOf(exchange).id, project, judgingOrganization(exchange, project));
}

const CONFIG_FIELDS = new Set([...PROJECT_SETTINGS, ...ENVIRONMENT_SETTINGS].map(({ name }) => name));
CONFIG_FIELDS.delete("access_control");

/** Changes of only settings require no more than reading. @source live service 2025-08, flow 11:312-314, 11:479-485 */
export function scopeOfPatch(exchange: Exchange): ScopeRule {
  if (hasQuirk(exchange.world.dialect, "projectPatchNeedsWrite")) return "project:write";
  const isConfig = "data" in exchange.body && Object.keys(sent(exchange)).every((name) => CONFIG_FIELDS.has(name));
  return isConfig ? "project:read" : "project:write";
}

/** @source live service 2025-08, flow 6:177-188; service 2026-09, projects.md, first table */
export function scopeOfProducts({ world }: Exchange): ScopeRule {
  return hasQuirk(world.dialect, "productCallsTakeProjectRead") ? "project:read" : "team:read";
}

/** The body before it is checked; empty if it isn't a dictionary. */
function sent(exchange: Exchange): Readonly<Record<string, unknown>> {
  return "data" in exchange.body && isDictionary(exchange.body.data) ? exchange.body.data : {};
}
