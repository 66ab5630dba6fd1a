import { afterEach, describe, expect, test } from "@jest/globals";

import { engineHas, enginesWith, EVERY_ENGINE } from "../../support/terraform-programs.ts";
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

const unable = EVERY_ENGINE.filter((engine) => !engineHas(engine, "actions"));

if (unable.length > 0) {
  test.each(unable)("%s runs no action", async (engine) => {
    const { workspace, writes } = await openStory("2026-09", CONFIG, { engine });
    const { status, output } = await workspace.run("apply", "-auto-approve");
    const said = engineHas(engine, "blocks of actions")
      ? "1 added, 0 changed, 0 destroyed"
      : 'Blocks of type "action" are not expected here.';
    expect([status, output]).toEqual([engineHas(engine, "blocks of actions") ? 0 : 1, expect.stringContaining(said)]);
    expect(writes()).toEqual([]);
  });
}
