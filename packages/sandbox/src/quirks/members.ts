import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about members. */
export const MEMBERS_QUIRKS = {
  membersAreSearched: {
    statement:
      "`search` finds members, and `levels`, `email_domain`, and `outside_verified_domains` filter them; `order` accepts only the time of joining and ignores other values.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "live service 2025-08, flow 4:67-109; service 2026-09, invites-and-members.md, Members; what is exact is inferred",
  },
  membersMayBeHidden: {
    statement:
      "If `members_can_see_org_members` is false, a caller who isn't an administrator sees only themselves and the members of their own projects.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "service 2026-09, invites-and-members.md, Members, and roles.md, Visibility; who shares a project is said by the control plane",
  },
  grantedLevelIsJudgedFirst: {
    statement:
      "The new level is checked before the member, and can't be above the caller's own; there are five refusals, in the service's order.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 4:17-41; service 2026-09, invites-and-members.md, Members",
  },
} as const satisfies Record<string, Quirk>;
