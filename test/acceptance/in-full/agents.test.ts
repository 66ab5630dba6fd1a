import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterEach, expect, jest, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { TEMPLATES } from "../../../src/cli/init/templates.generated.ts";
import { ask, startServer } from "../../support/agent-session.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { programOfEngine } from "../../support/terraform-programs.ts";
import { code, declare } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const CERTIFICATE = "agents-canary-1188";

/** The tools' output about the program in the server's folder. */
async function said(client: Client, ...tools: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const tool of tools) {
    const { text, isError } = await ask(client, tool);
    expect([tool, isError, text]).toEqual([tool, false, expect.any(String)]);
    expect(text).not.toContain(CERTIFICATE);
    texts.push(text);
  }
  return texts;
}

test("with Pulumi: plans and drift match the engine's, and outside changes are handled as the skill says", async () => {
  const story = await Story.open("documented", "");
  const { sandbox, stack } = story;
  const inOrg = { organizationId: code("org.organizationId") };
  story.declare([
    declare("Organization", "org", { name: "Agents", deletionProtection: false }),
    declare("Domain", "plain", { ...inOrg, domain: "plain.example", samlEntityId: "ours", samlX509Cert: CERTIFICATE }),
  ]);
  const env = { ...stack.env, ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
  const client = await startServer([], { cwd: stack.program, env });
  try {
    const [before] = await said(client, "plan");
    expect(before).toMatch(/\+ pulumi-nodejs:dynamic\/orgform:Domain: \(create\)[^]*\+ 3 to create/u);
    await stack.up();
    const [same, clean] = await said(client, "plan", "drift");
    expect([same, clean]).toEqual([
      expect.stringMatching(/Resources:\n +3 unchanged/u),
      expect.stringMatching(/^no drift among 2 declared objects/u),
    ]);
    sandbox.control.updateDomain(story.domain("plain.example").id, { saml_entity_id: "theirs" });
    const state = JSON.stringify(await stack.deployment());
    sandbox.control.clearRequests();
    const [unseen, drifted] = await said(client, "plan", "drift");
    expect(story.writes()).toEqual([]);
    expect(JSON.stringify(await stack.deployment())).toBe(state);
    expect(unseen).toMatch(/Resources:\n +3 unchanged/u);
    expect(drifted).toContain('samlEntityId: "ours" => "theirs"');
    expect(await stack.must("preview", "--diff", "--refresh")).toMatch(/~ samlEntityId +: "theirs" => "ours"/u);
    await stack.up("--refresh");
    expect((await said(client, "drift"))[0]).toMatch(/^no drift/u);
    sandbox.control.deleteDomain(story.domain("plain.example").id);
    expect((await said(client, "drift"))[0]).toMatch(/^1 missing/u);
    await stack.up("--refresh");
    expect((await said(client, "drift"))[0]).toMatch(/^no drift/u);
  } finally {
    await client.close();
  }
});

test("with Terraform: a plan of the project that `orgform init` writes leaves nothing behind", async () => {
  const sandbox = await startSandbox();
  const folder = mkdtempSync(join(tmpdir(), "orgform-agents-"));
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const provider = join(REPOSITORY, "dist/engines/terraform/provider/main.js");
  symlinkSync(provider, join(bin, "terraform-provider-orgform"));
  const { "main.tf": main, "orgform.tfrc": settings } = TEMPLATES.terraform;
  writeFileSync(join(folder, "main.tf"), main);
  writeFileSync(join(folder, "orgform.tfrc"), settings.replace("node_modules/.bin", bin));
  const program = programOfEngine("terraform");
  const env = {
    PATH: `${dirname(program)}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    TF_CLI_CONFIG_FILE: join(folder, "orgform.tfrc"),
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: sandbox.apiKey,
  };
  const client = await startServer([], { cwd: folder, env });
  try {
    const files = readdirSync(folder);
    expect((await said(client, "plan"))[0]).toContain("Plan: 2 to add, 0 to change, 0 to destroy.");
    expect(readdirSync(folder)).toEqual(files);
    const { status, output } = await runProgram(program, ["apply", "-auto-approve", "-no-color"], { env, cwd: folder });
    expect([status, output]).toEqual([0, expect.stringContaining("2 added")]);
    const state = readFileSync(join(folder, "terraform.tfstate"), "utf8");
    sandbox.control.clearRequests();
    expect(await said(client, "plan", "drift")).toEqual([
      expect.stringContaining("No changes."),
      expect.stringMatching(/^no drift among 2 declared objects/u),
    ]);
    expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(readFileSync(join(folder, "terraform.tfstate"), "utf8")).toBe(state);
  } finally {
    await client.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
