import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about organizations. */
export const ORGANIZATIONS_QUIRKS = {
  memberCountIsNumber: {
    statement: "Organization member_count is a number instead of a string.",
    documented: false,
    "2025-08": true,
    source: "contract, Organization; live service 2025-08, flow 1:1",
  },
  metadataIsObject: {
    statement: "Organization metadata is an object instead of its JSON text.",
    documented: false,
    "2025-08": true,
    source: "contract, Organization; live service 2025-08, flow 1:1",
  },
  organizationHasNewerFields: {
    statement: "An organization shows and takes the four settings that came after the contract.",
    documented: false,
    "2025-08": true,
    source: "contract, Organization; live service 2025-08, flow 1:54-82",
  },
} as const satisfies Record<string, Quirk>;
