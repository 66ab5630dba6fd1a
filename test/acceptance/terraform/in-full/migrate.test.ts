import { afterEach, expect, test } from "@jest/globals";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { runHere } from "../../../cli/run-here.ts";
import { guideIn, takeOutLines } from "../../../support/applied-guide.ts";
import { filesBelow, sightingsOf } from "../../../support/canary.ts";
import { isInFull } from "../../../support/extent.ts";
import { recordedText, revivedSandbox } from "../../../support/recorded-state.ts";
import { engineHas, EVERY_ENGINE, MAIN_ENGINE, programOfEngine } from "../../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../../support/terraform-workspace.ts";
import { until } from "../../support/service.ts";
import { actionsOf } from "../fixture.ts";
import { ended, PluginFolder } from "../plugin-folder.ts";

const LIMIT_MS = 120_000;
const KEY = "phx_sandbox_recorded_state";

/** Settings in the forms of 0.1.0 that its recorded configuration doesn't contain. */
const MORE = `
resource "orgform_domain" "signed" {
  organization_id = local.here
  domain          = "signed.example"
  saml_entity_id  = "urn:signed"
  saml_acs_url    = "https://idp.signed.example/sso"
  saml_x509_cert  = <<-EOT
    CANARY-CERTIFICATE
  EOT
}

resource "orgform_batch_export" "files" {
  organization_id = local.here
  project_id      = orgform_project.project.project_id
  name            = "Files"
  interval        = "hour"
  destination = {
    s3 = {
      bucket_name           = "files"
      region                = "eu-central-1"
      prefix                = "raw/"
      aws_access_key_id     = "CANARY-ACCESS-KEY"
      aws_secret_access_key = "CANARY-SECRET-KEY"
    }
  }
}

resource "orgform_batch_export" "elsewhere" {
  organization_id = local.here
  project_id      = orgform_project.project.project_id
  name            = "Elsewhere"
  interval        = "day"
  destination     = { http = { url = "https://us.i.posthog.com/batch/", token = "CANARY-TOKEN" } }
}

resource "orgform_pipeline_transformation" "places" {
  organization_id = local.here
  name            = "GeoIP"
  capabilities    = { methods = ["processEvent"] }
  source          = { "index.ts" = "export const processEvent = (event) => event;\\n" }
}

resource "orgform_pipeline_frontend_app" "banner" {
  organization_id = local.here
  name            = "Banner"
  capabilities    = {}
  source          = { "site.ts" = "export function inject() {}\\n" }
}
`;

const SECRETS = [
  "THROW-AWAY-CERTIFICATE",
  "THROW-AWAY-PASSWORD",
  "CANARY-CERTIFICATE",
  "CANARY-ACCESS-KEY",
  "CANARY-SECRET-KEY",
  "CANARY-TOKEN",
  KEY,
].map((value) => ({ name: value, value }));

const VARIABLES = {
  TF_VAR_identity_provider_signed_example_x509_cert: "CANARY-CERTIFICATE",
  TF_VAR_integration_files_aws_access_key_id: "CANARY-ACCESS-KEY",
  TF_VAR_integration_files_aws_secret_access_key: "CANARY-SECRET-KEY",
  TF_VAR_integration_events_to_the_warehouse_user: "orgform",
  TF_VAR_integration_events_to_the_warehouse_password: "THROW-AWAY-PASSWORD",
};

/** The block that the guide says to leave out for engines that don't support it. */
const LIFECYCLE = /^ {2}lifecycle \{\n.*\n {2}\}\n/gmu;

const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

test.each(isInFull() ? EVERY_ENGINE : [MAIN_ENGINE])(
  "a configuration and a state of 0.1.0 migrate with %s, even if the apply is killed",
  async (engine) => {
    const sandbox = await revivedSandbox("0.1.0", "terraform");
    opened.push(() => sandbox.close());
    const plugin = new PluginFolder();
    opened.push(() => plugin.dispose());
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: KEY };
    const workspace = await TerraformWorkspace.create("", { ...env, ...VARIABLES }, { ...plugin.options, engine });
    opened.push(() => workspace.dispose());
    workspace.replaceMain(`${recordedText("0.1.0", "terraform", "main.tf")}${MORE}`);
    workspace.write(recordedText("0.1.0", "terraform", "state.json"), "terraform.tfstate");
    await workspace.apply();
    sandbox.control.setClock(new Date().toISOString());
    sandbox.control.setDialect("2026-09");
    const exportsAt = () =>
      (sandbox.control.call("GET", "batch-exports") as readonly { name: string; is_deleted: boolean }[])
        .filter((one) => !one.is_deleted)
        .map(({ name }) => name);
    const before = exportsAt();

    sandbox.control.clearRequests();
    const PATH = `${dirname(programOfEngine(engine))}:${process.env["PATH"] ?? ""}`;
    const migrate = (...flags: readonly string[]) =>
      runHere(["migrate", "--for", "terraform", "--cwd", workspace.folder, ...flags], { ...env, PATH });
    expect(await migrate("--check")).toMatchObject({ code: 2, stderr: "" });
    expect(existsSync(join(workspace.folder, "orgform-migration"))).toBe(false);
    // Reads each list only once. Exports and functions have a list in each project.
    const asked = sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    const ran = await migrate();
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const written = filesBelow(join(workspace.folder, "orgform-migration"));
    expect(sightingsOf(SECRETS, { ...written, ran: ran.stdout })).toEqual([]);

    const guide = guideIn(workspace.folder);
    expect(guide.missing).toEqual([]);
    takeOutLines(workspace.folder, guide);
    const blocks = workspace.read("orgform-migration/migration.tf");
    workspace.write(
      engineHas(engine, "lifecycle of removed blocks") ? blocks : blocks.replaceAll(LIFECYCLE, ""),
      "orgform-migration.tf",
    );

    const unset = Object.keys(VARIABLES).filter((name) => !guide.commands.some((one) => one.includes(`${name}=`)));
    expect(unset).toEqual([]);
    await workspace.must("plan", "-out=next.plan", "-input=false");
    const actions = actionsOf(await workspace.must("show", "-json", "next.plan")).map((one) => one.split(" ")[0]);
    expect(new Set(actions)).toEqual(new Set(["create", "no-op", "update", "forget"]));
    sandbox.control.addFault({
      kind: "delay-after",
      method: "POST",
      route: "/api/projects/:project_id/batch_exports/",
      delayMs: 300_000,
    });
    // One create at a time, and the engine is killed first: it writes its state in place, and would leave an empty file
    // if it were killed while writing.
    const child = workspace.start("apply", "-parallelism=1", "next.plan");
    const end = ended(child);
    await until("an export is made", () => exportsAt().length > before.length);
    const providers = plugin.processes();
    child.kill("SIGKILL");
    for (const pid of providers) process.kill(pid, "SIGKILL");
    await end;
    await until("the provider has ended", () => plugin.processes().length === 0);
    sandbox.control.clearFaults();

    await workspace.apply();
    expect(await workspace.planStatus()).toBe(0);
    const added = ["Events to the warehouse (Postgres)", "Files (AwsS3)"];
    expect(exportsAt().toSorted()).toEqual([...before, ...added].toSorted());
    expect(await migrate("--check")).toMatchObject({ code: 0, stdout: "No changes are needed.\n" });
  },
  LIMIT_MS,
);
