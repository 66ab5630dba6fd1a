import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../../support/dialects.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const erasure = (...lines: readonly string[]): string => `
resource "orgform_bulk_delete_persons" "gdpr" {
  project_id   = "@current"
  distinct_ids = ["ada", "grace"]
  ${lines.join("\n  ")}
}
`;

const CONFIRMED = 'confirm = "delete 2 persons"';

describe.each(SCENARIO_DIALECTS)("dialect %s", (dialect) => {
  test(
    "a function runs once on apply and again when triggers change, and needs its confirmation in the plan",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, erasure());
      const { control } = sandbox;
      control.clearRequests();
      expect(await workspace.mustFail("plan")).toContain('confirm must be "delete 2 persons" or "2"');
      workspace.write(erasure(CONFIRMED));
      expect(await workspace.planStatus()).toBe(2);
      // The plan only checks whether the key is allowed to do this.
      expect(control.requests().map(({ path }) => path)).toEqual(["/api/personal_api_keys/@current/"]);
      control.clearRequests();

      await workspace.apply();
      expect(writes()).toEqual([expect.stringMatching(/^POST \S+\/persons\/bulk_delete\/\?/u)]);
      const receipt = workspace.attributes("orgform_bulk_delete_persons", "gdpr");
      expect(receipt).toMatchObject({ result: { requested: 2 }, ran_at: expect.stringMatching(/^\d{4}-/u) });
      control.clearRequests();
      expect(await workspace.planStatus()).toBe(0);
      expect(await workspace.must("plan", "-refresh-only")).toContain("No changes.");
      workspace.write(erasure(CONFIRMED, "delete_events = true"));
      await workspace.apply();
      expect(control.requests()).toEqual([]);

      workspace.write(erasure(CONFIRMED, 'triggers = { ticket = "4712" }'));
      expect(await workspace.must("plan")).toContain("1 to change");
      await workspace.apply();
      expect(writes()).toHaveLength(1);
      expect(workspace.attributes("orgform_bulk_delete_persons", "gdpr")).toMatchObject({
        id: receipt["id"],
        delete_events: false,
      });
      control.clearRequests();
      await workspace.must("destroy", "-auto-approve");
      expect(control.requests()).toEqual([]);
      expect(await workspace.mustFail("import", "orgform_bulk_delete_persons.gdpr", "4711")).toContain(
        "orgform_bulk_delete_persons cannot be imported",
      );
    },
    STORY_LIMIT_MS,
  );
});
