import { askedOf } from "../access/asked.ts";
import { PROJECT_CLOSED, enterKind, enterProject } from "../access/enforce.ts";
import type { KeyRow, ProjectRow } from "../store/rows.ts";
import { type Exchange, type Operation, callerOf, projectOf } from "./exchange.ts";
import { checkOrganizationLimit, membershipIn } from "./permission.ts";
import { denied, notFound } from "./service-error.ts";
import { checkVerifiedDomain } from "./verified-domains.ts";

/** The declaration of an operation below a project, besides scope, handler, and responses. */
export const inProject: Pick<Operation<"project_id">, "locate" | "authorize"> = {
  locate: locateProject,
  authorize: authorizeInProject,
};

/**
 * Finds the project in the path and checks the key's limits; these use the caller's current organization, not the
 * project's.
 * @source live service 2025-08, flow 11:512-552, 11:830-855
 * @public
 */
export function locateProject(exchange: Exchange<"project_id">): void {
  const caller = callerOf(exchange);
  // An account without a current organization gets the error that it has none at all. @source flow 1:182-183
  if (caller.current_organization === null) throw notFound("You need to belong to an organization.");
  const project = projectInPath(exchange);
  if (project === undefined) throw notFound("Project not found.");
  checkLimits(exchange, project, caller.current_organization);
  exchange.project = project;
  exchange.organizationId = project.organization;
}

/** Every member of the organization has access, unless rules close the project. @source live notes 13 @public */
export function authorizeInProject(exchange: Exchange): void {
  const project = projectOf(exchange);
  const { organization: id } = project;
  const membership = membershipIn(exchange, id);
  if (membership === undefined) throw denied(PROJECT_CLOSED);
  const organization = exchange.world.store.tables.organizations.get(id);
  if (organization !== undefined) checkVerifiedDomain(exchange, organization);
  const entry = { world: exchange.world, membership, project };
  enterProject(entry);
  const asked = askedOf(exchange);
  if (asked !== undefined) enterKind(entry, asked);
}

function projectInPath(exchange: Exchange<"project_id">): ProjectRow | undefined {
  const { projects } = exchange.world.store.tables;
  const written = exchange.match.parameters.project_id;
  if (written === "@current") return projects.one({ number: callerOf(exchange).current_project ?? -1 });
  return /^\d{1,15}$/.test(written) ? projects.one({ number: Number(written) }) : undefined;
}

function checkLimits(exchange: Exchange, project: ProjectRow, currentOrganization: string): void {
  const key = exchange.key;
  if (key === undefined) return;
  checkProjectLimit(key, project);
  const organization = exchange.world.store.tables.organizations.get(currentOrganization);
  if (organization !== undefined) checkOrganizationLimit(exchange, key, organization);
}

/** Refuses a key limited to other projects. @source live service 2025-08, flow 11:592 */
export function checkProjectLimit(key: KeyRow, project: ProjectRow): void {
  if (key.scoped_teams.length === 0 || key.scoped_teams.includes(project.number)) return;
  throw denied(`API key does not have access to the requested project: ID ${project.number}.`);
}
