import { afterEach, expect, test } from "@jest/globals";

import { enginesWith, enginesWithout } from "../../support/terraform-programs.ts";
import { makeDomain } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const QUERY = `
list "orgform_organization" "all" {
  provider = orgform
}
list "orgform_domain" "all" {
  provider = orgform
}
`;

const provider = (organizationId: string): string => `
provider "orgform" {
  organization_id = "${organizationId}"
}
`;

for (const [engine, dialect] of enginesWith("query")) {
  test(
    `${engine}, dialect ${dialect}: finds what exists and writes a configuration that adopts it without a change`,
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      workspace.write(provider(sandbox.organizationId));
      const fields = { domain: "globex.example", saml_entity_id: "urn:globex", saml_x509_cert: "MIIB-secret" };
      const domainId = await makeDomain(sandbox, sandbox.organizationId, fields);
      workspace.write(QUERY, "all.tfquery.hcl");
      sandbox.control.clearRequests();
      const found = (await workspace.must("query", "-json"))
        .split("\n")
        .filter((line) => line.includes('"list_resource_found"'))
        .map((line) => (JSON.parse(line) as { list_resource_found: Record<string, unknown> }).list_resource_found);
      expect(found).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ display_name: "Acme", identity: { organization_id: sandbox.organizationId } }),
          expect.objectContaining({
            display_name: "globex.example",
            identity: { organization_id: sandbox.organizationId, domain_id: domainId },
          }),
        ]),
      );
      await workspace.must("query", "-generate-config-out=found.tf");
      expect(workspace.read("found.tf")).not.toContain("MIIB-secret");
      expect(await workspace.apply()).toContain(`${found.length} imported, 0 added, 0 changed, 0 destroyed`);
      expect(await workspace.planStatus()).toBe(0);
      expect(writes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
}

for (const [engine, dialect] of enginesWithout("query")) {
  test(
    `${engine}, dialect ${dialect}: has no such command`,
    async () => {
      const { workspace } = await openStory(dialect, "", { engine });
      expect(await workspace.mustFail("query")).toContain('has no command named "query"');
    },
    STORY_LIMIT_MS,
  );
}
