import { EVENTS_TABLE } from "../../analytics/rows.ts";
import { type Job, schedule } from "../../scheduler.ts";
import type { Table } from "../../store/table.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import {
  type BackfillRow,
  type BatchExportRow,
  type RunRow,
  backfillsOf,
  exportsOf,
  intervalMs,
  runsOf,
} from "./rows.ts";

/** How long runs take to start, and to finish, in the sandbox; the service's times vary. */
const STARTING_MS = 1000;
const RUNNING_MS = 10_000;
/** The number of consecutive failed runs after which an export is paused. @source live notes 6.5 */
const FAILURES = 10;
const NEWEST_RUNS = 50;

/** Whether a run or a backfill is still in progress. @source live service 2025-08, flow 7:298-314, 7:332-356 */
export const isGoing = ({ status }: { readonly status: string }): boolean =>
  status === "Starting" || status === "Running";

/** Sets the timer of the next run: at the full hour, at midnight and so on, in UTC. @source live notes 6.5 */
export function scheduleRuns(world: World, row: Pick<BatchExportRow, "id" | "interval">): string {
  const everyMs = intervalMs(row);
  const nextMs = Math.floor(world.clock.nowMs() / everyMs) * everyMs + everyMs;
  return schedule(world, "batch-export-tick", nextMs, row.id);
}

const tick: Job = (world, id) => {
  const row = exportsOf(world).get(String(id));
  if (row === undefined || row.is_deleted) return undefined;
  const nowMs = world.clock.nowMs();
  const everyMs = intervalMs(row);
  const hasBegun = row.start_at === null || Date.parse(row.start_at) <= nowMs;
  const hasEnded = row.end_at !== null && Date.parse(row.end_at) < nowMs;
  if (!row.paused && hasBegun && !hasEnded) startRun(world, row, { startMs: nowMs - everyMs, endMs: nowMs });
  return nowMs + everyMs;
};

type Stretch = { readonly startMs: number | null; readonly endMs: number; readonly backfill?: string };

function startRun(world: World, row: BatchExportRow, { startMs, endMs, backfill }: Stretch): void {
  const nowMs = world.clock.nowMs();
  const run = runsOf(world).put({
    id: world.identifiers.uuid(),
    project: row.project,
    batch_export: row.id,
    backfill: backfill ?? null,
    status: "Starting",
    start_ms: startMs,
    end_ms: endMs,
    created_ms: nowMs,
    finished_ms: null,
    updated_ms: nowMs,
    records_completed: null,
    records_total_count: null,
    bytes_exported: null,
    latest_error: null,
  });
  schedule(world, "batch-export-run", nowMs + STARTING_MS, run.id);
}

/** A run that was cancelled in the meantime stops here. */
const advanceRun: Job = (world, id) => {
  const run = runsOf(world).get(String(id));
  if (run === undefined || !isGoing(run)) return undefined;
  const nowMs = world.clock.nowMs();
  if (run.status === "Running") return finishRun(world, run);
  runsOf(world).put({ ...run, status: "Running", updated_ms: nowMs });
  return nowMs + RUNNING_MS;
};

function finishRun(world: World, run: RunRow): undefined {
  const owner = exportsOf(world).get(run.batch_export);
  if (owner === undefined) return;
  const { status, error } = owner.outcome;
  const nowMs = world.clock.nowMs();
  const count = countRecords(world, owner, run);
  const finished = runsOf(world).put({
    ...run,
    status,
    finished_ms: nowMs,
    updated_ms: nowMs,
    records_total_count: count,
    records_completed: status === "Completed" ? count : null,
    latest_error: error,
  });
  if (status === "Failed") pauseAfterFailures(world, owner);
  if (run.backfill !== null) continueBackfill(world, run.backfill, finished);
}

/** Events in the time range; how many persons or sessions a run finds isn't known. */
function countRecords(world: World, { project, model, destination }: BatchExportRow, run: RunRow): number | null {
  if (model === "persons" || model === "sessions") return null;
  const names = (key: string): string[] => {
    const value = destination.config?.[key];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const [include, exclude] = [names("include_events"), names("exclude_events")];
  const marks = (list: readonly string[]): string => list.map(() => "?").join(", ");
  return world.store.database.count(
    `SELECT count(*) FROM ${world.store.table(EVENTS_TABLE).sqlName} ` +
      "WHERE project = ? AND timestamp_ms >= ? AND timestamp_ms < ?" +
      (include.length === 0 ? "" : ` AND event IN (${marks(include)})`) +
      (exclude.length === 0 ? "" : ` AND event NOT IN (${marks(exclude)})`),
    project,
    run.start_ms ?? 0,
    run.end_ms,
    ...include,
    ...exclude,
  );
}

/** @source live notes 6.5 */
function pauseAfterFailures(world: World, row: BatchExportRow): void {
  const newest = runsOf(world).where({ batch_export: row.id }, { order: "created_ms DESC", limit: NEWEST_RUNS });
  if (row.paused || newest.filter((run) => run.status === "Failed").length < FAILURES) return;
  const now = wireNow(world);
  exportsOf(world).put({ ...row, paused: true, last_paused_at: now, last_updated_at: now });
  cancelBackfills(world, row.id);
}

/** Cancels an export's backfills in progress. @source live service 2025-08, flow 7:388-394; live notes 6.5 */
export function cancelBackfills(world: World, batchExport: string): void {
  for (const status of ["Starting", "Running"]) {
    for (const row of backfillsOf(world).where({ batch_export: batchExport, status })) {
      cancel(world, backfillsOf(world), row);
    }
  }
}

/** Cancels a run or a backfill, which then has no finish time. @source live service 2025-08, flow 7:315, 7:360 */
export function cancel<Row extends RunRow | BackfillRow>(world: World, table: Table<Row>, row: Row): void {
  table.put({ ...row, status: "Cancelled", updated_ms: world.clock.nowMs() });
}

/** The time range of a backfill; without an end, up to now. */
export type BackfillRange = { readonly startMs: number | null; readonly endMs: number | null };

/** Passes a backfill to the scheduler, which starts it a little later; returns its ID. @source live notes 6.2; flow 7:267-287 */
export function requestBackfill(world: World, batchExport: string, range: BackfillRange): string {
  const id = world.identifiers.uuid();
  schedule(world, "batch-export-backfill", world.clock.nowMs() + STARTING_MS, { id, batchExport, ...range });
  return id;
}

const beginBackfill: Job = (world, data) => {
  const { id, batchExport, startMs, endMs } = data as BackfillRange & { id?: string; batchExport: string };
  const owner = exportsOf(world).get(batchExport);
  if (owner === undefined || owner.is_deleted) return;
  const nowMs = world.clock.nowMs();
  const row = backfillsOf(world).put({
    // Timers in earlier data files have no such name.
    id: id ?? world.identifiers.uuid(),
    project: owner.project,
    batch_export: owner.id,
    status: "Running",
    start_ms: startMs,
    end_ms: endMs,
    created_ms: nowMs,
    finished_ms: null,
    updated_ms: nowMs,
  });
  if (startMs === null) startRun(world, owner, { startMs, endMs: endMs ?? nowMs, backfill: row.id });
  else runSlice(world, owner, row, startMs);
};

/** One run after the other; a failed one ends the backfill. */
function continueBackfill(world: World, id: string, run: RunRow): void {
  const row = backfillsOf(world).get(id);
  const owner = exportsOf(world).get(run.batch_export);
  if (row === undefined || owner === undefined || !isGoing(row)) return;
  if (run.status !== "Completed" || row.start_ms === null) endBackfill(world, row, run.status);
  else runSlice(world, owner, row, run.end_ms);
}

function runSlice(world: World, owner: BatchExportRow, row: BackfillRow, fromMs: number): void {
  const toMs = fromMs + intervalMs(owner);
  const limitMs = row.end_ms ?? world.clock.nowMs();
  // Up to now, only complete slices count: otherwise there would always be one more.
  if (fromMs >= limitMs || (row.end_ms === null && toMs > limitMs)) endBackfill(world, row, "Completed");
  else startRun(world, owner, { startMs: fromMs, endMs: Math.min(toMs, limitMs), backfill: row.id });
}

function endBackfill(world: World, row: BackfillRow, status: string): void {
  const nowMs = world.clock.nowMs();
  backfillsOf(world).put({ ...row, status, finished_ms: nowMs, updated_ms: nowMs });
}

export const BATCH_EXPORT_JOBS: Readonly<Record<string, Job>> = {
  "batch-export-tick": tick,
  "batch-export-run": advanceRun,
  "batch-export-backfill": beginBackfill,
};
