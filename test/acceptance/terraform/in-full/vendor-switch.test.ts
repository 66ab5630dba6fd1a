import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { runHere } from "../../../cli/run-here.ts";
import { EVERY_ENGINE, engineHas } from "../../../support/terraform-programs.ts";
import { followSteps, pathWithOnly } from "../../support/migration-steps.ts";
import { makeIn } from "../../support/service.ts";
import { closeTerraformStories, openStory, type TerraformStory } from "../fixture.ts";

/** The vendor's provider 1.0.13, built from its repository, because no registry of Go modules has it. */
const PROVIDER = process.env["ORGFORM_TEST_VENDOR_PROVIDER"];

const VERSION = "1.0.13";

const LIMIT_MS = 600_000;

const PEOPLE = Array.from({ length: 40 }, (_, index) => `p${index}@acme.example`);

let mirror: string;
let settings: string;

/** A mirror with both providers. The engine starts them, so they read the program in the engine's folder. */
beforeAll(() => {
  mirror = mkdtempSync(join(tmpdir(), "orgform-vendor-mirror-"));
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  for (const host of ["registry.terraform.io", "registry.opentofu.org"]) {
    for (const [address, program = ""] of [
      ["posthog/posthog", PROVIDER],
      ["orgform/orgform", join(__dirname, "../../../..", "dist/engines/terraform/provider/main.js")],
    ] as const) {
      const name = `terraform-provider-${address.split("/")[1]}_v${VERSION}`;
      const file = join(mirror, host, address, VERSION, platform, name);
      mkdirSync(dirname(file), { recursive: true });
      symlinkSync(program, file);
    }
  }
  settings = join(mirror, "cli.tfrc");
  writeFileSync(
    settings,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
});
afterAll(() => rmSync(mirror, { recursive: true }));
afterEach(closeTerraformStories);

const HEAD = `terraform {
  required_providers {
    posthog = { source = "posthog/posthog" }
  }
}
provider "posthog" {}
`;

const example = (projectId: string): string =>
  readFileSync(new URL("../../../fixtures/vendor-states/program.tf", import.meta.url), "utf8")
    .replaceAll("@PROJECT@", projectId)
    .replaceAll("@PEOPLE@", JSON.stringify(PEOPLE));

/** A program that the vendor's provider has applied. */
async function vendorStory(engine: (typeof EVERY_ENGINE)[number]) {
  const variables = { TF_CLI_CONFIG_FILE: settings };
  const story = await openStory("2026-09", "", { engine, variables });
  const { sandbox, apiKey, workspace } = story;
  const { control, organizationId } = sandbox;
  for (const email of PEOPLE) {
    control.addMembership({ userId: control.createUser({ email }).id, organizationId, level: 1 });
  }
  const projectId = await makeIn(sandbox, `organizations/${organizationId}/projects/`, { name: "Other" });
  control.call("POST", "guarded-objects", { project: Number(projectId), resource: "dashboard", id: "42" });
  const environment = {
    ...workspace.environment,
    POSTHOG_HOST: sandbox.host,
    POSTHOG_API_KEY: apiKey,
    POSTHOG_ORGANIZATION_ID: organizationId,
    TF_REATTACH_PROVIDERS: undefined,
    PATH: pathWithOnly(engine, mkdtempSync(join(mirror, "bin-"))),
  };
  const must = async (...args: readonly string[]) => {
    const ran = await workspace.runWith(environment, ...args);
    if (ran.status !== 0) throw new Error(`${args.join(" ")} ended with ${String(ran.status)}:\n${ran.output}`);
    return ran.output;
  };
  const migrate = (way: string, ...flags: readonly string[]) =>
    runHere(["migrate", way, "posthog", "--cwd", workspace.folder, ...flags], environment);
  workspace.replaceMain(HEAD + example(projectId));
  await must("init");
  await must("apply", "-auto-approve", "-input=false");
  control.clearRequests();
  return { ...story, environment, must, migrate };
}

/** Kills the engine as soon as it has locked the state. */
async function killedInApply({ workspace, environment }: Awaited<ReturnType<typeof vendorStory>>): Promise<void> {
  const program = environment.PATH.split(":")[0] ?? "";
  const [name = ""] = readdirSync(program).filter((one) => one !== "node");
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
  const child = spawn(join(program, name), ["apply", "saved"], { cwd: workspace.folder, env, stdio: "ignore" });
  while (!existsSync(join(workspace.folder, ".terraform.tfstate.lock.info"))) await wait(5);
  child.kill("SIGKILL");
  await once(child, "close");
}

/** Removes the blocks that have been applied, before the next step. */
function withoutDoneBlocks({ workspace }: TerraformStory, file: string): void {
  const done = workspace.read(file).replaceAll(/^(?:moved|removed|import) \{\n(?: .*\n)*\}\n/gmu, "");
  writeFileSync(join(workspace.folder, file), done);
}

const able = EVERY_ENGINE.filter((engine) => engineHas(engine, "moves between types"));
const stories = PROVIDER === undefined || able.length === 0 ? describe.skip : describe;

stories.each(able.length === 0 ? EVERY_ENGINE : able)("%s and the vendor's provider", (engine) => {
  test(
    "a program moves to Orgform without a write, even if the apply is killed, and back",
    async () => {
      const story = await vendorStory(engine);
      const { workspace, must, migrate, writes } = story;
      const there = await migrate("--from");
      expect(there.stdout).toContain("A plan in a copy says: 0 to add, 0 to change, 0 to destroy");
      expect([there.code, writes()]).toEqual([0, []]);
      followSteps(workspace);
      await must("init");
      expect(await must("plan", "-out=saved")).toContain("Plan: 0 to add, 0 to change, 0 to destroy");
      await killedInApply(story);
      expect(await must("apply", "-auto-approve", "-input=false")).toContain("0 added, 0 changed, 0 destroyed");
      expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
      expect(writes()).toEqual([]);

      withoutDoneBlocks(story, "orgform.tf");
      const back = await migrate("--to");
      // The vendor's provider imports empty inputs and no secrets, and then compares all of them.
      expect(back.stdout).toContain(
        "A plan in a copy says: 0 to add, 3 to change, 0 to destroy; 94 to import; 93 removed from the state.",
      );
      expect(back.stdout).toContain("posthog_hog_function.hook: change (inputs_json)");
      expect(back.stdout).toContain("posthog_hog_function.own: change (inputs_json, inputs_schema_json,");
      expect(back.stdout).toContain('posthog_organization_member.p["p1@acme.example"]: change (retain_on_destroy)');
      expect([back.code, writes()]).toEqual([2, []]);
      followSteps(workspace);
      await must("init");
      await must("apply", "-auto-approve", "-input=false");
      expect(new Set(writes().map((write) => write.replace(/\/[^/]+\/$/u, "").replace(/^.*\//u, "")))).toEqual(
        new Set(["hog_functions", "members"]),
      );
      withoutDoneBlocks(story, "posthog_imports.tf");
      expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
    },
    LIMIT_MS,
  );
});

(PROVIDER === undefined ? describe.skip : describe).each(EVERY_ENGINE)("%s and imports in place of moves", (engine) => {
  test(
    "a program moves to Orgform without a write",
    async () => {
      const { workspace, must, migrate, writes } = await vendorStory(engine);
      const there = await migrate("--from", "--by-import");
      expect(there.stdout).toContain("0 to add, 4 to change, 0 to destroy; 93 to import.");
      // An import lacks secrets, values that only the program has, and values that the program declares although they
      // are defaults.
      for (const change of [
        "orgform_hog_function.hook: change (hog, icon_url, inputs)",
        "orgform_hog_function.own: change (filters, secret_inputs)",
        "orgform_hog_function.stays: change (enabled, filters)",
        'orgform_member.p["p1@acme.example"]: change (on_destroy)',
      ]) {
        expect(there.stdout).toContain(change);
      }
      expect(there.stdout).toContain("A change that only adds these sends nothing to the service.");
      expect(there.code).toBe(2);
      const leaving = followSteps(workspace);
      expect(leaving).toHaveLength(16);
      await must("state", "rm", ...leaving);
      await must("init");
      expect(await must("plan", "-out=saved")).toMatch(/93 to import, 0 to add, 4 to change, 0 to destroy/u);
      expect(await must("apply", "saved")).toContain("93 imported, 0 added, 4 changed, 0 destroyed");
      expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
      // These changes only affect the state.
      expect(writes()).toEqual([]);
      rmSync(join(workspace.folder, "orgform_imports.tf"));
      expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
    },
    LIMIT_MS,
  );
});
