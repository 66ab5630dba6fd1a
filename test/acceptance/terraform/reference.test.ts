import { afterEach, describe, expect, test } from "@jest/globals";

import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { served } from "../../../src/app/served.ts";
import type { EngineName } from "../../../tools/set-up/terraform/engines.ts";
import { isInFull } from "../../support/extent.ts";
import { engineHas, EVERY_ENGINE, type Feature } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

/** A validation sends no requests. A plan would. */
const ENVIRONMENT = { ORGFORM_HOST: "http://127.0.0.1:1", ORGFORM_API_KEY: "phx_nobody" };

const opened: TerraformWorkspace[] = [];

afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.dispose();
});

async function open(engine: EngineName, config = ""): Promise<TerraformWorkspace> {
  const workspace = await TerraformWorkspace.create(config, ENVIRONMENT, { engine });
  opened.push(workspace);
  // The code that a block of a guide reads from a file.
  workspace.write("return event\n", "bots.hog");
  return workspace;
}

/** Syntax in blocks that not every engine supports. */
const NEEDS: readonly (readonly [RegExp, Feature])[] = [
  [/^list /mu, "query"],
  [/^action /mu, "actions"],
  [/^ +identity +=/mu, "identity"],
  [/_wo\b|\bephemeral\b/u, "write-only"],
];

const blocks = blocksOfKind("configuration").map((block) => ({
  ...block,
  needs: NEEDS.filter(([sign]) => sign.test(block.text)).map(([, feature]) => feature),
}));
const programs = blocks.filter(({ text }) => text.includes("required_providers"));
const fragments = blocks.filter((block) => !programs.includes(block));

/** What the guide's blocks refer to. The guide's first program, which is validated separately, declares it. */
const DECLARED_BEFORE = 'resource "orgform_organization" "acme" {\n  name = "Acme Cloud"\n}\n';

/** The blocks that belong in a configuration, as far as the engine supports their syntax. */
function configurationFor(engine: EngineName): string {
  const read = fragments.filter(
    ({ needs }) => !needs.includes("query") && needs.every((one) => engineHas(engine, one)),
  );
  return `${[DECLARED_BEFORE, ...read.map(({ text }) => text)].join("\n")}\n`;
}

test("every resource has a block, and so does everything that only newer engines support", () => {
  const ofReference = fragments.filter(({ page }) => page.startsWith("docs/reference/"));
  expect(ofReference.filter(({ text }) => text.startsWith("resource "))).toHaveLength(served.length);
  expect(fragments.filter(({ text }) => text.startsWith("data ")).length).toBeGreaterThan(1);
  expect(new Set(blocks.flatMap(({ needs }) => needs))).toEqual(
    new Set(["query", "identity", "write-only", "actions"]),
  );
});

/** By day, the engine that reads most of the blocks. */
const ENGINES = isInFull() ? EVERY_ENGINE : EVERY_ENGINE.slice(-1);

describe.each(ENGINES)("the blocks of the reference, with %s,", (engine) => {
  test("are valid in one configuration, and written as the engine's formatter writes them", async () => {
    const workspace = await open(engine, configurationFor(engine));
    const said = await workspace.must("validate");
    expect(said).toMatch(/The configuration is valid[.,]/u);
    // Some resources have a successor, so deprecation warnings are expected.
    const warnings = [...said.matchAll(/Warning: (?<summary>.*)/gu)].map(({ groups }) => groups?.["summary"]);
    expect(warnings.filter((one) => one?.endsWith(" is deprecated") !== true)).toEqual([]);
    await workspace.must("fmt", "-check", "-diff");
  });

  test.each([
    ["a name that is not there", "enforce_2fa", "enforce_two_factor", /Unsupported argument/u],
    [
      "a value that is not allowed",
      '"google-oauth2"',
      '"smoke-signals"',
      /This orgform_domain_sso isn't declared correctly/u,
    ],
    ["a type that is not there", '"orgform_domain_verification"', '"orgform_realm"', /does not support resource type/u],
  ])("would not be valid with %s", async (_what, right, wrong, message) => {
    const workspace = await open(engine, configurationFor(engine).replace(right, wrong));
    expect(await workspace.mustFail("validate")).toMatch(message);
  });

  test.each(
    programs
      .filter(({ needs }) => needs.every((one) => engineHas(engine, one)))
      .map(({ page, line, text }) => [`${page}:${line}`, text]),
  )("%s is valid", async (_place, text) => {
    const workspace = await open(engine);
    workspace.replaceMain(`${text}\n`);
    expect(await workspace.must("validate")).toContain("The configuration is valid.");
    await workspace.must("fmt", "-check", "-diff");
  });
});

describe.each(ENGINES)("a configuration of the command line of %s", (engine) => {
  const folders = { "<your project>": "/home/me/acme", "<the mirror>": "/srv/mirror" };

  test.each(blocksOfKind("CLI configuration").map(byPlace))(
    "%s is read without a complaint",
    async (_place, { text }) => {
      const workspace = await open(engine);
      const named = Object.entries(folders).reduce((all, [name, folder]) => all.replaceAll(name, folder), text);
      expect(named).not.toContain("<");
      workspace.write(`${named}\n`, "cli.tfrc");
      const complaint = /CLI configuration|unsupported|invalid/iu;
      expect(await workspace.must("version")).not.toMatch(complaint);
      workspace.write(`${named.replace(/filesystem_mirror|dev_overrides/u, "overrule")}\n`, "cli.tfrc");
      expect((await workspace.run("version")).output).toMatch(complaint);
    },
  );
});

const withQuery = EVERY_ENGINE.filter((engine) => engineHas(engine, "query"));
for (const engine of withQuery) {
  test(`the lists of the reference, with ${engine}, are valid in one query`, async () => {
    const workspace = await open(engine);
    const lists = fragments.filter(({ needs }) => needs.includes("query")).map(({ text }) => text);
    workspace.write(`${lists.join("\n\n")}\n`, "all.tfquery.hcl");
    expect(await workspace.must("validate", "-query")).toContain("The configuration is valid.");
    workspace.write(`${lists.join("\n\n").replace("orgform_domain", "orgform_realm")}\n`, "all.tfquery.hcl");
    expect(await workspace.mustFail("validate", "-query")).toContain("orgform_realm");
  });
}
