import { afterEach, describe, expect, test } from "@jest/globals";

import { enginesWith, enginesWithout } from "../../support/terraform-programs.ts";
import { makeDomain } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const config = (organizationId: string, { domain = "globex.example", block = "" } = {}): string => `
provider "orgform" {
  organization_id = "${organizationId}"
}
resource "orgform_domain" "acme" {
  domain = "${domain}"
}
${block}
`;

const importBlock = (domainId: string): string => `
import {
  to       = orgform_domain.acme
  identity = { domain_id = "${domainId}" }
}
`;

for (const [engine, dialect] of enginesWith("identity")) {
  describe(`${engine}, dialect ${dialect}`, () => {
    test(
      "imports by identity, which can omit the provider's organization",
      async () => {
        const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
        const { organizationId } = sandbox;
        const domainId = await makeDomain(sandbox, organizationId, { domain: "globex.example" });
        workspace.write(config(organizationId, { block: importBlock(domainId) }));
        sandbox.control.clearRequests();
        expect(await workspace.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
        expect(workspace.resources()[0]?.instances[0]).toMatchObject({
          attributes: { id: `${organizationId}/${domainId}` },
          identity: { organization_id: organizationId, domain_id: domainId },
        });
        expect(writes()).toEqual([]);
      },
      STORY_LIMIT_MS,
    );

    test(
      "plans a new object with an unknown identity, and replaces the identity with the object",
      async () => {
        const { sandbox, workspace } = await openStory(dialect, "", { engine });
        const { organizationId } = sandbox;
        const identities: unknown[] = [];
        for (const domain of ["globex.example", "globex-labs.example"]) {
          workspace.write(config(organizationId, { domain }));
          await workspace.must("plan", "-out=saved.plan");
          expect(await workspace.must("show", "saved.plan")).toContain("Plan: 1 to add, 0 to change");
          await workspace.must("apply", "saved.plan");
          const [instance] = workspace.resources()[0]?.instances ?? [];
          const { organization_id, domain_id } = instance?.attributes ?? {};
          expect(instance?.identity).toEqual({ organization_id, domain_id });
          identities.push(instance?.identity);
        }
        expect(identities[0]).not.toEqual(identities[1]);
        expect(await workspace.planStatus()).toBe(0);
      },
      STORY_LIMIT_MS,
    );
  });
}

for (const [engine, dialect] of enginesWithout("identity")) {
  test(
    `${engine}, dialect ${dialect}: knows no identity, and works without`,
    async () => {
      const { sandbox, workspace } = await openStory(dialect, "", { engine });
      const { organizationId } = sandbox;
      workspace.write(config(organizationId, { block: importBlock("any") }));
      expect(await workspace.mustFail("plan")).toContain('argument named "identity" is not expected here');
      workspace.write(config(organizationId));
      await workspace.apply();
      expect(workspace.resources()[0]?.instances[0]?.identity).toBeUndefined();
    },
    STORY_LIMIT_MS,
  );
}
