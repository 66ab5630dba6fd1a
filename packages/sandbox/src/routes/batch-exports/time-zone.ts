import type { World } from "../../world.ts";
import { settingOf } from "../projects/rows.ts";

/** The time zone of a project. @source live service 2025-08, flow 6:23-34 */
export function zoneOf({ store }: World, project: number): string {
  const row = store.tables.projects.one({ number: project });
  return row === undefined ? "UTC" : String(settingOf(row, "timezone"));
}

/** The local time in a zone, to the second, and the zone's offset from UTC, such as `-05:00`. */
export function inZone(timeMs: number, zone: string): { readonly clock: string; readonly offset: string } {
  const style = { dateStyle: "short", timeStyle: "medium", timeZone: zone } as const;
  const clock = new Intl.DateTimeFormat("sv-SE", style).format(timeMs);
  const minutes = Math.round((Date.parse(`${clock.replace(" ", "T")}Z`) - Math.floor(timeMs / 1000) * 1000) / 60_000);
  const part = (count: number): string => String(Math.floor(count)).padStart(2, "0");
  const ahead = Math.abs(minutes);
  return { clock, offset: `${minutes < 0 ? "-" : "+"}${part(ahead / 60)}:${part(ahead % 60)}` };
}
