import { isInFull } from "./extent.ts";

/** The dialects of the service from before 2026: tests for exactly these use features that the newest one no longer has. */
export const OLDER_DIALECTS = ["documented", "2025-08"] as const;

/** Every dialect of the service. */
export const DIALECTS = [...OLDER_DIALECTS, "2026-09"] as const;

/**
 * The dialects of conformance and counts. Before the documented one, Orgform makes the requests of 2025-08, so that a run
 * by day takes of it only the rows that ask something else first (`conformance-cells`), and the few tests that name it.
 */
export const TABLE_DIALECTS: readonly (typeof DIALECTS)[number][] = isInFull() ? DIALECTS : ["2025-08", "2026-09"];

/**
 * The dialects of a scenario that starts an engine, which knows no dialects: one, that of the running service.
 *
 * In every run, one scenario of each engine meets the others, to show that the engine works with them:
 * `acceptance/dialects`.
 */
export const SCENARIO_DIALECTS: readonly (typeof OLDER_DIALECTS)[number][] = isInFull() ? OLDER_DIALECTS : ["2025-08"];
