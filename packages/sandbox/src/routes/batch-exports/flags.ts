import type { World } from "../../world.ts";

/** What the service unlocks project by project, and the sandbox for all. @source live service 2025-08, flow 7:56-81 */
export type BatchExportFlags = { readonly highFrequency: boolean; readonly sessions: boolean };

const ID = "batch-export-flags";

/** Reads what is unlocked; by default nothing. */
export function readFlags({ store }: World): BatchExportFlags {
  const stored = store.tables.singletons.get(ID)?.value as Partial<BatchExportFlags> | undefined;
  return { highFrequency: false, sessions: false, ...stored };
}

/** Unlocks or locks; for the control plane. */
export function changeFlags(
  world: World,
  patch: { readonly [Name in keyof BatchExportFlags]?: boolean | undefined },
): BatchExportFlags {
  const before = readFlags(world);
  const { highFrequency = before.highFrequency, sessions = before.sessions } = patch;
  const value = { highFrequency, sessions };
  world.store.tables.singletons.put({ id: ID, value });
  return value;
}
