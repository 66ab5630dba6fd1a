import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about events. */
export const EVENTS_QUIRKS = {} as const satisfies Record<string, Quirk>;
