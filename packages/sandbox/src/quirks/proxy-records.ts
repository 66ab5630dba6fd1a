import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about proxy records. */
export const PROXY_RECORDS_QUIRKS = {
  proxyRecordsAreBareList: {
    statement: "The list of proxy records is a bare array without pages.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract, paginated list envelope; live service 2025-08, departures and first recording; service 2026-09, proxy-records.md",
  },
  proxyListShowsQuota: {
    statement: "The list of proxy records is one object with the records and the maximum number that the plan allows.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, proxy-records.md",
  },
  proxyRecordIsOnlyListed: {
    statement: "Reading or changing one proxy record is a server failure: only the list shows it.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract, endpoints; live service 2025-08, departures and first recording; service 2026-09, proxy-records.md",
  },
  proxyRecordCreationAnswers200: {
    statement: "Creating a proxy record returns 200.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source: "contract, errors: 201; live service 2025-08, departures; service 2026-09, proxy-records.md",
  },
  proxyRecordRemovalAnswers200: {
    statement: "Deleting a proxy record returns 200 with a body.",
    documented: false,
    "2025-08": true,
    "2026-09": true,
    certainty: "read",
    source: "contract, errors: 204; live service 2025-08, departures; service 2026-09, proxy-records.md",
  },
  proxyBodiesAreUnguarded: {
    statement: "A value that a proxy record doesn't accept is a server failure, and so is an unknown record.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source: "contract, errors; live service 2025-08, flow 9:6-17, 9:39-87; service 2026-09, proxy-records.md",
  },
  proxyRecordsHaveQuota: {
    statement: "The plan limits an organization's proxy records; without the plan feature, to two.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, proxy-records.md, quota",
  },
  proxyRootRedirects: {
    statement: "A proxy record has a redirect URL for requests to its root, the only field that can be changed.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "generated",
    source: "service 2026-09, proxy-records.md, PATCH",
  },
} as const satisfies Record<string, Quirk>;
