import { VALID } from "./certificates.ts";
import type { RowDeclaration } from "./conformance-rows.ts";
import { VERIFIED_AT } from "./scenario-world.ts";

const NAME = "globex.example";
const CERTIFICATE = VALID;

const FULL = { domain: NAME, jitProvisioningEnabled: true, ssoEnforcement: "saml" };

const LIST = "GET /organizations/:id/domains/";

const HOME = "GET /organizations/:id/";

const REQUESTS = {
  create: [LIST, "POST /organizations/:id/domains/"],
  update: ["GET /organizations/:id/domains/:id/", "PATCH /organizations/:id/domains/:id/"],
  delete: ["DELETE /organizations/:id/domains/:id/"],
};

const CHANGES = {
  jitProvisioningEnabled: { to: false },
  ssoEnforcement: { to: "github" },
};

/** A domain of an organization; its deferrable settings wait until it is verified. */
export const domainRow: RowDeclaration = {
  resource: "Domain",
  setUp: ({ organizationId, otherOrganizationId }) => Promise.resolve({ organizationId, otherOrganizationId }),
  minimal: ({ organizationId }) => ({ organizationId, domain: NAME }),
  full: ({ organizationId }) => ({
    organizationId,
    ...FULL,
    samlEntityId: "urn:globex",
    samlAcsUrl: "https://login.globex.example/saml",
    samlX509Cert: `${CERTIFICATE}\n`,
  }),
  ripen: ({ sandbox }, id) => void sandbox.control.updateDomain(domainIdIn(id), { verified_at: VERIFIED_AT }),
  changes: () => ({
    ...CHANGES,
    samlEntityId: { to: " urn:globex:2 ", wire: { saml_entity_id: "urn:globex:2" } },
    samlAcsUrl: { to: "https://login.globex.example/2" },
    samlX509Cert: { to: "PEM" },
  }),
  // Whether the service takes SAML settings is seen in the list; in the organization, where that is empty.
  checkRequests: [LIST, HOME],
  previewRequests: [LIST],
  replacements: ({ otherOrganizationId }) => ({
    organizationId: otherOrganizationId,
    domain: "globex-labs.example",
  }),
  imported: { samlX509Cert: CERTIFICATE },
  secrets: ["samlX509Cert"],
  stored: {},
  edit: {
    field: "samlEntityId",
    value: "urn:changed:elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.updateDomain(domainIdIn(id), { saml_entity_id: "urn:changed:elsewhere" }),
  },
  remove: ({ sandbox }, id) => sandbox.control.deleteDomain(domainIdIn(id)),
  look: (world, id) => world.domain(domainIdIn(id)),
  count: ({ sandbox }, inputs) => sandbox.control.domains().filter(({ domain }) => domain === inputs["domain"]).length,
  countAfterDelete: 0,
  derived: ["has_saml"],
  existing: {
    own: async (world, { organizationId, domain }) => {
      await world.addDomain(String(organizationId), String(domain), { saml_entity_id: "urn:globex" });
    },
    ownRequests: [LIST, "PATCH /organizations/:id/domains/:id/"],
    foreign: async (world, { organizationId, domain }) => {
      await world.addDomain(String(organizationId), String(domain), { saml_entity_id: "urn:somebody" });
    },
    foreignReason: /samlEntityId is "urn:somebody", declared is "urn:globex"/u,
    adoptTexts: (id, { domain }) => [id, domainIdIn(id), String(domain)],
  },
  newest: {
    full: ({ organizationId }) => ({ organizationId, ...FULL }),
    changes: () => CHANGES,
    checkRequests: [],
    previewRequests: [],
    requests: REQUESTS,
    imported: {},
    secrets: [],
    edit: {
      field: "ssoEnforcement",
      value: "google-oauth2",
      apply: ({ sandbox }, id) =>
        void sandbox.control.updateDomain(domainIdIn(id), { sso_enforcement: "google-oauth2" }),
    },
    derived: [],
    existing: {
      own: async (world, { organizationId, domain }) => {
        await world.addDomain(String(organizationId), String(domain), {});
      },
      ownRequests: [LIST],
      foreign: async (world, { organizationId, domain }) => {
        await world.addDomain(String(organizationId), String(domain), {
          verified_at: VERIFIED_AT,
          sso_enforcement: "github",
        });
      },
      foreignReason: /ssoEnforcement is "github", declared is "saml"/u,
      adoptTexts: (id, { domain }) => [id, domainIdIn(id), String(domain)],
    },
  },
  requests: {
    ...REQUESTS,
    create: [LIST, HOME, "POST /organizations/:id/domains/"],
    update: [LIST, ...REQUESTS.update],
  },
};

/** The service's own id in an id of Orgform. */
export function domainIdIn(id: string): string {
  return id.split("/")[1] ?? "";
}
