import { hasQuirk } from "../dialects.ts";
import { type Exchange, callerOf } from "../pipeline/exchange.ts";
import { denied, sandboxError } from "../pipeline/service-error.ts";
import type { MembershipRow, ProjectRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { accessOf, personOf, projectPlace, visibilityOf } from "./levels.ts";

/** Text for a project that is closed to the caller, on routes below it. @source service 2026-09, cross-cutting.md */
export const PROJECT_CLOSED = "You don't have access to the project.";

/**
 * Refuses a member to whom the rules of access close the project, on a route below it.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, b
 */
export function enterProject(world: World, membership: MembershipRow, project: ProjectRow): void {
  refuseToGuess(world, membership, project);
  if (!hasQuirk(world.dialect, "accessIsEnforced")) return;
  if (accessOf(world, personOf(world, membership), projectPlace(project)).level === "none")
    throw denied(PROJECT_CLOSED);
}

/**
 * Whether the project's own routes, and lists of projects, show it to the user. Directly below `/api/projects/` the
 * membership is that in the caller's current organization, whichever organization the project is of.
 *
 * @param judging - organization whose membership is asked: the project's where the path names it
 * @source service 2026-09, access-control.md, what the routes do with it, f and g
 */
export function isVisibleTo(world: World, user: string, project: ProjectRow, judging = project.organization): boolean {
  const membership = world.store.tables.memberships.one({ user, organization: judging });
  if (membership !== undefined) refuseToGuess(world, membership, project);
  if (!hasQuirk(world.dialect, "accessIsEnforced")) return true;
  return membership === undefined || visibilityOf(world, personOf(world, membership), projectPlace(project)) !== "none";
}

/** What the service of 2025-08 answered a member to whom rules close a project, nobody has seen. */
function refuseToGuess(world: World, membership: MembershipRow, project: ProjectRow): void {
  if (world.dialect !== "2025-08") return;
  if (accessOf(world, personOf(world, membership), projectPlace(project)).level !== "none") return;
  const detail = "What a member sees of a project that rules close to him in 2025-08 is not known.";
  throw sandboxError(501, "not_implemented", detail);
}

/** The organization that judges on the project's own routes. @source as above, g */
export function judgingOrganization(exchange: Exchange, project: ProjectRow): string {
  const isNamed = exchange.match.parameters["organization_id"] !== undefined;
  if (isNamed || !exchange.world.settings().rootProjectsJudgedByCurrentOrganization) return project.organization;
  return callerOf(exchange).current_organization ?? project.organization;
}
