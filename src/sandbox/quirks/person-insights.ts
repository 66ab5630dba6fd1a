import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about person insights. */
export const PERSON_INSIGHTS_QUIRKS = {} as const satisfies Record<string, Quirk>;
