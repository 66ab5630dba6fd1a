import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { ENGINES_AND_DIALECTS } from "../../support/terraform-programs.ts";
import { until } from "../support/service.ts";
import { actionsOf, closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

const EXAMPLE = join(__dirname, "../../../examples/terraform");

afterEach(closeTerraformStories);

describe.each(ENGINES_AND_DIALECTS)("the example with %s, dialect %s", (engine, dialect) => {
  test(
    "plans what it says, comes up, is complete and goes",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      workspace.replaceMain(readFileSync(join(EXAMPLE, "main.tf"), "utf8"));
      await workspace.must("plan", "-out=first.plan");
      const expected = readFileSync(join(EXAMPLE, "expected-plan.txt"), "utf8").trim().split("\n");
      expect(actionsOf(await workspace.must("show", "-json", "first.plan"))).toEqual(expected);
      expect(writes()).toEqual([]);
      const applied = workspace.must("apply", "first.plan");
      const find = (): Record<string, unknown> | undefined =>
        sandbox.control.domains().find((row) => row["domain"] === "acme.example");
      await until("the domain was made", () => find() !== undefined);
      sandbox.control.setDns("_posthog-challenge.acme.example", [String(find()?.["verification_challenge"])]);
      expect(await applied).toContain("Apply complete! Resources: 4 added, 0 changed, 0 destroyed.");
      expect(find()?.["sso_enforcement"]).toBe("google-oauth2");
      expect(await workspace.planStatus()).toBe(0);
      await workspace.must("destroy", "-auto-approve");
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});
