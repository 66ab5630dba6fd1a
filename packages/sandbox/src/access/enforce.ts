import { hasQuirk } from "../dialects.ts";
import { type Exchange, callerOf, hasParameter } from "../pipeline/exchange.ts";
import { denied, sandboxError } from "../pipeline/service-error.ts";
import type { MembershipRow, ProjectRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import type { Asked } from "./asked.ts";
import { accessOf, isGrantedByAnObject, personOf, projectPlace, reaches, visibilityOf } from "./levels.ts";
import type { RuleTarget } from "./rules.ts";

/** Text for a project that is closed to the caller, on routes below it. @source service 2026-09, cross-cutting.md */
export const PROJECT_CLOSED = "You don't have access to the project.";

/** The caller, and the project that the request is below. */
export type Entry = {
  readonly world: World;
  readonly membership: MembershipRow;
  readonly project: ProjectRow;
};

/**
 * Refuses a member on a route below a project if the access rules close the project to the member.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, b
 */
export function enterProject({ world, membership, project }: Entry): void {
  refuseToGuess(world, membership, project);
  if (!hasQuirk(world.dialect, "accessIsEnforced")) return;
  if (accessOf(world, personOf(world, membership), projectPlace(project)).level === "none")
    throw denied(PROJECT_CLOSED);
}

const tooLow = (level: string): Error => denied(`You do not have ${level} access to this resource.`);

/**
 * Refuses a member whose level for a kind of resource is too low for a route of it. A rule that opens a single object
 * admits the member, except on routes that create objects.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, c
 */
export function enterKind({ world, membership, project }: Entry, { resource, least, isCreate }: Asked): void {
  if (!hasQuirk(world.dialect, "accessIsEnforced")) return;
  const person = personOf(world, membership);
  const { level } = accessOf(world, person, { project: project.number, resource, resource_id: null });
  if (reaches(resource, level, least)) return;
  const withDefaults = world.settings().objectDefaultsOpenKinds;
  const isGranted = isGrantedByAnObject(world, person, { project: project.number, resource, least, withDefaults });
  if (isCreate || !isGranted) throw tooLow(least);
}

/** Refuses a member whose level for one object is too low. @source as above, d */
export function enterObject({ world, membership }: Entry, place: RuleTarget, least: Asked["least"]): void {
  if (!hasQuirk(world.dialect, "accessIsEnforced")) return;
  if (!reaches(place.resource, accessOf(world, personOf(world, membership), place).level, least)) throw tooLow(least);
}

/**
 * Whether the project's own routes, and lists of projects, show it to the user. Directly below `/api/projects/`, the
 * membership in the caller's current organization counts, whichever organization the project is in.
 *
 * @param judging - the organization whose membership counts: the project's if the path names it
 * @source service 2026-09, access-control.md, what the routes do with it, f and g
 */
export function isVisibleTo(world: World, user: string, project: ProjectRow, judging = project.organization): boolean {
  return ownLevel(world, user, project, judging) !== "none";
}

/** The level that decides what the user can do on the project's own routes. @source as above, f */
export function ownLevel(world: World, user: string, project: ProjectRow, judging: string): string {
  const membership = world.store.tables.memberships.one({ user, organization: judging });
  if (membership !== undefined) refuseToGuess(world, membership, project);
  if (membership === undefined || !hasQuirk(world.dialect, "accessIsEnforced")) return "admin";
  return visibilityOf(world, personOf(world, membership), projectPlace(project));
}

/** Nobody has seen what the service of 2025-08 returned to a member without access to the project. */
function refuseToGuess(world: World, membership: MembershipRow, project: ProjectRow): void {
  if (world.dialect !== "2025-08") return;
  if (accessOf(world, personOf(world, membership), projectPlace(project)).level !== "none") return;
  const detail = "The response to a member without access to the project in 2025-08 is not known.";
  throw sandboxError(501, "not_implemented", detail);
}

/** The level that a project shows to its reader. @source service 2026-09, projects.md, Read only */
export function shownLevel(exchange: Exchange, project: ProjectRow): string {
  const { world } = exchange;
  const organization = judgingOrganization(exchange, project);
  const membership = world.store.tables.memberships.one({ user: callerOf(exchange).id, organization });
  if (membership === undefined || !hasQuirk(world.dialect, "accessIsEnforced")) return "admin";
  return accessOf(world, personOf(world, membership), projectPlace(project)).level;
}

/**
 * The organization whose membership and features count for a project: its own, or directly below `/api/projects/` the
 * caller's current one.
 *
 * @source as above, g
 */
export function judgingOrganization(exchange: Exchange, project: ProjectRow): string {
  const { match, world } = exchange;
  const isRoot = match.template.startsWith("/api/projects/") && !hasParameter(exchange, "project_id");
  if (!isRoot || !world.settings().rootProjectsJudgedByCurrentOrganization) return project.organization;
  return callerOf(exchange).current_organization ?? project.organization;
}
