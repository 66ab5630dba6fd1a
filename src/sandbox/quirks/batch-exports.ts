import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about batch exports. */
export const BATCH_EXPORTS_QUIRKS = {} as const satisfies Record<string, Quirk>;
