import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about batch exports. */
export const BATCH_EXPORTS_QUIRKS = {
  batchExportsNeedAddOn: {
    statement: "Creating and changing batch exports needs the plan feature `data_pipelines`.",
    documented: true,
    "2025-08": true,
    "2026-09": false,
    certainty: "told",
    source:
      "contract is silent; live service 2025-08, flow 7:384-385; service 2026-09, batch-exports.md: there is no plan gate",
  },
  batchExportsLackProject: {
    statement: "Below an organization, writing a batch export, backfill, and logs find no project and fail.",
    documented: false,
    "2025-08": true,
    source: "contract, batch exports table; live service 2025-08, flow 7:191-193, 7:283, 7:378",
  },
  pausingAnswersWithBody: {
    statement: "Below an organization, pause, unpause, and backfill return a body, and logs returns lines.",
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
    statement: "Creating or changing an export converts the port of a database to a number, which fails for null.",
    documented: false,
    "2025-08": true,
    source:
      "contract, batch export table; live service 2025-08, a copy of its code: `port: null` of Postgres is answered 500",
  },
  batchExportsAreLinked: {
    statement:
      "An integration of the project holds a destination's credentials; the type can't change, S3 exports can't be created or written, keys that a type doesn't accept are refused, and numbers and Booleans read back as such.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "service 2026-09, batch-exports.md, destination object (2026-09); the texts for a missing or wrong integration, and that a change of an S3 export is refused whatever it names, are inferred",
  },
  backfillsAreRows: {
    statement: "Only POST backfills/ starts a backfill, and returns 201 with the ID of its row.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, batch-exports.md, backfills (2026-09)",
  },
  exportLogsTakeKeys: {
    statement: "A scoped key can read the logs of an export and of a run.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 7:368; service 2026-09, batch-exports.md, table of routes",
  },
  exportModifiersAreShown: {
    statement: "The modifiers of a query are accepted and shown.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-09-25",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, export object: migration 0009 of 2026-09-25",
  },
  s3IsNoChoice: {
    statement: "S3 isn't a valid destination type; before, it is refused as deprecated.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-09-28",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, rules: migration 0010 of 2026-09-28",
  },
  bucketKeysHaveText: {
    statement:
      "Credentials in the config of a bucket are refused with a special text; later they are refused as unknown fields.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    until: "2026-09-27",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, credentials in config; that the day is that of S3's end is inferred",
  },
  exportModelIsFixed: {
    statement: "The model of an export can't change; before, only changes to and from `hogql` are refused.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-10-09",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, after 2026-09; that the day is that of migration 0011 is inferred",
  },
  exportFiltersAreOfEvents: {
    statement: "Only the model `events` accepts filters; before, every model except `hogql` does.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-10-09",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, after 2026-09; that the day is that of migration 0011 is inferred",
  },
  eventQueriesAreClosed: {
    statement:
      "Apart from `hogql`, only the model `events` accepts a query, and only in a project that already has an export with a query.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-10-09",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, after 2026-09; that the day is that of migration 0011 is inferred",
  },
  exportsMerge: {
    statement: "Exports show and accept `incremental_mode`, `primary_key`, and `version_key`.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    since: "2026-10-09",
    certainty: "read",
    source: "service 2026-09, batch-exports.md, after 2026-09: migration 0011 of 2026-10-09",
  },
} as const satisfies Record<string, Quirk>;
