import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { runProgram } from "../../../scripts/run-program.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";

const ROOT = join(__dirname, "../../..");

const demoFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("orgform-demo-"));

test("the demo tells its story with Pulumi's own output and leaves nothing behind", async () => {
  await pulumiCli();
  const before = demoFolders();
  const { status, output } = await runProgram(
    process.execPath,
    [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/demo.ts")],
    { env: process.env, cwd: ROOT, timeoutMs: 240_000 },
  );
  expect({ status, output }).toEqual({ status: 0, output: expect.any(String) });
  const told = [...output.matchAll(/^(\d)\. (.*)$/gmu)].map((match) => match[2]);
  expect(told).toEqual([
    "Create an organization with a verified domain and enforced single sign-on, in one update.",
    "Run the same program again.",
    "Change the program: people now sign in with GitHub.",
    "Somebody switches the enforcement off in the web interface, past the program.",
    "Ask Pulumi what is different in reality.",
    "Update again: the program's word is put back.",
    "Remove everything.",
  ]);
  expect(output).toContain("+ 6 created");
  expect(output).toContain("6 unchanged");
  expect(output).toContain('~ ssoEnforcement: "google-oauth2" => "github"');
  expect(output).toContain('- ssoEnforcement: "github"');
  expect(output).toContain("- 6 deleted");
  expect(output).toContain("Left in the service: Acme, the organization that the sandbox started with.");
  expect(demoFolders()).toEqual(before);
}, 300_000);
