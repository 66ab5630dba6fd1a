import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { HCL } from "../../src/engines/terraform/program-writer/hcl.ts";
import { literal } from "../../src/adopt/literal.ts";
import { wordsOf } from "../../src/adopt/names.ts";
import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { runOrgform } from "../cli/spawn-orgform.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { docPages } from "../support/doc-pages.ts";
import { furnish, HARD_NAMES, HUSHED } from "../support/furnished-organization.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";
import { EVERY_ENGINE, MAIN_ENGINE } from "../support/terraform-programs.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";
import { typeErrors } from "../support/type-check.ts";
import { installPluginIn } from "./support/plugin-story.ts";
import { keyOf } from "./support/service.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "./support/story.ts";

const ROOT = join(__dirname, "../..");
const MODERATE = { members: 20, domains: 4, projects: 8 };

afterEach(closeStories);

/** The writes to the service since its request log was cleared. */
const writesOf = ({ control }: Sandbox): string[] =>
  control
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

/** The arguments of the guide's command that writes a program for an engine. */
function guideArguments(language: "pulumi" | "terraform"): string[] {
  const [guide = ""] = docPages().flatMap(({ path, text }) => (path === "docs/guides/adopt.md" ? [text] : []));
  const commands = [...guide.matchAll(/^npx orgform (?<words>adopt .*)$/gmu)].map(([, words = ""]) => words.split(" "));
  const [found, ...others] = commands.filter((words) => words.includes("terraform") === (language === "terraform"));
  if (found === undefined || others.length > 0) throw new Error(`The guide has not one command for ${language}.`);
  return found;
}

/** The files that the guide's command writes for the example organization. */
async function adopted(sandbox: Sandbox, language: "pulumi" | "terraform"): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-adopt-"));
  closeLater(() => rmSync(folder, { recursive: true }));
  const words = guideArguments(language);
  const out = join(folder, "program");
  const environment = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: keyOf(sandbox, null) };
  const done = await runOrgform(words.with(words.indexOf("--out") + 1, out), [], environment);
  if (done.code !== 0) throw new Error(`orgform adopt ended with ${String(done.code)}\n${done.stderr}`);
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")] as const));
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull(
    "a program for Pulumi adopts an organization without a write, and leaves nothing to change",
    async () => {
      const sandbox = await startSandbox({ dialect });
      closeLater(() => sandbox.close());
      await furnish(sandbox, MODERATE);
      sandbox.control.clearRequests();
      const files = await adopted(sandbox, "pulumi");
      expect(JSON.stringify(files)).not.toContain(HUSHED);
      const sources = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith(".ts")));
      expect(typeErrors(sources, "tsconfig.programs.json")).toBe("");

      const secrets = [...(files["README.md"] ?? "").matchAll(/config set --secret (\w+)$/gmu)];
      const stack = await PulumiStack.create({
        files,
        // The types have just been checked.
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
        secrets: {
          "orgform:apiKey": keyOf(sandbox, null),
          ...Object.fromEntries(secrets.map(([, name = ""]) => [`acme:${name}`, HUSHED])),
        },
      });
      closeLater(() => stack.dispose());
      installPluginIn(stack, "node_modules/.bin");
      for (const module of ["typescript", "@types"]) {
        symlinkSync(join(ROOT, "node_modules", module), join(stack.program, "node_modules", module), "junction");
      }
      await stack.up();
      const { resources = [] } = await stack.deployment();
      // More than 60 objects: one block declares all people.
      const taken = resources.filter(({ type }) => type.startsWith("orgform:"));
      const declared = Object.values(sources).flatMap((text) => [...text.matchAll(/new orgform\./gu)]);
      expect(taken.length).toBeGreaterThan(60);
      expect(taken.length).toBeGreaterThan(declared.length);
      await stack.previewEmpty();
      if (isInFull()) {
        await stack.refresh("--expect-no-changes");
        await stack.previewEmpty();
      }
      expect(writesOf(sandbox)).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "a configuration for Terraform adopts an organization without a write, and leaves nothing to change",
    async () => {
      const sandbox = await startSandbox({ dialect });
      closeLater(() => sandbox.close());
      await furnish(sandbox, MODERATE);
      sandbox.control.clearRequests();
      const { "providers.tf": main = "", ...files } = await adopted(sandbox, "terraform");
      expect(JSON.stringify(files)).not.toContain(HUSHED);
      // One block declares all people, and one import block imports them.
      for (const name of ["members.tf", "imports.tf"]) expect(files[name]).toMatch(/for_each += local.members$/mu);
      expect(files["imports.tf"]).not.toContain("person0@acme.example");

      const secrets = [...(files["README.md"] ?? "").matchAll(/export (TF_VAR_\w+)=/gu)];
      const workspace = await TerraformWorkspace.create("", {
        ORGFORM_API_KEY: keyOf(sandbox, null),
        ...Object.fromEntries(secrets.map(([, name = ""]) => [name, HUSHED])),
      });
      closeLater(() => workspace.dispose());
      workspace.replaceMain(main);
      for (const [name, text] of Object.entries(files)) workspace.write(text, name);
      await workspace.must("fmt", "-check", "-diff");
      await workspace.must("validate");
      // More than 60 objects: one block declares all people.
      const [, imported] = /(?<imported>\d+) imported, 0 added/u.exec(await workspace.apply()) ?? [];
      expect(Number(imported)).toBeGreaterThan(60);
      expect(await workspace.planStatus()).toBe(0);
      expect(writesOf(sandbox)).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

test.each(isInFull() ? EVERY_ENGINE : [MAIN_ENGINE])(
  "%s reads every string unchanged, and names in any script",
  async (engine) => {
    const unit = fc.constantFrom(
      ...'$%{}~"\\\n\r\t/*#ab ',
      "\u0000",
      "\u202E",
      "\u00AD",
      "\u{10FFFD}",
      "\u{1F680}",
      "e\u0301",
    );
    const texts = [...HARD_NAMES, ...fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 500, seed: 1 })];
    const words = wordsOf("Ελλάδα Россия ישראל عرب भारत ไทย 日本 ひらカタ 한국");
    const workspace = await TerraformWorkspace.create("", {}, { engine });
    closeLater(() => workspace.dispose());
    workspace.replaceMain(
      `output "texts" {\n  value = ${literal(texts, HCL)}\n}\n${words.map((word) => `output "${word}" {\n  value = 1\n}\n`).join("")}`,
    );
    await workspace.apply();
    const { texts: read } = JSON.parse(await workspace.must("output", "-json")) as { texts: { value: string[] } };
    // The engine normalizes every string.
    expect(read.value).toEqual(texts.map((text) => text.normalize("NFC")));
  },
);
