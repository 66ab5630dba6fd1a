import type { Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

/** The deferrable settings of a verified domain. */
export const domainSsoRow: RowDeclaration = {
  resource: "DomainSso",
  at: "/organizations/:id/domains/",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    const verified = { verified_at: VERIFIED_AT };
    const domainId = await world.addDomain(organizationId, "globex.example", verified);
    const otherDomainId = await world.addDomain(organizationId, "globex-labs.example", verified);
    return { organizationId, otherOrganizationId, domainId, otherDomainId };
  },
  full: ({ organizationId, domainId }) => ({
    organizationId,
    domainId,
    jitProvisioningEnabled: true,
    ssoEnforcement: "saml",
  }),
  changes: () => ({
    jitProvisioningEnabled: { to: false },
    ssoEnforcement: { to: "github" },
  }),
  replacements: ({ otherOrganizationId, otherDomainId }) => ({
    organizationId: otherOrganizationId,
    domainId: otherDomainId,
  }),
  edit: {
    field: "ssoEnforcement",
    value: "gitlab",
    apply: ({ sandbox }, id) => void sandbox.control.updateDomain(ownId(id), { sso_enforcement: "gitlab" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteDomain(ownId(id)),
  look: (world, id) => settingsOf(world.domain(ownId(id))),
  count: (world, { domainId }) => (isAtDefaults(settingsOf(world.domain(String(domainId)))) ? 0 : 1),
  existing: {
    own: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { jit_provisioning_enabled: true }),
    ownRequests: ["READ", "CHANGE"],
    foreign: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { sso_enforcement: "gitlab" }),
    foreignReason: /ssoEnforcement is "gitlab", declared is "saml"/u,
    adoptTexts: (id) => [id, ownId(id), "globex.example"],
  },
  blindWhenStale: {
    delete: "a read that shows the defaults of before cannot be told from settings that somebody has put back",
  },
  references: ["DOMAINS"],
  requests: { create: ["READ", "CHANGE"], delete: ["READ", "CHANGE"] },
};

function settingsOf(domain: Values | undefined): Values | undefined {
  if (domain === undefined) return undefined;
  const { jit_provisioning_enabled, sso_enforcement } = domain;
  return { jit_provisioning_enabled, sso_enforcement };
}

function isAtDefaults(settings: Values | undefined): boolean {
  return settings?.["jit_provisioning_enabled"] === false && settings["sso_enforcement"] === "";
}
