import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, bodyOf, callerOf, organizationIdOf } from "../../pipeline/exchange.ts";
import {
  ServiceError,
  denied,
  failureInLive,
  invalidInput,
  notAuthenticated,
  notFound,
  sandboxError,
} from "../../pipeline/service-error.ts";
import { BATCH_EXPORT } from "../../wire/batch-export.ts";
import { pythonTruth } from "../../wire/python-text.ts";
import { type FieldValues, type ReadOptions, readBody, readBoolean } from "../../wire/read-body.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { wireNow } from "../organizations/rows.ts";
import { checkCurrentSettings, currentSettings, fieldsNotYet } from "./current-settings.ts";
import { type Destination, checkDestination, inStoredOrder, mergeDestination, storedConfig } from "./destination.ts";
import { readFlags } from "./flags.ts";
import { type ExportSchema, schemaOf } from "./hogql.ts";
import { checkLinkedDestination, mergeLinkedDestination, refuseChangeOfS3 } from "./linked-destination.ts";
import { projectForNew } from "./project-of-export.ts";
import { type BatchExportRow, NEW_SETTINGS, exportsOf, exportScope } from "./rows.ts";
import { cancelBackfills, requestBackfill, scheduleRuns } from "./schedule.ts";
import { showExport } from "./show.ts";

/** Plan feature that writing an export needs. @source live service 2025-08, flow 7:384-387 */
const FEATURE = "data_pipelines";

/** The export in the path; throws 404, also for an invalid ID. @source live service 2025-08, flow 7:257-258, 7:400 */
export function exportInPath(exchange: Exchange<"id">): BatchExportRow {
  const named = exchange.match.parameters.id;
  if (named === "test")
    throw sandboxError(501, "not_implemented", "The sandbox doesn't emulate tests of destinations.");
  const id = canonicalUuid(named) ?? "";
  const row = exportsOf(exchange.world).get(id);
  const place = exportScope(exchange);
  const isHere = "project" in place ? row?.project === place.project : row?.organization === place.organization;
  if (row === undefined || row.is_deleted || !isHere) throw notFound();
  return row;
}

export function createExport(exchange: Exchange): Answer {
  const { world } = exchange;
  const values = readExportBody(exchange, false);
  const project = projectForNew(exchange);
  checkFlags(exchange, values);
  const now = wireNow(world);
  const id = world.identifiers.uuid();
  const row = {
    id,
    organization: organizationIdOf(exchange),
    project,
    is_deleted: false,
    model: "events",
    paused: false,
    created_at: now,
    last_updated_at: now,
    last_paused_at: null,
    start_at: null,
    end_at: null,
    filters: null,
    ...NEW_SETTINGS,
    ...settingsFrom(exchange, values, false),
    schema: schemaFrom(exchange, values, undefined, project) ?? null,
    destination: destinationFrom(exchange, values["destination"], undefined),
    timer: null,
    outcome: { status: "Completed", error: null },
  } as BatchExportRow;
  return answerWith(exchange, { ...row, timer: scheduleRuns(world, row) }, 201);
}

/** PUT keeps omitted fields, as PATCH does. @source live service 2025-08, flow 7:88-190 */
export function changeExport(exchange: Exchange<"id">, partial: boolean): Answer {
  const { world } = exchange;
  const row = exportInPath(exchange);
  const values = readExportBody(exchange, partial, row);
  const { destination } = values;
  const schema = schemaFrom(exchange, values, row, row.project);
  const changed = {
    ...row,
    ...settingsFrom(exchange, values, partial),
    ...(destination === undefined ? {} : { destination: destinationFrom(exchange, destination, row) }),
    ...(schema === undefined ? {} : { schema }),
    last_updated_at: wireNow(world),
  } as BatchExportRow;
  if (row.timer === null) throw failureInLive(exchange, notCarriedOut("update"));
  if (changed.interval === row.interval) return answerWith(exchange, changed, 200);
  world.store.tables.timers.delete(row.timer);
  return answerWith(exchange, { ...changed, timer: scheduleRuns(world, changed) }, 200);
}

/** Stores the export, and returns the values exactly as sent. @source live service 2025-08, flow 7:1-2, 7:88, 7:114 */
function answerWith(exchange: Exchange, row: BatchExportRow, status: number): Answer {
  const { config } = row.destination;
  exportsOf(exchange.world).put({
    ...row,
    destination: { ...row.destination, config: storedConfig(config) },
    schema: inStoredOrder(row.schema),
    filters: inStoredOrder(row.filters),
  });
  return { status, headers: {}, body: showExport(exchange.world, row) };
}

/** Whether integrations store credentials, with all changes of that version. */
function isLinked({ world }: Exchange): boolean {
  return hasQuirk(world.dialect, "batchExportsAreLinked");
}

/** The stored values of a body, apart from destination and schema: only exports of queries keep the query text. */
function settingsFrom(exchange: Exchange, { hogql_query, ...values }: FieldValues, partial: boolean): FieldValues {
  if (!isLinked(exchange)) return values;
  const { offset_day: _day, offset_hour: _hour, ...rest } = values;
  // For an export of a query, null keeps the query.
  const query = hogql_query === undefined || hogql_query === null ? {} : { hogql_query };
  return { ...rest, ...query, ...currentSettings(values, partial) };
}

/**
 * The compiled query of another model, null if the query is removed, undefined if it stays.
 *
 * @source service 2026-09, batch-exports.md, export object
 */
function schemaFrom(
  exchange: Exchange,
  { hogql_query, model }: FieldValues,
  row: BatchExportRow | undefined,
  project: number | undefined,
): ExportSchema | null | undefined {
  if (!isLinked(exchange)) return schemaOf(exchange, hogql_query, project);
  if ((model || row?.model) === "hogql") return undefined;
  return hogql_query === null ? null : schemaOf(exchange, hogql_query, project, null);
}

function destinationFrom(exchange: Exchange, sent: unknown, row: BatchExportRow | undefined): Destination {
  return isLinked(exchange)
    ? mergeLinkedDestination(sent, row)
    : mergeDestination(exchange, sent, row?.destination.config ?? null);
}

/**
 * Fields are checked before the project is searched, and the project before the plan.
 * @source live service 2025-08, flow 7:191-193, 7:384-385; first recording "be create with team"
 */
function readExportBody(exchange: Exchange, partial: boolean, row?: BatchExportRow): FieldValues {
  const { world } = exchange;
  const stored = row?.destination.config ?? {};
  const checks: ReadOptions["checks"] = isLinked(exchange)
    ? { destination: (sent) => checkLinkedDestination(exchange, sent, { partial, row }) }
    : {
        destination: (sent) => checkDestination(exchange, sent, { partial, stored }),
        hogql_query: (sent) => void schemaOf(exchange, sent, row?.project),
      };
  const values = readBody(BATCH_EXPORT, bodyOfToday(exchange), { dialect: world.dialect, partial, checks });
  if (isLinked(exchange)) {
    if (row?.destination.type === "S3") refuseChangeOfS3(exchange);
    const project = row?.project ?? exchange.project?.number;
    const { destination } = values;
    if (isDictionary(destination) && destination["type"] === "HTTP" && (values["model"] ?? "events") !== "events") {
      throw invalidInput("HTTP batch exports only support the events model", null);
    }
    checkCurrentSettings(exchange, values, row, project);
    void schemaFrom(exchange, values, row, project);
    return values;
  }
  refuseWithoutProject(exchange);
  if (!hasQuirk(world.dialect, "batchExportsNeedAddOn")) return values;
  const organization = world.store.tables.organizations.get(row?.organization ?? organizationIdOf(exchange));
  if (organization?.available_product_features.includes(FEATURE) === true) return values;
  const detail = "The Data Pipelines addon is required for batch exports.";
  // The service reads the session to check for staff.
  throw new ServiceError(400, { type: "validation_error", code: "invalid_input", detail }, { Vary: "Cookie, origin" });
}

/** The sent values without fields of a later day, which are ignored like all fields that the service doesn't know. */
function bodyOfToday(exchange: Exchange): unknown {
  const body = bodyOf(exchange);
  if (!isLinked(exchange) || !isDictionary(body)) return body;
  const notYet = fieldsNotYet(exchange.world);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !notYet.has(name)));
}

/** Below an organization, the running service fails because it has no project. @source live notes 6.0 */
export function refuseWithoutProject(exchange: Exchange): void {
  if (exchange.project !== undefined || !hasQuirk(exchange.world.dialect, "batchExportsLackProject")) return;
  throw failureInLive(exchange, notFound());
}

/** Checked only on create. @source live service 2025-08, flow 7:56-60, 7:163, 7:171 */
function checkFlags(exchange: Exchange, { interval, model }: FieldValues): void {
  if (isLinked(exchange)) return;
  const { world } = exchange;
  const flags = readFlags(world);
  if (interval === "every 5 minutes" && !flags.highFrequency) {
    throw denied("Higher frequency batch exports are not enabled for this team.");
  }
  if (model === "sessions" && !flags.sessions) throw denied("Sessions batch exports are not enabled for this team.");
}

/** The runs stay, and running backfills are cancelled. @source live service 2025-08, flow 7:388-397 */
export function deleteExport(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const row = exportInPath(exchange);
  if (row.timer !== null) world.store.tables.timers.delete(row.timer);
  exportsOf(world).put({ ...row, is_deleted: true, timer: null, last_updated_at: wireNow(world) });
  cancelBackfills(world, row.id);
  return { status: 204, headers: {} };
}

/** A paused export stays unchanged. @source live service 2025-08, flow 7:232-252 */
export function pauseExport(exchange: Exchange<"id">): Answer {
  const row = exportInPath(exchange);
  if (row.timer === null) throw withoutSchedule(exchange, row, "pause");
  const now = wireNow(exchange.world);
  if (!row.paused) {
    exportsOf(exchange.world).put({ ...row, paused: true, last_paused_at: now, last_updated_at: now });
  }
  return actionAnswer(exchange, { paused: true });
}

/**
 * Resumes an export, with a backfill from the last use of the pause action: a pause by PATCH isn't recorded.
 * @source live service 2025-08, flow 7:235-256, 7:265-266
 */
export function unpauseExport(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  if (callerOf(exchange).current_project === null) throw notAuthenticated();
  const { backfill } = fieldsIn(exchange);
  const isAsked = isLinked(exchange) ? readSwitch(backfill) : pythonTruth(backfill);
  const row = exportInPath(exchange);
  if (row.timer === null) throw withoutSchedule(exchange, row, "unpause");
  if (row.paused) {
    exportsOf(world).put({ ...row, paused: false, last_updated_at: wireNow(world) });
    const startMs = row.last_paused_at === null ? null : Date.parse(row.last_paused_at);
    // Until 2025-08, any string means yes. @source live notes on flow 7:256
    if (isAsked) requestBackfill(world, row.id, { startMs, endMs: world.clock.nowMs() });
  }
  return actionAnswer(exchange, { paused: false });
}

function readSwitch(backfill: unknown): boolean {
  if (backfill === undefined) return false;
  return (
    readBoolean({ name: "backfill", type: "boolean", source: "service 2026-09, batch-exports.md, pause" }, backfill) ===
    true
  );
}

/** @source live service 2025-08, flow 7:260; service 2026-09, batch-exports.md, pause */
function withoutSchedule(exchange: Exchange, { id }: BatchExportRow, verb: string): ServiceError {
  return isLinked(exchange) ? notFound(`BatchExport ID '${id}' not found.`) : notCarriedOut(verb);
}

function notCarriedOut(verb: string): ServiceError {
  return invalidInput(`Invalid request to ${verb} a BatchExport could not be carried out`, null);
}

/** The body of an action; a body that isn't a dictionary has no fields. */
export function fieldsIn(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = bodyOf(exchange);
  if (isDictionary(body)) return body;
  throw failureInLive(exchange, invalidInput("Invalid data. Expected a dictionary.", null));
}

/** The contract's actions return no body; below a project, only the recorded fields exist. */
export function actionAnswer(exchange: Exchange, body: unknown): Answer {
  const isBare = exchange.project === undefined && !hasQuirk(exchange.world.dialect, "pausingAnswersWithBody");
  return isBare ? { status: 200, headers: {} } : { status: 200, headers: {}, body };
}
