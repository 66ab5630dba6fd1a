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

/** Where batch exports are looked for: an organization, or one of its projects. */
export type BatchExportPlace = OrganizationId | { readonly projectId: ProjectId };

/**
 * Calls under `/api/organizations/{organization_id}/batch_exports/`, and with `{ projectId }` in place of the
 * organization under `/api/projects/{project_id}/batch_exports/`.
 *
 * An export belongs to a project. The running service answers 500 to `create`, `update`, `backfill` and `logs` below an
 * organization, because it finds no project there: name the project, which is `team_id` of an export.
 *
 * @source departures 2025-08, live-organizations 6.0
 */
export interface BatchExportsApi {
  /** All batch exports of the organization or the project, newest first. */
  list(place: BatchExportPlace, options?: ListOptions): Listing<BatchExportWire>;
  /** Creates a batch export; `undefined` when the service said yes without sending it. */
  create(
    place: BatchExportPlace,
    body: BatchExportCreateBody,
    options?: CallOptions,
  ): Promise<BatchExportWire | undefined>;
  /**
   * Reads one batch export.
   *
   * @throws not_found when there is none of this id
   */
  get(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<BatchExportWire>;
  /** Changes the given fields; `undefined` when the service said yes without sending the export. */
  update(
    place: BatchExportPlace,
    exportId: string,
    body: BatchExportBody,
    options?: CallOptions,
  ): Promise<BatchExportWire | undefined>;
  /**
   * Deletes a batch export and cancels its backfills; what was exported stays.
   *
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<void>;
  /**
   * Exports a stretch of time once more; `undefined` when the service said yes without an id.
   *
   * Asking twice for the same range exports it twice.
   */
  backfill(
    place: BatchExportPlace,
    exportId: string,
    body: BackfillBody,
    options?: CallOptions,
  ): Promise<BackfillWire | undefined>;
  /**
   * The same as `backfill`, below a project, in services since 2025; those of 2026 have no other call for it, answer with the
   * id of the backfill, and take dates alone for exports of a day or a week.
   */
  createBackfill(
    place: { readonly projectId: ProjectId },
    exportId: string,
    body: BackfillBody,
    options?: CallOptions,
  ): Promise<BackfillWire | undefined>;
  /**
   * Lines of the export's log, newest first, read while they are iterated.
   *
   * @throws key_not_allowed for a key with scopes; until 2025 only a key without any may ask
   */
  logs(
    place: BatchExportPlace,
    exportId: string,
    query?: LogQuery,
    options?: Omit<ListOptions, "pageSize">,
  ): AsyncIterable<LogLineWire>;
  /** Pauses an export; one that is paused already stays as it is. `undefined` when the service sent no body. */
  pause(place: BatchExportPlace, exportId: string, options?: CallOptions): Promise<PausedWire | undefined>;
  /**
   * Lets an export run again; `undefined` when the service sent no body.
   *
   * @param settings - with `backfill` what was missed since `last_paused_at` is exported
   */
  unpause(
    place: BatchExportPlace,
    exportId: string,
    settings?: { readonly backfill?: boolean | undefined },
    options?: CallOptions,
  ): Promise<PausedWire | undefined>;
}

/** Makes the batch export calls. */
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
        // A value that is no `true` must not be sent: the service takes any text for yes.
        body: settings?.backfill === true ? { backfill: true } : {},
        answer: pausedSchema,
        ...options,
      }),
  };
}

/**
 * The way out where the service fails because it finds no project, or has no such route below an organization.
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
