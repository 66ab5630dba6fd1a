import { afterEach, describe, expect, test } from "@jest/globals";

import { isInFull } from "../../support/extent.ts";
import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { type Canary, filesBelow, sightingsOf } from "../../support/canary.ts";
import { withRecord } from "../../support/sso-stack.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { code, type Declared, declare, programOf } from "../support/program-text.ts";
import { keyOf } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";
import { closeTerraformStories, openStory } from "../terraform/fixture.ts";

afterEach(closeStories);
afterEach(closeTerraformStories);

const DOMAIN = "first.example";
const CERTIFICATE = "CANARY-certificate-4f1d9a7c";
const CLIENT_SECRET = "CANARY-client-secret-3b5e8206";

const SAML = { entityId: "urn:okta", acsUrl: "https://okta.example/sso", x509Cert: CERTIFICATE };
const OIDC = { issuerUrl: "https://okta.example", clientId: "acme", clientSecret: CLIENT_SECRET };

/** The protocols for sign-in, and the service's values of each. */
const PROTOCOLS = [
  ["saml", { saml: SAML }, { saml_entity_id: "urn:okta", saml_x509_cert: CERTIFICATE }],
  ["oidc", { oidc: OIDC }, { oidc_client_id: "acme", oidc_client_secret: CLIENT_SECRET }],
] as const;

const configsOf = ({ control }: Sandbox): readonly Values[] =>
  control.call("GET", "identity-provider-configs") as readonly Values[];

/** The service's final state: a verified domain, its identity provider, and enforced sign-in. */
function expectWhole(sandbox: Sandbox, protocol: string, fields: Values): void {
  const domain = sandbox.control.domains().find((row) => row["domain"] === DOMAIN);
  expect(domain).toMatchObject({ is_verified: true, sso_enforcement: "saml", jit_provisioning_enabled: true });
  const found = configsOf(sandbox);
  const ids = { organization_domain_ids: [domain?.["id"]], domain_scope: "selected" };
  expect(found.find((one) => one["config_scope"] === protocol)).toMatchObject({ ...ids, ...fields });
  expect(found.find((one) => one["config_scope"] === "scim")).toMatchObject({ ...ids, scim_enabled: true });
}

/** All strings that must not show: the declared secrets, and the service's token. */
function canariesOf(sandbox: Sandbox): Canary[] {
  const token = configsOf(sandbox).find((one) => one["config_scope"] === "scim")?.["scim_bearer_token"];
  expect(token).toEqual(expect.any(String));
  return [
    { name: "certificate", value: CERTIFICATE },
    { name: "client secret", value: CLIENT_SECRET },
    { name: "SCIM token", value: String(token) },
  ];
}

/** Domain, verification, identity providers, and enforcement in one program. */
function program(protocol: string, settings: Values): string {
  const ids = { organizationId: code("domain.organizationId"), domainId: code("domain.domainId") };
  const domainIds = [code("verified.domainId")];
  const provider = (name: string, more: Values): Declared =>
    declare("IdentityProvider", name, { organizationId: ids.organizationId, name: "Okta", domainIds, ...more });
  return programOf([
    declare("Domain", "domain", { domain: DOMAIN }),
    declare("DomainVerification", "verified", { ...ids, pollIntervalSeconds: 1 }),
    provider("okta", { protocol, ...settings }),
    provider("people", { protocol: "scim", scim: { enabled: true } }),
    declare(
      "DomainSso",
      "sso",
      { ...ids, ssoEnforcement: "saml", jitProvisioningEnabled: true },
      { dependsOn: [code("okta")] },
    ),
  ]);
}

/** Engines treat the protocols alike, so `npm test` runs each engine with one of them. Full runs combine them all. */
function protocolsWith(engine: string): readonly (typeof PROTOCOLS)[number][] {
  if (isInFull()) return PROTOCOLS;
  return engine === "plugin" ? PROTOCOLS.slice(1) : PROTOCOLS.slice(0, 1);
}

describe.each(["dynamic provider", "plugin"] as const)("pulumi, %s", (engine) => {
  test.each(protocolsWith(engine))(
    "%s: domain, DNS record, verification, identity provider and enforcement are one update",
    async (protocol, settings, fields) => {
      const text = program(protocol, settings);
      const story = await Story.open("2026-09", engine === "plugin" ? onPlugin(text) : text, (sandbox) => ({
        apiKey: keyOf(sandbox, null),
        config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
      }));
      const { sandbox, stack } = story;
      if (engine === "plugin") installPlugin(story);
      const said: Record<string, string> = { preview: await stack.must("preview", "--diff") };
      expect(story.writes()).toEqual([]);
      said["up"] = await withRecord(sandbox, DOMAIN, () => stack.must("up", "--yes", "--skip-preview"));
      expectWhole(sandbox, protocol, fields);
      await stack.previewEmpty();
      said["refresh"] = await stack.must("refresh", "--yes", "--skip-preview", "--diff");
      expect(sightingsOf(canariesOf(sandbox), { ...said, ...stateOf(story) })).toEqual([]);
      await stack.previewEmpty();
      await stack.destroy();
      expect([story.domainNames(), configsOf(sandbox)]).toEqual([[], []]);
    },
    STORY_LIMIT_MS,
  );
});

/** The stack's files besides its program, which contains the secrets in plain text. */
function stateOf({ stack }: Story): Record<string, string> {
  return Object.fromEntries(Object.entries(filesBelow(stack.folder)).filter(([name]) => !name.endsWith("index.js")));
}

/** The same in HCL. The output shows that the token exists, without showing it. */
function configuration(sandbox: Sandbox, protocol: string): string {
  const organization = `organization_id = "${sandbox.organizationId}"`;
  const settings =
    protocol === "saml"
      ? `saml = { entity_id = "urn:okta", acs_url = "https://okta.example/sso", x509_cert = "${CERTIFICATE}" }`
      : `oidc = { issuer_url = "https://okta.example", client_id = "acme", client_secret = "${CLIENT_SECRET}" }`;
  return `
resource "orgform_domain" "acme" {
  ${organization}
  domain = "${DOMAIN}"
}
resource "orgform_domain_verification" "acme" {
  ${organization}
  domain_id             = orgform_domain.acme.domain_id
  poll_interval_seconds = 1
}
resource "orgform_identity_provider" "okta" {
  ${organization}
  name       = "Okta"
  protocol   = "${protocol}"
  domain_ids = [orgform_domain_verification.acme.domain_id]
  ${settings}
}
resource "orgform_identity_provider" "people" {
  ${organization}
  name       = "Okta"
  protocol   = "scim"
  domain_ids = [orgform_domain_verification.acme.domain_id]
  scim       = { enabled = true }
}
resource "orgform_domain_sso" "acme" {
  ${organization}
  domain_id                = orgform_domain.acme.domain_id
  sso_enforcement          = "saml"
  jit_provisioning_enabled = true
  depends_on               = [orgform_identity_provider.okta]
}
output "has_token" {
  value = nonsensitive(orgform_identity_provider.people.scim_token != null)
}
`;
}

describe.each(["terraform", "opentofu"] as const)("%s", (engine) => {
  test.each(protocolsWith(engine))(
    "%s: domain, DNS record, verification, identity provider and enforcement are one apply",
    async (protocol, _settings, fields) => {
      const story = await openStory("2026-09", (sandbox) => configuration(sandbox, protocol), { engine });
      const { sandbox, workspace, writes } = story;
      const said: Record<string, string> = { plan: await workspace.must("plan") };
      expect(writes()).toEqual([]);
      said["apply"] = await withRecord(sandbox, DOMAIN, () => workspace.apply());
      expect(said["apply"]).toContain("has_token = true");
      expectWhole(sandbox, protocol, fields);
      expect(await workspace.planStatus()).toBe(0);
      // Terraform's state contains secrets in plain text, marked as sensitive, so only the output must not show them.
      expect(sightingsOf(canariesOf(sandbox), said)).toEqual([]);
      await workspace.must("destroy", "-auto-approve");
      expect([sandbox.control.domains(), configsOf(sandbox)]).toEqual([[], []]);
    },
    STORY_LIMIT_MS,
  );
});
