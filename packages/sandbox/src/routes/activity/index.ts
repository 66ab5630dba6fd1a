import { ACTIVITY_LOG, type ActivityRow, showActivity } from "../../activity-log.ts";
import type { Family } from "../../family.ts";
import { ORGANIZATION_ACTIVITY_ROUTES } from "./organization-wide.ts";
import { activityPage } from "../../pipeline/activity-page.ts";
import { type Answer, type Exchange, type Operation, projectOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, route, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { PERSON_LIMITS } from "../../pipeline/rate-limiter.ts";
import type { Match } from "../../store/table.ts";
import { ACTIVITY_ENTRY, ADVANCED_ENTRY } from "../../wire/activity.ts";
import { personInPath, VARY } from "../persons/shared.ts";
import { listAdvancedActivity, listProjectActivity } from "./advanced.ts";

const LIST = { allow: "GET, HEAD, OPTIONS", vary: VARY, limits: PERSON_LIMITS, csv: true } as const;

const reading = <Parameter extends string>(
  handle: Operation<Parameter>["handle"],
): Route<Parameter | "project_id">["operations"] => ({
  GET: {
    ...inProject,
    scope: "activity_log:read",
    handle,
    answers: inAll({ kind: "activity", resource: ACTIVITY_ENTRY }),
  },
});

const listing = (handle: Operation<"project_id">["handle"]): Route<"project_id">["operations"] => ({
  GET: {
    ...inProject,
    scope: "activity_log:read",
    handle,
    answers: inAll({ kind: "cursor", resource: ADVANCED_ENTRY }),
    isList: true,
  },
});

/**
 * Activity of persons, and of a project as far as it is known; other nouns have their own routes. @source live service
 * 2025-08, flow 10:44-193
 */
const ACTIVITY_ROUTES: readonly Route[] = [
  ...underProject("persons/activity/", { ...LIST, title: "All Activity", operations: reading(activityOfPersons) }),
  ...underProject("persons/:id/activity/", { ...LIST, title: "Activity", operations: reading(activityOfPerson) }),
  ...underProject("advanced_activity_logs/", {
    title: "Advanced Activity Logs List",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: listing(listAdvancedActivity),
  }),
  route({
    template: "/api/projects/:project_id/activity_log/",
    title: "Activity Log List",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: listing(listProjectActivity),
  }),
];

function entries(exchange: Exchange, match: Match<ActivityRow>): Answer {
  const table = exchange.world.store.table(ACTIVITY_LOG);
  const ofPersons = { project: projectOf(exchange).number, scope: "Person", ...match };
  return activityPage(exchange, table, ofPersons, showActivity);
}

/** Entries stay when their person is deleted. @source live service 2025-08, flow 10:153 */
function activityOfPersons(exchange: Exchange): Answer {
  return entries(exchange, {});
}

/** A deleted person no longer has any activity. @source live service 2025-08, flow 10:151-152 */
function activityOfPerson(exchange: Exchange<"id">): Answer {
  return entries(exchange, { item: String(personInPath(exchange).number) });
}

/** The activity log. */
export const ACTIVITY: Family = {
  name: "activity",
  place: 11,
  routes: [...ACTIVITY_ROUTES, ...ORGANIZATION_ACTIVITY_ROUTES],
  tables: [ACTIVITY_LOG],
};
