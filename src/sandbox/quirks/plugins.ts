import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about plugins. */
export const PLUGINS_QUIRKS = {} as const satisfies Record<string, Quirk>;
