import { VALID } from "./certificates.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

const NAME = "globex.example";
const CERTIFICATE = VALID;

const FULL = { domain: NAME, jitProvisioningEnabled: true, ssoEnforcement: "saml" };

const CHANGES = {
  jitProvisioningEnabled: { to: false },
  ssoEnforcement: { to: "github" },
};

/** A domain of an organization. Its deferrable settings wait for the verification. */
export const domainRow: RowDeclaration = {
  resource: "Domain",
  at: "/organizations/:id/domains/",
  full: ({ organizationId }) => ({
    organizationId,
    ...FULL,
    samlEntityId: "urn:globex",
    samlAcsUrl: "https://login.globex.example/saml",
    samlX509Cert: `${CERTIFICATE}\n`,
  }),
  ripen: ({ sandbox }, id) => void sandbox.control.updateDomain(ownId(id), { verified_at: VERIFIED_AT }),
  changes: () => ({
    ...CHANGES,
    samlEntityId: { to: " urn:globex:2 ", wire: { saml_entity_id: "urn:globex:2" } },
    samlAcsUrl: { to: "https://login.globex.example/2" },
    samlX509Cert: { to: "PEM" },
  }),
  // The list shows whether the service accepts SAML settings. If it's empty, the organization does.
  checkRequests: ["LIST", "HOME"],
  previewRequests: ["LIST"],
  replacements: ({ otherOrganizationId }) => ({
    organizationId: otherOrganizationId,
    domain: "globex-labs.example",
  }),
  imported: { samlX509Cert: CERTIFICATE },
  secrets: ["samlX509Cert"],
  edit: {
    field: "samlEntityId",
    value: "urn:changed:elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.updateDomain(ownId(id), { saml_entity_id: "urn:changed:elsewhere" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteDomain(ownId(id)),
  look: (world, id) => world.domain(ownId(id)),
  count: ({ sandbox }, inputs) => sandbox.control.domains().filter(({ domain }) => domain === inputs["domain"]).length,
  derived: ["has_saml"],
  existing: {
    own: async (world, { organizationId, domain }) => {
      await world.addDomain(String(organizationId), String(domain), { saml_entity_id: "urn:globex" });
    },
    ownRequests: ["LIST", "CHANGE"],
    foreign: async (world, { organizationId, domain }) => {
      await world.addDomain(String(organizationId), String(domain), { saml_entity_id: "urn:somebody" });
    },
    foreignReason: /samlEntityId is "urn:somebody", declared is "urn:globex"/u,
    knownBy: "domain",
  },
  newest: {
    full: ({ organizationId }) => ({ organizationId, ...FULL }),
    changes: () => CHANGES,
    checkRequests: [],
    previewRequests: [],
    requests: {},
    imported: {},
    secrets: [],
    edit: {
      field: "ssoEnforcement",
      value: "google-oauth2",
      apply: ({ sandbox }, id) => void sandbox.control.updateDomain(ownId(id), { sso_enforcement: "google-oauth2" }),
    },
    derived: [],
    existing: {
      own: async (world, { organizationId, domain }) => {
        await world.addDomain(String(organizationId), String(domain), {});
      },
      ownRequests: ["LIST"],
      foreign: async (world, { organizationId, domain }) => {
        await world.addDomain(String(organizationId), String(domain), {
          verified_at: VERIFIED_AT,
          sso_enforcement: "github",
        });
      },
      foreignReason: /ssoEnforcement is "github", declared is "saml"/u,
      knownBy: "domain",
    },
  },
  requests: { create: ["LIST", "HOME", "MAKE"], update: ["LIST", "READ", "CHANGE"] },
};
