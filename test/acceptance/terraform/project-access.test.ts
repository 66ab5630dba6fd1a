import { afterEach, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const ANN = "ann@acme.example";

const declared = (level: string): string => `
resource "orgform_project_access" "nobody" {
  project_id = "1"
  level      = "${level}"
}
resource "orgform_project_access" "ann" {
  project_id = "1"
  email      = "${ANN}"
  level      = "admin"
}
resource "orgform_access_control" "dashboards" {
  project_id = "1"
  resource   = "dashboard"
  level      = "viewer"
}
data "orgform_project_access" "ann" {
  project_id = orgform_project_access.ann.project_id
  email      = "${ANN}"
}
output "level" {
  value = data.orgform_project_access.ann.level
}
`;

const IMPORTS = `
import {
  to = orgform_project_access.nobody
  id = "1/default"
}
import {
  to = orgform_project_access.ann
  id = "1/member/${ANN}"
}
import {
  to = orgform_access_control.dashboards
  id = "1/dashboard/default"
}
`;

test(
  "rules of a project are made, changed, imported into another state and taken away",
  async () => {
    const story = await openStory("2026-09", "", {});
    const { sandbox, workspace, writes } = story;
    const { control, organizationId } = sandbox;
    control.addMembership({ userId: control.createUser({ email: ANN }).id, organizationId, level: 1 });
    const rules = () =>
      (control.call("GET", "access-controls") as Values[]).map((rule) => rule["access_level"] as string).toSorted();
    workspace.write(declared("none"));
    await workspace.apply();
    expect(rules()).toEqual(["admin", "none", "viewer"]);
    expect(await workspace.must("output", "level")).toContain("admin");
    expect(await workspace.planStatus()).toBe(0);
    control.clearRequests();
    workspace.write(declared("member"));
    await workspace.apply();
    expect(writes()).toEqual(["PUT /api/projects/1/access_controls/"]);

    for (const name of [
      "orgform_project_access.nobody",
      "orgform_project_access.ann",
      "orgform_access_control.dashboards",
    ]) {
      await workspace.must("state", "rm", name);
    }
    workspace.write(declared("member") + IMPORTS);
    expect(await workspace.must("plan")).toContain("Plan: 3 to import, 0 to add, 0 to change, 0 to destroy.");
    control.clearRequests();
    await workspace.apply();
    expect(writes()).toEqual([]);
    workspace.write(declared("member"));
    await workspace.must("destroy", "-auto-approve");
    expect(rules()).toEqual([]);
  },
  STORY_LIMIT_MS,
);
