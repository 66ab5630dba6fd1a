import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about account. */
export const ACCOUNT_QUIRKS = {
  keysAreRefusedInSmallLetters: {
    statement: "The refusal of an operation that no key can use writes `personal API key` in lower case.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, cross-cutting.md, scopes 2",
  },
  userShowsInvites: {
    statement: "The caller is shown with its number, single sign-on, open invites, and notification locks.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "generated",
    source: "live service 2025-08, flow 1:138; service 2026-09, schemas.json, user",
  },
} as const satisfies Record<string, Quirk>;
