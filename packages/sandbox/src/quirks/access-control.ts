import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about rules of access. */
export const ACCESS_CONTROL_QUIRKS = {
  accessIsEnforced: {
    statement:
      "Rules of access decide what a member may reach: a project that is closed to the caller is not found by its own routes, refused below them, and left out of lists.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, access-control.md, What the routes do with it",
  },
} as const satisfies Record<string, Quirk>;
