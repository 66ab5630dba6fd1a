import type { RowDeclaration } from "./row-declaration.ts";

const NAME = `globex |ingénieur·es| "A" 'b'`;
const OTHER_NAME = `globex |bâtisseurs| "B" 'c'`;

/** A role of an organization, which is the current one of the key's account. */
export const roleRow: RowDeclaration = {
  resource: "Role",
  at: "/organizations/:id/roles/",
  controlledAs: "roles",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    world.settleIn(organizationId);
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
  full: ({ organizationId }) => ({ organizationId, name: NAME, featureFlagsAccessLevel: "view" }),
  changes: () => ({
    name: { to: OTHER_NAME },
    featureFlagsAccessLevel: { to: "edit", wire: { feature_flags_access_level: 37 } },
  }),
  edit: { field: "name", value: "renamed elsewhere" },
  existing: {
    own: async (world, { organizationId, name }) => {
      await world.send("POST", `organizations/${String(organizationId)}/roles/`, { name: String(name) });
    },
    ownRequests: ["LIST", "CURRENT", "CHANGE"],
    foreign: async (world, { organizationId, name }) => {
      // Somebody set a level that is neither declared nor the server-side default.
      const made = await world.send("POST", `organizations/${String(organizationId)}/roles/`, {
        name: String(name),
      });
      world.sandbox.control.call("PATCH", `roles/${String(made["id"])}`, { feature_flags_access_level: 50 });
    },
    foreignReason: /featureFlagsAccessLevel is "50", declared is "view"/u,
    knownBy: "name",
  },
  newest: {
    full: ({ organizationId }) => ({ organizationId, name: NAME }),
    changes: () => ({ name: { to: OTHER_NAME } }),
    existing: {
      own: async (world, { organizationId, name }) => {
        await world.send("POST", `organizations/${String(organizationId)}/roles/`, { name: String(name) });
      },
      ownRequests: ["LIST"],
      foreign: { none: "it holds nothing that could differ" },
    },
    looksBehind: [],
  },
  looksBehind: ["create"],
  // The service creates the role in the requested organization, so no check follows.
  newestRequests: { create: ["LIST", "CURRENT", "MAKE"] },
  requests: {
    create: ["LIST", "CURRENT", "MAKE", "LIST"],
    update: ["READ", "CURRENT", "CHANGE"],
    delete: ["CURRENT", "REMOVE"],
  },
};
