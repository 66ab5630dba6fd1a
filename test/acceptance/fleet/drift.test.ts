import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { startSandbox, type Sandbox } from "@orgform/sandbox";
import { Ajv } from "ajv";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import type { FleetDrift } from "../../../src/cli/fleet/drift/fleet-drift.ts";
import { type Finished, runOrgform } from "../../cli/spawn-orgform.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";
import { pulumiState, terraformState } from "../../support/state-files.ts";
import { MAIN_ENGINE, programOfEngine } from "../../support/terraform-programs.ts";

jest.setTimeout(120_000);

const CANARY = "phx_canary_that_nobody_may_see";

const FLEET = `
templates:
  program: { engine: pulumi, path: program }
  module: { engine: ${MAIN_ENGINE}, path: module }
credentials:
  vault: { command: [sh, -c, "echo ${CANARY} && exit 3"] }
organizations:
  - { name: acme, template: program }
  - { name: globex, formerNames: [gizmo], template: module }
  - { name: initech, template: program }
  - { name: hooli, template: program, credential: vault }
  - { name: clean, template: module }
`;

const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-drift-"));
let sandbox: Sandbox;
let env: Record<string, string>;

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The output of `stack export`, in a form that acme's stack can import. */
const importable = (state: string): string =>
  state
    .replaceAll("urn:pulumi:dev", "urn:pulumi:acme")
    .replace('"type":"pulumi:providers:pulumi-nodejs"', '"custom":true,"type":"pulumi:providers:pulumi-nodejs"');

/** A state of each engine, as an apply would have left it. */
beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "documented" });
  const { organizationId, host, apiKey } = sandbox;
  const { binDir } = await pulumiCli();
  for (const name of ["home", "state"]) mkdirSync(join(folder, name));
  const extra = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey };
  const own = pulumiEnvironment({ binDir, folder, extra });
  env = { ...own, PATH: [dirname(programOfEngine(MAIN_ENGINE)), own["PATH"]].join(delimiter) };
  const state = (name: string) => ({ organizationId, name, deletionProtection: true, stateVersion: 1 });
  const stored = (name: string) => ({
    resource: "Organization",
    name: "org",
    inputs: { name, deletionProtection: true },
    entry: { id: organizationId, state: state(name) },
  });
  const stateFile = (called: string): string =>
    terraformState([stored(called)]).replace(
      '"provider":"orgform"',
      String.raw`"provider":"provider[\"registry.terraform.io/orgform/orgform\"]"`,
    );
  write("fleet.yaml", FLEET);
  write("ignored", "* *\n");
  write("program/Pulumi.yaml", "name: test\nruntime: nodejs\n");
  write("module/main.tf", 'resource "orgform_organization" "org" {\n  name = "Acme"\n}\n');
  sandbox.control.updateOrganization(organizationId, { name: "Acme" });
  write("module/terraform.tfstate.d/gizmo/terraform.tfstate", stateFile("Before"));
  write("module/terraform.tfstate.d/clean/terraform.tfstate", stateFile("Acme"));
  write("acme.json", importable(pulumiState([stored("Before")])));
  const pulumi = (...args: string[]) =>
    runProgram(join(binDir, "pulumi"), [...args, "--non-interactive"], { env, cwd: join(folder, "program") });
  await pulumi("stack", "init", "acme");
  const imported = await pulumi("stack", "import", "--stack", "acme", "--file", join(folder, "acme.json"));
  if (imported.status !== 0) throw new Error(imported.output);
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const drift = async (...args: string[]): Promise<Finished> => {
  const ended = await runOrgform(
    ["fleet", "drift", "--file", join(folder, "fleet.yaml"), "--ignore", join(folder, "ignored"), ...args],
    [],
    env,
  );
  expect(JSON.stringify(ended)).not.toMatch(new RegExp(`${CANARY}|${sandbox.apiKey}`, "u"));
  return ended;
};

const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(join(__dirname, "../../../docs", `${name}.schema.json`), "utf8")) as object;

test("one report shows how organizations of both engines differ, and which ones couldn't be checked", async () => {
  sandbox.control.clearRequests();
  const { code, stdout, stderr } = await drift("--format", "json");
  expect([code, stderr]).toEqual([2, ""]);
  const report = JSON.parse(stdout) as FleetDrift;
  const ajv = new Ajv({ strict: false }).addSchema(schemaOf("drift-report"), "drift-report.schema.json");
  expect([ajv.validate(schemaOf("fleet-drift-report"), report), ajv.errors]).toEqual([true, null]);
  expect(report).toMatchObject({ outcome: "drift", looked: 5, clean: 1 });
  expect(report.kinds).toEqual([
    { kind: "changed", resource: "Organization", properties: ["name"], objects: 2, organizations: ["acme", "globex"] },
    { kind: "unchecked", resource: "Organization", properties: [], objects: 2, organizations: ["initech", "hooli"] },
  ]);
  const outcomes = Object.fromEntries(
    report.organizations.map(({ name, outcome, reason }) => [name, reason ?? outcome]),
  );
  expect(outcomes).toEqual({
    acme: "drift",
    globex: "drift",
    initech: "It never ran, so there is nothing to compare. Run `orgform fleet up`.",
    hooli: 'The command of the credential "vault", sh, ended with 3. Run it by hand.',
  });
  expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("only the selected organizations decide the exit code, and the HTML report is complete", async () => {
  const page = join(folder, "drift.html");
  const [clean, unknown] = await Promise.all([
    drift("--only", "clean", "--format", "html", "--out", page),
    drift("--only", "clean,initech"),
  ]);
  expect([clean.code, clean.stdout, clean.stderr.split(";")[0]]).toEqual([0, "", "no drift in 1 organization"]);
  expect(readFileSync(page, "utf8")).toContain("No drift");
  expect([unknown.code, unknown.stdout.split("\n")[0]]).toEqual([1, "1 not checked in 1 of 2 organizations, 1 clean"]);
});
