import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../../packages/sandbox/src/index.ts";
import { oneLine, TerraformWorkspace } from "../../../support/terraform-workspace.ts";
import { STORY_LIMIT_MS } from "../fixture.ts";

const FOUNDER = "founder@acme.example";
const ANN = "ann@acme.example";

let sandbox: Sandbox;
let workspace: TerraformWorkspace;
let administrator: string;

/** Each object has the project's number, so the engine still reads the others after one of them fails. */
const config = (apiKey: string, project: string): string => `
provider "orgform" {
  api_key = "${apiKey}"
}
resource "orgform_project" "shop" {
  organization_id     = "${sandbox.organizationId}"
  name                = "Web shop"
  deletion_protection = false
}
resource "orgform_batch_export" "events" {
  organization_id = "${sandbox.organizationId}"
  project_id      = ${project}
  name            = "Events"
  interval        = "hour"
  destination = {
    http = { url = "https://eu.i.posthog.com/batch/", token = "t-canary" }
  }
}
resource "orgform_hog_function" "hook" {
  project_id = ${project}
  type       = "destination"
  name       = "Hook"
  hog        = "return event"
}
resource "orgform_project_access" "role" {
  project_id = ${project}
  level      = "member"
  role_name  = "Builders"
}
`;

const send = async (method: string, path: string, body?: object): Promise<void> => {
  const response = await fetch(`${sandbox.host}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${administrator}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
};

beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "2026-09" });
  const { control, organizationId } = sandbox;
  const { id: userId } = control.createUser({ email: ANN });
  control.addMembership({ userId, organizationId, level: 1 });
  administrator = control.createKey({ email: FOUNDER, scopes: ["*"] }).apiKey;
  await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
  const env = { ORGFORM_HOST: sandbox.host, ORGFORM_RETRY_BUDGET_SECONDS: "0" };
  workspace = await TerraformWorkspace.create(config(administrator, "orgform_project.shop.project_id"), env);
}, STORY_LIMIT_MS);

afterAll(async () => {
  await sandbox.close();
  workspace.dispose();
});

test(
  "a project that a rule hides from the key's account stays in the state, and a deleted one leaves it",
  async () => {
    await workspace.apply();
    const number = String(workspace.attributes("orgform_project", "shop")["project_id"]);
    const member = sandbox.control.createKey({ email: ANN, scopes: ["*"] }).apiKey;
    const asMember = config(member, JSON.stringify(number));
    const asAdministrator = config(administrator, JSON.stringify(number));
    workspace.write(asAdministrator);
    await workspace.apply();
    await send("PUT", `projects/${number}/access_controls/`, { access_level: "none" });
    const stored = workspace.read("terraform.tfstate");

    workspace.write(asMember);
    const output = await workspace.mustFail("apply", "-refresh-only", "-auto-approve");
    for (const type of ["project", "batch_export", "hog_function", "project_access"]) {
      expect(output).toContain(`with orgform_${type}.`);
    }
    expect(output.match(/may still exist/gu)).toHaveLength(4);
    expect(output).toContain(
      `doesn't show project ${number} to this API key. Either the project was deleted, or an access rule`,
    );
    expect(output).toContain("remove the entry from the state");
    expect(workspace.read("terraform.tfstate")).toBe(stored);

    workspace.write(asAdministrator);
    expect(await workspace.planStatus()).toBe(0);

    await send("DELETE", `organizations/${sandbox.organizationId}/projects/${number}/`);
    sandbox.control.advanceClock(3 * 86_400);
    workspace.write(asMember);
    const dropped = oneLine(await workspace.apply("-refresh-only"));
    expect(dropped).toContain("orgform_project.shop has been deleted");
    expect(workspace.resources()).toEqual([]);
  },
  STORY_LIMIT_MS,
);
