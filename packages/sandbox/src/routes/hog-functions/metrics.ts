import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { invalid, sandboxError } from "../../pipeline/service-error.ts";
import { settingOf } from "../projects/rows.ts";
import { functionInPath } from "./write.ts";

const CHOICES: readonly (readonly [name: string, choices: readonly string[]])[] = [
  ["interval", ["hour", "day", "week"]],
  ["breakdown_by", ["name", "kind"]],
];

const DAY_MS = 86_400_000;

/**
 * The days or weeks of a period without any run, since the sandbox runs no functions: labels, and no series.
 * @source the service's code of 2026, as read in public
 */
export function listMetrics(exchange: Exchange<"id">): Answer {
  functionInPath(exchange);
  readChoices(exchange);
  const { query, world } = exchange;
  const days = /^-(\d{1,3})d$/.exec(query.get("after") ?? "-7d")?.[1];
  const interval = query.get("interval") ?? "day";
  const isKnown = days !== undefined && !query.has("before") && interval !== "hour";
  if (!isKnown || settingOf(projectOf(exchange), "timezone") !== "UTC") {
    const detail =
      "The sandbox has metrics only by day or week, for the last days, and in projects with the time zone UTC.";
    throw sandboxError(501, "not_implemented", detail);
  }
  const today = Math.floor(world.clock.nowMs() / DAY_MS) * DAY_MS;
  const first = today - Number(days) * DAY_MS;
  const step = interval === "week" ? 7 : 1;
  const labels: string[] = [];
  for (let day = interval === "week" ? mondayBefore(first) : first; day <= today; day += step * DAY_MS) {
    labels.push(new Date(day).toISOString().slice(0, 10));
  }
  return { status: 200, headers: {}, body: { labels, series: [] } };
}

/** Nothing ran, so nothing is counted. @source as for `listMetrics` */
export function totalMetrics(exchange: Exchange<"id">): Answer {
  functionInPath(exchange);
  readChoices(exchange);
  return { status: 200, headers: {}, body: { totals: {} } };
}

function readChoices({ query }: Exchange): void {
  for (const [name, choices] of CHOICES) {
    const value = query.get(name);
    if (value === null || choices.includes(value)) continue;
    throw invalid("invalid_choice", `"${value}" is not a valid choice.`, name);
  }
}

function mondayBefore(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
}
