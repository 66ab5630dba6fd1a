import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about members. */
export const MEMBERS_QUIRKS = {
  membersAreSearched: {
    statement:
      "Members are searched by `search` and filtered by `levels`, `email_domain` and `outside_verified_domains`; `order` takes the time of joining alone and passes over others.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "live service 2025-08, flow 4:67-109; service 2026-09, invites-and-members.md, Members; what is exact is inferred",
  },
  membersMayBeHidden: {
    statement:
      "Where members_can_see_org_members is false, a caller below administrator sees oneself and members of the own projects alone.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "service 2026-09, invites-and-members.md, Members, and roles.md, Visibility; who shares a project is said by the control plane",
  },
  grantedLevelIsJudgedFirst: {
    statement:
      "What level is given is judged before who is changed, and may not be above the caller's own; five refusals, in the service's order.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 4:17-41; service 2026-09, invites-and-members.md, Members",
  },
} as const satisfies Record<string, Quirk>;
