import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about person insights. */
export const PERSON_INSIGHTS_QUIRKS = {
  lifecycleAndStickinessFail: {
    statement: "Lifecycle and stickiness can't be read below a project.",
    documented: false,
    "2025-08": true,
    source: "contract, persons table; live service 2025-08, flow 11:442, 11:446",
  },
  pathsAndRetentionAreGone: {
    statement: "There is no path and no retention: the service reads these words as the ID of a person.",
    documented: false,
    "2025-08": true,
    source: 'contract, persons table; live service 2025-08, first recording "persons path", "persons post path"',
  },
  personInsightsAreGone: {
    statement: "There are no person insights: the service reads these words as the ID of a person.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "generated",
    source: "service 2026-09, persons-and-events.md, routes; operations.tsv",
  },
} as const satisfies Record<string, Quirk>;
