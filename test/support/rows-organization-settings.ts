import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

/** The settings of an organization that need an object in it. */
export const organizationSettingsRow: RowDeclaration = {
  resource: "OrganizationSettings",
  at: "/organizations/",
  onlyIn: "2026-09",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    await world.addDomain(organizationId, "acme.example", { verified_at: VERIFIED_AT });
    const [role, otherRole] = [await addRole("Readers"), await addRole("Writers")];
    return { organizationId, otherOrganizationId, role, otherRole };

    async function addRole(name: string): Promise<unknown> {
      return (await world.send("POST", `organizations/${organizationId}/roles/`, { name }))["id"];
    }
  },
  full: ({ organizationId, role }) => ({ organizationId, defaultRoleId: role, enforceVerifiedDomains: true }),
  changes: ({ otherRole }) => ({
    defaultRoleId: { to: otherRole },
    enforceVerifiedDomains: { to: false },
  }),
  // If the setting was never set, null means false.
  removals: { enforceVerifiedDomains: { enforce_verified_domains: false } },
  checkRequests: ["HOMES"],
  previewRequests: ["HOMES"],
  edit: {
    field: "enforceVerifiedDomains",
    value: false,
    apply: ({ sandbox }, id) => void sandbox.control.updateOrganization(id, { enforce_verified_domains: false }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteOrganization(id),
  look: (world, id) => settingsOf(world.organization(id)),
  count: (world, { organizationId }) => (isAtDefaults(settingsOf(world.organization(String(organizationId)))) ? 0 : 1),
  existing: {
    own: ({ sandbox }, { organizationId, defaultRoleId }) =>
      void sandbox.control.updateOrganization(String(organizationId), { default_role_id: String(defaultRoleId) }),
    ownRequests: ["HOMES", "READ", "CHANGE"],
    foreign: async (world, { organizationId }) => {
      const { id } = await world.send("POST", `organizations/${String(organizationId)}/roles/`, { name: "Others" });
      world.sandbox.control.updateOrganization(String(organizationId), { default_role_id: String(id) });
    },
    foreignReason: /defaultRoleId is "[-0-9a-f]+", declared is "[-0-9a-f]+"/u,
    adoptTexts: (id) => [id, "acme", "Acme"],
  },
  blindWhenStale: {
    delete: "a read that shows the defaults of before cannot be told from settings that somebody has put back",
  },
  requests: { create: ["HOMES", "READ", "CHANGE"], update: ["HOMES", "READ", "CHANGE"], delete: ["READ", "CHANGE"] },
};

function settingsOf(organization: Values | undefined): Values | undefined {
  if (organization === undefined) return undefined;
  const { default_role_id, enforce_verified_domains } = organization;
  return { default_role_id, enforce_verified_domains };
}

function isAtDefaults(settings: Values | undefined): boolean {
  return settings?.["default_role_id"] === null && settings["enforce_verified_domains"] !== true;
}
