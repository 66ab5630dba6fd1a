import { expect, test } from "@jest/globals";

import { startTestSandbox } from "../../../packages/sandbox/src/testing/index.ts";
import { guideFiles } from "../../../scripts/release/terraform/guides.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

test("`terraform test` runs the guide's module against a sandbox, and leaves nothing there", async () => {
  const guide = guideFiles().get("templates/guides/sandbox.md") ?? "";
  const [module = "", run = ""] = [...guide.matchAll(/^```terraform\n(?<text>[^]*?)^```$/gmu)].map(
    ({ groups }) => groups?.["text"] ?? "",
  );
  const sandbox = await startTestSandbox({ seed: "empty" });
  const workspace = await TerraformWorkspace.create("", sandbox.environment);
  try {
    workspace.replaceMain(module);
    workspace.write(run, "organization.tftest.hcl");
    expect(await workspace.must("test")).toContain("Success! 1 passed, 0 failed.");
    expect(sandbox.requests({ method: "DELETE" }).length).toBeGreaterThan(0);
    workspace.write(run.replace('== "Web shop"', '== "Other"'), "organization.tftest.hcl");
    expect(await workspace.mustFail("test")).toContain("The project has another name.");
  } finally {
    workspace.dispose();
    await sandbox.close();
  }
});
