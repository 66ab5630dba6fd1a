import { readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runHere } from "../../cli/run-here.ts";
import { guideIn, takeOutLines } from "../../support/applied-guide.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { MAIN_ENGINE, programOfEngine } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { keyOf } from "../support/service.ts";

const ROOT = join(__dirname, "../../..");
const ACME = join(ROOT, "examples/acme");
const LIMIT_MS = 240_000;

let sandbox: Sandbox;
let apiKey: string;
let hurry: NodeJS.Timeout;
const opened: (() => void)[] = [];
beforeEach(async () => {
  sandbox = await startSandbox({ dialect: "2025-08" });
  apiKey = keyOf(sandbox, null);
  // The service's asynchronous work, such as issuing a certificate, takes seconds here.
  hurry = setInterval(() => sandbox.control.advanceClock(10), 250);
});
afterEach(async () => {
  clearInterval(hurry);
  for (const close of opened.splice(0)) close();
  await sandbox.close();
});

test(
  "one Pulumi update migrates the example of a whole organization from 2025-08 to 2026-09",
  async () => {
    const files = readdirSync(ACME).map((name) => [name, readFileSync(join(ACME, name), "utf8")] as const);
    const stack = await PulumiStack.create({
      files: Object.fromEntries(files),
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      config: { "orgform:host": sandbox.host },
      secrets: { "orgform:apiKey": apiKey },
    });
    opened.push(() => stack.dispose());
    for (const module of ["typescript", "@types"]) {
      symlinkSync(join(ROOT, "node_modules", module), join(stack.program, "node_modules", module), "junction");
    }
    await stack.up();
    sandbox.control.setDialect("2026-09");
    const environment = { ...stack.env, ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
    const migrate = (...flags: readonly string[]) =>
      runHere(["migrate", "--for", "pulumi", "--cwd", stack.program, ...flags], environment);
    expect(await migrate("--stack", "dev")).toMatchObject({ code: 0, stderr: "" });

    const guide = guideIn(stack.program);
    expect(guide.missing).toEqual([]);
    takeOutLines(stack.program, guide);
    const main = readFileSync(join(stack.program, "index.ts"), "utf8");
    expect(guide.text).toContain('`import "./orgform-migration";`');
    renameSync(join(stack.program, "orgform-migration/migration.ts"), join(stack.program, "orgform-migration.ts"));
    stack.write({ "index.ts": `import "./orgform-migration";\n${main}` });
    for (const command of guide.commands.filter((one) => one.startsWith("pulumi config set"))) {
      await stack.must(...command.split(" ").slice(1), command.includes("--secret") ? "for the sandbox" : "orgform");
    }
    for (const command of guide.commands.filter((one) => one.startsWith("pulumi state delete"))) {
      await stack.must(...command.replaceAll("'", "").split(" ").slice(1));
    }
    expect(await stack.must("preview")).toMatch(/Resources:\n +\+ \d+ to create\n +\d+ unchanged/u);
    await stack.up();
    await stack.previewEmpty();
    expect(await migrate("--check")).toMatchObject({ code: 0, stdout: "No changes are needed.\n" });
  },
  LIMIT_MS,
);

/** The same organization in HCL. */
const HCL = `
variable "warehouse_password" {
  sensitive = true
  default   = "for the sandbox"
}
locals {
  people = {
    "ann@cloud.acme.example"  = { level = "admin", roles = ["Engineering"] }
    "ben@cloud.acme.example"  = { level = "member", roles = ["Engineering", "Marketing"] }
    "cleo@cloud.acme.example" = { level = "member", roles = ["Marketing"] }
  }
  here = orgform_organization.acme.organization_id
}
resource "orgform_organization" "acme" {
  name                = "Acme Cloud"
  enforce_2fa         = true
  deletion_protection = false
}
resource "orgform_domain" "people" {
  organization_id = local.here
  domain          = "cloud.acme.example"
}
resource "orgform_role" "roles" {
  for_each        = toset(["Engineering", "Marketing"])
  organization_id = local.here
  name            = each.key
}
resource "orgform_membership" "people" {
  for_each        = local.people
  organization_id = local.here
  email           = each.key
  level           = each.value.level
}
resource "orgform_project" "shop" {
  organization_id     = local.here
  name                = "Web shop"
  timezone            = "Europe/Berlin"
  anonymize_ips       = true
  deletion_protection = false
}
resource "orgform_project" "app" {
  organization_id          = local.here
  name                     = "Mobile app"
  timezone                 = "Europe/Berlin"
  session_recording_opt_in = true
  deletion_protection      = false
}
resource "orgform_pipeline_transformation" "no_addresses" {
  organization_id = local.here
  name            = "Without addresses"
  capabilities    = { methods = ["processEvent"] }
  source          = { "index.ts" = "export function processEvent(event) {\\n  return event;\\n}\\n" }
}
resource "orgform_batch_export" "warehouse" {
  organization_id = local.here
  project_id      = orgform_project.shop.project_id
  name            = "Events to the warehouse"
  interval        = "hour"
  destination = {
    postgres = {
      host       = "warehouse.acme.example"
      database   = "analytics"
      schema     = "public"
      table_name = "events"
      user       = "orgform"
      password   = var.warehouse_password
    }
  }
}
`;

test(
  "one apply migrates the same organization in HCL",
  async () => {
    const env = {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: apiKey,
      TF_VAR_integration_events_to_the_warehouse_user: "orgform",
      TF_VAR_integration_events_to_the_warehouse_password: "for the sandbox",
    };
    const workspace = await TerraformWorkspace.create(HCL, env);
    opened.push(() => workspace.dispose());
    await workspace.apply();
    sandbox.control.setDialect("2026-09");
    const PATH = `${dirname(programOfEngine(MAIN_ENGINE))}:${process.env["PATH"] ?? ""}`;
    const migrate = (...flags: readonly string[]) =>
      runHere(["migrate", "--for", "terraform", "--cwd", workspace.folder, ...flags], { ...env, PATH });
    expect(await migrate()).toMatchObject({ code: 0, stderr: "" });
    const guide = guideIn(workspace.folder);
    expect(guide.missing).toEqual([]);
    takeOutLines(workspace.folder, guide);
    renameSync(
      join(workspace.folder, "orgform-migration/migration.tf"),
      join(workspace.folder, "orgform-migration.tf"),
    );
    expect(await workspace.must("plan")).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy\./u);
    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);
    expect(await migrate("--check")).toMatchObject({ code: 0, stdout: "No changes are needed.\n" });
  },
  LIMIT_MS,
);
