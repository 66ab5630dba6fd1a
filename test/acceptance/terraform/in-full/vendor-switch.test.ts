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
import { EVERY_ENGINE, engineHas, programOfEngine } from "../../../support/terraform-programs.ts";
import { makeIn } from "../../support/service.ts";
import { closeTerraformStories, openStory, type TerraformStory } from "../fixture.ts";

/** The vendor's provider 1.0.13, built from its repository; no registry of Go modules has it. */
const PROVIDER = process.env["ORGFORM_TEST_VENDOR_PROVIDER"];

const VERSION = "1.0.13";

const LIMIT_MS = 600_000;

const PEOPLE = Array.from({ length: 40 }, (_, index) => `p${index}@acme.example`);

let mirror: string;
let settings: string;

/** Both providers in a mirror: each is started by the engine, so that it reads the program in the engine's folder. */
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
  // Engines are found on PATH, and there is to be one.
  const bin = mkdtempSync(join(mirror, "bin-"));
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(programOfEngine(engine), join(bin, engine === "opentofu" ? "tofu" : "terraform"));
  const environment = {
    ...workspace.environment,
    POSTHOG_HOST: sandbox.host,
    POSTHOG_API_KEY: apiKey,
    POSTHOG_ORGANIZATION_ID: organizationId,
    TF_REATTACH_PROVIDERS: undefined,
    PATH: `${bin}:/usr/bin:/bin`,
  };
  return { ...story, projectId, environment };
}

/** Does what MIGRATION.md says. */
function follow({ workspace }: TerraformStory): void {
  const read = (name: string): string => workspace.read(`orgform-migration/${name}`);
  const guide = read("MIGRATION.md");
  const files = new Set([...guide.matchAll(/^- (\S+\.tf):\d/gmu)].map(([, file = ""]) => file));
  const moved = [...guide.matchAll(/^- `(\S+)` to `(\S+)`$/gmu)].map(([, name = "", place = ""]) => [
    place,
    read(name),
  ]);
  for (const file of files) {
    const lines: (string | undefined)[] = workspace.read(file).split("\n");
    for (const [, of, first, last = first, text] of guide.matchAll(
      /^- (\S+\.tf):(\d+)(?:-(\d+))?: (?:delete|write `(.*)`\.$)/gmu,
    )) {
      if (of === file) lines.fill(undefined, Number(first) - 1, Number(last)).splice(Number(first) - 1, 1, text);
    }
    writeFileSync(join(workspace.folder, file), lines.filter((line) => line !== undefined).join("\n"));
  }
  for (const [place = "", text = ""] of moved) writeFileSync(join(workspace.folder, place), text);
  rmSync(join(workspace.folder, "orgform-migration"), { recursive: true });
  const main = workspace.read("main.tf");
  const orgform = '    orgform = { source = "orgform/orgform" }\n    posthog';
  if (!main.includes("orgform/orgform")) workspace.replaceMain(main.replace("    posthog", orgform));
}

/** Kills the engine as soon as it has the state. */
async function killedInApply({ workspace, environment }: Awaited<ReturnType<typeof vendorStory>>): Promise<void> {
  const program = environment.PATH.split(":")[0] ?? "";
  const [name = ""] = readdirSync(program).filter((one) => one !== "node");
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
  const child = spawn(join(program, name), ["apply", "saved"], { cwd: workspace.folder, env, stdio: "ignore" });
  while (!existsSync(join(workspace.folder, ".terraform.tfstate.lock.info"))) await wait(5);
  child.kill("SIGKILL");
  await once(child, "close");
}

/** Blocks that are done go before the next step. */
function withoutDoneBlocks({ workspace }: TerraformStory, file: string): void {
  const done = workspace.read(file).replaceAll(/^(?:moved|removed|import) \{\n(?: .*\n)*\}\n/gmu, "");
  writeFileSync(join(workspace.folder, file), done);
}

const able = EVERY_ENGINE.filter((engine) => engineHas(engine, "moves between types"));
const stories = PROVIDER === undefined || able.length === 0 ? describe.skip : describe;

stories.each(able.length === 0 ? EVERY_ENGINE : able)("%s and the vendor's provider", (engine) => {
  test(
    "a program moves to Orgform without a write, also when the apply is killed, and back",
    async () => {
      const story = await vendorStory(engine);
      const { workspace, projectId, environment, sandbox, writes } = story;
      const must = async (...args: readonly string[]) => {
        const ran = await workspace.runWith(environment, ...args);
        if (ran.status !== 0) throw new Error(`${args.join(" ")} ended with ${String(ran.status)}:\n${ran.output}`);
        return ran.output;
      };
      const migrate = (way: string) => runHere(["migrate", way, "posthog", "--cwd", workspace.folder], environment);
      workspace.replaceMain(HEAD + example(projectId));
      await must("init");
      await must("apply", "-auto-approve", "-input=false");
      sandbox.control.clearRequests();
      // As for an engine that moves no objects between types.
      const imported = await runHere(
        ["migrate", "--from", "posthog", "--by-import", "--out", "imports", "--cwd", workspace.folder],
        environment,
      );
      // An import knows neither secrets nor what only the program says; nothing is made or destroyed.
      expect(imported.stdout).toContain("0 to add, 4 to change, 0 to destroy; 93 to import.");
      expect([imported.code, writes()]).toEqual([2, []]);
      rmSync(join(workspace.folder, "imports"), { recursive: true });
      const there = await migrate("--from");
      expect(there.stdout).toContain("A plan in a copy says: 0 to add, 0 to change, 0 to destroy");
      expect([there.code, writes()]).toEqual([0, []]);
      follow(story);
      await must("init");
      expect(await must("plan", "-out=saved")).toContain("Plan: 0 to add, 0 to change, 0 to destroy");
      await killedInApply(story);
      expect(await must("apply", "-auto-approve", "-input=false")).toContain("0 added, 0 changed, 0 destroyed");
      expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
      expect(writes()).toEqual([]);

      withoutDoneBlocks(story, "orgform.tf");
      const back = await migrate("--to");
      // The vendor's provider imports empty inputs and no secrets, and compares all of them.
      expect(back.stdout).toContain(
        "A plan in a copy says: 0 to add, 3 to change, 0 to destroy; 94 to import; 93 removed from the state.",
      );
      expect(back.stdout).toContain("posthog_hog_function.hook: change (inputs_json)");
      expect(back.stdout).toContain("posthog_hog_function.own: change (inputs_json, inputs_schema_json,");
      expect(back.stdout).toContain('posthog_organization_member.p["p1@acme.example"]: change (retain_on_destroy)');
      expect([back.code, writes()]).toEqual([2, []]);
      follow(story);
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
