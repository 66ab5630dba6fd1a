import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, describe, expect, jest, test } from "@jest/globals";

import { runProgram } from "../../scripts/run-program.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { testInFull } from "../support/extent.ts";
import { EVERY_ENGINE, programOfEngine } from "../support/terraform-programs.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";
import { installedHere, TestProject } from "./support/test-project.ts";
import { PluginFolder } from "./terraform/plugin-folder.ts";

// The other projects are in the folder in-full.
jest.setTimeout(120_000);

const ROOT = join(__dirname, "../..");
const EXAMPLE = join(ROOT, "examples/test-terraform");
const SANDBOX = join(ROOT, "packages/sandbox/dist/main.js");

const plugin = new PluginFolder();
afterAll(() => plugin.dispose());

describe.each(EVERY_ENGINE)("the example for a configuration, with %s,", (engine) => {
  let workspace: TerraformWorkspace;
  afterEach(() => workspace.dispose());

  /** Runs the engine's tests with a sandbox of their own, as the guide says. */
  async function tested(files: Readonly<Record<string, string>> = {}) {
    workspace = await TerraformWorkspace.create("", {}, { ...plugin.options, engine });
    for (const name of readdirSync(EXAMPLE)) cpSync(join(EXAMPLE, name), join(workspace.folder, name));
    for (const [name, text] of Object.entries(files)) workspace.write(text, name);
    const args = [SANDBOX, "--exec", `${programOfEngine(engine)} test`];
    return runProgram(process.execPath, args, { env: { ...workspace.environment }, cwd: workspace.folder });
  }

  testInFull("passes, with the blocks of the guide beside its own", async () => {
    const blocks = blocksOfKind("test of a configuration").map(({ text }) => text);
    expect(blocks).toHaveLength(1);
    const variables = 'variables {\n  founders = ["ada@acme.example"]\n}\n';
    const { status, output } = await tested({ "guide.tftest.hcl": [variables, ...blocks].join("\n") });
    expect([status, output]).toEqual([0, expect.stringContaining("Success! 5 passed, 0 failed.")]);
  });

  testInFull("fails, and so does the command, with a configuration that does something else", async () => {
    const { status, output } = await tested({
      "wrong_override.tf": 'resource "orgform_organization" "acme" {\n  name = "Acme"\n}\n',
    });
    expect([status, output]).toEqual([1, expect.stringContaining("The organization has the slug acme.")]);
  });
});

describe("the example for Pulumi, with jest and Pulumi's mocks,", () => {
  const project = new TestProject("test-pulumi", installedHere("@jest", "@swc", "@pulumi", "jest"));
  afterAll(() => project.dispose());

  test("passes without an engine", async () => {
    const env = { PATH: "/nothing", HOME: project.folder, NODE_OPTIONS: "--experimental-vm-modules" };
    const { status, output } = await project.run(["node_modules/jest/bin/jest.js", "mocks"], env);
    expect([status, output]).toEqual([0, expect.stringMatching(/^Tests: +1 passed, 1 total$/mu)]);
  });
});
