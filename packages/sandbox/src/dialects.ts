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

/** Tells whether a quirk's statement holds in a dialect. */
export function hasQuirk(dialect: Dialect, quirk: QuirkName): boolean {
  const row: Quirk = QUIRKS[quirk];
  return row[dialect] ?? row["2025-08"];
}
