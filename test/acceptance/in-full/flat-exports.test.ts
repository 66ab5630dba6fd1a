import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Dialect, Sandbox } from "../../../packages/sandbox/src/index.ts";
import { isInFull } from "../../support/extent.ts";
import { revivedSandbox, revivedStack, revivedWorkspace } from "../../support/recorded-state.ts";
import { oneLine } from "../../support/terraform-workspace.ts";
import { PluginFolder } from "../terraform/plugin-folder.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";

afterEach(closeStories);

const FOLDER = "../flat-exports";

/** The recorded program with its exports as blocks. */
function blocksOf(dialect: string, name: string): string {
  return readFileSync(join(__dirname, "../../fixtures/states", FOLDER, dialect, name), "utf8");
}

async function sandboxOf(dialect: Dialect, engine: string): Promise<Sandbox> {
  const sandbox = await revivedSandbox(`${FOLDER}/${dialect}`, engine);
  closeLater(() => sandbox.close());
  sandbox.control.setDialect(dialect);
  return sandbox;
}

function writesAt(sandbox: Sandbox): string[] {
  const written = sandbox.control.requests().filter(({ method }) => method !== "GET");
  return written.map(({ method, path }) => `${method} ${path}`);
}

/** `npm test` uses the states of the older service, which contain more of this form. */
const DIALECTS: readonly Dialect[] = isInFull() ? ["2025-08", "2026-09"] : ["2025-08"];

describe.each(DIALECTS)("a state with exports in the form of 0.1.0, %s", (dialect) => {
  test.each(["pulumi-dynamic", "pulumi-plugin"])(
    "with %s is refused with its old program, and shows no change with its exports as blocks",
    async (engine) => {
      const sandbox = await sandboxOf(dialect, engine);
      const stack = await revivedStack(`${FOLDER}/${dialect}`, engine, sandbox);
      closeLater(() => stack.dispose());
      if (engine === "pulumi-plugin") installPlugin({ stack });
      const { output } = await stack.run("preview");
      // The engine stops at the first export that is refused, which is any of them. One of them has no settings.
      expect(output).toMatch(/Write the block destination\.(?:noOp instead\.|\w+ instead, with \S)/u);

      const program = blocksOf(dialect, "blocks.js");
      stack.write({ "index.js": engine === "pulumi-plugin" ? onPlugin(program) : program });
      await stack.previewEmpty();
      await stack.up("--expect-no-changes");
      await stack.refresh();
      await stack.refresh("--expect-no-changes");
      await stack.previewEmpty();
      expect(writesAt(sandbox)).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "with Terraform is refused with its old configuration, and shows no change with its exports as blocks",
    async () => {
      const sandbox = await sandboxOf(dialect, "terraform");
      const plugin = new PluginFolder();
      closeLater(() => plugin.dispose());
      const workspace = await revivedWorkspace(`${FOLDER}/${dialect}`, sandbox, plugin.options);
      closeLater(() => workspace.dispose());
      // The engine itself reports arguments that the schema doesn't have.
      expect(oneLine(await workspace.mustFail("plan"))).toMatch(/Write the block destination\.\w+ instead/u);

      workspace.replaceMain(blocksOf(dialect, "blocks.tf"));
      expect(await workspace.planStatus()).toBe(0);
      await workspace.apply();
      expect(await workspace.must("plan", "-refresh-only")).toContain("No changes.");
      expect(await workspace.planStatus()).toBe(0);
      expect(writesAt(sandbox)).toEqual([]);
      const held = workspace.read("terraform.tfstate");
      expect(held).not.toContain('"other_config"');
    },
    STORY_LIMIT_MS,
  );
});
