import { afterEach, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const declared = (organizationId: string, secret: string, name = "warehouse"): string => `
resource "orgform_integration" "keys" {
  project_id = "1"
  aws_s3 = {
    name                  = "${name}"
    aws_access_key_id     = "AKIA-CANARY"
    aws_secret_access_key = "${secret}"
  }
  lifecycle {
    create_before_destroy = true
  }
}
resource "orgform_batch_export" "events" {
  organization_id = "${organizationId}"
  project_id      = "1"
  name            = "Events"
  interval        = "hour"
  destination = {
    type           = "AwsS3"
    config         = { bucket_name = "events", region = "eu-central-1", prefix = "raw/" }
    integration_id = orgform_integration.keys.integration_id
  }
}
`;

test(
  "an integration is rotated, replaced, imported and deleted under an export, and no plan shows its secret",
  async () => {
    const story = await openStory("2026-09", "", {});
    const { sandbox, workspace, writes } = story;
    const { organizationId } = sandbox;
    const rows = () => sandbox.control.call("GET", "integrations") as Values[];
    const methods = (): string[] => writes().map((one) => one.split(" ")[0] ?? "");
    workspace.write(declared(organizationId, "secret-canary-1"));
    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);

    workspace.write(declared(organizationId, "secret-canary-2"));
    const plan = await workspace.must("plan");
    expect(plan).toMatch(/integration_id\s+= "\d+" -> \(known after apply\)/u);
    expect(plan).not.toContain("canary");
    sandbox.control.clearRequests();
    await workspace.apply();
    expect(methods()).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows()).toMatchObject([{ identity: "warehouse~r2", secrets: { aws_secret_access_key: "secret-canary-2" } }]);
    expect(await workspace.planStatus()).toBe(0);

    sandbox.control.clearRequests();
    workspace.write(declared(organizationId, "secret-canary-2", "lake"));
    await workspace.apply();
    expect(methods()).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows()).toMatchObject([{ identity: "lake" }]);

    await workspace.must("state", "rm", "orgform_integration.keys");
    const found = `import {\n  to = orgform_integration.keys\n  id = "1/aws-s3/lake"\n}\n`;
    workspace.write(declared(organizationId, "secret-canary-2", "lake") + found);
    expect(await workspace.must("plan")).toContain("1 to import, 0 to add");
    sandbox.control.clearRequests();
    await workspace.apply();
    expect(writes()).toEqual([]);
    workspace.write(declared(organizationId, "secret-canary-2", "lake"));
    expect(await workspace.planStatus()).toBe(0);
    await workspace.must("destroy", "-auto-approve");
    expect(rows()).toEqual([]);
  },
  STORY_LIMIT_MS,
);
