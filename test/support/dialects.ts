import { isInFull } from "./extent.ts";

/** The dialects that tests run in one by one; tables run in the newest one, 2026-09, besides. */
export const DIALECTS = ["documented", "2025-08"] as const;

/**
 * The dialects of a scenario that starts an engine, which knows nothing of dialects: one, that of the running service.
 *
 * One scenario of each engine meets the others in every run, to show that the engine gets along with them: `acceptance/dialects`.
 */
export const SCENARIO_DIALECTS: readonly (typeof DIALECTS)[number][] = isInFull() ? DIALECTS : ["2025-08"];
