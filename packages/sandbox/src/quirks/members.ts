import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about members. */
export const MEMBERS_QUIRKS = {} as const satisfies Record<string, Quirk>;
