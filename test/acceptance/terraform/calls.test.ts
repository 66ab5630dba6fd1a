import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

describe.each(SCENARIO_DIALECTS)("dialect %s", (dialect) => {
  test(
    "a data source reads a function's result: rows as items, and any JSON as a string",
    async () => {
      const { workspace, writes } = await openStory(
        dialect,
        ({ organizationId }) => `
resource "orgform_project" "new" {
  organization_id     = "${organizationId}"
  name                = "Measured"
  deletion_protection = false
}
data "orgform_list_projects" "all" {
  organization_id = orgform_project.new.organization_id
  depends_on      = [orgform_project.new]
}
data "orgform_list_persons" "pro" {
  project_id = orgform_project.new.project_id
  limit      = 10
  properties = jsonencode([{ key = "plan", value = "pro", type = "person" }])
}
data "orgform_get_demo_data_state" "demo" {
  organization_id = orgform_project.new.organization_id
  project_id      = orgform_project.new.project_id
}
output "names" {
  value = sort(data.orgform_list_projects.all.items[*].name)
}
output "persons" {
  value = data.orgform_list_persons.pro.items
}
output "demo" {
  value = data.orgform_get_demo_data_state.demo.result
}
`,
      );
      await workspace.apply();
      const outputs = JSON.parse(await workspace.must("output", "-json")) as Record<string, { value: unknown }>;
      expect(outputs["names"]?.value).toEqual(expect.arrayContaining(["Measured"]));
      expect(outputs["persons"]?.value).toEqual([]);
      expect(outputs["demo"]?.value).toEqual(expect.any(Object));
      expect(await workspace.planStatus()).toBe(0);
      expect(writes()).toHaveLength(1);

      workspace.write('data "orgform_list_persons" "wrong" {\n  project_id = "1"\n  properties = "[{}]"\n}\n');
      expect(await workspace.mustFail("validate")).toContain("properties[0].key");
    },
    STORY_LIMIT_MS,
  );
});
