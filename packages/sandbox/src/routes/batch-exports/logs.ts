import { wireTimeFromMs } from "../../clock.ts";
import { hasQuirk } from "../../dialects.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { pageOf } from "../../pipeline/page.ts";
import { readDateTime, readInteger } from "../../wire/read-value.ts";
import { LOGS_TABLE, type LogRow } from "./rows.ts";
import { exportInPath, refuseWithoutProject } from "./write.ts";

/** Default and maximum number of lines. @source live notes 6.6; live service 2025-08, flow 7:368-371 */
const DEFAULT_LINES = 50;
const MAX_LINES = 500;

/** `GET logs/`: exactly one page of lines is read, so there is never a next page. @source flow 7:368-378 */
export function listLogs(exchange: Exchange<"id">): Answer {
  const row = exportInPath(exchange);
  refuseWithoutProject(exchange);
  if (exchange.project === undefined && !hasQuirk(exchange.world.dialect, "pausingAnswersWithBody")) {
    return { status: 200, headers: {} };
  }
  return pageOfLines(exchange, { batch_export: row.id });
}

/** Default number of days of a log, in 2026-09. @source service 2026-09, batch-exports.md, routes */
const DEFAULT_DAYS = 7;

/**
 * Lines of an export's log.
 *
 * @param run - ID of the run with these lines: the lines name it as instance
 */
export function pageOfLines(exchange: Exchange, match: { readonly batch_export: string }, run?: string): Answer {
  const { world, query } = exchange;
  const isNewer = hasQuirk(world.dialect, "exportLogsTakeKeys");
  const afterMs = isNewer && !query.has("after") ? world.clock.nowMs() - DEFAULT_DAYS * 86_400_000 : -Infinity;
  const lines = world.store
    .table(LOGS_TABLE)
    .where(match, { order: "timestamp_ms DESC" })
    .filter((line) => line.timestamp_ms >= afterMs && (run === undefined || line.instance_id === run));
  return pageOf(exchange, fittingLines(exchange, lines), (line) => showLine(line));
}

/** The parameters for the lines of any log. */
type Line = Pick<LogRow, "timestamp_ms" | "level" | "message" | "instance_id">;

/** The lines of a log that the query selects, latest first. */
export function fittingLines<Row extends Line>({ query }: Exchange, lines: readonly Row[]): Row[] {
  const limit = query.get("limit") ?? String(DEFAULT_LINES);
  const count = readInteger({ name: "limit", type: "integer", least: 1, most: MAX_LINES, source: "flow 7:370" }, limit);
  const [afterMs, beforeMs] = ["after", "before"].map((name) => {
    const text = query.get(name);
    return text === null ? undefined : Date.parse(readDateTime({ name, type: "dateTime", source: "flow 7:376" }, text));
  });
  const levels = query
    .get("level")
    ?.split(",")
    .map((level) => level.trim().toUpperCase());
  const [search, instance] = [query.get("search"), query.get("instance_id")];
  const fits = (line: Row): boolean =>
    line.timestamp_ms > (afterMs ?? -Infinity) &&
    line.timestamp_ms < (beforeMs ?? Infinity) &&
    levels?.includes(line.level) !== false &&
    (search === null || line.message.includes(search)) &&
    (instance === null || line.instance_id === instance);
  return lines.filter(fits).slice(0, count);
}

function showLine({ batch_export, instance_id, timestamp_ms, level, message }: LogRow): Record<string, unknown> {
  return { log_source_id: batch_export, instance_id, timestamp: wireTimeFromMs(timestamp_ms), level, message };
}
