import type { Quirk } from "./quirks/quirk.ts";
import { ALL_QUIRKS } from "./quirks/registry.generated.ts";

/**
 * The service version that the sandbox emulates: exactly the contract documents, the running service as recorded in
 * August 2025, or the service as described in September 2026.
 */
export type Dialect = "documented" | "2025-08" | "2026-09";

/** Names of dialects that programs and the command line accept: `live` is the older name of `2025-08`. */
export type DialectName = Dialect | "live";

/** The dialects, oldest first. */
export const DIALECTS: readonly Dialect[] = ["documented", "2025-08", "2026-09"];

/** Dialect names as accepted by options, by the control plane and by the command line. */
export const DIALECT_NAMES: readonly DialectName[] = [...DIALECTS, "live"];

/** The dialect of a name. */
export function dialectOf(name: DialectName): Dialect {
  return name === "live" ? "2025-08" : name;
}

/** The first and the last dialect with a feature; by default, the oldest and the newest one. */
export type Span = { readonly since?: Dialect | undefined; readonly until?: Dialect | undefined };

/** Whether a dialect is within a span of dialects. */
export function isIn(dialect: Dialect, { since, until }: Span): boolean {
  const place = DIALECTS.indexOf(dialect);
  return (
    (since === undefined || place >= DIALECTS.indexOf(since)) &&
    (until === undefined || place <= DIALECTS.indexOf(until))
  );
}

/**
 * Every difference between the dialects. Everything else is the same in all of them: where the contract is silent, that
 * dialect responds as recorded, and where nothing is known of 2026-09, it responds as 2025-08 does.
 */
export const QUIRKS = ALL_QUIRKS;

/** Name of one quirk. */
export type QuirkName = keyof typeof QUIRKS;

/** Name of a quirk that applies only on some days of its dialect. */
export type DatedQuirk = {
  [Name in QuirkName]: (typeof QUIRKS)[Name] extends { readonly since: string } | { readonly until: string }
    ? Name
    : never;
}[QuirkName];

/** The day that 2026-09 emulates by default. */
export const DEFAULT_DAY = "2026-09-30";

/** Whether a quirk's statement holds in a dialect, on any day. */
export function hasQuirk(dialect: Dialect, quirk: Exclude<QuirkName, DatedQuirk>): boolean {
  return holdsIn(dialect, QUIRKS[quirk]);
}

/** Whether the statement of a dated quirk holds in a dialect on a day such as 2026-09-30. */
export function hasQuirkOn(dialect: Dialect, day: string, quirk: DatedQuirk): boolean {
  const { since, until }: Quirk = QUIRKS[quirk];
  const isOver =
    dialect === "2026-09" && ((since !== undefined && day < since) || (until !== undefined && day > until));
  return !isOver && holdsIn(dialect, QUIRKS[quirk]);
}

function holdsIn(dialect: Dialect, row: Quirk): boolean {
  return row[dialect] ?? row["2025-08"];
}

/** Whether a string is a calendar day, as 2026-09-30. */
export function isDay(text: string): boolean {
  const timeMs = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}
