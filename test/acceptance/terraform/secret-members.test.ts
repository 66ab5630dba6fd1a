import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

/** Secrets inside of an attribute that is none: the state holds them, and nothing else shows one. */
const FIRST = "CANARYpassword-4e0b2d";
const SECOND = "CANARYrotated-8f61a3";

function config({ organizationId, control }: Sandbox, database = "events"): string {
  const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
  return `
variable "password" {
  type = string
}
resource "orgform_batch_export" "events" {
  organization_id = "${organizationId}"
  project_id      = ${project?.number ?? 0}
  name            = "Events"
  interval        = "hour"
  destination = {
    postgres = { host = "db.acme.example", database = "${database}", user = "CANARYuser", password = var.password }
  }
}
`;
}

function configAt({ control }: Sandbox): unknown {
  return (control.call("GET", "batch-exports") as { destination: { config: object } }[])[0]?.destination.config;
}

test(
  "an attribute with secrets inside shows the rest of it, is imported, and is no difference afterwards",
  async () => {
    const { sandbox, workspace, writes } = await openStory("2025-08", (own) => config(own));
    const first = [`-var=password=${FIRST}`];
    const second = [`-var=password=${SECOND}`];
    const outputs = [await workspace.must("plan", ...first)];
    expect(outputs[0]).toMatch(/database += "events"[^]*password += \(sensitive value\)/u);
    outputs.push(await workspace.apply(...first));
    expect(configAt(sandbox)).toMatchObject({ user: "CANARYuser", password: FIRST });
    expect(await workspace.planStatus(...first)).toBe(0);

    workspace.write(config(sandbox, "other"));
    outputs.push(await workspace.must("plan", ...second));
    expect(outputs.at(-1)).toMatch(/~ database += "events" -> "other"/u);
    expect(outputs.at(-1)).toMatch(/~ password += \(sensitive value\)/u);
    sandbox.control.clearRequests();
    outputs.push(await workspace.apply(...second));
    expect(writes()).toHaveLength(1);
    expect(configAt(sandbox)).toMatchObject({ database: "other", user: "CANARYuser", password: SECOND });
    expect(await workspace.planStatus(...second)).toBe(0);

    const [{ id } = { id: "" }] = sandbox.control.call("GET", "batch-exports") as { id: string }[];
    outputs.push(await workspace.must("state", "rm", "orgform_batch_export.events"));
    const address = "orgform_batch_export.events";
    outputs.push(await workspace.must("import", ...second, address, `${sandbox.organizationId}/${id}`));
    expect(workspace.read("terraform.tfstate")).not.toContain("CANARY");
    sandbox.control.clearRequests();
    outputs.push(await workspace.apply(...second));
    expect(writes()).toEqual([]);
    expect(await workspace.planStatus(...second)).toBe(0);
    outputs.push(await workspace.must("destroy", "-auto-approve", ...second));
    outputs.push(JSON.stringify(sandbox.control.requests()));
    for (const text of outputs) expect(text).not.toContain("CANARY");
  },
  STORY_LIMIT_MS,
);
