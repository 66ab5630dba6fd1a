import type { RowDeclaration } from "./row-declaration.ts";
import { FOUNDER } from "./scenario-world.ts";

const NAME = `Globex |Köln| "6" 'x'`;

/** The slug that the service derives from the name. */
const SLUG = "globex-koln-6-x";

/** The declared value of each Boolean setting. */
const SWITCHES = {
  membersCanInvite: false,
  membersCanUsePersonalApiKeys: false,
  isAiDataProcessingApproved: false,
  membersCanCreateProjects: true,
  membersCanSeeOrgMembers: false,
  allowPubliclySharedResources: false,
  readOnlyMcpAccess: true,
  defaultAnonymizeIps: true,
  isAiTrainingOptedIn: true,
};

/** The settings of 2025. */
const OLDER = ["membersCanInvite", "membersCanUsePersonalApiKeys", "isAiDataProcessingApproved"];

/** An organization of the key's user. */
export const organizationRow: RowDeclaration = {
  resource: "Organization",
  at: "/organizations/",
  setUp: ({ sandbox }) =>
    Promise.resolve({ logo: sandbox.control.createMedia().id, otherLogo: sandbox.control.createMedia().id }),
  full: ({ logo }) => ({
    name: NAME,
    logoMediaId: logo,
    isMemberJoinEmailEnabled: false,
    enforce2fa: true,
    ...SWITCHES,
    deletionProtection: false,
    allowDuplicateName: false,
  }),
  changes: ({ otherLogo }) => ({
    name: { to: `Globex |Århus| "7" 'y'` },
    logoMediaId: { to: otherLogo },
    isMemberJoinEmailEnabled: { to: true },
    enforce2fa: { to: false },
    ...Object.fromEntries(Object.entries(SWITCHES).map(([name, full]) => [name, { to: !full }])),
  }),
  // A new organization starts with another value.
  removals: {
    isAiDataProcessingApproved: { is_ai_data_processing_approved: null },
    isAiTrainingOptedIn: { is_ai_training_opted_in: null },
  },
  replacements: () => ({}),
  imported: { deletionProtection: true, allowDuplicateName: false },
  stored: { deletionProtection: true, allowDuplicateName: true },
  lacking: {
    documented: Object.keys(SWITCHES),
    "2025-08": Object.keys(SWITCHES).filter((name) => !OLDER.includes(name)),
    // A second request sets the logo, which belongs to the organization.
    "2026-09": ["isMemberJoinEmailEnabled", "logoMediaId"],
  },
  checkRequests: [],
  previewRequests: ["LIST"],
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
  derived: ["updated_at"],
  existing: {
    own: ({ sandbox }, { name }) => void sandbox.control.createOrganization({ email: FOUNDER, name: String(name) }),
    ownRequests: ["LIST", "DOMAINS", "CHANGE"],
    foreign: ({ sandbox }, { name }) => {
      const { id } = sandbox.control.createOrganization({ email: FOUNDER, name: String(name) });
      sandbox.control.updateOrganization(id, { created_at: "2024-05-01T10:00:00Z" });
    },
    foreignReason: /it was created at 2024-05-01T10:00:00Z, at least an hour ago/u,
    adoptTexts: (id, { name }) => [id, SLUG, String(name)],
  },
  blindWhenStale: {
    "take over":
      "a list that does not show the earlier try yet cannot be told from one without it, and names may repeat",
  },
  looksBehind: ["create", "delete"],
  requests: {
    create: ["LIST", "MAKE", "LIST"],
    update: ["LIST", "READ", "CHANGE"],
    delete: ["REMOVE", "ACCOUNT", "CURRENT"],
  },
};
