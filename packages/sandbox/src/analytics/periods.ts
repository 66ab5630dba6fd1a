/** A stretch of time by which an analysis counts; all of them in UTC. */
export type Unit = "minute" | "hour" | "day" | "week" | "month";

/** Day on which a week begins, as the service counts: 0 is Sunday. */
export type WeekStart = 0 | 1;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Length of the units that always have the same. */
const LENGTHS: Readonly<Record<Exclude<Unit, "month">, number>> = {
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

const isUnit = (text: string): text is Unit => text === "month" || Object.hasOwn(LENGTHS, text);

/** Reads the name of a unit, in any case of letters. */
export function unitNamed(text: string): Unit | undefined {
  const name = text.toLowerCase();
  return isUnit(name) ? name : undefined;
}

/** Beginning of the stretch that a time lies in. */
export function startOf(unit: Unit, timeMs: number, weekStart: WeekStart = 0): number {
  if (unit === "month") {
    const time = new Date(timeMs);
    return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1);
  }
  if (unit !== "week") return Math.floor(timeMs / LENGTHS[unit]) * LENGTHS[unit];
  // The first day of 1970 was a Thursday, so that the third of January is a Saturday and the fourth a Sunday.
  const offsetMs = (3 + weekStart) * DAY_MS;
  return Math.floor((timeMs - offsetMs) / LENGTHS.week) * LENGTHS.week + offsetMs;
}

/** A time so many units later; a day that the month does not have becomes its last one. */
export function addUnits(unit: Unit, timeMs: number, count: number): number {
  if (unit !== "month") return timeMs + count * LENGTHS[unit];
  const time = new Date(timeMs);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  time.setUTCDate(Math.min(day, lastDay));
  return time.getTime();
}

/** How many units lie between the beginnings of two stretches. */
export function unitsBetween(unit: Unit, fromStartMs: number, toStartMs: number): number {
  if (unit !== "month") return Math.round((toStartMs - fromStartMs) / LENGTHS[unit]);
  const [from, to] = [new Date(fromStartMs), new Date(toStartMs)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}
