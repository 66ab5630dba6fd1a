/** A unit of time for counting, always in UTC. */
export type Unit = "minute" | "hour" | "day" | "week" | "month";

/** First day of a week, as the service numbers days: 0 is Sunday. */
export type WeekStart = 0 | 1;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Length of the units with a constant length. */
const LENGTHS: Readonly<Record<Exclude<Unit, "month">, number>> = {
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

const isUnit = (text: string): text is Unit => text === "month" || Object.hasOwn(LENGTHS, text);

/** Reads the name of a unit, regardless of case. */
export function unitNamed(text: string): Unit | undefined {
  const name = text.toLowerCase();
  return isUnit(name) ? name : undefined;
}

/** Beginning of the unit that contains a time. */
export function startOf(unit: Unit, timeMs: number, weekStart: WeekStart = 0): number {
  if (unit === "month") {
    const time = new Date(timeMs);
    return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1);
  }
  if (unit !== "week") return Math.floor(timeMs / LENGTHS[unit]) * LENGTHS[unit];
  // The first day of 1970 was a Thursday, so the third of January was a Saturday and the fourth a Sunday.
  const offsetMs = (3 + weekStart) * DAY_MS;
  return Math.floor((timeMs - offsetMs) / LENGTHS.week) * LENGTHS.week + offsetMs;
}

/** A time that many units later; a day that the month doesn't have becomes its last day. */
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

/** The number of units between the beginnings of two units. */
export function unitsBetween(unit: Unit, fromStartMs: number, toStartMs: number): number {
  if (unit !== "month") return Math.round((toStartMs - fromStartMs) / LENGTHS[unit]);
  const [from, to] = [new Date(fromStartMs), new Date(toStartMs)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}
