import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about capture. */
export const CAPTURE_QUIRKS = {} as const satisfies Record<string, Quirk>;
