import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { runHere } from "./run-here.ts";

const ANN = "ann@acme.example";

const MAIN = `resource "orgform_member" "p" {
  for_each   = toset(["ann@acme.example"])
  email      = each.key
  level      = "member"
  on_destroy = "retain"
}
resource "orgform_role" "eng" {
  name = "Engineering"
}
resource "orgform_role_membership" "ann" {
  role_id = orgform_role.eng.role_id
  email   = orgform_member.p["ann@acme.example"].email
}
resource "orgform_project" "web" {
  name                = "Web"
  heatmaps_opt_in     = true
  deletion_protection = false
}
resource "orgform_project_access" "all" {
  project_id = orgform_project.web.project_id
  level      = "none"
}
resource "orgform_project_access" "ann" {
  project_id = orgform_project.web.project_id
  email      = "ann@acme.example"
  level      = "admin"
}
resource "orgform_access_control" "boards" {
  project_id = orgform_project.web.project_id
  role_id    = orgform_role.eng.role_id
  resource   = "dashboard"
  level      = "viewer"
}
resource "orgform_hog_function" "own" {
  project_id    = orgform_project.web.project_id
  name          = "Own"
  type          = "destination"
  inputs        = jsonencode({ url = "{event.url}" })
  liquid_inputs = ["url"]
  secret_inputs = var.secrets
}
resource "posthog_dashboard" "sales" {
  project_id = orgform_project.web.project_id
  name       = "Sales"
}
output "web" {
  value = orgform_project.web.project_id
}
`;

let world: World;
let folder: string;
let roleId: string;

beforeEach(async () => {
  world = await startWorld("2026-09");
  folder = mkdtempSync(join(tmpdir(), "orgform-leave-"));
  addMember(world, ANN, 1);
  const role = await world.send("POST", `organizations/${world.organizationId}/roles/`, { name: "Engineering" });
  roleId = String(role["id"]);
  writeFileSync(join(folder, "main.tf"), MAIN);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await world.sandbox.close();
});

const one = (type: string, name: string, attributes: object, key?: string, module?: string) => ({
  ...(module === undefined ? {} : { module }),
  mode: "managed",
  type: `orgform_${type}`,
  name,
  instances: [{ schema_version: 1, attributes, ...(key === undefined ? {} : { index_key: key }) }],
});

function write(): string {
  const organization = { organization_id: world.organizationId };
  const project = { project_id: "17", organization_id: world.organizationId };
  const resources = [
    one("member", "p", { ...organization, email: ANN, user_id: "u1" }, ANN),
    one("role", "eng", { ...organization, role_id: roleId }),
    one("role_membership", "ann", { ...organization, role_id: roleId, email: ANN, user_id: "u1" }),
    one("project", "web", project),
    one("project_access", "all", { ...project, subject: "default" }),
    one("project_access", "ann", { ...project, email: ANN, subject: `member:${ANN}` }),
    one("access_control", "boards", { ...project, role_id: roleId, resource: "dashboard", subject: `role:${roleId}` }),
    one("hog_function", "own", { ...project, function_id: "f1" }),
    one("domain", "acme", { ...organization, domain: "acme.example" }),
  ];
  const file = join(folder, "state.json");
  writeFileSync(file, JSON.stringify({ version: 4, resources }));
  return file;
}

const runIn = (environment: NodeJS.ProcessEnv, ...further: readonly string[]) =>
  runHere(["migrate", "--to", "posthog", "--cwd", folder, "--state", write(), "--skip-plan", ...further], {
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
    ...environment,
  });

const run = (...further: readonly string[]) => runIn({}, ...further);

const written = (file: string): string => readFileSync(join(folder, "orgform-migration", file), "utf8");

describe("orgform migrate --to posthog", () => {
  test("writes the vendor's blocks, imports with its IDs, and what it lacks; it reads each list once", async () => {
    const path = `organizations/${world.organizationId}/roles/${roleId}/role_memberships/`;
    const user = world.sandbox.control.users().find(({ email }) => email === ANN);
    const { id: ofRole } = await world.send("POST", path, { user_uuid: user?.id });
    world.sandbox.control.clearRequests();
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, ""]);
    const sent = world.sandbox.control.requests().map(({ method, path: to }) => `${method} ${to.split("?")[0]}`);
    expect(sent).toEqual([
      `GET /api/organizations/${world.organizationId}/members/`,
      `GET /api/organizations/${world.organizationId}/roles/${roleId}/role_memberships/`,
    ]);
    const membership = String(memberIn(world, ANN)?.["id"]);
    const imports = written("posthog_imports.tf");
    for (const [to, id] of [
      ["posthog_role.eng", `${world.organizationId}/${roleId}`],
      ["posthog_role_membership.ann", `${world.organizationId}/${roleId}/${String(ofRole)}`],
      ["posthog_project.web", `${world.organizationId}/17`],
      ["posthog_project_settings.web", "17"],
      ["posthog_project_default_access.all", "17"],
      ["posthog_project_member.ann", `17/member/${membership}`],
      ["posthog_access_control.boards", `17/dashboard/role/${roleId}`],
      ["posthog_hog_function.own", "17/f1"],
    ]) {
      expect(imports).toContain(`import {\n  to = ${to}\n  id = "${id}"\n}\n`);
    }
    expect(imports).toContain(
      `import {\n  for_each = {\n    "${ANN}" = "${world.organizationId}/u1"\n  }\n  to = posthog_organization_member.p[each.key]\n  id = each.value\n}\n`,
    );
    expect(imports).toContain("removed {\n  from = orgform_member.p\n  lifecycle {\n    destroy = false\n  }\n}\n");
    expect(imports).not.toContain("orgform_domain");
    const text = written("posthog.tf");
    for (const block of [
      '  user_uuid = "u1"\n  level = "member"\n  retain_on_destroy = true\n',
      `  user_uuid = posthog_organization_member.p["${ANN}"].user_uuid\n`,
      'resource "posthog_project" "web" {\n  name = "Web"\n}\n\nresource "posthog_project_settings" "web" {\n  project_id = posthog_project.web.id\n  heatmaps_opt_in = true\n}\n',
      `  organization_member = "${membership}"\n  access_level = "admin"\n`,
      '  role = posthog_role.eng.id\n  resource = "dashboard"\n  access_level = "viewer"\n',
      "sensitive_inputs_json = jsonencode({ for key, value in var.secrets : key => { value = value } })",
      'templating = contains(["url"], key) ? "liquid" : null',
    ]) {
      expect(text).toContain(block);
    }
    expect(written("provider.tf")).toContain(`organization_id = "${world.organizationId}"`);
    const guide = written("MIGRATION.md");
    for (const line of [
      "main.tf:43: write `project_id = posthog_project.web.id`.",
      "main.tf:47: write `value = tostring(posthog_project.web.id)`.",
      "orgform_domain.acme stays with Orgform.",
      "main.tf:17: orgform_project.web: deletion_protection is left out.",
    ]) {
      expect(guide).toContain(`- ${line}`);
    }
    expect(stdout).toContain("posthog/posthog lacks:");
    expect(readFileSync(join(folder, "main.tf"), "utf8")).toBe(MAIN);
  });

  test("lists an object without a known ID, and a choice that the vendor's provider doesn't have", async () => {
    writeFileSync(join(folder, "main.tf"), MAIN.replace('"retain"', '"downgrade"'));
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain("main.tf:10: posthog_role_membership.ann: the state and the service don't have a part");
    expect(stdout).toContain('main.tf:5: orgform_member.p: on_destroy is "downgrade"');
    expect(written("posthog_imports.tf")).not.toContain("posthog_role_membership");
  });

  test("has nothing to do without blocks", async () => {
    writeFileSync(join(folder, "main.tf"), "");
    expect((await run("--check")).stdout).toContain("No block of Orgform moves to posthog/posthog.");
    expect(readdirSync(folder)).not.toContain("orgform-migration");
  });

  describe("for the service that the program names", () => {
    const provider = (...hosts: readonly string[]): void =>
      writeFileSync(
        join(folder, "provider.tf"),
        hosts
          .map((host, at) => `provider "orgform" {\n${at > 0 ? '  alias = "eu"\n' : ""}  host = ${host}\n}\n`)
          .join(""),
      );
    const elsewhere = { ORGFORM_HOST: "https://elsewhere.invalid" };

    test("asks this one, also if the environment names another, and repeats it", async () => {
      provider(JSON.stringify(world.sandbox.host));
      world.sandbox.control.clearRequests();
      expect(await runIn(elsewhere)).toMatchObject({ code: 0, stderr: "" });
      expect(world.sandbox.control.requests()).toHaveLength(2);
      expect(written("orgform_switch_provider.tf")).toContain(`host = "${world.sandbox.host}"`);
    });

    test("asks the host of --host for an expression, and repeats the expression", async () => {
      provider("var.host");
      expect((await runIn(elsewhere, "--host", world.sandbox.host)).code).toBe(0);
      expect(written("orgform_switch_provider.tf")).toContain("host = var.host");
    });

    test("asks none for a program of several, and carries both over", async () => {
      provider('"https://us.invalid"', '"https://eu.invalid"');
      const text = MAIN.replace('  name = "Engineering"\n', '  name = "Engineering"\n  provider = orgform.eu\n');
      writeFileSync(join(folder, "main.tf"), text);
      world.sandbox.control.clearRequests();
      const { code, stdout } = await runIn(elsewhere);
      expect(code).toBe(0);
      expect(stdout).toContain("posthog_project_member.ann: the state and the service don't have a part of its ID");
      expect(world.sandbox.control.requests()).toEqual([]);
      expect(written("orgform_switch_provider.tf")).toMatch(
        /us\.invalid[^]*alias = "eu"\n {2}host = "https:\/\/eu\.invalid"/u,
      );
      expect(written("posthog.tf")).toContain("  provider = posthog.eu\n");
    });

    test.each([
      ["another flag", '"https://a.example"', "--host is https://b.example, and the program is for https://a.example"],
    ])("refuses %s", async (_what, host, text) => {
      provider(host);
      const { code, stderr } = await runIn({}, "--host", "https://b.example");
      expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
    });

    test.each([
      [
        "an expression",
        "var.host",
        "provider.tf:1: the host of orgform/orgform is var.host, which only the engine can tell.",
      ],
      ["no host at all", "null", "host"],
    ])("refuses %s, and sends the key nowhere", async (_what, host, text) => {
      provider(host);
      const { code, stderr } = await runIn({ ORGFORM_HOST: undefined });
      expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
      expect(readdirSync(folder)).not.toContain("orgform-migration");
    });
  });

  test.each([
    [["--from", "posthog"], "--from and --to exclude each other"],
    [["--for", "pulumi"], "--to posthog writes only for Terraform or OpenTofu"],
  ])("refuses %p", async (flags, words) => {
    const { code, stderr } = await run(...flags);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});
