import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about batch exports. */
export const BATCH_EXPORTS_QUIRKS = {
  batchExportsLackProject: {
    statement: "Below an organization, writing a batch export, backfill and logs find no project and fail.",
    documented: false,
    "2025-08": true,
    source: "contract, batch exports table; live service 2025-08, flow 7:191-193, 7:283, 7:378",
  },
  pausingAnswersWithBody: {
    statement: "Below an organization, pause, unpause and backfill answer with a body, and logs with lines.",
    documented: false,
    "2025-08": true,
    source: "contract, batch exports table; live service 2025-08, flow 7:241-249",
  },
  batchExportConfigIsNeeded: {
    statement: "The config of a destination must not be null.",
    documented: false,
    "2025-08": true,
    source: "contract, batch export table; live service 2025-08, flow 7:32, 7:102",
  },
  exportPortIsNumber: {
    statement: "The port of a database is made a number when an export is made or changed, and null is none.",
    documented: false,
    "2025-08": true,
    source:
      "contract, batch export table; live service 2025-08, a copy of its code: `port: null` of Postgres is answered 500",
  },
  batchExportsAreLinked: {
    statement:
      "The credentials of a destination lie in an integration of the project; type and model cannot change, S3 is neither made nor written, keys that a type does not take are refused, and numbers and truth values read back as such.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "service 2026-09, batch-exports.md, destination object (2026-09); the texts for a missing or wrong integration, and that a change of an S3 export is refused whatever it names, are inferred",
  },
  backfillsAreRows: {
    statement: "A backfill is asked for with POST backfills/ alone, which answers 201 with the id of its row.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, batch-exports.md, backfills (2026-09)",
  },
  exportLogsTakeKeys: {
    statement: "A key with scopes reads the log of an export, and of a run.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 7:368; service 2026-09, batch-exports.md, table of routes",
  },
} as const satisfies Record<string, Quirk>;
