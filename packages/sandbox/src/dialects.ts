import type { Quirk } from "./quirks/quirk.ts";
import { ALL_QUIRKS } from "./quirks/registry.generated.ts";

/**
 * How the sandbox speaks: to the letter of the contract documents, as the running service was recorded in August 2025,
 * or as the service is described in September 2026.
 */
export type Dialect = "documented" | "2025-08" | "2026-09";

/** What a dialect may be called where a program or the command line names one: `live` is the older name of `2025-08`. */
export type DialectName = Dialect | "live";

/** The dialects, from the oldest to the newest. */
export const DIALECTS: readonly Dialect[] = ["documented", "2025-08", "2026-09"];

/** Dialect names as accepted by options, by the control plane and by the command line. */
export const DIALECT_NAMES: readonly DialectName[] = [...DIALECTS, "live"];

/** The dialect that a name means. */
export function dialectOf(name: DialectName): Dialect {
  return name === "live" ? "2025-08" : name;
}

/** The first and the last dialect that have something; the oldest and the newest when absent. */
export type Span = { readonly since?: Dialect | undefined; readonly until?: Dialect | undefined };

/** Tells whether something that has been there since one dialect, and until another one, is there in a dialect. */
export function isIn(dialect: Dialect, { since, until }: Span): boolean {
  const place = DIALECTS.indexOf(dialect);
  return (
    (since === undefined || place >= DIALECTS.indexOf(since)) &&
    (until === undefined || place <= DIALECTS.indexOf(until))
  );
}

/**
 * Every difference between the dialects. Whatever is not listed here is the same in all: where the contract is silent, it
 * answers as recorded, and where nothing is known of 2026-09, that answers as 2025-08.
 */
export const QUIRKS = ALL_QUIRKS;

/** Name of one quirk. */
export type QuirkName = keyof typeof QUIRKS;

/** Name of a quirk that holds on some days of its dialect only. */
export type DatedQuirk = {
  [Name in QuirkName]: (typeof QUIRKS)[Name] extends { readonly since: string } | { readonly until: string }
    ? Name
    : never;
}[QuirkName];

/** The day that 2026-09 plays unless told otherwise. */
export const DEFAULT_DAY = "2026-09-30";

/** Tells whether a quirk's statement holds in a dialect, on whatever day. */
export function hasQuirk(dialect: Dialect, quirk: Exclude<QuirkName, DatedQuirk>): boolean {
  return holdsIn(dialect, QUIRKS[quirk]);
}

/** Tells whether the statement of a quirk with dates holds in a dialect on a day such as 2026-09-30. */
export function hasQuirkOn(dialect: Dialect, day: string, quirk: DatedQuirk): boolean {
  const { since, until }: Quirk = QUIRKS[quirk];
  const isOver =
    dialect === "2026-09" && ((since !== undefined && day < since) || (until !== undefined && day > until));
  return !isOver && holdsIn(dialect, QUIRKS[quirk]);
}

function holdsIn(dialect: Dialect, row: Quirk): boolean {
  return row[dialect] ?? row["2025-08"];
}

/** Whether a text is a day of the calendar, as 2026-09-30. */
export function isDay(text: string): boolean {
  const timeMs = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}
