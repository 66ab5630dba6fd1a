import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { repairStateFiles } from "../../support/crash.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { MAIN_ENGINE, programOfEngine } from "../../support/terraform-programs.ts";

const RECOVERY = readFileSync(join(__dirname, "../../../docs/recovery.md"), "utf8").split("\n");

test("Terraform reads an empty state file as a state without objects, and its backup restores it", () => {
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

const stateOf = (stack: PulumiStack): string => {
  const names = readdirSync(stack.folder, { recursive: true, encoding: "utf8" });
  return join(stack.folder, names.find((name) => /stacks\/[^/]+\/[^/]+\.json$/u.test(name)) ?? "");
};

test.each([
  [
    "an empty file of attributes",
    ".attrs",
    /^rm \.pulumi\/stacks\/.*\.json\.attrs$/u,
    "failed to load checkpoint: EOF",
  ],
  ["an empty state", "", /^If `dev\.json` itself is empty, .*`dev\.json\.bak`/u, "unexpected end of JSON input"],
])("%s stops Pulumi, and the steps of the page repair it", async (_title, suffix, line, message) => {
  const stack = await PulumiStack.create({ files: { "index.js": "" } });
  try {
    await stack.up();
    await stack.up();
    truncateSync(`${stateOf(stack)}${suffix}`);
    const stopped = await stack.run("stack", "export");
    expect([stopped.status === 0, stopped.output]).toEqual([false, expect.stringContaining(message)]);

    expect(RECOVERY.some((one) => line.test(one))).toBe(true);
    repairStateFiles(stack);
    expect((await stack.run("stack", "export")).status).toBe(0);
  } finally {
    stack.dispose();
  }
});
