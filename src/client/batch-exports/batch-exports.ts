import type { CallOptions, Caller } from "../caller.ts";
import { ApiError, isAbsentRoute, isApiError } from "../errors.ts";
import { type LogLineWire, logLines, type LogQuery } from "../log-lines.ts";
import type { Listing, ListOptions } from "../pagination.ts";
import { createListing } from "../pagination.ts";
import type { OrganizationId, ProjectId } from "../scopes.ts";
import { backfillSchema, batchExportSchema, pausedSchema } from "./batch-export-wire.ts";
import type {
  BackfillBody,
  BackfillWire,
  BatchExportBody,
  BatchExportCreateBody,
  BatchExportWire,
  PausedWire,
} from "./batch-export-wire.ts";

const ORGANIZATION = "/api/organizations/{organization_id}/batch_exports/";
const PROJECT = "/api/projects/{project_id}/batch_exports/";

/** The parent of batch exports: an organization, or one of its projects. */
export type BatchExportPlace = OrganizationId | { readonly projectId: ProjectId };

/**
 * Requests under `/api/organizations/{organization_id}/batch_exports/`, or with `{ projectId }` instead of the
 * organization under `/api/projects/{project_id}/batch_exports/`.
 *
 * An export belongs to a project. Below an organization, the running service returns 500 to `create`, `update`,
 * `backfill`, and `logs`, because it finds no project there: use the project, which is `team_id` of an export.
 *
 * @source departures 2025-08, live-organizations 6.0
 */
export interface BatchExportsApi {
  /** All batch exports of the organization or the project, newest first. */
  list(place: BatchExportPlace, options?: ListOptions): Listing<BatchExportWire>;
  /** Creates a batch export; `undefined` if the service succeeded without returning it. */
  create(
    place: BatchExportPlace,
    body: BatchExportCreateBody,
    options?: CallOptions,
  ): Promise<BatchExportWire | undefined>;
  /**
   * Reads one batch export.
   *
   * @throws not_found if there is none with this ID
   */
  get(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<BatchExportWire>;
  /** Changes the given fields; `undefined` if the service succeeded without returning the export. */
  update(
    place: BatchExportPlace,
    exportId: string,
    body: BatchExportBody,
    options?: CallOptions,
  ): Promise<BatchExportWire | undefined>;
  /**
   * Deletes a batch export and cancels its backfills; exported data stays.
   *
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<void>;
  /**
   * Exports a time range again; `undefined` if the service succeeded without an ID.
   *
   * Two requests for the same range export it twice.
   */
  backfill(
    place: BatchExportPlace,
    exportId: string,
    body: BackfillBody,
    options?: CallOptions,
  ): Promise<BackfillWire | undefined>;
  /**
   * The same as `backfill`, below a project, in services since 2025. It is the only backfill request of services since
   * 2026, which return the backfill's ID, and accept only dates for daily and weekly exports.
   */
  createBackfill(
    place: { readonly projectId: ProjectId },
    exportId: string,
    body: BackfillBody,
    options?: CallOptions,
  ): Promise<BackfillWire | undefined>;
  /**
   * Lines of the export's log, latest first, read during the iteration.
   *
   * @throws key_not_allowed for a scoped key; until 2025, only unscoped keys are allowed
   */
  logs(
    place: BatchExportPlace,
    exportId: string,
    query?: LogQuery,
    options?: Omit<ListOptions, "pageSize">,
  ): AsyncIterable<LogLineWire>;
  /** Pauses an export; a paused one stays unchanged. `undefined` if the service returned no body. */
  pause(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<PausedWire | undefined>;
  /**
   * Resumes an export; `undefined` if the service returned no body.
   *
   * @param settings - with `backfill`, exports the time since `last_paused_at`
   */
  unpause(
    place: BatchExportPlace,
    exportId: string,
    settings?: { readonly backfill?: boolean | undefined },
    options?: CallOptions,
  ): Promise<PausedWire | undefined>;
}

/** Creates the batch export requests. */
export function createBatchExportsApi(caller: Caller): BatchExportsApi {
  const one = (place: BatchExportPlace, exportId: string, action = "") => {
    const { route, params } = all(place);
    return { route: `${route}{export_id}/${action}`, params: { ...params, export_id: exportId } };
  };
  const answer = batchExportSchema;
  return {
    list: (place, options) => createListing(caller, { ...all(place), item: answer, idOf: (item) => item.id }, options),
    create: (place, body, options) =>
      caller
        .write({ method: "POST", ...all(place), body, answer, ...options })
        .catch((error: unknown) => Promise.reject(typeof place === "string" ? namingProject(error) : error)),
    get: (place, exportId, options) => caller.read({ ...one(place, exportId), answer, ...options }),
    update: (place, exportId, body, options) =>
      caller.write({ method: "PATCH", ...one(place, exportId), body, answer, ...options }),
    delete: (place, exportId, options) => caller.remove({ ...one(place, exportId), ...options }),
    backfill: (place, exportId, body, options) =>
      caller.write({ method: "POST", ...one(place, exportId, "backfill/"), body, answer: backfillSchema, ...options }),
    createBackfill: (place, exportId, body, options) =>
      caller.write({
        method: "POST",
        ...one(place, exportId, "backfills/"),
        body,
        answer: backfillSchema,
        ...options,
      }),
    logs: (place, exportId, query, options) => logLines(caller, one(place, exportId, "logs/"), query, options),
    pause: (place, exportId, options) =>
      caller.write({ method: "POST", ...one(place, exportId, "pause/"), body: {}, answer: pausedSchema, ...options }),
    unpause: (place, exportId, settings, options) =>
      caller.write({
        method: "POST",
        ...one(place, exportId, "unpause/"),
        // A value other than `true` must not be sent: the service reads any string as yes.
        body: settings?.backfill === true ? { backfill: true } : {},
        answer: pausedSchema,
        ...options,
      }),
  };
}

/**
 * The next step if the service fails because it finds no project, or has no such route below an organization.
 *
 * @source departures 2025-08; service 2026-09, batch-exports.md, routes
 */
function namingProject(error: unknown): unknown {
  if (!isApiError(error) || (error.status !== 500 && !isAbsentRoute(error))) return error;
  const remedy = "Give the ID of the project: this service creates batch exports only in a project.";
  return new ApiError(`${error.message} ${remedy}`, { ...error, remedy });
}

function all(place: BatchExportPlace) {
  return typeof place === "string"
    ? { route: ORGANIZATION, params: { organization_id: place } }
    : { route: PROJECT, params: { project_id: place.projectId } };
}
