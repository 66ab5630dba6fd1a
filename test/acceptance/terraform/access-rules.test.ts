import { afterEach, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const ANN = "ann@acme.example";

const access = (name: string, level: string, more = ""): string => `
resource "orgform_project_access" "${name}" {
  project_id = "1"
  level      = "${level}"
  ${more}
}
`;

const dashboards = (level: string): string => `
resource "orgform_access_control" "dashboards" {
  project_id = "1"
  resource   = "dashboard"
  level      = "${level}"
}
`;

test(
  "a plan refuses rules that the key's account isn't allowed to write, and rules that would lock it out",
  async () => {
    const { sandbox, workspace, writes } = await openStory("2026-09", "");
    const { control, organizationId } = sandbox;
    const { id: userId } = control.createUser({ email: ANN });
    const { id: membership } = control.addMembership({ userId, organizationId, level: 1 });
    const { apiKey: hers } = control.createKey({ email: ANN, scopes: ["*"] });
    const { apiKey: admins } = control.createKey({ email: "founder@acme.example", scopes: ["*"] });
    const grant = (access_level: string | null) =>
      fetch(`${sandbox.host}/api/projects/1/access_controls/`, {
        method: "PUT",
        headers: { authorization: `Bearer ${admins}`, "content-type": "application/json" },
        body: JSON.stringify({ access_level, organization_member: membership }),
      });
    const rules = (): unknown[] =>
      (control.call("GET", "access-controls") as Values[]).map(({ resource, access_level }) => [
        resource,
        access_level,
      ]);

    // Without a rule, Ann has the level `admin` like everybody else, but still can't edit rules.
    const write = (config: string): void =>
      workspace.write(`provider "orgform" {\n  api_key = "${hers}"\n}\n${config}`);
    write(dashboards("viewer"));
    const refused = await workspace.mustFail("plan");
    expect(refused).toContain("Error: Refused to create orgform_access_control");
    expect(refused).toMatch(/isn't allowed to edit access\s+rules\s+in\s+project\s+1/u);
    expect(writes()).toEqual([]);

    // With an administrator's rule, she can.
    await grant("admin");
    control.clearRequests();
    await workspace.apply();
    expect(writes()).toEqual([`PUT /api/organizations/${organizationId}/projects/1/resource_access_controls/`]);

    // A rule for herself would narrow the default, and take this right away again.
    for (const [config, level] of [
      [access("everybody", "admin") + access("ann", "member", `email = "${ANN}"`), "member"],
      [access("ann", "none", `email = "${ANN}"`), "none"],
    ] as const) {
      write(dashboards("viewer") + config);
      control.clearRequests();
      const output = await workspace.mustFail("plan");
      expect(output).toMatch(new RegExp(`Its\\s+level\\s+in\\s+this\\s+project\\s+would\\s+become\\s+"${level}"`, "u"));
      expect(writes()).toEqual([]);
    }
    expect(rules()).toEqual([
      ["project", "admin"],
      ["dashboard", "viewer"],
    ]);

    // She can apply what her level allows, and later plans find no difference.
    write(dashboards("none") + access("everybody", "none"));
    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);
    await workspace.must("destroy", "-auto-approve");
    expect(rules()).toEqual([["project", "admin"]]);
  },
  STORY_LIMIT_MS,
);
