import { dictionaryIn } from "../wire/read-value.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { pathText } from "./request-path.ts";

/** Whether a request asks for CSV on a route that supports it. @source live notes on persons and events, 1.8 */
export function wantsCsv(exchange: Exchange): boolean {
  if (exchange.match.route?.csv !== true) return false;
  const format = exchange.query.get("format");
  if (format !== null) return format === "csv";
  if (/\.csv\/?$/.test(pathText(exchange.request.url))) return true;
  return exchange.request.headers.accept?.startsWith("text/csv") === true;
}

/** A failure outside the service's error handling: an HTML page. @source live service 2025-08, flow 10:157 */
const FAILED_RENDERING: Answer = {
  status: 500,
  headers: { "Content-Type": "text/html; charset=utf-8", Allow: "", Vary: "Cookie, origin" },
  text: '<!DOCTYPE html>\n<html lang="en"><head><title>Server error</title></head><body></body></html>\n',
};

/**
 * Renders `results`, or a bare list; everything else, including errors, gets an empty body. A write without a response
 * fails after it was carried out.
 * @source live service 2025-08, flow 10:19-25, 10:157-158
 */
export function csvAnswer(exchange: Exchange, answer: Answer): Answer {
  const { body, ...rest } = answer;
  if (answer.status >= 400) return rest;
  if (body === undefined && exchange.world.dialect !== "documented") {
    return FAILED_RENDERING;
  }
  const rows = Array.isArray(body) ? body : dictionaryIn(body)["results"];
  if (!Array.isArray(rows)) return rest;
  return { ...rest, headers: { "Content-Type": "text/csv; charset=utf-8", ...answer.headers }, text: csvOf(rows) };
}

/** The service's own times, in its language's form. @source live service 2025-08, flow 10:19 */
const OWN_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{6})?)Z$/;

/** Nested keys are joined with a dot, and the header is a sorted union; without rows, there is no header. */
function csvOf(rows: readonly unknown[]): string {
  const flat = rows.map((row) => flatten(row));
  const header = [...new Set(flat.flatMap((row) => [...row.keys()]))].toSorted();
  if (flat.length === 0) return "";
  const lines = flat.map((row) => header.map((name) => cell(ownTime(name, row.get(name)))).join(","));
  return [header.map(cell).join(","), ...lines, ""].join("\r\n");
}

function ownTime(name: string, value: unknown): unknown {
  return name.includes(".") || typeof value !== "string" ? value : value.replace(OWN_TIME, "$1 $2+00:00");
}

function flatten(value: unknown, prefix = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== "object" || value === null) return into.set(prefix, value);
  for (const [key, item] of Object.entries(value)) flatten(item, prefix === "" ? key : `${prefix}.${key}`, into);
  return into;
}

/** In CSV, the service spells values as Python does. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text =
    value === true ? "True" : value === false ? "False" : typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
