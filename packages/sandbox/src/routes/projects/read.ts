import { shownLevel } from "../../access/enforce.ts";
import { ACTIVITY_LOG, showActivity } from "../../activity-log.ts";
import { activityPage } from "../../pipeline/activity-page.ts";
import { type Answer, type Exchange, hasParameter, projectOf } from "../../pipeline/exchange.ts";
import { pageOf } from "../../pipeline/page.ts";
import { organizationInPath } from "../../pipeline/permission.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { isGoing } from "./deletion.ts";
import { levelOf, visibleProjects } from "./permission.ts";
import { type Reader, showEnvironment, showProject, showProjectRow } from "./show.ts";

/** @source live service 2025-08, flow 6:1, 6:148-155: directly below `/api/`, projects of all the caller's organizations */
export function listProjects(exchange: Exchange): Answer {
  const organization = hasParameter(exchange, "organization_id") ? organizationInPath(exchange) : undefined;
  const rows = visibleProjects(exchange, organization);
  const isShown = (row: ProjectRow): boolean => !isGoing(row) || exchange.world.settings().pendingProjectsListed;
  return pageOf(exchange, rows.filter(isShown), (row) => showProjectRow(exchange.world, row));
}

export function getProject(exchange: Exchange): Answer {
  return answerProject(exchange, 200);
}

export function getEnvironment(exchange: Exchange): Answer {
  return answerEnvironment(exchange, 200);
}

/** The activity of its environment, newest first. @source live service 2025-08, flow 6:167-171; live notes 8.2 */
export function listActivity(exchange: Exchange): Answer {
  const { id, number } = projectOf(exchange);
  const table = exchange.world.store.table(ACTIVITY_LOG);
  return activityPage(exchange, table, { project: number, scope: "Team", item: id }, showActivity);
}

export function getDemoState(exchange: Exchange): Answer {
  const body = { is_generating_demo_data: projectOf(exchange).is_generating_demo_data };
  return { status: 200, headers: {}, body };
}

const readerOf = (exchange: Exchange): Reader => ({
  level: levelOf(exchange),
  access: shownLevel(exchange, projectOf(exchange)),
});

/** The current project. */
export function answerProject(exchange: Exchange, status: number, headers: Answer["headers"] = {}): Answer {
  return { status, headers, body: showProject(exchange.world, projectOf(exchange), readerOf(exchange)) };
}

/** Its current environment. */
export function answerEnvironment(exchange: Exchange, status: number): Answer {
  return { status, headers: {}, body: showEnvironment(exchange.world, projectOf(exchange), readerOf(exchange)) };
}
