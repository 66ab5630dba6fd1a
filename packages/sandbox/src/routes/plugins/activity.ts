import { ACTIVITY_LOG, logActivity, showActivity } from "../../activity-log.ts";
import { activityPage } from "../../pipeline/activity-page.ts";
import { type Answer, type Exchange, callerOf } from "../../pipeline/exchange.ts";
import { failureInLive, notFound } from "../../pipeline/service-error.ts";
import type { PluginRow } from "./rows.ts";

const SCOPE = "Plugin";

/** Logs that an item was installed or uninstalled; changes aren't logged. @source live service 2025-08, flow 8:23, 8:365 */
export function logPlugin(exchange: Exchange, row: PluginRow, activity: "installed" | "uninstalled"): void {
  logActivity(exchange, row.organization, {
    scope: SCOPE,
    project: callerOf(exchange).current_project,
    item: row.id,
    activity,
    detail: { changes: null, trigger: null, name: row.name, short_id: null, type: null },
  });
}

/**
 * `GET <family>/activity/`: for the caller's current project, whatever family and organization the path names.
 * @source live notes 7.2; live service 2025-08, flow 8:52-53
 */
export function listActivity(exchange: Exchange): Answer {
  const project = callerOf(exchange).current_project;
  if (project === null) throw failureInLive(exchange, notFound());
  const table = exchange.world.store.table(ACTIVITY_LOG);
  return activityPage(exchange, table, { project, scope: SCOPE }, showActivity);
}
