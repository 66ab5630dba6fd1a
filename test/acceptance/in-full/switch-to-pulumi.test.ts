import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import { runHere } from "../../cli/run-here.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { startWorld } from "../../support/scenario-world.ts";
import { typeErrors } from "../../support/type-check.ts";
import { vendorOrganization } from "../../support/vendor-state.ts";
import { installPluginIn } from "../support/plugin-story.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";

const ROOT = join(__dirname, "../../..");

afterEach(closeStories);

const MAIN = `resource "posthog_role" "eng" {
  name = "Engineering"
}
resource "posthog_dashboard" "stays" {
  project_id = posthog_project.web.id
}
`;

test(
  "a Pulumi program takes over the objects of posthog/posthog without a write, and leaves nothing to change",
  async () => {
    const world = await startWorld("2026-09");
    const { sandbox, apiKey } = world;
    closeLater(() => sandbox.close());
    world.settleIn(world.organizationId);
    const state = await vendorOrganization(world);
    const folder = mkdtempSync(join(tmpdir(), "orgform-switch-"));
    closeLater(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "main.tf"), MAIN);
    writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    sandbox.control.clearRequests();
    const words = ["migrate", "--from", "posthog", "--for", "pulumi", "--cwd", folder];
    const ran = await runHere([...words, "--state", join(folder, "state.json")], {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: apiKey,
    });
    expect(ran.stdout).toBe(
      `Objects to import: 10.\nWrote ${join(folder, "orgform-migration")}. Follow the steps in its MIGRATION.md.\n`,
    );
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const read = sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
    // Reads each list only once, except the list of roles, which is also read for their members.
    const again = read.filter((one, index) => read.indexOf(one) < index);
    expect(again).toEqual([`GET /api/organizations/${world.organizationId}/roles/`]);

    const out = join(folder, "orgform-migration");
    const files = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
    expect(JSON.stringify(files)).not.toContain("phc_canary");
    const { "MIGRATION.md": guide = "", ...program } = files;
    expect(guide).toContain("terraform state rm 'posthog_project_settings.web'\n");
    expect(guide).toContain("- main.tf:1-3: delete the block posthog_role.eng.\n");
    expect(guide).toMatch(/- main\.tf:5: write `project_id = \d+`\.\n/u);
    expect(guide).not.toContain("dashboard");
    const sources = Object.fromEntries(Object.entries(program).filter(([name]) => name.endsWith(".ts")));
    expect(typeErrors(sources, "tsconfig.programs.json")).toBe("");

    const stack = await PulumiStack.create({
      files: program,
      // The types have just been checked.
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      secrets: { "orgform:apiKey": apiKey },
    });
    closeLater(() => stack.dispose());
    installPluginIn(stack, "node_modules/.bin");
    for (const module of ["typescript", "@types"]) {
      symlinkSync(join(ROOT, "node_modules", module), join(stack.program, "node_modules", module), "junction");
    }
    const preview = await stack.must("preview");
    expect(preview).toMatch(/= 10 to import/u);
    // The service doesn't store `onDestroy`, so an import can't provide it.
    expect(preview.match(/^.* update \[.*$/gmu)).toEqual([expect.stringMatching(/p-bob-.*\[diff: ~onDestroy\]$/u)]);
    expect(preview).not.toMatch(/to (?:replace|delete)/u);
    await stack.up();
    await stack.previewEmpty();
    const writes = sandbox.control.requests().filter(({ method }) => method !== "GET");
    expect(writes).toEqual([]);
  },
  STORY_LIMIT_MS,
);
