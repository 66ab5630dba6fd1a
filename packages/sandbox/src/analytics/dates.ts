import { wireTimeFromMs } from "../clock.ts";
import { textParameter } from "./parameters.ts";
import type { Properties } from "./rows.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Both ends are included. */
export type DateRange = { readonly fromMs: number; readonly toMs: number };

/** Renders the time of an event: an offset instead of Z. @source live notes on persons and events, 1.9 */
export function eventTime(timeMs: number): string {
  return wireTimeFromMs(timeMs).replace(/Z$/, "+00:00");
}

/** Midnight of a day in UTC. */
export function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/**
 * Reads a time: ISO 8601, in UTC without an offset, or relative such as `-7d`, `4d`, `2h`. Relative times in whole days
 * begin at midnight. `undefined` for other text.
 * @source live notes on persons and events, 4.1
 */
export function readTime(text: string, nowMs: number, isDayStart = false): number | undefined {
  const relative = /^-?(\d{1,6})(h|d|w|m|y)$/.exec(text.trim());
  if (relative !== null) {
    const thenMs = goBack(nowMs, Number(relative[1]), relative[2] ?? "d");
    // A time before the year 1 isn't valid.
    if (Number.isNaN(new Date(thenMs).getTime()) || new Date(thenMs).getUTCFullYear() < 1) return undefined;
    return isDayStart && relative[2] !== "h" ? startOfDay(thenMs) : thenMs;
  }
  const iso = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, "$1T")
    .replace(/ (\d\d:?\d\d)$/, "+$1");
  const isPlain = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(iso);
  if (!/^\d{4}-\d\d-\d\d/.test(iso)) return undefined;
  const timeMs = Date.parse(isPlain ? `${iso}Z` : iso);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function goBack(nowMs: number, count: number, unit: string): number {
  if (unit === "h") return nowMs - count * HOUR_MS;
  if (unit === "d") return nowMs - count * DAY_MS;
  if (unit === "w") return nowMs - count * 7 * DAY_MS;
  const then = new Date(nowMs);
  then.setUTCMonth(then.getUTCMonth() - count * (unit === "m" ? 1 : 12));
  return then.getTime();
}

/** The range of an analysis: by default the last seven days and today. @source first recording "S timeline" */
export function rangeOf(parameters: Properties, nowMs: number): DateRange {
  const from = textParameter(parameters, "date_from");
  const to = textParameter(parameters, "date_to");
  const fromMs = from === "all" ? 0 : readTime(from ?? "", nowMs, true);
  const toMs = to === undefined ? undefined : readTime(to, nowMs);
  const isDay = to !== undefined && /^\d{4}-\d\d-\d\d$/.test(to.trim());
  const endMs = toMs === undefined || isDay ? startOfDay(toMs ?? nowMs) + DAY_MS - 1 : toMs;
  return { fromMs: fromMs ?? startOfDay(nowMs - 7 * DAY_MS), toMs: endMs };
}
