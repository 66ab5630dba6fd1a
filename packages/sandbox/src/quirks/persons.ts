import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about persons. */
export const PERSONS_QUIRKS = {
  personRowsHaveUuids: {
    statement: "A list of persons has the UUID as `id`, five more fields, and a count only on request.",
    documented: false,
    "2025-08": true,
    source: 'contract, persons list; live service 2025-08, flow 10:1, first recording "persons include_total"',
  },
  personWritesAreAccepted: {
    statement:
      "Writes to persons return 202 without a body, or 201 for split and delete_property, instead of 200, or 204 for DELETE.",
    documented: false,
    "2025-08": true,
    source: "contract, persons table; live service 2025-08, flow 10:45-192",
  },
  personWritesReadTheBody: {
    statement: "Writes to persons read keys, values, and IDs only from the body, not also from the query.",
    documented: false,
    "2025-08": true,
    source: 'contract, persons table; live service 2025-08, first recording "update_property q", "bulk q"',
  },
  deleteEventsCountsByPresence: {
    statement: "On DELETE of a person, `delete_events` applies whenever it is in the query, even as false.",
    documented: false,
    "2025-08": true,
    source: "contract, persons rule 8; live service 2025-08, flow 10:134-141",
  },
  searchLooksForPartsOfIds: {
    statement:
      "A search for persons also finds parts of the name, the UUID, and distinct IDs, not only whole distinct IDs.",
    documented: false,
    "2025-08": true,
    source: "contract, persons table; live service 2025-08, notes on persons and events 3.1",
  },
  personCohortsFail: {
    statement: "The cohorts of a person can't be read below a project.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      'contract, persons rule 3; live service 2025-08, first recording "persons cohorts"; service 2026-09, persons-and-events.md',
  },
  valuesAreEnveloped: {
    statement:
      "Property values of persons and events are in an object that also says whether they are being refreshed.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, values",
  },
  bulkDeletionIsQueued: {
    statement:
      "Bulk deletion returns what it queued, and refuses IDs together with distinct IDs; persons are deleted minutes later.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "seen",
    source: "service 2026-09, persons-and-events.md, bulk_delete",
  },
  propertiesAreDeletedInLists: {
    statement:
      "delete_property accepts one key or a list of up to 1,000, and refuses no key, an empty list, an empty key, and a key that isn't a string.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "told",
    source: "service 2026-09, persons-and-events.md, delete_property; code and attr of the refusal are inferred",
  },
  personsWereSeen: {
    statement: "A person shows the time of its last event.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, person object",
  },
} as const satisfies Record<string, Quirk>;
