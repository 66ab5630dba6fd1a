import { afterEach, describe, expect, test } from "@jest/globals";

import { enginesWith } from "../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const CONFIG = `
resource "terraform_data" "request" {
  input = "GDPR-4711"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.orgform_bulk_delete_persons.erase]
    }
  }
}
action "orgform_bulk_delete_persons" "erase" {
  config {
    project_id   = "@current"
    distinct_ids = ["ada", "ben"]
    confirm      = "delete 2 persons"
  }
}
`;

const DELETION = /^POST \S+\/persons\/bulk_delete\/\?/u;

const able = enginesWith("actions");

test("older engines leave actions out", () => {
  expect(able.every(([engine]) => engine === "terraform")).toBe(true);
});

if (able.length > 0) {
  describe.each(able)("with %s, dialect %s,", (engine, dialect) => {
    test(
      "an action runs after a change, not in a plan, and by hand",
      async () => {
        const { sandbox, workspace, writes } = await openStory(dialect, CONFIG, { engine });
        sandbox.control.clearRequests();
        expect(await workspace.must("plan")).toContain("orgform_bulk_delete_persons");
        expect(sandbox.control.requests()).toEqual([]);
        await workspace.apply();
        expect(writes()).toEqual([expect.stringMatching(DELETION)]);
        await workspace.apply();
        expect(writes()).toHaveLength(1);
        await workspace.must("apply", "-auto-approve", "-invoke=action.orgform_bulk_delete_persons.erase");
        expect(writes()).toHaveLength(2);
      },
      STORY_LIMIT_MS,
    );
  });
}
