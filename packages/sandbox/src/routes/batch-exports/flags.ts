import { singletonsOf } from "../../store/rows.ts";
import type { World } from "../../world.ts";

/**
 * What the service unlocks project by project, and the sandbox for all; `hogql` and backfills from the beginning are
 * asked for in 2026-09.
 *
 * @source live service 2025-08, flow 7:56-81; service 2026-09, batch-exports.md
 */
export type BatchExportFlags = {
  readonly highFrequency: boolean;
  readonly sessions: boolean;
  readonly hogql: boolean;
  readonly backfillFromBeginning: boolean;
  /** How many backfills of a project may go on in 2026-09; null for no limit: which number the service has is not known. */
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

/** Reads what is unlocked; by default nothing. */
export function readFlags({ store }: World): BatchExportFlags {
  const stored = store.table(FLAGS).get(ID)?.value;
  return { ...NONE, ...stored };
}

/** Unlocks or locks; for the control plane. */
export function changeFlags(
  world: World,
  patch: { readonly [Name in keyof BatchExportFlags]?: BatchExportFlags[Name] | undefined },
): BatchExportFlags {
  const given = Object.entries(patch).filter(([, isUnlocked]) => isUnlocked !== undefined);
  const value: BatchExportFlags = { ...readFlags(world), ...Object.fromEntries(given) };
  world.store.tables.singletons.put({ id: ID, value });
  return value;
}
