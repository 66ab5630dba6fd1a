import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about domains. */
export const DOMAINS_QUIRKS = {
  verifyAnswersWithDomain: {
    statement: "Domain verify answers 200 with the Domain instead of 200 without a body.",
    documented: false,
    "2025-08": true,
    source: "contract, domains table; live service 2025-08, flow 2:75-87",
  },
} as const satisfies Record<string, Quirk>;
