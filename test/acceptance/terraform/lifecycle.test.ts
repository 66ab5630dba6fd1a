import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { oneLine } from "../../support/terraform-workspace.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const SECRET = "MIIB-secret-certificate";

/** An organization and a domain in it. */
const declared = ({ name = "Globex", domain = "globex.example", entity = "urn:globex" } = {}): string => `
resource "orgform_organization" "globex" {
  name                = ${JSON.stringify(name)}
  enforce_2fa         = true
  deletion_protection = false
}
resource "orgform_domain" "globex" {
  organization_id = orgform_organization.globex.organization_id
  domain          = ${JSON.stringify(domain)}
  saml_entity_id  = ${JSON.stringify(entity)}
  saml_x509_cert  = "${SECRET}\\n"
}
output "record" {
  value = orgform_domain.globex.verification_record.name
}
`;

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "creates, changes in place, replaces and destroys, and plans nothing in between",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, declared());
      const plan = await workspace.must("plan");
      expect(plan).toContain("Plan: 2 to add, 0 to change, 0 to destroy.");
      expect(writes()).toEqual([]);
      expect(await workspace.apply()).toContain('record = "_posthog-challenge.globex.example"');
      expect(await workspace.planStatus()).toBe(0);

      const organizationId = String(workspace.attributes("orgform_organization", "globex")["organization_id"]);
      const before = workspace.attributes("orgform_domain", "globex");
      expect(before["id"]).toBe(`${organizationId}/${String(before["domain_id"])}`);
      sandbox.control.clearRequests();
      workspace.write(declared({ name: "Globex Corporation", entity: "urn:globex:2" }));
      expect(await workspace.must("plan")).toContain("Plan: 0 to add, 2 to change, 0 to destroy.");
      expect(writes()).toEqual([]);
      await workspace.apply();
      expect(writes().sort()).toEqual([
        `PATCH /api/organizations/${organizationId}/`,
        `PATCH /api/organizations/${organizationId}/domains/${String(before["domain_id"])}/`,
      ]);
      expect(await workspace.planStatus()).toBe(0);

      workspace.write(declared({ name: "Globex Corporation", domain: "globex-labs.example", entity: "urn:globex:2" }));
      const replacing = await workspace.must("plan");
      expect(replacing).toMatch(/domain +=.*# forces replacement/u);
      expect(replacing).toContain("Plan: 1 to add, 0 to change, 1 to destroy.");
      await workspace.apply();
      expect(sandbox.control.domains().map((row) => row["domain"])).toContain("globex-labs.example");
      expect(sandbox.control.domains().map((row) => row["domain"])).not.toContain("globex.example");
      expect(await workspace.planStatus()).toBe(0);

      expect(await workspace.must("destroy", "-auto-approve")).toContain("Destroy complete! Resources: 2 destroyed.");
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "replaces a domain whose organization is replaced, because the new ID isn't known yet",
    async () => {
      const { workspace } = await openStory(dialect, declared());
      await workspace.apply();
      const plan = await workspace.must("plan", "-replace=orgform_organization.globex");
      expect(plan).toMatch(/organization_id +=.*known after apply.*# forces replacement/u);
      expect(await workspace.apply("-replace=orgform_organization.globex")).toContain(
        "2 added, 0 changed, 2 destroyed",
      );
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );

  test(
    "shows drift in a refresh-only plan, and repairs it",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, declared());
      await workspace.apply();
      expect(await workspace.planStatus("-refresh-only")).toBe(0);
      const domainId = String(workspace.attributes("orgform_domain", "globex")["domain_id"]);
      sandbox.control.updateDomain(domainId, { saml_entity_id: "urn:changed:elsewhere" });
      sandbox.control.clearRequests();
      expect(await workspace.planStatus("-refresh-only")).toBe(2);
      expect(writes()).toEqual([]);
      const plan = await workspace.must("plan");
      expect(plan).toMatch(/saml_entity_id +=\s+"urn:changed:elsewhere" -> "urn:globex"/u);
      await workspace.apply();
      expect(sandbox.control.domains().find(({ id }) => id === domainId)?.["saml_entity_id"]).toBe("urn:globex");
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );

  test(
    "creates an object again that was deleted outside",
    async () => {
      const { sandbox, workspace } = await openStory(dialect, declared());
      await workspace.apply();
      const { domain_id: old } = workspace.attributes("orgform_domain", "globex");
      sandbox.control.deleteDomain(String(old));
      expect(oneLine(await workspace.must("plan", "-refresh-only"))).toContain(
        "orgform_domain.globex has been deleted",
      );
      expect(await workspace.apply()).toContain("Resources: 1 added, 0 changed, 0 destroyed.");
      expect(workspace.attributes("orgform_domain", "globex")["domain_id"]).not.toBe(old);
      await workspace.must("destroy", "-auto-approve");
    },
    STORY_LIMIT_MS,
  );

  test(
    "shows no secret in any output, and the key not even in the state file",
    async () => {
      const { apiKey, workspace } = await openStory(dialect, declared());
      const outputs = [
        await workspace.must("plan"),
        await workspace.apply(),
        await workspace.must("show"),
        await workspace.must("state", "show", "orgform_domain.globex"),
        await workspace.must("plan", "-refresh-only"),
      ];
      expect(outputs.join("\n")).not.toContain(SECRET);
      expect(outputs.join("\n")).not.toContain(apiKey);
      expect(outputs[1]).toMatch(/saml_x509_cert +=\s+\(sensitive value\)/u);
      expect(workspace.read("terraform.tfstate")).not.toContain(apiKey);
    },
    STORY_LIMIT_MS,
  );
});
