import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about roles. */
export const ROLES_QUIRKS = {} as const satisfies Record<string, Quirk>;
