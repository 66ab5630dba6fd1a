import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { writeProviderWrapper } from "../../tools/set-up/pulumi/obtain.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-wrapper-"));
  writeProviderWrapper(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wrapper = (): string => join(folder, "pulumi-resource-pulumi-nodejs");

test("runs the SDK of the program's own folder and hands every argument on", () => {
  const program = join(folder, "a program");
  const sdk = join(program, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(program, "package.json"), '{"type":"module"}');
  writeFileSync(join(sdk, "index.js"), "console.log(JSON.stringify(process.argv.slice(2)));");
  const run = spawnSync(wrapper(), ["127.0.0.1:1", "with space"], { cwd: program, encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stdout: '["127.0.0.1:1","with space"]\n' });
});

test("fails with Node's own words where the program has no SDK", () => {
  const run = spawnSync(wrapper(), ["127.0.0.1:1"], { cwd: folder, encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'");
});
