import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { runHere } from "../../../cli/run-here.ts";
import { EVERY_ENGINE, programOfEngine } from "../../../support/terraform-programs.ts";
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
  const lines: (string | undefined)[] = workspace.read("main.tf").split("\n");
  for (const [, first, last] of guide.matchAll(/main\.tf:(\d+)-(\d+): delete/gu)) {
    lines.fill(undefined, Number(first) - 1, Number(last));
  }
  for (const [, line, text] of guide.matchAll(/main\.tf:(\d+): write `(.*)`\.$/gmu)) lines[Number(line) - 1] = text;
  for (const [, name = "", place = ""] of guide.matchAll(/^- `(\S+)` to `(\S+)`$/gmu))
    workspace.write(read(name), place);
  rmSync(join(workspace.folder, "orgform-migration"), { recursive: true });
  const text = lines.filter((line) => line !== undefined).join("\n");
  const orgform = '    orgform = { source = "orgform/orgform" }\n    posthog';
  workspace.replaceMain(text.includes("orgform/orgform") ? text : text.replace("    posthog", orgform));
}

(PROVIDER === undefined ? describe.skip : describe).each(EVERY_ENGINE)(
  "%s with the vendor's own provider",
  (engine) => {
    test(
      "a program moves to Orgform without a write",
      async () => {
        const story = await vendorStory(engine);
        const { workspace, projectId, environment, sandbox, writes } = story;
        const must = async (...args: readonly string[]) => {
          const ran = await workspace.runWith(environment, ...args);
          if (ran.status !== 0) throw new Error(`${args.join(" ")} ended with ${String(ran.status)}:\n${ran.output}`);
          return ran.output;
        };
        workspace.replaceMain(HEAD + example(projectId));
        await must("init");
        await must("apply", "-auto-approve", "-input=false");
        sandbox.control.clearRequests();
        const migrated = await runHere(["migrate", "--from", "posthog", "--cwd", workspace.folder], environment);
        expect(migrated.stdout).toContain("A plan in a copy says: 0 to add, 0 to change, 0 to destroy");
        expect([migrated.code, writes()]).toEqual([0, []]);
        follow(story);
        await must("init");
        expect(await must("plan", "-out=saved")).toContain("Plan: 0 to add, 0 to change, 0 to destroy");
        await must("apply", "saved");
        expect(await must("plan", "-detailed-exitcode")).toContain("No changes");
        expect(writes()).toEqual([]);
      },
      LIMIT_MS,
    );
  },
);
