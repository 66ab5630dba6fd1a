import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about persons. */
export const PERSONS_QUIRKS = {} as const satisfies Record<string, Quirk>;
