import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./conformance-rows.ts";
import { domainIdIn } from "./rows-domain.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

/** The deferrable settings of a verified domain. */
export const domainSsoRow: RowDeclaration = {
  resource: "DomainSso",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    const verified = { verified_at: VERIFIED_AT };
    const domainId = await world.addDomain(organizationId, "globex.example", verified);
    const otherDomainId = await world.addDomain(organizationId, "globex-labs.example", verified);
    return { organizationId, otherOrganizationId, domainId, otherDomainId };
  },
  minimal: ({ organizationId, domainId }) => ({ organizationId, domainId }),
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
  stored: {},
  edit: {
    field: "ssoEnforcement",
    value: "gitlab",
    apply: ({ sandbox }, id) => void sandbox.control.updateDomain(domainIdIn(id), { sso_enforcement: "gitlab" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteDomain(domainIdIn(id)),
  look: (world, id) => settingsOf(world.domain(domainIdIn(id))),
  count: (world, { domainId }) => (isAtDefaults(settingsOf(world.domain(String(domainId)))) ? 0 : 1),
  countAfterDelete: 0,
  derived: [],
  existing: {
    own: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { jit_provisioning_enabled: true }),
    ownRequests: ["GET /organizations/:id/domains/:id/", "PATCH /organizations/:id/domains/:id/"],
    foreign: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { sso_enforcement: "gitlab" }),
    foreignReason: /ssoEnforcement is "gitlab", declared is "saml"/u,
    adoptTexts: (id) => [id, domainIdIn(id), "globex.example"],
  },
  blindWhenStale: {
    delete: "a read that shows the defaults of before cannot be told from settings that somebody has put back",
  },
  references: ["GET /organizations/:id/domains/"],
  requests: {
    create: ["GET /organizations/:id/domains/:id/", "PATCH /organizations/:id/domains/:id/"],
    update: ["GET /organizations/:id/domains/:id/", "PATCH /organizations/:id/domains/:id/"],
    delete: ["GET /organizations/:id/domains/:id/", "PATCH /organizations/:id/domains/:id/"],
  },
};

function settingsOf(domain: Values | undefined): Values | undefined {
  if (domain === undefined) return undefined;
  const { jit_provisioning_enabled, sso_enforcement } = domain;
  return { jit_provisioning_enabled, sso_enforcement };
}

function isAtDefaults(settings: Values | undefined): boolean {
  return settings?.["jit_provisioning_enabled"] === false && settings["sso_enforcement"] === "";
}
