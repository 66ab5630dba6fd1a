import type { RowDeclaration } from "./conformance-rows.ts";
import { addMember, emailIn, leave, memberIn } from "./scenario-people.ts";

const EMAIL = "ann@globex.example";

const MEMBERS = "GET /organizations/:id/members/";
const ACCOUNT = "GET /users/@me/";

/** A member who is there already; an owner beside the founder, so that a change leaves one. */
export const memberRow: RowDeclaration = {
  resource: "Member",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    // With capitals, as an account of another organization may have been made.
    addMember(world, "Ann@Globex.example", 1);
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
  minimal: ({ organizationId }) => ({ organizationId, email: EMAIL, level: "admin" }),
  full: ({ organizationId }) => ({ organizationId, email: EMAIL, level: "admin", onDestroy: "remove" }),
  changes: () => ({ level: { to: "owner", wire: { level: 15 } } }),
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, email: "bob@globex.example" }),
  imported: { onDestroy: "remove" },
  stored: { onDestroy: "retain" },
  edit: {
    field: "level",
    value: "member",
    apply: (world, id) => addMember(world, emailIn(id), 1),
  },
  remove: (world, id) => leave(world, emailIn(id)),
  look: (world, id) => memberIn(world, emailIn(id)),
  count: (world) => (memberIn(world, EMAIL) === undefined ? 0 : 1),
  countAfterDelete: 0,
  derived: ["updated_at"],
  existing: {
    own: () => undefined,
    ownRequests: [MEMBERS, ACCOUNT, "PATCH /organizations/:id/members/:id/"],
    foreign: { none: "whoever is there is the person who is meant" },
  },
  previewRequests: [ACCOUNT],
  references: ["GET /organizations/"],
  requests: {
    create: [MEMBERS, ACCOUNT, "PATCH /organizations/:id/members/:id/"],
    update: [ACCOUNT, MEMBERS, "PATCH /organizations/:id/members/:id/"],
    delete: [MEMBERS, ACCOUNT, "DELETE /organizations/:id/members/:id/"],
  },
};
