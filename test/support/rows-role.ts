import type { RowDeclaration } from "./conformance-rows.ts";

const NAME = `globex |ingénieur·es| "A" 'b'`;

/** A role of an organization, which is the current one of the key's account. */
export const roleRow: RowDeclaration = {
  resource: "Role",
  controlledAs: "roles",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    world.settleIn(organizationId);
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
  minimal: ({ organizationId }) => ({ organizationId, name: NAME }),
  full: ({ organizationId }) => ({ organizationId, name: NAME, featureFlagsAccessLevel: "view" }),
  changes: () => ({
    name: { to: "globex builders" },
    featureFlagsAccessLevel: { to: "edit", wire: { feature_flags_access_level: 37 } },
  }),
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId }),
  stored: {},
  edit: {
    field: "name",
    value: "renamed elsewhere",
  },
  countAfterDelete: 0,
  derived: [],
  existing: {
    own: async (world, { organizationId, name }) => {
      await world.send("POST", `organizations/${String(organizationId)}/roles/`, { name: String(name) });
    },
    ownRequests: [
      "GET /organizations/:id/roles/",
      "GET /organizations/@current/",
      "PATCH /organizations/:id/roles/:id/",
    ],
    foreign: async (world, { organizationId, name }) => {
      // A level that is neither declared nor the server-side default is somebody's.
      const made = await world.send("POST", `organizations/${String(organizationId)}/roles/`, {
        name: String(name),
      });
      world.sandbox.control.call("PATCH", `roles/${String(made["id"])}`, { feature_flags_access_level: 50 });
    },
    foreignReason: /featureFlagsAccessLevel is "50", declared is "view"/u,
    adoptTexts: (id, { name }) => [id, roleIdIn(id), String(name)],
  },
  newest: {
    full: ({ organizationId }) => ({ organizationId, name: NAME }),
    changes: () => ({ name: { to: "globex builders" } }),
    existing: {
      own: async (world, { organizationId, name }) => {
        await world.send("POST", `organizations/${String(organizationId)}/roles/`, { name: String(name) });
      },
      ownRequests: ["GET /organizations/:id/roles/"],
      foreign: { none: "it holds nothing that could differ" },
    },
    looksBehind: [],
  },
  looksBehind: ["create"],
  // It makes a role where it is asked to: nothing is looked for afterwards.
  newestRequests: {
    create: ["GET /organizations/:id/roles/", "GET /organizations/@current/", "POST /organizations/:id/roles/"],
  },
  requests: {
    create: [
      "GET /organizations/:id/roles/",
      "GET /organizations/@current/",
      "POST /organizations/:id/roles/",
      "GET /organizations/:id/roles/",
    ],
    update: [
      "GET /organizations/:id/roles/:id/",
      "GET /organizations/@current/",
      "PATCH /organizations/:id/roles/:id/",
    ],
    delete: ["GET /organizations/@current/", "DELETE /organizations/:id/roles/:id/"],
  },
};

/** The service's own id in an id of Orgform. */
function roleIdIn(id: string): string {
  return id.split("/")[1] ?? "";
}
