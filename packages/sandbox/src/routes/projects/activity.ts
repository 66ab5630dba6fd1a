import { logActivity } from "../../activity-log.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { settingOf } from "./rows.ts";

/** One changed field, as the log shows it. @source live service 2025-08, flow 6:167-169 */
type Change = {
  readonly type: string;
  readonly action: string;
  readonly field: string;
  before: unknown;
  after: unknown;
};

/** Logs a change to a project as a whole, under both of its parts. @source live notes 8.2 */
export function logWhole(exchange: Exchange, row: ProjectRow, activity: "created" | "deleted" | "restored"): void {
  log(exchange, row, "Project", activity, row.name, null);
  log(exchange, row, "Team", activity, row.environment_name, null);
}

/**
 * Logs the differences between two states; name and description belong to the project, everything else to the
 * environment.
 * @source live service 2025-08, flow 6:167-169
 */
export function logChanges(exchange: Exchange, before: ProjectRow, after: ProjectRow): void {
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  const team = [...names]
    .toSorted()
    .map((name) => change("Team", name, settingOf(before, name), settingOf(after, name)));
  team.push(change("Team", "api_token", before.api_token, after.api_token));
  const project = (["name", "product_description"] as const).map((name) =>
    change("Project", name, before[name], after[name]),
  );
  for (const [scope, found] of [
    ["Team", team],
    ["Project", project],
  ] as const) {
    const changes = found.filter((each) => each !== undefined);
    const name = scope === "Team" ? after.environment_name : after.name;
    if (changes.length > 0) log(exchange, after, scope, "updated", name, changes);
  }
}

function change(type: string, name: string, before: unknown, after: unknown): Change | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  // Clearing the settings of surveys isn't logged: the recorded log has one entry fewer. @source flow 6:97, 6:167
  if (name === "survey_config" && after === null) return undefined;
  const action = before === null ? "created" : after === null ? "deleted" : "changed";
  return { type, action, field: name === "primary_dashboard" ? "primary_dashboard_id" : name, before, after };
}

function log(
  exchange: Exchange,
  row: ProjectRow,
  scope: string,
  activity: string,
  name: string,
  changes: readonly Change[] | null,
): void {
  const detail = { changes, trigger: null, name, short_id: null, type: null };
  logActivity(exchange, row.organization, { scope, item: row.id, activity, detail, project: row.number });
}
