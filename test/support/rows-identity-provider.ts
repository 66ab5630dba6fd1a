import type { Values } from "../../src/model/json-value.ts";
import { VALID } from "./certificates.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { VERIFIED_AT, type World } from "./scenario-world.ts";

const NAME = `Globex sign-in |Århus| "4" 'x'`;
const CERTIFICATE = VALID;

const SAML = { entityId: "urn:globex", acsUrl: "https://idp.globex.example/sso", x509Cert: CERTIFICATE };
const OIDC = { issuerUrl: "https://idp.globex.example/oidc", clientId: "globex", clientSecret: " oidc-canary " };
const XAA = {
  issuerUrl: "https://idp.globex.example/xaa/",
  jwksUrl: "https://idp.globex.example/jwks",
  allowedClients: ["a"],
};

/** The parts that the rows of all protocols share. */
const SHARED = {
  references: ["DOMAINS"],
  resource: "IdentityProvider",
  at: "/organizations/:id/identity_provider_configs/",
  controlledAs: "identity-provider-configs",
  onlyIn: "2026-09",
  setUp: async (world: World) => {
    const { organizationId, otherOrganizationId } = world;
    const verified = { verified_at: VERIFIED_AT };
    const domainId = await world.addDomain(organizationId, "globex.example", verified);
    const otherDomainId = await world.addDomain(organizationId, "globex-labs.example", verified);
    return { organizationId, otherOrganizationId, domainId, otherDomainId };
  },
  replacements: ({ otherOrganizationId }: Values) => ({ organizationId: otherOrganizationId, protocol: "saml" }),
  brings: { protocol: { saml: SAML } },
  stored: { allowDuplicateName: true },
  edit: { field: "name", value: "Renamed elsewhere" },
  derived: ["updated_at"],
  looksBehind: ["create"],
  blindWhenStale: {
    "take over": "a list from before it was made lacks it, and the service takes a second one of that name",
  },
} as const;

const SERVES_ALL = /domainIds is \[\], declared is \["[-0-9a-f]+"\]; .*domainScope is "all" and not declared/u;

const existingOf = (scope: string, fields: Values, requests: readonly string[] = []): RowDeclaration["existing"] => ({
  own: (world, inputs) => make(world, inputs, { config_scope: scope, ...fields }),
  ownRequests: ["LIST", ...requests, "CHANGE"],
  foreign: (world, inputs) => make(world, inputs, { config_scope: scope, ...fields, domain_scope: "all" }),
  foreignReason: SERVES_ALL,
  knownBy: "name",
});

/** An identity provider with SAML. */
export const identityProviderRow: RowDeclaration = {
  ...SHARED,
  minimal: ({ organizationId }) => ({ organizationId, name: NAME, protocol: "saml", saml: SAML }),
  // A protocol requires its settings.
  alsoMinimal: ["saml"],
  needed: ["saml"],
  apart: ["domainScope", "oidc", "scim", "xaa"],
  full: ({ organizationId, domainId }) => ({
    organizationId,
    name: NAME,
    protocol: "saml",
    domainIds: [domainId],
    saml: { ...SAML, x509Cert: `${CERTIFICATE}\n` },
    rotate: "first",
    allowDuplicateName: false,
  }),
  changes: ({ otherDomainId }) => ({
    name: { to: "Globex login" },
    domainIds: { to: [otherDomainId], wire: { organization_domain_ids: [otherDomainId] } },
    saml: {
      to: { ...SAML, entityId: "urn:globex:2", x509Cert: "PEM" },
      wire: { saml_entity_id: "urn:globex:2", saml_x509_cert: "PEM" },
    },
  }),
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, protocol: "oidc" }),
  excludes: { protocol: ["saml"] },
  brings: { protocol: { oidc: OIDC } },
  imported: { allowDuplicateName: false, saml: SAML },
  notImported: ["rotate"],
  secrets: ["saml.x509Cert"],
  checkRequests: ["LIST"],
  previewRequests: ["LIST"],
  changeReferences: SHARED.references,
  existing: existingOf("saml", { saml_entity_id: SAML.entityId, saml_acs_url: SAML.acsUrl }),
  requests: { create: ["LIST", "MAKE", "LIST"], update: ["LIST", "READ", "CHANGE"] },
};

/** The requests for a protocol that needs a plan feature. */
const OF_PLAN = { checkRequests: ["LIST", "HOME"], previewRequests: ["HOME"] };

/** An identity provider with OpenID Connect. */
export const oidcProviderRow: RowDeclaration = {
  ...SHARED,
  ...OF_PLAN,
  variant: "OIDC",
  needed: ["oidc"],
  excludes: { protocol: ["oidc"] },
  minimal: ({ organizationId }) => ({ organizationId, name: NAME, protocol: "oidc", oidc: OIDC }),
  full: ({ organizationId, domainId }) => ({
    organizationId,
    name: NAME,
    protocol: "oidc",
    domainIds: [domainId],
    oidc: OIDC,
  }),
  changes: () => ({
    oidc: {
      to: { ...OIDC, issuerUrl: "https://idp.globex.example/2", clientSecret: "oidc-rotated" },
      wire: { oidc_issuer_url: "https://idp.globex.example/2", oidc_client_secret: "oidc-rotated" },
    },
  }),
  notImported: ["oidc.clientSecret"],
  existing: existingOf("oidc", { oidc_issuer_url: OIDC.issuerUrl, oidc_client_id: OIDC.clientId }, ["HOME"]),
  requests: { create: ["LIST", "HOME", "MAKE", "LIST"], update: ["HOME", "READ", "CHANGE"] },
};

/** An identity provider that manages people by SCIM. */
export const scimProviderRow: RowDeclaration = {
  ...SHARED,
  ...OF_PLAN,
  variant: "SCIM",
  needed: ["scim"],
  // It has no domains.
  references: [],
  excludes: { protocol: ["scim"] },
  minimal: ({ organizationId }) => ({ organizationId, name: NAME, protocol: "scim", scim: { enabled: true } }),
  full: ({ organizationId }) => ({
    organizationId,
    name: NAME,
    protocol: "scim",
    domainScope: "all",
    scim: { enabled: true },
  }),
  changes: () => ({
    scim: {
      to: { enabled: false },
      wire: { scim_enabled: false, scim_bearer_token: null },
      ends: ["scimBaseUrl", "scimToken"],
    },
    domainScope: { to: "selected" },
  }),
  // The service shows the token only once.
  notImported: ["scimToken"],
  toldOnce: ["scimToken"],
  existing: {
    own: (world, inputs) => make(world, inputs, { config_scope: "scim", domain_scope: "all", scim_enabled: false }),
    declared: (inputs) => ({ ...inputs, scim: { enabled: false } }),
    ownRequests: ["LIST", "HOME", "CHANGE"],
    foreign: (world, inputs) => make(world, inputs, { config_scope: "scim", domain_scope: "selected" }),
    foreignReason: /domainScope is "selected", declared is "all"/u,
    knownBy: "name",
  },
  requests: { create: ["LIST", "HOME", "MAKE", "LIST"], update: ["HOME", "READ", "CHANGE"] },
};

/** An identity provider that lets programs act for people. */
export const xaaProviderRow: RowDeclaration = {
  ...SHARED,
  ...OF_PLAN,
  variant: "XAA",
  needed: ["xaa"],
  excludes: { protocol: ["xaa"] },
  minimal: ({ organizationId }) => ({ organizationId, name: NAME, protocol: "xaa", xaa: { issuerUrl: XAA.issuerUrl } }),
  full: ({ organizationId, domainId }) => ({
    organizationId,
    name: NAME,
    protocol: "xaa",
    domainIds: [domainId],
    xaa: XAA,
  }),
  changes: () => ({
    xaa: {
      to: { issuerUrl: "https://idp.globex.example/2" },
      wire: { id_jag_issuer_url: "https://idp.globex.example/2", id_jag_jwks_url: null, id_jag_allowed_clients: [] },
    },
  }),
  imported: { xaa: { ...XAA, issuerUrl: XAA.issuerUrl.slice(0, -1) } },
  existing: existingOf("xaa", { id_jag_issuer_url: XAA.issuerUrl }, ["HOME"]),
  requests: { create: ["LIST", "HOME", "MAKE", "LIST"], update: ["HOME", "READ", "CHANGE"] },
};

async function make(world: World, { organizationId, name }: Values, fields: Values): Promise<void> {
  await world.send("POST", `organizations/${String(organizationId)}/identity_provider_configs/`, { name, ...fields });
}
