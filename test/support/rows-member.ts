import type { RowDeclaration } from "./row-declaration.ts";
import { addMember, emailIn, leave, memberIn } from "./scenario-people.ts";

const EMAIL = "ann@globex.example";

/** An existing member, with a second owner, so a change leaves one. */
export const memberRow: RowDeclaration = {
  resource: "Member",
  at: "/organizations/:id/members/",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    // In mixed case, as an account from another organization can be.
    addMember(world, "Ann@Globex.example", 1);
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
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
  derived: ["updated_at"],
  existing: {
    own: () => undefined,
    ownRequests: ["MEMBERS", "ACCOUNT", "CHANGE"],
    foreign: { none: "whoever is there is the person who is meant" },
  },
  previewRequests: ["ACCOUNT"],
  references: ["HOMES"],
  requests: {
    create: ["MEMBERS", "ACCOUNT", "CHANGE"],
    update: ["ACCOUNT", "MEMBERS", "CHANGE"],
    delete: ["MEMBERS", "ACCOUNT", "REMOVE"],
  },
};
