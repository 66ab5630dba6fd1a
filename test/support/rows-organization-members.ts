import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { addMember, levelIn, memberIn } from "./scenario-people.ts";
import { FOUNDER, type World } from "./scenario-world.ts";

const ANN = "ann@globex.example";
const BOB = "bob@globex.example";

/**
 * Two members and the founder, who is the owner and the key's account. `organization-members.test.ts` has other people.
 */
export const organizationMembersRow: RowDeclaration = {
  resource: "OrganizationMembers",
  at: "/organizations/:id/members/",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    // In mixed case, as an account from another organization can be.
    addMember(world, "Ann@Globex.example", 1);
    addMember(world, BOB, 1);
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
  minimal: ({ organizationId }) => ({
    organizationId,
    members: { [FOUNDER]: "owner", [ANN]: "member", [BOB]: "member" },
  }),
  full: ({ organizationId }) => ({
    organizationId,
    members: { [FOUNDER]: "owner", [ANN]: "admin", [BOB]: "member" },
    enforce: true,
    protected: ["auditor@partner.example"],
    maxRemovals: 2,
  }),
  changes: () => ({
    members: {
      to: { [FOUNDER]: "owner", [ANN]: "owner" },
      wire: { [ANN]: 15, [BOB]: undefined },
      writes: ["PATCH", "DELETE"],
    },
  }),
  // It reads identity providers, see conformance/scim-people.
  apart: ["ignoreScimDomains"],
  imported: { enforce: false, protected: [], maxRemovals: 5 },
  stored: { enforce: false, protected: ["guest@partner.example"], maxRemovals: 7 },
  edit: {
    field: "members",
    value: { [FOUNDER]: "owner", [ANN]: "owner", [BOB]: "member" },
    apply: (world) => addMember(world, ANN, 15),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteOrganization(id),
  look: (world, id) => (world.organization(id) === undefined ? undefined : levelsIn(world)),
  count: (world) => (memberIn(world, ANN) === undefined ? 0 : 1),
  countAfterDelete: 1,
  existing: {
    own: (world) => addMember(world, ANN, 15),
    ownRequests: ["MEMBERS", "ACCOUNT", "CHANGE", "MEMBERS"],
    foreign: { none: "whoever is a member is meant" },
  },
  checkRequests: ["MEMBERS", "ACCOUNT"],
  previewRequests: ["MEMBERS", "ACCOUNT"],
  requests: {
    create: ["MEMBERS", "ACCOUNT", "CHANGE", "MEMBERS"],
    // With the table's other changes, nobody is removed.
    update: ["MEMBERS", "ACCOUNT", "MEMBERS", "CHANGE", "MEMBERS"],
    delete: [],
  },
};

function levelsIn(world: World): Values {
  return Object.fromEntries([FOUNDER, ANN, BOB].map((email) => [email, levelIn(world, email)]));
}
