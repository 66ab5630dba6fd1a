import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about invites. */
export const INVITES_QUIRKS = {} as const satisfies Record<string, Quirk>;
