import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";

import { startSandbox, type Sandbox } from "../../packages/sandbox/src/index.ts";
import { readPlanFile } from "../../src/cli/state/read-plan.ts";
import { pictureAfterPlan } from "../../src/picture/picture-after-plan.ts";
import { testInFull } from "../support/extent.ts";
import { pictureOf } from "../support/pictured.ts";
import { contradictions } from "../support/same-picture.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";
import { hclOf } from "./support/hcl-text.ts";
import { openPluginStory, pluginProgram } from "./support/plugin-story.ts";
import { code, declare, type Declared } from "./support/program-text.ts";
import { closeStories, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const ANN = "ann@acme.example";

/** A stack's objects, and a change that creates, changes, replaces, and deletes some. */
function programs({ organizationId }: Sandbox): { readonly first: Declared[]; readonly second: Declared[] } {
  const here = { organizationId };
  return {
    first: [
      declare("Role", "builders", { ...here, name: "Builders" }),
      declare("Domain", "site", { ...here, domain: "site.example", samlX509Cert: "HUSHED-SECRET" }),
      declare("Invite", "bob", { ...here, email: "bob@acme.example" }),
    ],
    second: [
      declare("Role", "builders", { ...here, name: "Makers" }),
      declare("Role", "readers", { ...here, name: "Readers" }),
      declare("RoleMembership", "ann", { ...here, roleId: code("readers.roleId"), email: ANN }),
      declare("Domain", "site", { ...here, domain: "other.example", samlX509Cert: "HUSHED-SECRET" }),
      declare("Member", "annLevel", { ...here, email: ANN, level: "admin" }),
    ],
  };
}

/** Applies a plan, and returns what the picture after the apply contradicts in the planned picture. */
async function judged(sandbox: Sandbox, planFile: string, apply: () => Promise<unknown>): Promise<string[]> {
  const before = await pictureOf(sandbox);
  const planned = pictureAfterPlan(before, readPlanFile(planFile));
  expect(JSON.stringify(planned)).not.toContain("HUSHED");
  expect(planned.declared).toMatchObject({ resourceNames: ["Domain", "Member", "Role", "RoleMembership"] });
  expect(planned.living.people).toContainEqual(expect.objectContaining({ email: ANN, level: "admin" }));
  await apply();
  const after = await pictureOf(sandbox);
  expect(contradictions(before.living, after.living)).not.toEqual([]);
  return contradictions(planned.living, after.living);
}

function addAnn({ control, organizationId }: Sandbox): void {
  control.addMembership({ userId: control.createUser({ email: ANN }).id, organizationId, level: 1 });
}

test("the picture from a Terraform plan equals the picture after its apply", async () => {
  const sandbox = await startSandbox({ dialect: "2025-08" });
  addAnn(sandbox);
  const { first, second } = programs(sandbox);
  const settings = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
  const workspace = await TerraformWorkspace.create(hclOf(first), settings);
  try {
    await workspace.apply();
    workspace.write(hclOf(second));
    await workspace.must("plan", "-out=plan.bin");
    const file = join(workspace.folder, "plan.json");
    writeFileSync(file, await workspace.must("show", "-json", "plan.bin"));
    expect(await judged(sandbox, file, () => workspace.must("apply", "plan.bin"))).toEqual([]);
  } finally {
    workspace.dispose();
    await sandbox.close();
  }
});

testInFull("the picture from a Pulumi preview equals the picture after its update", async () => {
  const story = await openPluginStory("2025-08", "");
  const { sandbox, stack } = story;
  addAnn(sandbox);
  const { first, second } = programs(sandbox);
  stack.write({ "index.js": pluginProgram(first) });
  await stack.up();
  stack.write({ "index.js": pluginProgram(second) });
  const file = join(stack.program, "preview.json");
  writeFileSync(file, await stack.must("preview", "--json"));
  expect(await judged(sandbox, file, () => stack.up())).toEqual([]);
});
