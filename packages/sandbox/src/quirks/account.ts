import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about account. */
export const ACCOUNT_QUIRKS = {
  keysAreRefusedInSmallLetters: {
    statement: "The refusal of what no key may do says personal API key in small letters.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, cross-cutting.md, scopes 2",
  },
} as const satisfies Record<string, Quirk>;
