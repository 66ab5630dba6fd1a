import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { addMember, emailIn } from "./scenario-people.ts";
import type { World } from "./scenario-world.ts";

const EMAIL = "Ann@Globex.example";

const ROLES = "GET /organizations/:id/roles/";
const PUT = "POST /organizations/:id/roles/:id/role_memberships/";

/** A member in a role. `role-memberships.test.ts` has invited people. */
export const roleMembershipRow: RowDeclaration = {
  resource: "RoleMembership",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    world.settleIn(organizationId);
    addMember(world, EMAIL, 1);
    const role = async (name: string) =>
      (await world.send("POST", `organizations/${organizationId}/roles/`, { name }))["id"];
    return { organizationId, otherOrganizationId, roleId: await role("builders"), otherRoleId: await role("readers") };
  },
  full: ({ organizationId, roleId }) => ({ organizationId, roleId, email: EMAIL }),
  changes: () => ({}),
  replacements: ({ otherOrganizationId, otherRoleId }) => ({
    organizationId: otherOrganizationId,
    roleId: otherRoleId,
    email: "bob@globex.example",
  }),
  imported: { email: "ann@globex.example" },
  remove: (world, id) =>
    void world.sandbox.control.call("DELETE", `role_memberships/${String(placeOf(world, id)?.["id"])}`),
  look: placeOf,
  count: (world) => placesIn(world).length,
  existing: {
    own: async (world, { organizationId, roleId, email }) => {
      const user = userOf(world, String(email));
      const path = `organizations/${String(organizationId)}/roles/${String(roleId)}/role_memberships/`;
      await world.send("POST", path, { user_uuid: user });
    },
    ownRequests: ["INVITES", ROLES],
    foreign: { none: "it holds nothing that could differ" },
  },
  checkRequests: ["INVITES", ROLES],
  references: ["GET /organizations/:id/roles/"],
  requests: {
    create: ["INVITES", ROLES, "MEMBERS", "CURRENT", PUT],
    // It can't be updated in place.
    update: [],
    delete: ["INVITES", ROLES, "CURRENT", "DELETE /organizations/:id/roles/:id/role_memberships/:id/"],
  },
};

function placesIn({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "role_memberships") as readonly Values[];
}

function placeOf(world: World, id: string): Values | undefined {
  const user = userOf(world, emailIn(id));
  return placesIn(world).find((row) => row["user"] === user && row["role"] === id.split("/")[1]);
}

function userOf({ sandbox }: World, email: string): string | undefined {
  return sandbox.control.users().find((one) => one.email.toLowerCase() === email.toLowerCase())?.id;
}
