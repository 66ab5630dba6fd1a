import { afterEach, expect, test } from "@jest/globals";

import { enginesWith, enginesWithout } from "../../support/terraform-programs.ts";
import { oneLine } from "../../support/terraform-workspace.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const FIRST = "MIIB-first-certificate";
const SECOND = "MIIB-second-certificate";

/** The certificate comes from a variable, and must not be in any plan or state. */
const ephemeral = (organizationId: string, version: number): string => `
variable "certificate" {
  type      = string
  ephemeral = true
}
resource "orgform_domain" "acme" {
  organization_id           = "${organizationId}"
  domain                    = "globex.example"
  saml_x509_cert_wo         = var.certificate
  saml_x509_cert_wo_version = ${version}
}
`;

const plain = (organizationId: string): string => `
resource "orgform_domain" "acme" {
  organization_id           = "${organizationId}"
  domain                    = "globex.example"
  saml_x509_cert_wo         = "${FIRST}"
  saml_x509_cert_wo_version = 1
}
`;

for (const [engine, dialect] of enginesWith("write-only")) {
  test(
    `${engine}, dialect ${dialect}: hands a secret over without a trace in plan and state, and again with a new version`,
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      const { organizationId } = sandbox;
      const certificate = (): unknown =>
        sandbox.control.domains().find((row) => row["domain"] === "globex.example")?.["saml_x509_cert"];
      const first = `-var=certificate=${FIRST}`;
      const second = `-var=certificate=${SECOND}`;
      workspace.write(ephemeral(organizationId, 1));
      const outputs = [await workspace.must("plan", "-out=first.plan", first)];
      outputs.push(await workspace.must("show", "-json", "first.plan"));
      outputs.push(await workspace.apply(first));
      expect(certificate()).toBe(FIRST);
      expect(await workspace.planStatus(first)).toBe(0);
      // With the same version, the value isn't compared.
      expect(await workspace.planStatus(second)).toBe(0);

      workspace.write(ephemeral(organizationId, 2));
      sandbox.control.clearRequests();
      outputs.push(await workspace.apply(second));
      expect(writes()).toHaveLength(1);
      expect(certificate()).toBe(SECOND);
      expect(await workspace.planStatus(second)).toBe(0);

      const domainId = String(workspace.attributes("orgform_domain", "acme")["domain_id"]);
      sandbox.control.updateDomain(domainId, { saml_x509_cert: "MIIB-theirs" });
      outputs.push(await workspace.must("plan", second));
      expect(oneLine(outputs.at(-1) ?? "")).toContain("saml_x509_cert of this orgform_domain was changed outside");
      outputs.push(await workspace.apply(second));
      expect(certificate()).toBe(SECOND);
      expect(await workspace.planStatus(second)).toBe(0);
      for (const text of [...outputs, workspace.read("terraform.tfstate")]) expect(text).not.toContain("MIIB");
    },
    STORY_LIMIT_MS,
  );
}

for (const [engine, dialect] of enginesWithout("write-only")) {
  test(
    `${engine}, dialect ${dialect}: would store the value, and is told so`,
    async () => {
      const { sandbox, workspace } = await openStory(dialect, ({ organizationId }) => plain(organizationId), {
        engine,
      });
      expect(await workspace.mustFail("plan")).toContain("saml_x509_cert_wo needs Terraform or OpenTofu 1.11 or later");
      expect(sandbox.control.requests()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
}
