import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about invites. */
export const INVITES_QUIRKS = {
  bulkAnswersWithInvites: {
    statement: "Invites bulk returns 201 with a list of Invites instead of 200 without a body.",
    documented: false,
    "2025-08": true,
    source: "contract, invites table; live service 2025-08, flow 3:95-110",
  },
  bulkKeepsEarlierInvites: {
    statement: "A bulk of invites that contains a member creates the invites before that member.",
    documented: false,
    "2025-08": true,
    source: "contract, invites table, and live notes 4.2; live service 2025-08, flow 3:103-104",
  },
  invitingChecksNoKey: {
    statement: "Creating and deleting an invite checks neither the scopes nor the limits of the key.",
    documented: false,
    "2025-08": true,
    "2026-09": false,
    certainty: "read",
    source:
      "contract, invites table; live service 2025-08, flow 3:91-92, flow 11 invite rows; service 2026-09, invites-and-members.md, Invites",
  },
  invitingFollowsCurrentOrganization: {
    statement: "The caller's current organization, not the one in the path, decides whether members can invite.",
    documented: false,
    "2025-08": true,
    source: "contract, path parameters; live notes 4.2; live service 2025-08, flow 3:82-86",
  },
  deletingInvitesNeedsAdmin: {
    statement: "Only an administrator can delete an invite, whoever can invite.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "live service 2025-08, flow 3:82-92; service 2026-09, invites-and-members.md, Invites; the text is inferred",
  },
  someAddressesAreNotInvited: {
    statement:
      "Addresses with a plus sign, and addresses outside the verified domains that an organization enforces, can't be invited: 400.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "told",
    source:
      "service 2026-09, invites-and-members.md, Invites; code, text and field of both refusals, and the status of the second, are inferred and can be switched",
  },
  invitesAreLimited: {
    statement:
      "An organization can send 50 invites an hour and 200 a day; a request for more than the remaining number is refused as a whole.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "told",
    source: "service 2026-09, invites-and-members.md, Limits; that a request counts as a whole is inferred",
  },
} as const satisfies Record<string, Quirk>;
