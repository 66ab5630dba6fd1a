import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about domains. */
export const DOMAINS_QUIRKS = {
  verifyAnswersWithDomain: {
    statement: "Domain verify returns 200 with the Domain instead of 200 without a body.",
    documented: false,
    "2025-08": true,
    source: "contract, domains table; live service 2025-08, flow 2:75-87",
  },
  domainsHaveSaml: {
    statement: "SAML settings are fields of a domain; otherwise a domain ignores them.",
    documented: true,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source: "service 2026-09, domains-and-identity-providers.md, domains: gone from the domain",
  },
  domainNameIsFixed: {
    statement: "The name of a domain is accepted only on creation; a later change of it is ignored.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, domains-and-identity-providers.md, domains: on create only",
  },
  domainsNeedPlan: {
    statement: "Adding a domain needs the plan feature automatic_provisioning, as on the vendor's cloud.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, domains-and-identity-providers.md, domains: create on cloud",
  },
  lastWayInIsKept: {
    statement: "A domain that admits the caller can't be removed while verified domains are enforced.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, domains-and-identity-providers.md, domains: would_block_self",
  },
} as const satisfies Record<string, Quirk>;
