import { BLOCKS } from "../../../src/catalog/resources/integration/integration-wire.ts";
import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const inProject = ({ projectId }: Seeded) => ({ projectId });
const inOrganization = ({ organizationId }: Seeded) => ({ organizationId });

/** Expected failures of services without these routes. */
const fails = (because: string) => ({ because, fails: /404 endpoint_not_found/u });
const notBefore2026 = (because: string): Pick<FunctionRow, "departs"> => ({
  departs: { documented: fails(because), "2025-08": fails(because) },
});
const notInTheContract = (because: string): Pick<FunctionRow, "departs"> => ({
  departs: { documented: fails(because) },
});

const RULES = {
  ...notInTheContract("the contract has no rules of access"),
  unasked: {
    scopes: ["organization:read", "organization_member:read", "project:read"],
    because: "members are looked up where a rule is about one, and a missing rule is confirmed by its project",
  },
};
const ruleOf = ({ projectId, roleId }: Seeded) => ({ projectId, subject: `role:${roleId}`, roleId, level: "admin" });
const ruleOfKind = ({ projectId }: Seeded) => ({
  projectId,
  target: "dashboard",
  subject: "default",
  resource: "dashboard",
  level: "viewer",
});

const PROVIDERS = notBefore2026("the service has identity providers of their own since 2026");
const providerOf = ({ organizationId, domainId }: Seeded) => ({
  organizationId,
  name: "Okta",
  protocol: "oidc",
  domainIds: [domainId],
  oidc: { issuerUrl: "https://acme.okta.example", clientId: "acme" },
});
const NOTHING_OF_PROVIDER = ["domainScope", "saml", "samlRelayState", "scim", "scimBaseUrl", "xaa"];

const INTEGRATIONS = {
  ...notInTheContract("the contract has no integrations"),
  refusesScopes: { "2025-08": "its integrations declare no scope" },
  unasked: { scopes: ["project:read"], because: "a missing integration is confirmed by its project" },
};
/** It has one kind, and no interrupted rotation. */
const NOTHING_OF_INTEGRATION = [...BLOCKS.filter((block) => block !== "databricks"), "strayIds"];
const integrationOf = ({ projectId }: Seeded) => ({
  projectId,
  kind: "databricks",
  name: "acme.databricks.example",
  databricks: { serverHostname: "acme.databricks.example" },
});

/** Objects that came with the service of 2026 and that are only looked up. */
export const NEWEST_ROWS: Readonly<Record<string, FunctionRow>> = {
  getProjectAccess: {
    args: (seeded) => ({ ...inProject(seeded), roleId: seeded.roleId }),
    gives: ruleOf,
    absent: ["email", "roleName", "dueAt"],
    ...RULES,
  },
  listProjectAccesses: {
    args: inProject,
    gives: (seeded) => [ruleOf(seeded)],
    absent: ["email", "roleName", "dueAt"],
    ...RULES,
  },
  getAccessControl: {
    args: (seeded) => ({ ...inProject(seeded), target: "dashboard" }),
    gives: ruleOfKind,
    absent: ["email", "roleId", "roleName", "resourceId", "dueAt"],
    ...RULES,
  },
  listAccessControls: {
    args: inProject,
    gives: (seeded) => [ruleOfKind(seeded)],
    absent: ["email", "roleId", "roleName", "resourceId", "dueAt"],
    ...RULES,
  },
  getIdentityProvider: {
    args: (seeded) => ({ ...inOrganization(seeded), name: "Okta" }),
    gives: providerOf,
    absent: NOTHING_OF_PROVIDER,
    ...PROVIDERS,
  },
  listIdentityProviders: {
    args: inOrganization,
    gives: (seeded) => [providerOf(seeded)],
    absent: NOTHING_OF_PROVIDER,
    ...PROVIDERS,
  },
  getIntegration: {
    args: (seeded) => ({ ...inProject(seeded), name: "acme.databricks.example" }),
    gives: integrationOf,
    absent: NOTHING_OF_INTEGRATION,
    ...INTEGRATIONS,
  },
  listIntegrations: {
    args: inProject,
    gives: (seeded) => [integrationOf(seeded)],
    absent: NOTHING_OF_INTEGRATION,
    ...INTEGRATIONS,
  },
};
