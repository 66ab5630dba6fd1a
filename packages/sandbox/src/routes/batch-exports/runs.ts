import { readTime } from "../../analytics/dates.ts";
import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { invalidInput, notFound } from "../../pipeline/service-error.ts";
import { exportIdInPath, workflowId } from "./backfills.ts";
import { cursorPage } from "./cursor-page.ts";
import { type RunRow, backfillsOf, runsOf } from "./rows.ts";
import { cancel, isGoing, requestBackfill } from "./schedule.ts";
import { showRun } from "./show.ts";

/** Rows of a page of runs. @source live service 2025-08, flow 7:364 */
const PAGE_ROWS = 100;

/** The runs of an export, by default of the last seven days. @source live service 2025-08, flow 7:319-326 */
export function listRuns(exchange: Exchange<"id">): Answer {
  const ordering = exchange.query.get("ordering") ?? "";
  const column = isByInterval(exchange) ? "start_ms" : "created_ms";
  return cursorPage(exchange, runsInRange(exchange), {
    size: PAGE_ROWS,
    isDescending: !isAscending(ordering),
    positionOf: (row) => row[column] ?? 0,
    show: (row) => showRun(exchange.world, row),
  });
}

const isAscending = (ordering: string): boolean => ordering === "created_at" || ordering === "data_interval_start";

function isByInterval(exchange: Exchange): boolean {
  return /^-?data_interval_start$/.test(exchange.query.get("ordering") ?? "");
}

/**
 * Ordered by the interval, a run counts by its interval, and runs without a start are left out; else by creation. The
 * same range hides a single run. @source live service 2025-08, flow 7:319-326, 7:358; live notes 6.5
 */
function runsInRange(exchange: Exchange<"id">): RunRow[] {
  const nowMs = exchange.world.clock.nowMs();
  // A string that isn't a time means now. @source live service 2025-08, flow 7:326
  const timeOf = (name: string, otherwise: string): number => {
    const text = exchange.query.get(name) || otherwise;
    return readTime(text, nowMs) ?? nowMs;
  };
  const byInterval = isByInterval(exchange);
  const [from, to] = byInterval ? ["start", "end"] : ["after", "before"];
  const condition = byInterval ? "start_ms >= ? AND json_extract(json, '$.end_ms') <= ?" : "created_ms BETWEEN ? AND ?";
  const direction = isAscending(exchange.query.get("ordering") ?? "") ? "ASC" : "DESC";
  const column = byInterval ? "start_ms" : "created_ms";
  return runsOf(exchange.world).select(
    `WHERE batch_export = ? AND project = ? AND ${condition} ORDER BY ${column} ${direction}, seq ${direction}`,
    exportIdInPath(exchange),
    projectOf(exchange).number,
    timeOf(from, "-7d"),
    timeOf(to, ""),
  );
}

/** One run, if it is in the range. @source live service 2025-08, flow 7:331-361 */
export function runInPath(exchange: Exchange<"id" | "run_id">): RunRow {
  const id = canonicalUuid(exchange.match.parameters.run_id);
  const row = runsInRange(exchange).find((run) => run.id === id);
  if (row === undefined) throw notFound();
  return row;
}

/** A cancelled run ends the backfill that it belongs to. @source live service 2025-08, flow 7:332-360 */
export function cancelRun(exchange: Exchange<"id" | "run_id">): Answer {
  const { world } = exchange;
  const row = runInPath(exchange);
  if (!isGoing(row)) throw invalidInput(`Cannot cancel a run that is in '${row.status}' status`, null);
  cancel(world, runsOf(world), row);
  const backfill = row.backfill === null ? undefined : backfillsOf(world).get(row.backfill);
  if (backfill !== undefined && isGoing(backfill)) cancel(world, backfillsOf(world), backfill);
  return { status: 200, headers: {}, body: { cancelled: true } };
}

/** Exports a run's time range again, whatever the run's result was. @source live service 2025-08, flow 7:333-359 */
export function retryRun(exchange: Exchange<"id" | "run_id">): Answer {
  const { batch_export, start_ms, end_ms } = runInPath(exchange);
  const range = { startMs: start_ms, endMs: end_ms };
  requestBackfill(exchange.world, batch_export, range);
  // No row has this ID, in 2026-09 either. @source service 2026-09, batch-exports.md, routes
  const backfill_id = workflowId(batch_export, range);
  const status = hasQuirk(exchange.world.dialect, "backfillsAreRows") ? 201 : 200;
  return { status, headers: {}, body: { backfill_id } };
}
