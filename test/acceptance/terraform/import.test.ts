import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { oneLine } from "../../support/terraform-workspace.ts";
import { makeDomain } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const imports = (organizationId: string, more = ""): string => `
import {
  to = orgform_organization.acme
  id = "${organizationId}"
  ${more}
}
import {
  to = orgform_domain.acme
  id = "${organizationId}/globex.example"
  ${more}
}
`;

/** Without this line, Terraform 1.16 looks for the provider of undeclared objects at `hashicorp/orgform`. */
const FOR_GENERATION = "provider = orgform";

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "imports by id and by natural key, and generates a configuration that is complete",
    async () => {
      const story = await openStory(dialect, ({ organizationId }) => imports(organizationId, FOR_GENERATION));
      const { sandbox, workspace, writes } = story;
      const fields = { domain: "globex.example", saml_entity_id: "urn:globex", saml_x509_cert: "MIIB-secret" };
      const domainId = await makeDomain(sandbox, sandbox.organizationId, fields);
      sandbox.control.clearRequests();
      const output = await workspace.must("plan", "-generate-config-out=generated.tf");
      expect(output).toContain("Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.");
      const generated = workspace.read("generated.tf");
      expect(generated).toMatch(/saml_entity_id +=\s+"urn:globex"/u);
      expect(generated).not.toContain("verification_record");
      expect(generated).not.toContain("MIIB-secret");
      workspace.write(imports(sandbox.organizationId));
      // Secrets stay as they are until they are declared. If the declared ones are the current ones, nothing is sent.
      expect(await workspace.apply()).toContain("2 imported, 0 added, 0 changed, 0 destroyed");
      expect(workspace.read("terraform.tfstate")).not.toContain("MIIB-secret");
      workspace.write(
        generated.replaceAll(/saml_x509_cert +=.*$/gmu, 'saml_x509_cert = "MIIB-secret"'),
        "generated.tf",
      );
      expect(await workspace.apply()).toContain("0 added, 1 changed, 0 destroyed");
      expect(writes()).toEqual([]);
      expect(workspace.attributes("orgform_domain", "acme")["id"]).toBe(`${sandbox.organizationId}/${domainId}`);
      workspace.write("");
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );

  test(
    "explains the form of an ID, and that no object has it",
    async () => {
      const story = await openStory(dialect, 'resource "orgform_domain" "acme" {\n  domain = "acme.example"\n}\n');
      const { sandbox, workspace } = story;
      const address = "orgform_domain.acme";
      expect(await workspace.mustFail("import", address, "acme.example")).toContain(
        "The ID doesn't have the form <organization_id>/<domain_id>",
      );
      const output = await workspace.mustFail("import", address, `${sandbox.organizationId}/nothing.example`);
      expect(output).toContain("There is no orgform_domain nothing.example");
    },
    STORY_LIMIT_MS,
  );

  test(
    "looks organizations and domains up by each of their names",
    async () => {
      const story = await openStory(
        dialect,
        ({ organizationId }) => `
data "orgform_organization" "by_id" { organization_id = "${organizationId}" }
data "orgform_organization" "by_name" { name = "Acme" }
data "orgform_organization" "by_slug" { slug = data.orgform_organization.by_id.slug }
data "orgform_domain" "by_name" {
  organization_id = data.orgform_organization.by_slug.organization_id
  domain          = "globex.example"
}
data "orgform_domain" "by_id" {
  organization_id = data.orgform_organization.by_name.organization_id
  domain_id       = data.orgform_domain.by_name.domain_id
}
output "found" {
  value = [data.orgform_organization.by_slug.name, data.orgform_domain.by_id.domain, data.orgform_domain.by_id.id]
}
output "parts" {
  value = provider::orgform::parse_id("orgform_domain", data.orgform_domain.by_id.id)
}
output "id" {
  value = provider::orgform::format_id("orgform_domain", { organization_id = "a b", domain_id = "c/d" })
}
`,
      );
      const { sandbox, workspace, writes } = story;
      const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "globex.example" });
      sandbox.control.clearRequests();
      await workspace.apply();
      expect(writes()).toEqual([]);
      const outputs = JSON.parse(await workspace.must("output", "-json")) as Record<string, { value: unknown }>;
      const id = `${sandbox.organizationId}/${domainId}`;
      expect(outputs["found"]?.value).toEqual(["Acme", "globex.example", id]);
      expect(outputs["parts"]?.value).toEqual({ organization_id: sandbox.organizationId, domain_id: domainId });
      expect(outputs["id"]?.value).toBe("a%20b/c%2Fd");
    },
    STORY_LIMIT_MS,
  );

  test(
    "names the keys that a lookup accepts",
    async () => {
      const both = 'data "orgform_organization" "acme" {\n  name = "Acme"\n  slug = "acme"\n}\n';
      const { workspace } = await openStory(dialect, both);
      expect(await workspace.mustFail("validate")).toContain(
        "Give exactly one of organization_id, slug, name; slug and name are given.",
      );
      workspace.write('data "orgform_domain" "acme" {\n  domain = "acme.example"\n}\n');
      expect(oneLine(await workspace.mustFail("plan"))).toContain(
        "Set `organization_id`, here or in the provider block.",
      );
    },
    STORY_LIMIT_MS,
  );
});
