import type { QuietHours, WatchFile } from "../file/watch-schema.ts";
import { DAY_MS } from "../clock.ts";
import { routesTo } from "./routing.ts";

/** Whether a channel is quiet: all its routes must be. */
export function isQuiet(channel: string, file: Pick<WatchFile, "channels" | "routes">, atMs: number): boolean {
  const routes = routesTo(channel, file);
  return routes.length > 0 && routes.every(({ quietHours }) => quietHours !== undefined && isWithin(quietHours, atMs));
}

/** Whether a time is in quiet hours; if they end before they begin, they continue on the next day. */
export function isWithin({ from, to, timeZone, days }: QuietHours, atMs: number): boolean {
  const here = localTime(atMs, timeZone);
  const begins = (day: string): boolean => days?.some((one) => one === day) ?? true;
  if (from < to) return begins(here.day) && here.time >= from && here.time < to;
  if (here.time >= from) return begins(here.day);
  return here.time < to && begins(localTime(atMs - DAY_MS, timeZone).day);
}

function localTime(atMs: number, timeZone: string): { readonly day: string; readonly time: string } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const part = (name: "weekday" | "hour" | "minute"): string => parts.get(name) ?? "";
  return { day: part("weekday").toLowerCase(), time: `${part("hour")}:${part("minute")}` };
}
