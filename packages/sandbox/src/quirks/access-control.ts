import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about rules of access; `documented` has none. */
export const ACCESS_CONTROL_QUIRKS = {
  accessIsEnforced: {
    statement:
      "Access rules decide what a member can reach: a project that is closed to the caller gives 404 on its own routes and 403 below them, and lists leave it out.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, access-control.md, What the routes do with it",
  },
  accessRulesAreReadOnlyForScopedKeys: {
    statement: "A scoped key can read access rules, but not write them.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, and PostHog/posthog#34566 (2025-07-04), read access alone; service 2026-09, access-control.md, table",
  },
  accessRulesAreJudgedByLevelAlone: {
    statement:
      "An access rule for a role needs no plan feature, its role or member can be in another organization, and any number of objects can have rules.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, and PostHog/posthog ee/api/rbac/access_control.py (mid 2025); service 2026-09, access-control.md, errors 6, 7, 9",
  },
} as const satisfies Record<string, Quirk>;
