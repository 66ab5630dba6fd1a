import { afterEach, describe, expect, test } from "@jest/globals";

import { ENGINES_AND_DIALECTS } from "../../support/terraform-programs.ts";
import { until } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./bench.ts";

afterEach(closeTerraformStories);

const CONFIG = `
resource "orgform_organization" "acme" {
  name                = "Acme Cloud"
  deletion_protection = false
}
resource "orgform_domain" "acme" {
  organization_id = orgform_organization.acme.organization_id
  domain          = "acme.example"
}
resource "orgform_domain_verification" "acme" {
  organization_id       = orgform_organization.acme.organization_id
  domain_id             = orgform_domain.acme.domain_id
  poll_interval_seconds = 1
  timeout_seconds       = 60
}
resource "orgform_domain_sso" "acme" {
  organization_id            = orgform_organization.acme.organization_id
  domain_id                  = orgform_domain_verification.acme.domain_id
  sso_enforcement            = "google-oauth2"
  jit_provisioning_enabled   = true
}
`;

describe.each(ENGINES_AND_DIALECTS)("%s, dialect %s", (engine, dialect) => {
  test(
    "makes an organization with enforced single sign-on in one apply",
    async () => {
      const { sandbox, workspace } = await openStory(dialect, CONFIG, { engine });
      const find = (): Record<string, unknown> | undefined =>
        sandbox.control.domains().find((row) => row["domain"] === "acme.example");
      const applied = workspace.apply();
      // The DNS provider's part: the record is published while the verification waits.
      await until("the domain was made", () => find() !== undefined);
      sandbox.control.setDns("_posthog-challenge.acme.example", [String(find()?.["verification_challenge"])]);
      expect(await applied).toContain("Apply complete! Resources: 4 added, 0 changed, 0 destroyed.");
      expect(find()).toMatchObject({ sso_enforcement: "google-oauth2", jit_provisioning_enabled: true });
      expect(await workspace.planStatus()).toBe(0);
      await workspace.must("destroy", "-auto-approve");
      expect(find()).toBeUndefined();
    },
    STORY_LIMIT_MS,
  );

  test(
    "holds settings back until the domain is verified, warns, and plans nothing meanwhile",
    async () => {
      const { sandbox, workspace, writes } = await openStory(
        dialect,
        ({ organizationId }) => `
provider "orgform" {
  organization_id = "${organizationId}"
}
resource "orgform_domain" "acme" {
  domain          = "globex.example"
  sso_enforcement = "saml"
}
`,
        { engine },
      );
      const output = await workspace.apply();
      expect(output).toContain("Warning: sso_enforcement of this Domain held back");
      expect(output).toContain("`verification_record` in DNS");
      expect(workspace.attributes("orgform_domain", "acme")["held_back"]).toEqual(["sso_enforcement"]);
      expect(await workspace.planStatus()).toBe(0);
      const { domain_id: domainId } = workspace.attributes("orgform_domain", "acme");
      sandbox.control.updateDomain(String(domainId), { verified_at: "2026-11-20T10:00:00Z" });
      sandbox.control.clearRequests();
      expect(await workspace.planStatus()).toBe(2);
      expect(writes()).toEqual([]);
      await workspace.apply();
      expect(sandbox.control.domains().find(({ id }) => id === domainId)?.["sso_enforcement"]).toBe("saml");
      expect(workspace.attributes("orgform_domain", "acme")["held_back"]).toBeNull();
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );
});
