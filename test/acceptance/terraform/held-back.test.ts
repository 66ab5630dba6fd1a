import { afterEach, describe, expect, test } from "@jest/globals";

import { ENGINES_BY_DAY } from "../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

describe.each(ENGINES_BY_DAY)("%s, dialect %s", (engine, dialect) => {
  test(
    "defers settings until the domain is verified, warns, and plans nothing meanwhile",
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
      expect(output).toContain('Warning: Settings of orgform_domain "globex.example" are deferred');
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
