import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about account. */
export const ACCOUNT_QUIRKS = {} as const satisfies Record<string, Quirk>;
