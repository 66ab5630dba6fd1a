import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { startSandbox } from "../../src/sandbox/index.ts";
import { runScript } from "../support/run-tool.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";

const ROOT = join(__dirname, "../..");
const LIMIT_MS = 120_000;

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-tf-package-"));
  const { status, output } = await runScript("scripts/package-terraform.ts", [folder], ROOT);
  if (status !== 0) throw new Error(output);
}, LIMIT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the sums are those of every other file of the release", () => {
  const release = join(folder, "release");
  const sums = readdirSync(release).find((file) => file.endsWith("_SHA256SUMS")) ?? "";
  const lines = readFileSync(join(release, sums), "utf8").trim().split("\n");
  const actual = readdirSync(release)
    .filter((file) => file !== sums)
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(release, file)))
          .digest("hex")}  ${file}`,
    );
  expect(lines.sort()).toEqual(actual.sort());
  expect(lines).toHaveLength(5);
});

test(
  "installs from the mirror and works, also in a folder whose own package is of another module type",
  async () => {
    const sandbox = await startSandbox();
    const config =
      'resource "orgform_organization" "a" {\n  name                = "Packed"\n  deletion_protection = false\n}\n';
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
    const workspace = await TerraformWorkspace.create(config, env, {
      place: { mirror: join(folder, "mirror") },
    });
    try {
      workspace.write('{"type":"commonjs"}', "package.json");
      expect(await workspace.must("init")).toContain("Terraform has been successfully initialized!");
      expect(workspace.read(".terraform.lock.hcl")).toContain("orgform/orgform");
      expect(await workspace.apply()).toContain("Resources: 1 added");
    } finally {
      workspace.dispose();
      await sandbox.close();
    }
  },
  LIMIT_MS,
);
