import { afterEach, expect, test } from "@jest/globals";

import { enginesWith } from "../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

/** An engine that compares the paths in the order of their arrival reports a change in about every second plan. */
const PLANS = 8;

afterEach(closeTerraformStories);

test(
  "an object with two secrets shows no change in refresh-only plans, if the engine orders the secrets",
  async () => {
    for (const [engine, dialect] of enginesWith("refresh of secrets")) {
      const program = ({ organizationId }: { readonly organizationId: string }): string => `
resource "orgform_project" "web" {
  organization_id     = "${organizationId}"
  name                = "Web"
  deletion_protection = false
}
`;
      const { workspace } = await openStory(dialect, program, { engine });
      await workspace.apply();
      const ends: number[] = [];
      for (let plan = 0; plan < PLANS; plan += 1) ends.push(await workspace.planStatus("-refresh-only"));
      expect(ends).toEqual(Array.from({ length: PLANS }, () => 0));
    }
  },
  STORY_LIMIT_MS,
);
