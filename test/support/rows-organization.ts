import type { Row } from "./conformance-rows.ts";
import { FOUNDER } from "./scenario-world.ts";

const NAME = "Globex";

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
    deletionProtection: false,
    allowDuplicateName: false,
  }),
  changes: ({ otherLogo }) => ({
    name: { to: "Globex Industries", wire: { name: "Globex Industries" } },
    logoMediaId: { to: otherLogo, wire: { logo_media_id: otherLogo } },
    isMemberJoinEmailEnabled: { to: true, wire: { is_member_join_email_enabled: true } },
    enforce2fa: { to: false, wire: { enforce_2fa: false } },
  }),
  removals: {
    logoMediaId: { logo_media_id: null },
    isMemberJoinEmailEnabled: { is_member_join_email_enabled: true },
    enforce2fa: { enforce_2fa: null },
  },
  replacements: () => ({}),
  imported: { deletionProtection: true, allowDuplicateName: false },
  stored: { deletionProtection: true, allowDuplicateName: true },
  edit: {
    field: "name",
    value: "Renamed elsewhere",
    apply: ({ sandbox }, id) => void sandbox.control.updateOrganization(id, { name: "Renamed elsewhere" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteOrganization(id),
  look: (world, id) => world.organization(id),
  count: ({ sandbox }, inputs) => sandbox.control.organizations().filter(({ name }) => name === inputs["name"]).length,
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
    update: ["GET /organizations/:id/", "PATCH /organizations/:id/"],
    delete: ["DELETE /organizations/:id/", "GET /organizations/@current/"],
  },
};
