import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about integrations; `documented` has none. */
export const INTEGRATIONS_QUIRKS = {
  integrationsNeedKeysWithoutScopes: {
    statement: "Scoped keys can't use integrations at all.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, integrations; service 2026-09, integrations.md, table",
  },
  integrationsAreFree: {
    statement:
      "Anyone in a project can delete and overwrite its integrations, even those in use; lists aren't filtered.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent; live service 2025-08, newer facts, and PostHog/posthog posthog/api/integration.py (mid 2025); service 2026-09, integrations.md, Delete",
  },
} as const satisfies Record<string, Quirk>;
