import type { Row } from "./conformance-rows.ts";
import { FOUNDER } from "./scenario-world.ts";

const NAME = "Globex";

/** For each switch: its name at the service, the declared value, and what the service holds of none. */
const SWITCHES = {
  membersCanInvite: ["members_can_invite", false, true],
  membersCanUsePersonalApiKeys: ["members_can_use_personal_api_keys", false, true],
  isAiDataProcessingApproved: ["is_ai_data_processing_approved", false, null],
  membersCanCreateProjects: ["members_can_create_projects", true, false],
  membersCanSeeOrgMembers: ["members_can_see_org_members", false, true],
  allowPubliclySharedResources: ["allow_publicly_shared_resources", false, true],
  readOnlyMcpAccess: ["read_only_mcp_access", true, false],
  defaultAnonymizeIps: ["default_anonymize_ips", true, false],
  isAiTrainingOptedIn: ["is_ai_training_opted_in", true, null],
} as const;

/** Those that were there in 2025. */
const OLDER = ["membersCanInvite", "membersCanUsePersonalApiKeys", "isAiDataProcessingApproved"];

function bySwitch<T>(make: (wire: string, full: boolean, none: boolean | null) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(SWITCHES).map(([name, [wire, full, none]]) => [name, make(wire, full, none)]),
  );
}

/** An organization of the key's user. */
export const organizationRow: Row = {
  resource: "Organization",
  setUp: ({ sandbox }) =>
    Promise.resolve({ logo: sandbox.control.createMedia().id, otherLogo: sandbox.control.createMedia().id }),
  minimal: () => ({ name: NAME }),
  full: ({ logo }) => ({
    name: NAME,
    logoMediaId: logo,
    isMemberJoinEmailEnabled: false,
    enforce2fa: true,
    ...bySwitch((_wire, full) => full),
    deletionProtection: false,
    allowDuplicateName: false,
  }),
  changes: ({ otherLogo }) => ({
    name: { to: "Globex Industries", wire: { name: "Globex Industries" } },
    logoMediaId: { to: otherLogo, wire: { logo_media_id: otherLogo } },
    isMemberJoinEmailEnabled: { to: true, wire: { is_member_join_email_enabled: true } },
    enforce2fa: { to: false, wire: { enforce_2fa: false } },
    ...bySwitch((wire, full) => ({ to: !full, wire: { [wire]: !full } })),
  }),
  removals: {
    logoMediaId: { logo_media_id: null },
    isMemberJoinEmailEnabled: { is_member_join_email_enabled: true },
    enforce2fa: { enforce_2fa: null },
    ...bySwitch((wire, _full, none) => ({ [wire]: none })),
  },
  replacements: () => ({}),
  imported: { deletionProtection: true, allowDuplicateName: false },
  stored: { deletionProtection: true, allowDuplicateName: true },
  lacking: {
    documented: Object.keys(SWITCHES),
    "2025-08": Object.keys(SWITCHES).filter((name) => !OLDER.includes(name)),
    // A logo belongs to the organization, which is not there before it: set by a second request.
    "2026-09": ["isMemberJoinEmailEnabled", "logoMediaId"],
  },
  checkRequests: [],
  previewRequests: ["GET /organizations/"],
  edit: {
    field: "name",
    value: "Renamed elsewhere",
    apply: ({ sandbox }, id) => void sandbox.control.updateOrganization(id, { name: "Renamed elsewhere" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteOrganization(id),
  look: (world, id) => world.organization(id),
  count: ({ sandbox }, inputs) =>
    sandbox.control.organizations().filter((row) => row.name === inputs["name"] && row.is_pending_deletion !== true)
      .length,
  countAfterDelete: 0,
  derived: ["updated_at"],
  existing: {
    own: ({ sandbox }, { name }) => void sandbox.control.createOrganization({ email: FOUNDER, name: String(name) }),
    ownRequests: ["GET /organizations/", "GET /organizations/:id/domains/", "PATCH /organizations/:id/"],
    foreign: ({ sandbox }, { name }) => {
      const { id } = sandbox.control.createOrganization({ email: FOUNDER, name: String(name) });
      sandbox.control.updateOrganization(id, { created_at: "2024-05-01T10:00:00Z" });
    },
    foreignReason: /it was made at 2024-05-01T10:00:00Z, an hour ago or more/u,
    adoptTexts: (id, { name }) => [id, "globex", String(name)],
  },
  blindWhenStale: {
    "take over":
      "a list that does not show the earlier try yet cannot be told from one without it, and names may repeat",
  },
  looksBehind: ["create", "delete"],
  requests: {
    create: ["GET /organizations/", "POST /organizations/", "GET /organizations/"],
    update: ["GET /organizations/", "GET /organizations/:id/", "PATCH /organizations/:id/"],
    delete: ["DELETE /organizations/:id/", "GET /users/@me/", "GET /organizations/@current/"],
  },
};
