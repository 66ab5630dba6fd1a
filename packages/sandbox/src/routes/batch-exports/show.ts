import { wireTimeFromMs } from "../../clock.ts";
import { hasQuirk } from "../../dialects.ts";
import { BATCH_EXPORT, BATCH_EXPORT_BACKFILL, BATCH_EXPORT_RUN } from "../../wire/batch-export.ts";
import type { World } from "../../world.ts";
import { pickFields } from "../members/show.ts";
import { fieldsNotYet } from "./current-settings.ts";
import { showDestination } from "./destination.ts";
import { type BackfillRow, type BatchExportRow, type RunRow, exportsOf, intervalMs, runsOf } from "./rows.ts";

/** The number of runs that an export shows. @source live notes 6.1; live service 2025-08, flow 7:366 */
const LATEST_RUNS = 10;

const timeOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : wireTimeFromMs(timeMs));

/** Renders an export with its newest runs, and without its secrets. @source live service 2025-08, flow 7:1-30 */
export function showExport(world: World, row: BatchExportRow): Record<string, unknown> {
  const latest = runsOf(world).where(
    { batch_export: row.id },
    { order: "created_ms DESC, seq DESC", limit: LATEST_RUNS },
  );
  return pickFields(BATCH_EXPORT, world.dialect, {
    ...row,
    ...(hasQuirk(world.dialect, "batchExportsAreLinked")
      ? showCurrentSettings(world, row)
      : { hogql_query: undefined }),
    team_id: row.project,
    destination: showDestination(row.destination, world.dialect),
    latest_runs: latest.map((run) => showRun(world, run)),
  });
}

/** Offsets are shown only if the interval has them; a query besides `events` is shown only as its schema. */
function showCurrentSettings(world: World, row: BatchExportRow): Record<string, unknown> {
  const { interval, model, offset_day, offset_hour } = row;
  const isWeek = interval === "week";
  return {
    offset_day: isWeek ? (offset_day ?? 0) : null,
    offset_hour: isWeek || interval === "day" ? (offset_hour ?? 0) : null,
    hogql_query: model === "hogql" ? row.hogql_query : null,
    // An earlier sandbox wrote it in lower case.
    incremental_mode: row.incremental_mode.toUpperCase(),
    ...Object.fromEntries([...fieldsNotYet(world)].map((name) => [name, undefined])),
  };
}

/** Renders a run. @source live service 2025-08, flow 7:331-361 */
export function showRun(world: World, row: RunRow): Record<string, unknown> {
  return pickFields(BATCH_EXPORT_RUN, world.dialect, {
    ...row,
    data_interval_start: timeOrNull(row.start_ms),
    data_interval_end: wireTimeFromMs(row.end_ms),
    cursor: null,
    records_failed: null,
    batch_export_on_demand: null,
    created_at: wireTimeFromMs(row.created_ms),
    finished_at: timeOrNull(row.finished_ms),
    last_updated_at: wireTimeFromMs(row.updated_ms),
  });
}

/** Renders a backfill. @source live service 2025-08, flow 7:294-315 */
export function showBackfill(world: World, row: BackfillRow): Record<string, unknown> {
  return pickFields(BATCH_EXPORT_BACKFILL, world.dialect, {
    ...row,
    progress: progressOf(world, row),
    start_at: timeOrNull(row.start_ms),
    end_at: timeOrNull(row.end_ms),
    created_at: wireTimeFromMs(row.created_ms),
    finished_at: timeOrNull(row.finished_ms),
    last_updated_at: wireTimeFromMs(row.updated_ms),
    team: row.project,
    total_records_count: null,
    adjusted_start_at: null,
  });
}

/** Shown while a backfill runs and after it is complete. @source live service 2025-08, flow 7:295-315 */
function progressOf(world: World, row: BackfillRow): Record<string, number> | null {
  const total = expectedRuns(world, row);
  if (row.status === "Completed") return { total_runs: total, finished_runs: total, progress: 1 };
  if (row.status !== "Running" && row.status !== "Starting") return null;
  // One run from the beginning of the data has no slices.
  if (row.start_ms === null || total === 0) return null;
  const finished = runsOf(world).count({ backfill: row.id, status: "Completed" });
  const most = Math.max(total, finished);
  return { total_runs: most, finished_runs: finished, progress: Math.round((finished / most) * 10) / 10 };
}

function expectedRuns(world: World, row: BackfillRow): number {
  const owner = exportsOf(world).get(row.batch_export);
  if (row.start_ms === null || owner === undefined) return 1;
  const endMs = row.end_ms ?? row.finished_ms ?? world.clock.nowMs();
  return Math.ceil((endMs - row.start_ms) / intervalMs(owner));
}
