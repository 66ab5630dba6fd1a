import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about proxy records. */
export const PROXY_RECORDS_QUIRKS = {
  proxyRecordsAreBareList: {
    statement: "The list of proxy records is a bare array without pages.",
    documented: false,
    "2025-08": true,
    source: "contract, paginated list envelope; live service 2025-08, departures and first recording",
  },
  proxyRecordIsOnlyListed: {
    statement: "Reading or changing one proxy record is a server failure: it is seen in the list alone.",
    documented: false,
    "2025-08": true,
    source: "contract, endpoints; live service 2025-08, departures and first recording",
  },
  proxyRecordCallsAnswer200: {
    statement: "Creating a proxy record answers 200, deleting one answers 200 with a body.",
    documented: false,
    "2025-08": true,
    source: "contract, errors: 201 and 204; live service 2025-08, departures",
  },
} as const satisfies Record<string, Quirk>;
