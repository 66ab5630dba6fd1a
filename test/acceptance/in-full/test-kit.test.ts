import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, jest, test } from "@jest/globals";

import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { ensureVitest } from "../../../tools/set-up/vitest.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";
import { installedHere, TestProject } from "../support/test-project.ts";

jest.setTimeout(300_000);

test("the example for Pulumi runs its program with the Automation API and jest", async () => {
  const { binDir } = await pulumiCli();
  const project = new TestProject("test-pulumi", installedHere("@jest", "@swc", "@pulumi", "jest"));
  try {
    const env = { ...pulumiEnvironment({ binDir, folder: project.folder }), NODE_OPTIONS: "--experimental-vm-modules" };
    const { status, output } = await project.run(["node_modules/jest/bin/jest.js"], env);
    expect([status, output]).toEqual([0, expect.stringMatching(/^Tests: +6 passed, 6 total$/mu)]);
  } finally {
    project.dispose();
  }
});

test("the example of the client passes with vitest", async () => {
  const manifest = join(__dirname, "../../../examples/test-vitest/package.json");
  const { devDependencies } = JSON.parse(readFileSync(manifest, "utf8")) as { devDependencies: { vitest: string } };
  const installed = await ensureVitest(devDependencies.vitest);
  const project = new TestProject("test-vitest", { vitest: join(installed, "vitest") });
  try {
    const env = { PATH: process.env["PATH"], HOME: project.folder };
    const { status, output } = await project.run(["node_modules/vitest/vitest.mjs", "run"], env);
    expect([status, output]).toEqual([0, expect.stringContaining("3 passed")]);
  } finally {
    project.dispose();
  }
});
