import { afterEach, describe, expect, test } from "@jest/globals";

import { blocksOf, docPages } from "../support/doc-pages.ts";
import { resources } from "../../src/resources/index.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";

/** A validation asks nobody; a plan would. */
const ENVIRONMENT = { ORGFORM_HOST: "http://127.0.0.1:1", ORGFORM_API_KEY: "phx_nobody" };

const opened: TerraformWorkspace[] = [];

afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.dispose();
});

async function open(config = ""): Promise<TerraformWorkspace> {
  const workspace = await TerraformWorkspace.create(config, ENVIRONMENT);
  opened.push(workspace);
  return workspace;
}

const blocks = docPages()
  .flatMap(blocksOf)
  .filter(({ language, text }) => language === "hcl" && !text.startsWith("provider_installation"));
const programs = blocks.filter(({ text }) => text.includes("required_providers"));
const fragments = blocks.filter((block) => !programs.includes(block)).map(({ text }) => text);
const all = `${fragments.join("\n\n")}\n`;

describe("the blocks of the reference", () => {
  test("are valid in one configuration, and written as the engine's formatter writes them", async () => {
    const workspace = await open(all);
    expect(await workspace.must("validate")).toContain("The configuration is valid.");
    await workspace.must("fmt", "-check", "-diff");
    expect(fragments.filter((text) => text.startsWith("resource "))).toHaveLength(resources.length);
    expect(fragments.filter((text) => text.startsWith("data ")).length).toBeGreaterThan(1);
  });

  test.each([
    ["a name that is not there", "enforce_2fa", "enforce_two_factor", /Unsupported argument/u],
    ["a value that is not allowed", '"google-oauth2"', '"smoke-signals"', /This DomainSso cannot be declared so/u],
    ["a type that is not there", '"orgform_domain"', '"orgform_realm"', /does not support resource type/u],
  ])("would not be valid with %s", async (_what, right, wrong, message) => {
    const workspace = await open(all.replace(right, wrong));
    expect(await workspace.mustFail("validate")).toMatch(message);
  });
});

test.each(programs.map(({ page, line, text }) => [`${page}:${line}`, text]))("%s is valid", async (_place, text) => {
  const workspace = await open();
  workspace.replaceMain(`${text}\n`);
  expect(await workspace.must("validate")).toContain("The configuration is valid.");
  await workspace.must("fmt", "-check", "-diff");
});
