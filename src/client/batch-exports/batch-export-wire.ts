import * as z from "zod";
import { secret } from "../response-secrets.ts";
import { anything, instantOrNull, instantText, nonEmptyText, textOrNull, wholeOrNull } from "../wire.ts";

const runSchema = z.looseObject({
  id: nonEmptyText,
  /**
   * `Starting`, `Running`, `Completed`, `Failed`, `FailedRetryable`, `FailedBilling`, `Cancelled`, `ContinuedAsNew`,
   * `Terminated` or `TimedOut`; any other string is kept.
   */
  status: nonEmptyText,
  records_completed: wholeOrNull,
  latest_error: textOrNull,
  /** `null` for a run from the beginning of the data. */
  data_interval_start: instantOrNull,
  data_interval_end: instantOrNull,
  cursor: textOrNull,
  created_at: instantText,
  finished_at: instantOrNull,
  last_updated_at: instantOrNull,
  records_total_count: wholeOrNull,
  /** The export it belongs to; absent if the service didn't send it. */
  batch_export: z.string().optional(),
});

/** A run of a batch export as the service sends it; undeclared fields are kept unchanged. */
export type BatchExportRunWire = z.output<typeof runSchema>;

/** A batch export. */
export const batchExportSchema = z.looseObject({
  id: nonEmptyText,
  /** Number of the project it belongs to; absent if the service didn't send it. */
  team_id: z.number().int().optional(),
  name: z.string(),
  /** `events` or `persons`, in newer services more; `null` and `""` mean `events`. */
  model: textOrNull,
  destination: z.looseObject({
    type: nonEmptyText,
    /**
     * Without its secrets, except the `token` of HTTP. Responses to a write show values as sent; later reads show
     * numbers and Booleans as strings in Python's spelling: `"100"`, `"True"`.
     */
    config: z
      .looseObject({ token: secret(anything) })
      .nullable()
      .default(null),
    /** Number of the integration that holds the credentials; absent in services before 2026. */
    integration: z.number().int().nullable().optional(),
  }),
  interval: nonEmptyText,
  paused: z.boolean(),
  created_at: instantText,
  last_updated_at: instantText,
  last_paused_at: instantOrNull,
  start_at: instantOrNull,
  end_at: instantOrNull,
  /** The ten latest runs. */
  latest_runs: z.array(runSchema).default([]),
  /** The compiled `hogql_query`. */
  schema: anything,
  filters: anything,
  /** Like the following fields, since 2026; older services show none of them. Null if the query is in `schema`. */
  hogql_query: z.string().nullable().optional(),
  /** Since 2026-09-25. */
  hogql_modifiers: anything,
  /** The two keys and the mode came on 2026-10-09. */
  primary_key: z.array(z.string()).nullable().optional(),
  version_key: z.array(z.string()).nullable().optional(),
  /** `APPEND` or `MERGE`. */
  incremental_mode: z.string().optional(),
  timezone: z.string().optional(),
  /** 0, a Sunday, to 6. */
  offset_day: z.number().int().nullable().optional(),
  offset_hour: z.number().int().nullable().optional(),
});

/**
 * A batch export as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Batch export"; live-organizations 6, flows 7 top ten 1 and 2 (observed 2026-11-20)
 */
export type BatchExportWire = z.output<typeof batchExportSchema>;

/** The destination of a batch export. */
export interface BatchExportDestination {
  /** `S3`, `Snowflake`, `Postgres`, `Redshift`, `BigQuery`, `HTTP`, `NoOp`, or a type of a newer service. */
  readonly type: string;
  /**
   * Settings of the type, including secrets. A change merges them into the stored ones: a key can be overwritten, also
   * with `null`, but never removed.
   */
  readonly config: Readonly<Record<string, unknown>> | null;
  /** Number of an integration of the same project, which stores the credentials; services before 2026 have none. */
  readonly integration?: number | undefined;
}

/** Writable fields of a batch export; omitted fields stay unchanged. */
export interface BatchExportBody {
  /** Not empty; not unique. */
  readonly name?: string | undefined;
  /** `events` or `persons`. */
  readonly model?: string | null | undefined;
  /** Always with both keys: the service returns 500 to a change without the type or the config. */
  readonly destination?: BatchExportDestination | undefined;
  /** `hour`, `day`, `week` or `every 5 minutes`. */
  readonly interval?: string | undefined;
  readonly paused?: boolean | undefined;
  /** ISO 8601; without an offset, in UTC. */
  readonly last_paused_at?: string | null | undefined;
  /** ISO 8601; no run before it. */
  readonly start_at?: string | null | undefined;
  /** ISO 8601; no run after it. */
  readonly end_at?: string | null | undefined;
  /** A query for the model `hogql`; for another model a plain SELECT from events, which only `schema` shows. */
  readonly hogql_query?: string | null | undefined;
  /** Property filters for the exported rows; stored as sent. Not in the contract. */
  readonly filters?: unknown;
  /** Like the keys, only with the model `hogql`. */
  readonly hogql_modifiers?: unknown;
  readonly primary_key?: readonly string[] | null | undefined;
  readonly version_key?: readonly string[] | null | undefined;
  /** `APPEND` or `MERGE`; services before October 2026 ignore it, and the keys. */
  readonly incremental_mode?: string | undefined;
  readonly timezone?: string | null | undefined;
  /** 0, a Sunday, to 6; only together with the interval `week`. */
  readonly offset_day?: number | null | undefined;
  /** 0 to 23; only together with the interval `day` or `week`. */
  readonly offset_hour?: number | null | undefined;
}

/** Body of a create request. */
export type BatchExportCreateBody = BatchExportBody & {
  readonly name: string;
  readonly destination: BatchExportDestination;
  readonly interval: string;
};

/** A time range to export again. */
export interface BackfillBody {
  /** ISO 8601 with an offset; by default from the beginning of the data. */
  readonly start_at?: string | null | undefined;
  /** ISO 8601 with an offset; if it is omitted, the running service returns 500, except for HTTP and NoOp. */
  readonly end_at?: string | null | undefined;
}

/** Response to a backfill. */
export const backfillSchema = z.looseObject({
  /** Until 2025 built from the export and the time range: it names a workflow. Since 2026 the ID of the backfill. */
  backfill_id: nonEmptyText,
});

/** A started backfill as the service sends it. */
export type BackfillWire = z.output<typeof backfillSchema>;

/** Response to pause and unpause. */
export const pausedSchema = z.looseObject({ paused: z.boolean() });

/** Whether an export is paused, as the service sends it. */
export type PausedWire = z.output<typeof pausedSchema>;
