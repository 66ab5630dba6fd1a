import { z } from "zod";
import { controlError, controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRequest, ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { changeFlags } from "./flags.ts";
import { type BatchExportRow, LOGS_TABLE, backfillsOf, exportsOf, runsOf } from "./rows.ts";
import { scheduleRuns } from "./schedule.ts";

const STATUSES = [
  "Starting",
  "Running",
  "Completed",
  "Failed",
  "FailedRetryable",
  "FailedBilling",
  "Cancelled",
  "ContinuedAsNew",
  "Terminated",
  "TimedOut",
] as const;
const time = z.iso.datetime({ offset: true });
const count = z.number().int().nonnegative();

const state = z.strictObject({
  /** Moves an export to another type, as the service did with S3 exports; with the integration that stores its keys. */
  movedTo: z.strictObject({ type: z.enum(["AwsS3", "S3Compatible"]), integration: z.number().int() }).optional(),
  name: z.string().min(1).optional(),
  hasSchedule: z.boolean().optional(),
  outcome: z
    .strictObject({ status: z.enum(["Completed", "Failed", "FailedRetryable"]), error: z.string().nullable() })
    .optional(),
});
const newRun = z.strictObject({
  status: z.enum(STATUSES),
  start_at: time.nullable(),
  end_at: time,
  created_at: time,
  finished_at: time.nullable().default(null),
  records_completed: count.nullable().default(null),
  records_total_count: count.nullable().default(null),
  bytes_exported: count.nullable().default(null),
  latest_error: z.string().nullable().default(null),
});
const newBackfill = z.strictObject({
  status: z.enum(STATUSES),
  start_at: time.nullable(),
  end_at: time.nullable(),
  created_at: time,
  finished_at: time.nullable().default(null),
});
const newStatus = z.strictObject({ status: z.enum(STATUSES) });
const newLine = z.strictObject({ instance_id: z.string(), timestamp: time, level: z.string(), message: z.string() });
const isUnlocked = z.boolean().optional();
const flags = z.strictObject({
  highFrequency: isUnlocked,
  sessions: isUnlocked,
  hogql: isUnlocked,
  backfillFromBeginning: isUnlocked,
  concurrentBackfills: count.nullable().optional(),
});

/** Changes to exports without a request: ends of runs, lost schedules, and existing rows and log lines. */
export const BATCH_EXPORT_CONTROL: readonly ControlRoute[] = [
  controlRouteWith("PATCH", "batch-export-flags", flags, (world, { body }) => changeFlags(world, body)),
  controlRoute("GET", "batch-exports", (world) => exportsOf(world).all()),
  controlRouteWith("PATCH", "batch-exports/:id", state, changeState),
  controlRoute("DELETE", "batch-exports/:id", deleteRow),
  controlRouteWith("POST", "batch-exports/:id/runs", newRun, addRun),
  controlRouteWith("POST", "batch-exports/:id/backfills", newBackfill, addBackfill),
  controlRouteWith("PATCH", "batch-exports/:id/backfills/:backfill_id", newStatus, changeBackfill),
  controlRouteWith("POST", "batch-exports/:id/logs", newLine, addLine),
];

function ownerOf(world: World, { parameters }: ControlRequest<"id">): BatchExportRow {
  const row = exportsOf(world).get(parameters.id);
  if (row === undefined) throw controlError(404, `There is no batch export ${parameters.id}.`);
  return row;
}

const msOrNull = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function changeState(world: World, request: ControlRequest<"id", z.output<typeof state>>): unknown {
  const row = ownerOf(world, request);
  const { hasSchedule, outcome, name, movedTo } = request.body;
  const isLost = hasSchedule === false && row.timer !== null;
  if (isLost) world.store.tables.timers.delete(row.timer);
  const isFound = hasSchedule === true && row.timer === null && !row.is_deleted;
  const timer = isLost ? null : isFound ? scheduleRuns(world, row) : row.timer;
  const destination = { ...row.destination, ...movedTo };
  return exportsOf(world).put({ ...row, destination, timer, outcome: outcome ?? row.outcome, name: name ?? row.name });
}

/** As a request to the service deletes it: the row stays because its runs need it. */
function deleteRow(world: World, request: ControlRequest<"id">): unknown {
  const row = ownerOf(world, request);
  if (row.timer !== null) world.store.tables.timers.delete(row.timer);
  return exportsOf(world).put({ ...row, is_deleted: true, timer: null });
}

function addRun(world: World, request: ControlRequest<"id", z.output<typeof newRun>>): unknown {
  const { id, project } = ownerOf(world, request);
  const { start_at, end_at, created_at, finished_at, ...rest } = request.body;
  return runsOf(world).put({
    id: world.identifiers.uuid(),
    project,
    batch_export: id,
    backfill: null,
    start_ms: msOrNull(start_at),
    end_ms: Date.parse(end_at),
    created_ms: Date.parse(created_at),
    finished_ms: msOrNull(finished_at),
    updated_ms: world.clock.nowMs(),
    ...rest,
  });
}

function addBackfill(world: World, request: ControlRequest<"id", z.output<typeof newBackfill>>): unknown {
  const { id, project } = ownerOf(world, request);
  const { status, start_at, end_at, created_at, finished_at } = request.body;
  return backfillsOf(world).put({
    id: world.identifiers.uuid(),
    project,
    batch_export: id,
    status,
    start_ms: msOrNull(start_at),
    end_ms: msOrNull(end_at),
    created_ms: Date.parse(created_at),
    finished_ms: msOrNull(finished_at),
    updated_ms: world.clock.nowMs(),
  });
}

function changeBackfill(
  world: World,
  request: ControlRequest<"id" | "backfill_id", z.output<typeof newStatus>>,
): unknown {
  const row = backfillsOf(world).get(request.parameters.backfill_id);
  if (row?.batch_export !== ownerOf(world, request).id) throw controlError(404, "There is no such backfill.");
  return backfillsOf(world).put({ ...row, ...request.body });
}

function addLine(world: World, request: ControlRequest<"id", z.output<typeof newLine>>): unknown {
  const { id, project } = ownerOf(world, request);
  const { instance_id, timestamp, level, message } = request.body;
  const timestamp_ms = Date.parse(timestamp);
  const row = { id: world.identifiers.uuid(), project, batch_export: id, instance_id, timestamp_ms, message };
  return world.store.table(LOGS_TABLE).put({ ...row, level: level.toUpperCase() });
}
