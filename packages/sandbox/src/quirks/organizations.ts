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
    statement: "An organization shows and accepts the four settings that came after the contract.",
    documented: false,
    "2025-08": true,
    source: "contract, Organization; live service 2025-08, flow 1:54-82",
  },
  settingsNeedPlan: {
    statement:
      "A change of an organization's setting without the plan feature for it is refused with 400 `payment_required`.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, organizations.md, Fields; that `attr` names the field is inferred",
  },
  organizationDeletionTakesTime: {
    statement:
      "A deleted organization is shown with `is_pending_deletion` for a while; deleting it once more is refused with 400.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, organizations.md, Deletion; how long it takes is inferred",
  },
  organizationPutNeedsAdmin: {
    statement: "PUT of an organization needs an administrator, as PATCH does, whatever is sent.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 1:152-155; service 2026-09, organizations.md, Permissions",
  },
  logoRefusedOnCreate: {
    statement: "Creating an organization with `logo_media_id` is refused: 400.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, organizations.md, Fields; code and text are inferred",
  },
  verifiedDomainsAreEnforced: {
    statement:
      "If an organization enforces verified domains, a caller outside them is refused with 403 `verified_domain_required`.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source:
      "service 2026-09, organizations.md, Permissions, cross-cutting.md, Scopes; inferred beyond the organization itself",
  },
  malformedOrganizationIsNotFound: {
    statement: "Below an organization, an ID that isn't a UUID gives 404 instead of a server failure.",
    documented: true,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "contract, errors; live service 2025-08, departures; service 2026-09, cross-cutting.md, Permission texts",
  },
} as const satisfies Record<string, Quirk>;
