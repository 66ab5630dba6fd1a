import { singletonsOf } from "../../store/rows.ts";
import type { World } from "../../world.ts";

/**
 * Features that the service unlocks for each project, and the sandbox for all. In 2026-09, `hogql` and backfills from
 * the beginning are checked.
 *
 * @source live service 2025-08, flow 7:56-81; service 2026-09, batch-exports.md
 */
export type BatchExportFlags = {
  readonly highFrequency: boolean;
  readonly sessions: boolean;
  readonly hogql: boolean;
  readonly backfillFromBeginning: boolean;
  /** The maximum number of running backfills of a project in 2026-09; null for no limit. The service's number isn't known. */
  readonly concurrentBackfills: number | null;
};

const NONE: BatchExportFlags = {
  highFrequency: false,
  sessions: false,
  hogql: false,
  backfillFromBeginning: false,
  concurrentBackfills: null,
};

const ID = "batch-export-flags";
const FLAGS = singletonsOf<Partial<BatchExportFlags>>();

/** Reads the unlocked features; by default none. */
export function readFlags({ store }: World): BatchExportFlags {
  const stored = store.table(FLAGS).get(ID)?.value;
  return { ...NONE, ...stored };
}

/** Unlocks or locks features; for the control plane. */
export function changeFlags(
  world: World,
  patch: { readonly [Name in keyof BatchExportFlags]?: BatchExportFlags[Name] | undefined },
): BatchExportFlags {
  const given = Object.entries(patch).filter(([, isUnlocked]) => isUnlocked !== undefined);
  const value: BatchExportFlags = { ...readFlags(world), ...Object.fromEntries(given) };
  world.store.tables.singletons.put({ id: ID, value });
  return value;
}
