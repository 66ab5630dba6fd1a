import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about roles. */
export const ROLES_QUIRKS = {
  rolesFollowCurrentOrganization: {
    statement:
      "Creating a role, and checking its name and the caller's level, use the current organization instead of the one in the path.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract, path parameters; live service 2025-08, flow 5:90-113; service 2026-09, roles.md: made in the path's",
  },
  roleMembershipIsNotRead: {
    statement: "Reading one membership of a role is refused.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract is silent, live notes 11 for what came after it; live service 2025-08, flow 5, first recording; service 2026-09, roles.md",
  },
  rolesFilterByQuery: {
    statement: "Every query parameter of roles is a filter by a field, so `limit` and `offset` fail.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source: "contract, endpoints; live service 2025-08, flow 5:40-49; service 2026-09, roles.md, Lists",
  },
  roleOfMembershipMustExist: {
    statement: "Adding a member to a role that the organization doesn't have is refused with its own text.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 5:66-67, 5:104-110; service 2026-09, roles.md, Membership errors",
  },
} as const satisfies Record<string, Quirk>;
