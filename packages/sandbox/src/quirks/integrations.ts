import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about integrations; `documented` has none. */
export const INTEGRATIONS_QUIRKS = {
  integrationsNeedKeysWithoutScopes: {
    statement: "No key with scopes may do anything with integrations.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, integrations; service 2026-09, integrations.md, table",
  },
  integrationsAreFree: {
    statement:
      "Whoever is in a project deletes and overwrites its integrations, those too that something uses; lists are not filtered.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, and PostHog/posthog posthog/api/integration.py (mid 2025); service 2026-09, integrations.md, Delete",
  },
} as const satisfies Record<string, Quirk>;
