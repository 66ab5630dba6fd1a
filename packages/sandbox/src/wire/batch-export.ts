import type { ResourceSpec } from "./field.ts";

const RECORDED = "live service 2025-08, flow 7";
const CONTRACT = "contract, batch export table";
const RUNS = "service 2026-09, batch-exports.md, runs (2026-09)";
const BACKFILLS = "service 2026-09, schemas.json, batch_export_backfill (2026-09)";
const RUN_TABLE = "contract, batch export run table";

const NEWEST = "service 2026-09, batch-exports.md, export object (2026-09)";
const INTERVALS_2025 = ["hour", "day", "week", "every 5 minutes"] as const;

/** How often an export runs; the contract shows only `hour`. @source live service 2025-08, flow 7:54-58, 7:161-167 */
export const INTERVALS = [...INTERVALS_2025, "every 15 minutes"] as const;

/** One attempt to export one time range. @source contract, batch export run table; live service 2025-08, flow 7:319-361 */
export const BATCH_EXPORT_RUN: ResourceSpec = {
  name: "BatchExportRun",
  fields: [
    { name: "id", type: "uuid", source: RUN_TABLE },
    { name: "status", type: "text", source: RUN_TABLE },
    { name: "records_completed", type: "integer", nullable: true, source: RUN_TABLE },
    { name: "latest_error", type: "text", nullable: true, source: RUN_TABLE },
    { name: "data_interval_start", type: "dateTime", nullable: true, source: RUN_TABLE },
    { name: "data_interval_end", type: "dateTime", source: RUN_TABLE },
    { name: "cursor", type: "text", nullable: true, source: RUN_TABLE },
    { name: "created_at", type: "dateTime", source: RUN_TABLE },
    { name: "finished_at", type: "dateTime", nullable: true, source: RUN_TABLE },
    { name: "last_updated_at", type: "dateTime", source: RUN_TABLE },
    { name: "records_total_count", type: "integer", nullable: true, source: RUN_TABLE },
    { name: "bytes_exported", type: "integer", nullable: true, since: "2025-08", source: `${RECORDED}:319` },
    { name: "batch_export", type: "uuid", source: RUN_TABLE },
    { name: "backfill", type: "uuid", nullable: true, since: "2025-08", source: `${RECORDED}:319` },
    { name: "records_failed", type: "integer", nullable: true, since: "2026-09", source: RUNS },
    { name: "batch_export_on_demand", type: "uuid", nullable: true, since: "2026-09", source: RUNS },
  ],
};

/** The progress of a backfill. @source live service 2025-08, flow 7:295-301 */
const BACKFILL_PROGRESS: ResourceSpec = {
  name: "BatchExportBackfillProgress",
  fields: ["total_runs", "finished_runs", "progress"].map((name) => {
    return { name, type: name === "progress" ? "number" : "integer", source: `${RECORDED}:295-301` } as const;
  }),
};

/** A time range to export again. @source live service 2025-08, flow 7:294-315 */
export const BATCH_EXPORT_BACKFILL: ResourceSpec = {
  name: "BatchExportBackfill",
  fields: [
    { name: "id", type: "uuid", source: RECORDED },
    { name: "progress", type: "object", nullable: true, of: BACKFILL_PROGRESS, source: RECORDED },
    { name: "start_at", type: "dateTime", nullable: true, source: RECORDED },
    { name: "end_at", type: "dateTime", nullable: true, source: RECORDED },
    { name: "status", type: "text", source: RECORDED },
    { name: "created_at", type: "dateTime", source: RECORDED },
    { name: "finished_at", type: "dateTime", nullable: true, source: RECORDED },
    { name: "last_updated_at", type: "dateTime", source: RECORDED },
    { name: "team", type: "integer", source: RECORDED },
    { name: "batch_export", type: "uuid", source: RECORDED },
    { name: "total_records_count", type: "integer", nullable: true, since: "2026-09", source: BACKFILLS },
    { name: "adjusted_start_at", type: "dateTime", nullable: true, since: "2026-09", source: BACKFILLS },
  ],
};

/** A line of an export's log. @source live service 2025-08, flow 7:368-377 */
export const BATCH_EXPORT_LOG: ResourceSpec = {
  name: "BatchExportLog",
  fields: [
    { name: "log_source_id", type: "uuid", source: RECORDED },
    { name: "instance_id", type: "text", source: RECORDED },
    { name: "timestamp", type: "dateTime", source: RECORDED },
    { name: "level", type: "text", source: RECORDED },
    { name: "message", type: "text", source: RECORDED },
  ],
};

const DESTINATION: ResourceSpec = {
  name: "BatchExportDestination",
  fields: [
    { name: "type", type: "text", source: CONTRACT },
    { name: "config", type: "object", nullable: true, source: CONTRACT },
    { name: "integration", type: "integer", nullable: true, since: "2026-09", source: NEWEST },
  ],
};

const EXPORT_MODEL = { name: "model", type: "text", writable: true } as const;
const INTERVAL = { name: "interval", type: "text", writable: true, required: true } as const;
const NEW = { writable: true, nullable: true, since: "2026-09", source: NEWEST } as const;
const TIME = { type: "dateTime", writable: true, nullable: true, source: CONTRACT } as const;

/** A batch export; until 2025-08, `hogql_query` is accepted and never shown. @source contract, batch export table; flow 7 */
export const BATCH_EXPORT: ResourceSpec = {
  name: "BatchExport",
  fields: [
    { name: "id", type: "uuid", source: CONTRACT },
    { name: "team_id", type: "integer", source: CONTRACT },
    { name: "name", type: "text", writable: true, required: true, source: CONTRACT },
    { ...EXPORT_MODEL, until: "documented", choices: ["events", "persons"], source: CONTRACT },
    {
      ...EXPORT_MODEL,
      since: "2025-08",
      until: "2025-08",
      nullable: true,
      blank: true,
      choices: ["events", "persons", "sessions"],
      source: `${RECORDED}:59-63, 7:169-175`,
    },
    {
      ...EXPORT_MODEL,
      since: "2026-09",
      nullable: true,
      blank: true,
      choices: ["events", "persons", "sessions", "hogql"],
      source: NEWEST,
    },
    {
      name: "destination",
      type: "object",
      of: DESTINATION,
      writable: true,
      required: true,
      // Its contents are checked together with the stored ones. @see ../routes/batch-exports/destination.ts
      read: (sent) => sent,
      source: CONTRACT,
    },
    { ...INTERVAL, until: "2025-08", choices: INTERVALS_2025, source: CONTRACT },
    { ...INTERVAL, since: "2026-09", choices: INTERVALS, source: NEWEST },
    { name: "paused", type: "boolean", writable: true, source: CONTRACT },
    { name: "created_at", type: "dateTime", source: CONTRACT },
    { name: "last_updated_at", type: "dateTime", source: CONTRACT },
    { name: "last_paused_at", ...TIME },
    { name: "start_at", ...TIME },
    { name: "end_at", ...TIME },
    { name: "latest_runs", type: "list", of: BATCH_EXPORT_RUN, source: CONTRACT },
    {
      name: "hogql_query",
      type: "text",
      writable: true,
      optional: true,
      until: "2025-08",
      read: (sent) => sent,
      source: `${CONTRACT}; ${RECORDED}:204-230`,
    },
    // That it is shown is inferred from the published schema, which doesn't call it write-only.
    { ...NEW, name: "hogql_query", type: "text" },
    { name: "schema", type: "object", nullable: true, source: CONTRACT },
    { name: "filters", type: "any", nullable: true, writable: true, since: "2025-08", source: `${RECORDED}:69-72` },
    // Each of these was added on its own day. @see ../routes/batch-exports/current-settings.ts
    { ...NEW, name: "hogql_modifiers", type: "object", optional: true },
    { ...NEW, name: "primary_key", type: "list", optional: true },
    { ...NEW, name: "version_key", type: "list", optional: true },
    { ...NEW, name: "incremental_mode", type: "text", nullable: false, choices: ["APPEND", "MERGE"], optional: true },
    { ...NEW, name: "timezone", type: "text" },
    { ...NEW, name: "offset_day", type: "integer", least: 0, most: 6 },
    { ...NEW, name: "offset_hour", type: "integer", least: 0, most: 23 },
  ],
};
