import type { Exchange } from "../../pipeline/exchange.ts";
import { type Table, defineTable } from "../../store/table.ts";
import type { INTERVALS } from "../../wire/batch-export.ts";
import type { World } from "../../world.ts";
import type { Destination } from "./destination.ts";

/** How often an export runs. */
export type Interval = (typeof INTERVALS)[number];

/** How the next runs of an export end; set by a test. */
export type Outcome = { readonly status: "Completed" | "Failed" | "FailedRetryable"; readonly error: string | null };

/** A batch export; a deleted one stays because its runs need it. @source live service 2025-08, flow 7:388-394 */
export type BatchExportRow = {
  readonly id: string;
  readonly organization: string;
  readonly project: number;
  readonly is_deleted: boolean;
  readonly name: string;
  readonly model: string | null;
  readonly destination: Destination;
  readonly interval: Interval;
  readonly paused: boolean;
  readonly created_at: string;
  readonly last_updated_at: string;
  readonly last_paused_at: string | null;
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly schema: unknown;
  readonly filters: unknown;
  readonly hogql_query: string | null;
  readonly hogql_modifiers: unknown;
  readonly primary_key: unknown;
  readonly version_key: unknown;
  readonly incremental_mode: string;
  readonly timezone: string;
  readonly offset_day: number | null;
  readonly offset_hour: number | null;
  /** The timer of the next run; null if the schedule was lost. */
  readonly timer: string | null;
  readonly outcome: Outcome;
};

/** One attempt to export one time range; times in milliseconds since 1970. */
export type RunRow = {
  readonly id: string;
  readonly project: number;
  readonly batch_export: string;
  readonly backfill: string | null;
  readonly status: string;
  readonly start_ms: number | null;
  readonly end_ms: number;
  readonly created_ms: number;
  readonly finished_ms: number | null;
  readonly updated_ms: number;
  readonly records_completed: number | null;
  readonly records_total_count: number | null;
  readonly bytes_exported: number | null;
  readonly latest_error: string | null;
};

/** A time range to export again; without a start, it begins with the data. */
export type BackfillRow = {
  readonly id: string;
  readonly project: number;
  readonly batch_export: string;
  readonly status: string;
  readonly start_ms: number | null;
  readonly end_ms: number | null;
  readonly created_ms: number;
  readonly finished_ms: number | null;
  readonly updated_ms: number;
};

/** A line of a log; only the control plane writes lines, because the service's lines aren't known. */
export type LogRow = {
  readonly id: string;
  readonly project: number;
  readonly batch_export: string;
  readonly instance_id: string;
  readonly timestamp_ms: number;
  readonly level: string;
  readonly message: string;
};

/** Settings that came with 2026-09, with the values of an older export. */
export const NEW_SETTINGS = {
  hogql_query: null,
  hogql_modifiers: null,
  primary_key: null,
  version_key: null,
  incremental_mode: "APPEND",
  timezone: "UTC",
  offset_day: null,
  offset_hour: null,
} as const satisfies Partial<BatchExportRow>;

export const BATCH_EXPORTS_TABLE = defineTable<BatchExportRow>("batch_exports", {
  indexes: [
    ["project", "is_deleted"],
    ["organization", "is_deleted"],
  ],
  within: "project",
  lacking: NEW_SETTINGS,
});

export const RUNS_TABLE = defineTable<RunRow>("batch_export_runs", {
  indexes: [["batch_export", "created_ms"], ["batch_export", "start_ms"], ["backfill", "status"], ["project"]],
  within: "project",
  // Runs appear and disappear without requests; a stale read misses only what was written through the API.
  isOwnBusiness: true,
});

export const BACKFILLS_TABLE = defineTable<BackfillRow>("batch_export_backfills", {
  indexes: [["batch_export", "created_ms"], ["batch_export", "start_ms"], ["batch_export", "status"], ["project"]],
  within: "project",
  isOwnBusiness: true,
});

export const LOGS_TABLE = defineTable<LogRow>("batch_export_logs", {
  indexes: [["batch_export", "timestamp_ms"], ["project"]],
  within: "project",
  isOwnBusiness: true,
});

export const exportsOf = ({ store }: World): Table<BatchExportRow> => store.table(BATCH_EXPORTS_TABLE);
export const runsOf = ({ store }: World): Table<RunRow> => store.table(RUNS_TABLE);
export const backfillsOf = ({ store }: World): Table<BackfillRow> => store.table(BACKFILLS_TABLE);

const MINUTE_MS = 60_000;
const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  hour: 60 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
  week: 10_080 * MINUTE_MS,
  "every 5 minutes": 5 * MINUTE_MS,
  "every 15 minutes": 15 * MINUTE_MS,
};

/** Time between two runs. */
export function intervalMs(row: Pick<BatchExportRow, "interval">): number {
  return INTERVAL_MS[row.interval];
}

/** The parent of the exports in a request: an organization or one of its projects. */
export function exportScope(exchange: Exchange): { readonly organization: string } | { readonly project: number } {
  if (exchange.project !== undefined) return { project: exchange.project.number };
  return { organization: exchange.organizationId ?? "" };
}
