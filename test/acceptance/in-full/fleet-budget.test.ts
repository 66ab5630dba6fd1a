import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { type Ledger, startLedger } from "../../../packages/fleet/src/index.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { type Canary, filesBelow, sightingsOf } from "../../support/canary.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { STORY_LIMIT_MS } from "../support/story.ts";
import { PluginFolder } from "../terraform/plugin-folder.ts";

jest.setTimeout(STORY_LIMIT_MS);

let sandbox: Sandbox;
let ledger: Ledger;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: true });
  ledger = await startLedger();
});
afterAll(async () => {
  await ledger.close();
  await sandbox.close();
});

const PROGRAM = `
import { Domain } from "orgform/pulumi";
const organizationId = process.env.ORGFORM_ORGANIZATION_ID;
for (const name of ["one", "two"]) new Domain(name, { organizationId, domain: name + ".example" });
`;

const CONFIGURATION = `
resource "orgform_domain" "each" {
  for_each = toset(["one", "two"])
  domain   = "\${each.key}.example"
}
`;

function environmentOf(organization: string): Record<string, string> {
  const { host, apiKey, organizationId } = sandbox;
  const settings = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, ORGFORM_ORGANIZATION_ID: organizationId };
  return { ...settings, ...ledger.environmentFor(organization) };
}

/** Runs something that uses the service, and checks that the ledger counted each of its requests. */
async function allCounted(organization: string, run: () => Promise<unknown>): Promise<void> {
  sandbox.control.clearRequests();
  const before = ledger.callsOf(organization);
  await run();
  const sent = sandbox.control.requests().length;
  expect(sent).toBeGreaterThan(0);
  expect(ledger.callsOf(organization) - before).toBe(sent);
}

/** Strings that must not be in any file or output of a program. */
function secretsIn(environment: Record<string, string>): Canary[] {
  const token = new URL(environment["ORGFORM_BUDGET"] ?? "").searchParams.get("token") ?? "";
  return [
    { name: "token", value: token },
    { name: "key", value: sandbox.apiKey },
  ];
}

test.each([
  ["dynamic resources", false],
  ["the plugin", true],
])("every request of a Pulumi program goes through the ledger: %s", async (organization, hasPlugin) => {
  const env = environmentOf(organization);
  const stack = await PulumiStack.create({ env, files: { "index.js": hasPlugin ? onPlugin(PROGRAM) : PROGRAM } });
  try {
    if (hasPlugin) installPlugin({ stack });
    const said: string[] = [];
    for (const command of [
      ["up", "--yes", "--skip-preview"],
      ["refresh", "--yes", "--skip-preview"],
      ["destroy", "--yes"],
    ]) {
      await allCounted(organization, async () => said.push(await stack.must(...command)));
    }
    const found = sightingsOf(secretsIn(env), { ...filesBelow(stack.folder), said: said.join("\n") });
    expect(found).toEqual([]);
  } finally {
    stack.dispose();
  }
});

test("every request of a Terraform configuration goes through the ledger", async () => {
  const folder = new PluginFolder();
  const env = environmentOf("terraform");
  const workspace = await TerraformWorkspace.create(CONFIGURATION, { ...env, TF_LOG: "TRACE" }, folder.options);
  try {
    const said: string[] = [];
    for (const command of [["apply", "-auto-approve"], ["plan"], ["destroy", "-auto-approve"]]) {
      await allCounted("terraform", async () => said.push(await workspace.must(...command)));
    }
    const found = sightingsOf(secretsIn(env), { ...filesBelow(workspace.folder), said: said.join("\n") });
    expect(found).toEqual([]);
  } finally {
    workspace.dispose();
    folder.dispose();
  }
});

test("every request of a command goes through the ledger", async () => {
  const env = { PATH: process.env["PATH"], ...environmentOf("command") };
  const main = join(__dirname, "../../../dist/cli/main.js");
  for (const args of [["doctor"], ["call", "listProjects"]]) {
    await allCounted("command", () => runProgram(process.execPath, [main, ...args], { env, cwd: __dirname }));
  }
  expect(sandbox.control.requests().filter(({ status }) => status === 429)).toEqual([]);
});
