import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about activity. */
export const ACTIVITY_QUIRKS = {} as const satisfies Record<string, Quirk>;
