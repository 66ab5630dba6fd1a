import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { DriftReport } from "../../src/app/drift/drift-report.ts";
import { runOrgform } from "../cli/spawn-orgform.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { testInFull } from "../support/extent.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";
import { code, declare } from "./support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const inOrg = { organizationId: code("org.organizationId") };

const PROGRAM = [
  declare("Organization", "org", { name: "Looked at", deletionProtection: false }),
  declare("Domain", "plain", { ...inOrg, domain: "plain.example", samlEntityId: "ours", samlX509Cert: "OUR CERT" }),
  declare("Domain", "gone", { ...inOrg, domain: "gone.example" }),
  declare("Domain", "quiet", { ...inOrg, domain: "quiet.example" }),
];

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull("drift and a previewed refresh find the same, and the state stays unchanged", async () => {
    const story = await Story.open(dialect, "");
    const { sandbox, stack } = story;
    story.declare(PROGRAM);
    await stack.up();
    const { control } = sandbox;
    control.updateDomain(story.domain("plain.example").id, { saml_entity_id: "theirs" });
    control.deleteDomain(story.domain("gone.example").id);
    const before = JSON.stringify(await stack.deployment());

    const previewed = await stack.must("refresh", "--preview-only", "--diff");
    // The command doesn't need encrypted values, so nobody has to provide the passphrase.
    const {
      code: exit,
      stdout,
      stderr,
    } = await runOrgform(["drift", "--cwd", stack.program, "--format", "json"], [], {
      ...stack.env,
      PULUMI_CONFIG_PASSPHRASE: undefined,
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
    });
    expect([exit, stderr]).toEqual([2, ""]);
    const report = JSON.parse(stdout) as DriftReport;
    expect(report.changed.map(({ address, properties }) => [address, properties])).toEqual([
      ["plain", [{ path: "samlEntityId", isSecret: false, expected: "ours", found: "theirs" }]],
    ]);
    expect(report.missing.map(({ address }) => address)).toEqual(["gone"]);
    expect(changesIn(previewed).toSorted()).toEqual(["- gone", "~ plain"]);
    expect(JSON.stringify(await stack.deployment())).toBe(before);
    expect(stdout).not.toContain("OUR CERT");
  });
});

/** The changes that a previewed refresh announces, one for each object. */
function changesIn(output: string): string[] {
  return [
    ...output.matchAll(/^\s*([~-]) pulumi-nodejs:dynamic\/orgform:\w+: .*\n(?:.*\n)*?\s*\[urn=.*::(\w+)\]/gmu),
  ].map(([, sign = "", name = ""]) => `${sign} ${name}`);
}

test("a state of Terraform is read through its command line", async () => {
  const story = await Story.open("documented", "");
  const { host, apiKey, organizationId, control } = story.sandbox;
  const env = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey };
  const config = `resource "orgform_domain" "plain" {\n  organization_id = "${organizationId}"\n  domain = "plain.example"\n  saml_entity_id = "ours"\n}\n`;
  const workspace = await TerraformWorkspace.create(config, env);
  try {
    await workspace.apply();
    control.updateDomain(story.domain("plain.example").id, { saml_entity_id: "theirs" });
    const before = readFileSync(join(workspace.folder, "terraform.tfstate"), "utf8");
    const { code: exit, stdout } = await runOrgform(["drift", "--cwd", workspace.folder, "--format", "json"], [], env);
    expect(exit).toBe(2);
    expect((JSON.parse(stdout) as DriftReport).changed).toMatchObject([
      { address: "orgform_domain.plain", properties: [{ path: "samlEntityId", expected: "ours", found: "theirs" }] },
    ]);
    expect(readFileSync(join(workspace.folder, "terraform.tfstate"), "utf8")).toBe(before);
  } finally {
    workspace.dispose();
  }
});
