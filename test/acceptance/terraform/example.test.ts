import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { isInFull } from "../../support/extent.ts";
import { ENGINES_AND_DIALECTS, EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { until } from "../support/service.ts";
import { actionsOf, closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

const EXAMPLES = join(__dirname, "../../../examples");

/** Variables that the newer configuration leaves to its user. */
const SECRETS = { warehouse_password: "first", saml_certificate: "certificate", chat_token: "token" };

/** An example by its folder: its number of objects, its variables, and the flags and the changes of a later apply. */
const FIRST = { name: "terraform", size: 4, given: {}, later: [], changes: 0 };
const NEWER = {
  name: "terraform-2026",
  size: 14,
  given: SECRETS,
  later: ["-var=warehouse_password=second"],
  changes: 1,
};

/** Each example with engines and dialects. In full runs, the example of 2026-09 meets every engine. */
const CASES = [
  ...ENGINES_AND_DIALECTS.map(([engine, dialect]) => [FIRST.name, engine, dialect, FIRST] as const),
  ...EVERY_ENGINE.slice(0, isInFull() ? undefined : 1).map((engine) => [NEWER.name, engine, "2026-09", NEWER] as const),
];

afterEach(closeTerraformStories);

describe.each(CASES)("the example %s with %s, dialect %s", (name, engine, dialect, { size, given, later, changes }) => {
  test(
    "plans what it says, comes up, is complete and goes",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      const { "main.tf": main = "", "expected-plan.txt": plan = "", ...others } = filesOf(join(EXAMPLES, name));
      workspace.replaceMain(main);
      for (const [file, text] of Object.entries(others)) workspace.write(text, file);
      workspace.write(JSON.stringify(given), "own.auto.tfvars.json");
      await workspace.must("plan", "-out=first.plan");
      expect(actionsOf(await workspace.must("show", "-json", "first.plan"))).toEqual(plan.trim().split("\n"));
      expect(writes()).toEqual([]);
      const applied = workspace.must("apply", "first.plan");
      const find = (): Record<string, unknown> | undefined =>
        sandbox.control.domains().find((row) => row["domain"] === "acme.example");
      await until("the domain was made", () => find() !== undefined);
      sandbox.control.setDns("_posthog-challenge.acme.example", [String(find()?.["verification_challenge"])]);
      expect(await applied).toContain(`Apply complete! Resources: ${size} added, 0 changed, 0 destroyed.`);
      expect(find()?.["sso_enforcement"]).toMatch(/^(?:google-oauth2|saml)$/u);
      expect(await workspace.planStatus()).toBe(0);
      sandbox.control.clearRequests();
      expect(await workspace.apply(...later)).toContain(`0 added, ${changes} changed, 0 destroyed`);
      expect(writes()).toHaveLength(changes);
      await workspace.must("destroy", "-auto-approve");
      // Since 2026-09, the service removes an organization in the background.
      sandbox.control.advanceClock(120);
      expect(sandbox.control.organizations().map((one) => one.name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});

function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}
