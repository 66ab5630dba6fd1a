import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about proxy records. */
export const PROXY_RECORDS_QUIRKS = {} as const satisfies Record<string, Quirk>;
