import { afterEach, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { keyOf } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const login = (name: string, project: number): string => `
resource "orgform_integration" "${name}" {
  project_id = "${project}"
  postgresql = {
    host     = "db.globex.example"
    port     = 5432
    user     = "loader"
    password = "${name}-canary"
  }
}
`;

const alert = (project: number): string => `
resource "orgform_hog_function" "alert" {
  project_id = "${project}"
  type       = "internal_destination"
  name       = "Alert"
  hog        = "  return event"
  filters    = jsonencode({ source = "events", events = [{ id = "$error_tracking_issue_created", type = "events" }] })
}
`;

const invite = (organization: string, name: string, email: string): string => `
resource "orgform_invite" "${name}" {
  organization_id = "${organization}"
  email           = "${email}"
}
`;

const domain = (organization: string): string => `
resource "orgform_domain" "taken" {
  organization_id = "${organization}"
  domain          = "taken.example"
}
`;

/** What the engine printed, without the frame and the line breaks of its messages. */
const unwrapped = (output: string): string => output.replaceAll(/[│\s]+/gu, " ");

test(
  "a plan says what services of 2026 refuse, and what they add by themselves is no difference",
  async () => {
    const { sandbox, workspace } = await openStory("2026-09", "");
    const { control, organizationId, host } = sandbox;
    const project = (control.call("GET", "projects") as { number: number }[])[0]?.number ?? 0;
    workspace.write(alert(project) + login("first", project));
    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);
    const [stored] = (control.call("GET", "hog-functions") as Values[]).filter(({ name }) => name === "Alert");
    expect(stored).toMatchObject({ filters: { source: "internal-events" } });

    workspace.write(alert(project));
    await workspace.apply();
    workspace.write(alert(project) + login("first", project) + login("second", project));
    const shared = await workspace.mustFail("plan");
    expect(shared).toContain("Declared twice: Integration");
    expect(shared).toContain("one object for both");

    workspace.write(
      alert(project) +
        invite(organizationId, "ann", "ann+one@globex.example") +
        invite(organizationId, "ben", "ben+two@globex.example"),
    );
    const planned = unwrapped(await workspace.must("plan"));
    expect(planned.match(/with a plus sign will most likely get no invite/gu)).toHaveLength(1);

    const other = control.createOrganization({ email: "founder@acme.example", name: "Elsewhere" }).id;
    const headers = { authorization: `Bearer ${keyOf(sandbox, null)}`, "content-type": "application/json" };
    const body = JSON.stringify({ domain: "taken.example" });
    await fetch(`${host}/api/organizations/${other}/domains/`, { method: "POST", headers, body });
    workspace.write(alert(project) + domain(organizationId));
    const taken = await workspace.mustFail("apply", "-auto-approve");
    expect(taken).toMatch(/Domain "taken\.example" is taken/u);
    expect(unwrapped(taken)).toContain("probably belongs to another organization");
  },
  STORY_LIMIT_MS,
);
