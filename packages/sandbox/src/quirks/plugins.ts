import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about plugins. */
export const PLUGINS_QUIRKS = {
  pipelineActionsAnswer: {
    statement: "Operations on pipeline items other than reading and writing return a body.",
    documented: false,
    "2025-08": true,
    source: "contract, pipeline items table; live service 2025-08, flow 8:16-54",
  },
  migrationAvailabilityIsBoolean: {
    statement: "Pipeline item hog_function_migration_available is a boolean instead of its text.",
    documented: false,
    "2025-08": true,
    source: "contract, Pipeline item; live service 2025-08, flow 8:1",
  },
  brokenManifestIsKept: {
    statement: "A plugin.json that can't be read is stored before update_source fails.",
    documented: false,
    "2025-08": true,
    source: "contract, errors; live service 2025-08, flow 8:304-308",
  },
} as const satisfies Record<string, Quirk>;
