import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about projects. */
export const PROJECTS_QUIRKS = {} as const satisfies Record<string, Quirk>;
