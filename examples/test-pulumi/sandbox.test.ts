import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestSandbox, type TestSandbox } from "@orgform/sandbox/testing";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation/index.js";

import { acme } from "./acme.js";

const FOUNDERS = ["ada@acme.example", "grace@acme.example"];

const state = mkdtempSync(join(tmpdir(), "acme-"));
let sandbox: TestSandbox;
let stack: Stack;

beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: "empty" });
  stack = await LocalWorkspace.createStack(
    {
      stackName: "test",
      projectName: "acme",
      program: async () => ({ organizationId: acme(FOUNDERS).organizationId }),
    },
    {
      // The folder of Pulumi.yaml, which says where the plugin is.
      workDir: process.cwd(),
      envVars: {
        ...sandbox.environment,
        PULUMI_BACKEND_URL: `file://${state}`,
        PULUMI_CONFIG_PASSPHRASE: "test",
      },
    },
  );
});

afterAll(async () => {
  await stack.workspace.removeStack("test");
  await sandbox.close();
  rmSync(state, { recursive: true });
});

test("a preview writes nothing", async () => {
  await stack.preview();
  expect(sandbox.writes()).toEqual([]);
});

test("an update creates the organization, and invites the founders", async () => {
  await stack.up();
  expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme Cloud"]);
  expect(sandbox.requests({ method: "POST", path: "/invites/" })).not.toEqual([]);
});

test("the same program again writes nothing", async () => {
  sandbox.forget();
  const { summary } = await stack.up();
  expect(summary.resourceChanges).toEqual({ same: 4 });
  expect(sandbox.writes()).toEqual([]);
});

test("expired invites are sent again", async () => {
  sandbox.advance({ days: 4 });
  sandbox.forget();
  await stack.up({ refresh: true });
  expect(sandbox.requests({ method: "POST", path: "/invites/" })).not.toEqual([]);
});

test("a destroy leaves nothing", async () => {
  await stack.destroy();
  expect(sandbox.control.organizations()).toEqual([]);
});
