import { afterEach, describe, expect, test } from "@jest/globals";

import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const domain = (address: string, rest = ""): string => `
resource "orgform_domain" "${address}" {
  domain = "globex.example"
  ${rest}
}
`;

const PROOF = `
resource "orgform_domain_verification" "proof" {
  domain_id = "01912345-89ab-7cde-8f01-23456789abcd"
}
`;

const FIRST = "lifecycle {\n    create_before_destroy = true\n  }";

describe.each(["terraform", "opentofu"] as const)("%s", (engine) => {
  test(
    "a plan refuses an object that is declared twice, and one that refers to nothing",
    async () => {
      const provider = (id: string): string => `provider "orgform" {\n  organization_id = "${id}"\n}\n`;
      const { sandbox, workspace, writes } = await openStory("2026-09", "", { engine });
      const head = provider(sandbox.organizationId);
      for (const config of [domain("one") + domain("two"), domain("one", "count = 2")]) {
        workspace.write(head + config);
        const output = await workspace.mustFail("plan");
        expect(output).toContain('Declared twice: orgform_domain "globex.example"');
        expect(output).toContain("Two declarations declare the same orgform_domain");
      }
      workspace.write(head + PROOF);
      expect(await workspace.mustFail("plan")).toMatch(
        /domain_id is 01912345\S+\. There's no orgform_domain with that ID/u,
      );
      expect(writes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "a replaced or moved object counts as one declaration, and a second declaration is refused",
    async () => {
      const { sandbox, workspace } = await openStory("2026-09", "", { engine });
      const head = `provider "orgform" {\n  organization_id = "${sandbox.organizationId}"\n}\n`;
      workspace.write(head + domain("one"));
      await workspace.apply();
      await workspace.must("plan", "-replace=orgform_domain.one");
      await workspace.apply("-replace=orgform_domain.one");
      workspace.write(`${head}${domain("two")}moved {\n  from = orgform_domain.one\n  to   = orgform_domain.two\n}\n`);
      await workspace.apply();
      workspace.write(head + domain("two", FIRST));
      await workspace.must("plan", "-replace=orgform_domain.two");
      workspace.write(head + domain("one") + domain("two"));
      expect(await workspace.mustFail("plan")).toContain('Declared twice: orgform_domain "globex.example"');
    },
    STORY_LIMIT_MS,
  );
});
