import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
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

/** The engine's output without the frames and the line breaks of its messages. */
const unwrapped = (output: string): string => output.replaceAll(/[│\s]+/gu, " ");

test(
  "a plan reports what 2026-09 would refuse, and objects that the service adds are no difference",
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
    expect(shared).toContain("Declared twice: orgform_integration");
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
    expect(taken).toMatch(/orgform_domain "taken\.example" is taken/u);
    expect(unwrapped(taken)).toContain("probably belongs to another organization");
  },
  STORY_LIMIT_MS,
);

const tableOf = ({ control }: Sandbox, name: string): Values[] =>
  (control.snapshot().tables as Readonly<Record<string, Values[]>>)[name] ?? [];

const owner = (organization: string): string => `
resource "orgform_member" "olga" {
  organization_id = "${organization}"
  email           = "olga@globex.example"
  level           = "owner"
}
`;

const defaultRole = (organization: string): string => `
resource "orgform_role" "everyone" {
  organization_id = "${organization}"
  name            = "Everyone"
}
resource "orgform_organization_settings" "it" {
  organization_id = "${organization}"
  default_role_id = orgform_role.everyone.role_id
}
`;

const shop = (organization: string): string => `
resource "orgform_project" "shop" {
  organization_id     = "${organization}"
  name                = "Shop"
  deletion_protection = false
}
`;

test(
  "an owner is added and never demoted, a role is created before it's the default, and a deleted project keeps its name",
  async () => {
    const { sandbox, workspace } = await openStory("2026-09", "");
    const { control, organizationId, host } = sandbox;
    const { id: userId } = control.createUser({ email: "olga@globex.example" });
    control.addMembership({ userId, organizationId, level: 1 });
    const owners = (): Values[] =>
      tableOf(sandbox, "memberships").filter((row) => row["organization"] === organizationId && row["level"] === 15);
    const ownersBefore = owners().length;
    workspace.write(owner(organizationId) + defaultRole(organizationId) + shop(organizationId));
    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);
    expect(owners()).toHaveLength(ownersBefore + 1);
    const role = control.organizations().find(({ id }) => id === organizationId)?.default_role_id;
    expect(role).toEqual(expect.any(String));

    control.clearRequests();
    workspace.write(defaultRole(organizationId) + shop(organizationId));
    const refused = unwrapped(await workspace.mustFail("apply", "-auto-approve"));
    expect(refused).toMatch(
      /Refused to delete orgform_member "olga@globex\.example".*is an owner, and.*First declare/u,
    );
    expect(control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(owners()).toHaveLength(ownersBefore + 1);

    // The service deletes a project with events in the background, and keeps its name until then.
    const created = tableOf(sandbox, "projects").find(({ name }) => name === "Shop");
    await fetch(`${host}/batch/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: created?.["api_token"], batch: [{ event: "look", distinct_id: "a" }] }),
    });
    workspace.write(owner(organizationId) + defaultRole(organizationId));
    await workspace.apply();
    control.clearRequests();
    workspace.write(owner(organizationId) + defaultRole(organizationId) + shop(organizationId));
    const taken = unwrapped(await workspace.mustFail("apply", "-auto-approve"));
    expect(taken).toMatch(/orgform_project "Shop" is taken.*being deleted/u);
    const creates = control.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/projects/"));
    expect(creates.length).toBeLessThanOrEqual(1);
  },
  STORY_LIMIT_MS,
);
