import { EVENTS_TABLE, PERSONS_TABLE } from "../../analytics/rows.ts";
import { wireTimeFromMs } from "../../clock.ts";
import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { ServiceError, failureInLive, invalidInput, notFound, serverFailure } from "../../pipeline/service-error.ts";
import { pythonString } from "../../wire/python-text.ts";
import { cursorPage } from "./cursor-page.ts";
import { readFlags } from "./flags.ts";
import { type BackfillRow, type BatchExportRow, backfillsOf, exportsOf, intervalMs } from "./rows.ts";
import { type BackfillRange, cancel, isGoing, requestBackfill } from "./schedule.ts";
import { showBackfill } from "./show.ts";
import { inZone, zoneOf } from "./time-zone.ts";
import { actionAnswer, exportInPath, fieldsIn, refuseWithoutProject } from "./write.ts";

/** Rows of a page of backfills. @source live notes 1.3 */
const PAGE_ROWS = 50;

/** `POST backfill/`. @source live service 2025-08, flow 7:267-286 */
export function backfillExport(exchange: Exchange<"id">): Answer {
  const row = exportInPath(exchange);
  refuseWithoutProject(exchange);
  return actionAnswer(exchange, { backfill_id: startBackfill(exchange, row) });
}

/**
 * `POST backfills/`, which returns 200 as well; 201 in 2026-09. @source live service 2025-08, flow 7:288-292; service
 * 2026-09, batch-exports.md, routes
 */
export function createBackfill(exchange: Exchange<"id">): Answer {
  const row = exportsOf(exchange.world).get(exportIdInPath(exchange));
  if (row?.project !== projectOf(exchange).number) throw notFound("BatchExport not found.");
  const isRow = hasQuirk(exchange.world.dialect, "backfillsAreRows");
  return { status: isRow ? 201 : 200, headers: {}, body: { backfill_id: startBackfill(exchange, row) } };
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** An unlimited start must be unlocked, and running backfills are limited; both are checked before dates are read. */
function checkAllowed({ world }: Exchange, row: BatchExportRow, start: unknown): void {
  const flags = readFlags(world);
  if (start === undefined || start === null) {
    if (!flags.backfillFromBeginning) {
      throw invalidInput("Backfilling from the beginning of time is not enabled for this team.", null);
    }
    if (row.model === "hogql" && /\{\s*data_interval_start\s*\}/u.test(row.hogql_query ?? "")) {
      const detail =
        "This query references {data_interval_start}, which is unavailable when backfilling from the beginning of time. " +
        "Provide 'start_at' or remove {data_interval_start} from the query.";
      throw invalidInput(detail, null);
    }
  }
  const { concurrentBackfills: most } = flags;
  if (most === null || backfillsOf(world).where({ project: row.project }).filter(isGoing).length < most) return;
  const detail = `This team already has ${most} batch export backfills running. Wait for some to finish or cancel them before creating more.`;
  // The type is that of every failure with the service's own text, such as a taken project name.
  throw new ServiceError(429, { type: "server_error", code: "too_many_concurrent_backfills", detail });
}

/** A bound of a backfill: a day in the export's zone if it runs daily or weekly, else a time with an offset. */
function readEdge(row: BatchExportRow, sent: unknown): number {
  if (row.interval !== "day" && row.interval !== "week") return readTimeWithOffset(sent);
  const text = pythonString(sent);
  const input = `Input '${text}' is not a valid ISO formatted date.`;
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) {
    const isTime = typeof sent === "string" && ISO.test(text);
    const hint = " Daily or weekly batch export backfills expect only the date component, but a time was included.";
    throw invalidInput(`${input}${isTime ? hint : ""}`, null);
  }
  const day = new Date(`${text}T00:00:00Z`).getUTCDay();
  const runsOn = row.offset_day ?? 0;
  if (row.interval === "week" && day !== runsOn) {
    const detail =
      `Input ${text} is not on the correct day of the week for this batch export. ` +
      `${text} is a ${WEEKDAYS[day]} but this batch export is configured to run weekly on ${WEEKDAYS[runsOn]}.`;
    throw invalidInput(detail, null);
  }
  return inUtc(`${text}T${String(row.offset_hour ?? 0).padStart(2, "0")}:00:00Z`, row.timezone);
}

/** The moment at which clocks of a zone show a time that is written as if it were UTC. */
function inUtc(written: string, zone: string): number {
  const asUtcMs = Date.parse(written);
  const offsetAt = (timeMs: number): number => Date.parse(`${inZone(timeMs, zone).clock.replace(" ", "T")}Z`) - timeMs;
  return asUtcMs - offsetAt(asUtcMs - offsetAt(asUtcMs));
}

/** Requests a backfill as in 2026-09; the workflow finds that the first data is later. */
function startBackfillRow(exchange: Exchange, row: BatchExportRow): string {
  const { world } = exchange;
  const { start_at = null, end_at = null } = fieldsIn(exchange);
  checkAllowed(exchange, row, start_at);
  const startMs = start_at === null ? null : readEdge(row, start_at);
  const endMs = end_at === null ? null : readEdge(row, end_at);
  // Types other than HTTP need an end, and nothing handles a missing one. That this fails is inferred.
  if (endMs === null && row.destination.type !== "HTTP" && row.destination.type !== "NoOp") throw serverFailure();
  if (startMs !== null && endMs !== null) {
    if (startMs >= endMs) {
      throw invalidInput("The initial backfill datetime 'start_at' must be before 'end_at'", null);
    }
    if (endMs > world.clock.nowMs()) {
      throw invalidInput(`The provided 'end_at' (${offsetTime(endMs)}) is in the future`, null);
    }
  }
  return requestBackfill(world, row.id, { startMs, endMs });
}

function startBackfill(exchange: Exchange, row: BatchExportRow): string {
  if (hasQuirk(exchange.world.dialect, "backfillsAreRows")) return startBackfillRow(exchange, row);
  const { start_at, end_at } = fieldsIn(exchange);
  const askedMs = start_at == null ? null : readTimeWithOffset(start_at);
  const endMs = end_at == null ? null : readTimeWithOffset(end_at);
  const startMs = withinData(exchange, row, askedMs, endMs);
  if (startMs !== null && endMs !== null) checkOrder(exchange, row, startMs, endMs);
  if (endMs === null && row.destination.type !== "HTTP" && row.destination.type !== "NoOp") {
    const detail = "Backfilling a BatchExport with no end date is not allowed";
    throw failureInLive(exchange, invalidInput(detail, null));
  }
  const range = { startMs, endMs };
  requestBackfill(exchange.world, row.id, range);
  return workflowId(row.id, range);
}

/** The ID of the workflow that exports a range. @source live service 2025-08, flow 7:267-285, 7:333-359 */
export function workflowId(batchExport: string, range: BackfillRange): string {
  const edge = (timeMs: number | null, open: string): string => (timeMs === null ? open : offsetTime(timeMs));
  return `${batchExport}-Backfill-${edge(range.startMs, "START")}-${edge(range.endMs, "END")}`;
}

const offsetTime = (timeMs: number): string => wireTimeFromMs(timeMs).replace("Z", "+00:00");

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** @source live service 2025-08, flow 7:269-273, 7:286 */
function readTimeWithOffset(sent: unknown): number {
  const found = typeof sent === "string" ? ISO.exec(sent) : null;
  const [, date, time = "00:00", zone] = found ?? [];
  const offset = (zone ?? "Z").replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hour, rest) => `${hour}:${rest ?? "00"}`);
  const timeMs = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  const input = `Input ${pythonString(sent)}`;
  if (found === null || Number.isNaN(timeMs)) {
    throw invalidInput(`${input} is not a valid ISO formatted datetime.`, null);
  }
  if (zone === undefined) throw invalidInput(`${input} is naive.`, null);
  return timeMs;
}

/** Moves a start before the first data to that data. @source live service 2025-08, flow 7:277-281; live notes 6.2 */
function withinData(
  exchange: Exchange,
  row: BatchExportRow,
  startMs: number | null,
  endMs: number | null,
): number | null {
  if ((startMs === null && endMs === null) || row.model === null) return startMs;
  const firstMs = firstDataMs(exchange, row);
  if (firstMs === undefined) throw invalidInput("There is no data to backfill for this model.", null);
  if (endMs !== null && endMs < firstMs) {
    const first = inZone(firstMs, zoneOf(exchange.world, row.project)).clock;
    const detail = `The provided backfill date range contains no data. The earliest possible backfill start date is ${first}`;
    throw invalidInput(detail, null);
  }
  return startMs === null ? null : Math.max(startMs, firstMs);
}

/** An unknown model has no first data, so none is searched. */
function firstDataMs({ world }: Exchange, { project, model }: BatchExportRow): number | undefined {
  if (model === "") return 0;
  if (model === "persons") {
    return world.store.table(PERSONS_TABLE).one({ project, is_hidden: false }, "created_ms")?.created_ms;
  }
  return world.store.table(EVENTS_TABLE).one({ project }, "timestamp_ms")?.timestamp_ms;
}

/** @source live service 2025-08, flow 7:274-276 */
function checkOrder({ world }: Exchange, row: BatchExportRow, startMs: number, endMs: number): void {
  if (startMs >= endMs) {
    throw invalidInput("The initial backfill datetime 'start_at' happens after 'end_at'", null);
  }
  if (endMs <= world.clock.nowMs() + intervalMs(row)) return;
  const { clock, offset } = inZone(endMs, zoneOf(world, row.project));
  const written = `${clock.replace(" ", "T")}${wireTimeFromMs(endMs).slice(19, -1)}${offset}`;
  const detail = `The provided 'end_at' (${written}) is too far into the future. Cannot backfill beyond 1 batch period into the future.`;
  throw invalidInput(detail, null);
}

/** The ID as written: the export needn't exist, now or ever. @source live service 2025-08, flow 7:291, 7:393-394 */
export function exportIdInPath(exchange: Exchange<"id">): string {
  const id = canonicalUuid(exchange.match.parameters.id);
  if (id === undefined) throw failureInLive(exchange, notFound());
  return id;
}

/** Latest first by default. @source live service 2025-08, flow 7:287-296 */
export function listBackfills(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const batchExport = exportIdInPath(exchange);
  const ordering = exchange.query.get("ordering") ?? "";
  const isByStart = ordering === "start_at" || ordering === "-start_at";
  const isDescending = ordering !== "start_at" && ordering !== "created_at";
  const column = isByStart ? "start_ms" : "created_ms";
  const direction = isDescending ? "DESC" : "ASC";
  const order = `ORDER BY ${column} ${direction}, seq ${direction}`;
  const { number } = projectOf(exchange);
  const rows = backfillsOf(world).select(`WHERE batch_export = ? AND project = ? ${order}`, batchExport, number);
  const positionOf = (row: BackfillRow): number => row[column] ?? 0;
  const show = (row: BackfillRow): unknown => showBackfill(world, row);
  return cursorPage(exchange, rows, { size: PAGE_ROWS, isDescending, positionOf, show });
}

/** One backfill of the export. @source live service 2025-08, flow 7:297-318, 7:394 */
export function backfillInPath(exchange: Exchange<"backfill_id" | "id">): BackfillRow {
  const row = backfillsOf(exchange.world).get(canonicalUuid(exchange.match.parameters.backfill_id) ?? "");
  if (row?.batch_export !== exportIdInPath(exchange) || row.project !== projectOf(exchange).number) throw notFound();
  return row;
}

/** @source live service 2025-08, flow 7:298-314 */
export function cancelBackfill(exchange: Exchange<"backfill_id" | "id">): Answer {
  const row = backfillInPath(exchange);
  if (!isGoing(row)) {
    throw invalidInput(`Cannot cancel a backfill that is in '${row.status}' status`, null);
  }
  cancel(exchange.world, backfillsOf(exchange.world), row);
  return { status: 200, headers: {}, body: { cancelled: true } };
}
