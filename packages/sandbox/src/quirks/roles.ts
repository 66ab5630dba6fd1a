import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about roles. */
export const ROLES_QUIRKS = {
  rolesFollowCurrentOrganization: {
    statement: "A role is created, and the caller's level judged, in the current organization instead of the path's.",
    documented: false,
    "2025-08": true,
    source: "contract, path parameters; live service 2025-08, flow 5:90-113",
  },
  roleMembershipIsNotRead: {
    statement: "Reading one membership of a role is refused.",
    documented: false,
    "2025-08": true,
    source: "contract is silent, live notes 11 for what came after it; live service 2025-08, flow 5, first recording",
  },
  rolesFilterByQuery: {
    statement: "Every query parameter of roles is a filter by a field, so that limit and offset fail.",
    documented: false,
    "2025-08": true,
    source: "contract, endpoints; live service 2025-08, flow 5:40-49",
  },
} as const satisfies Record<string, Quirk>;
