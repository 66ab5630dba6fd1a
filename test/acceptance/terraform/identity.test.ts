import { afterEach, describe, expect, test } from "@jest/globals";

import { engineHas, ENGINES_AND_DIALECTS } from "../../support/terraform-programs.ts";
import { makeDomain } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./bench.ts";

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

describe.each(ENGINES_AND_DIALECTS)("%s, dialect %s", (engine, dialect) => {
  const hasIdentity = engineHas(engine, "identity");

  test(
    "imports by identity, of which the provider's organization may be left out",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      const { organizationId } = sandbox;
      const domainId = await makeDomain(sandbox, organizationId, { domain: "globex.example" });
      workspace.write(config(organizationId, { block: importBlock(domainId) }));
      sandbox.control.clearRequests();
      if (hasIdentity) {
        expect(await workspace.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
        const [imported] = workspace.resources();
        const identity = { organization_id: organizationId, domain_id: domainId };
        expect(imported?.instances[0]).toMatchObject({
          attributes: { id: `${organizationId}/${domainId}` },
          identity,
        });
      } else {
        expect(await workspace.mustFail("plan")).toContain('argument named "identity" is not expected here');
      }
      expect(writes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "plans a new object whose identity is not known yet, and moves the identity with a replacement",
    async () => {
      const { workspace } = await openStory(dialect, ({ organizationId }) => config(organizationId), { engine });
      await workspace.must("plan", "-out=first.plan");
      expect(await workspace.must("show", "first.plan")).toContain("1 to add, 0 to change, 0 to destroy");
      await workspace.must("apply", "first.plan");
      const before = identityAndAttributes();
      workspace.write(config(String(before.attributes["organization_id"]), { domain: "globex-labs.example" }));
      await workspace.apply();
      const after = identityAndAttributes();
      expect(after.attributes["domain_id"]).not.toBe(before.attributes["domain_id"]);
      for (const { identity, attributes } of [before, after]) {
        const { organization_id, domain_id } = attributes;
        expect(identity).toEqual(hasIdentity ? { organization_id, domain_id } : undefined);
      }
      expect(await workspace.planStatus()).toBe(0);

      function identityAndAttributes() {
        const instance = workspace.resources()[0]?.instances[0];
        return { identity: instance?.identity, attributes: instance?.attributes ?? {} };
      }
    },
    STORY_LIMIT_MS,
  );
});
