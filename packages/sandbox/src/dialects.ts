import { ALL_QUIRKS } from "./quirks/registry.generated.ts";

/** How the sandbox speaks: to the letter of the contract documents, or as the running service was recorded. */
export type Dialect = "documented" | "live";

/** Dialect names as accepted by options and by the command line. */
export const DIALECTS: readonly Dialect[] = ["documented", "live"];

/**
 * Every difference between the two dialects. Whatever is not listed here is the same in both: where the contract
 * is silent, both answer as recorded.
 */
export const QUIRKS = ALL_QUIRKS;

/** Name of one quirk. */
export type QuirkName = keyof typeof QUIRKS;

/** Tells whether a quirk's statement holds in a dialect. */
export function hasQuirk(dialect: Dialect, quirk: QuirkName): boolean {
  return QUIRKS[quirk][dialect];
}
