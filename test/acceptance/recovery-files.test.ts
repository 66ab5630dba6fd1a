import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { PulumiStack } from "../support/pulumi-stack.ts";
import { MAIN_ENGINE, programOfEngine } from "../support/terraform-programs.ts";

const RECOVERY = readFileSync(join(__dirname, "../../docs/recovery.md"), "utf8").split("\n");

test("an empty state file of Terraform is one in which nothing was made, and its backup brings it back", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-empty-state-"));
  const run = (...args: string[]): string =>
    execFileSync(programOfEngine(MAIN_ENGINE), args, { cwd: folder, encoding: "utf8" });
  try {
    for (const input of ["one", "two"]) {
      writeFileSync(join(folder, "main.tf"), `resource "terraform_data" "it" { input = "${input}" }\n`);
      run("apply", "-auto-approve", "-no-color");
    }
    truncateSync(join(folder, "terraform.tfstate"));
    expect(run("plan", "-no-color")).toContain("1 to add");

    expect(RECOVERY).toContain("cp terraform.tfstate.backup terraform.tfstate");
    execFileSync("cp", ["terraform.tfstate.backup", "terraform.tfstate"], { cwd: folder });
    expect(run("plan", "-no-color")).toContain("0 to add, 1 to change");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an empty file of attributes stops Pulumi, and can be deleted", async () => {
  const stack = await PulumiStack.create({ files: { "index.js": "" } });
  try {
    const names = readdirSync(stack.folder, { recursive: true, encoding: "utf8" });
    const attributes = names.find((name) => /stacks\/[^/]+\/[^/]+\.json\.attrs$/u.test(name)) ?? "";
    truncateSync(join(stack.folder, attributes));
    const stopped = await stack.run("stack", "export");
    expect([stopped.status === 0, stopped.output]).toEqual([
      false,
      expect.stringContaining("failed to load checkpoint: EOF"),
    ]);

    expect(RECOVERY.some((line) => /^rm \.pulumi\/stacks\/.*\.json\.attrs$/u.test(line))).toBe(true);
    rmSync(join(stack.folder, attributes));
    expect((await stack.run("stack", "export")).status).toBe(0);
  } finally {
    stack.dispose();
  }
});
