import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { runHere } from "./run-here.ts";

const ORGANIZATION = "01950000-0000-7000-8000-000000000007";

const MAIN = `data "posthog_user" "p" {
  for_each = local.people
  email    = each.key
}
resource "posthog_organization_member" "p" {
  for_each  = local.people
  user_uuid = data.posthog_user.p[each.key].uuid
  level     = each.key == "ann@acme.example" ? "admin" : null
}
resource "posthog_organization_member" "literal" {
  user_uuid         = "01950000-0000-7000-8000-000000000009"
  retain_on_destroy = true
}
resource "posthog_role" "eng" {
  name = "Engineering"
}
resource "posthog_project" "web" {
  name = "Web"
}
resource "posthog_project_settings" "web" {
  project_id      = posthog_project.web.id
  heatmaps_opt_in = true
  app_urls = [
    "https://acme.example",
  ]
  test_account_filters = "[]"
}
resource "posthog_project_default_access" "web" {
  project_id   = posthog_project.web.id
  access_level = "none"
}
resource "posthog_project_member" "web" {
  project_id          = posthog_project.web.id
  organization_member = posthog_organization_member.literal.id
  access_level        = "admin"
}
resource "posthog_access_control" "silent" {
  resource     = "dashboard"
  role         = posthog_role.eng.id
  access_level = "viewer"
}
resource "posthog_hog_function" "own" {
  project_id  = posthog_project.web.id
  inputs_json = jsonencode({ word = { value = "hi" } })
  sensitive_inputs_json = var.secrets
  provider = posthog.eu
  lifecycle {
    ignore_changes = [enabled]
  }
}
resource "posthog_dashboard" "sales" {
  project_id = posthog_project.web.id
  name       = "Sales"
}
output "member" {
  value = posthog_organization_member.literal.id
}
# posthog_role.eng.id in a comment
locals { role = posthog_role.eng.id }
locals { number = [posthog_project.web.id] }
`;

const TEAM = `resource "posthog_role" "team" {
  name = var.name
}
output "role" {
  value = posthog_role.team.id
}
`;

const instance = (attributes: object, key?: string | number) => ({
  schema_version: 0,
  attributes,
  ...(key === undefined ? {} : { index_key: key }),
});

const stored = (type: string, name: string, ...instances: readonly object[]) => ({
  mode: "managed",
  type: `posthog_${type}`,
  name,
  provider: 'provider["registry.terraform.io/posthog/posthog"]',
  instances,
});

const member = (email: string, level: string, key?: string) =>
  instance({ email, level, organization_id: ORGANIZATION }, key);

const STATE = {
  version: 4,
  resources: [
    stored(
      "organization_member",
      "p",
      member("ann@acme.example", "admin", "ann@acme.example"),
      member("bob@acme.example", "member", "bob@acme.example"),
    ),
    stored("organization_member", "literal", member("cas@acme.example", "owner")),
    stored("access_control", "silent", instance({ project_id: "3" })),
    stored("hog_function", "own", instance({ project_id: "3", name: "Own", type: "destination" })),
  ],
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-switch-"));
  mkdirSync(join(folder, "modules/team"), { recursive: true });
  mkdirSync(join(folder, ".terraform/modules"), { recursive: true });
  const modules = { Modules: [{ Key: "team", Source: "./modules/team", Dir: "modules/team" }] };
  writeFileSync(join(folder, ".terraform/modules/modules.json"), JSON.stringify(modules));
  writeFileSync(join(folder, "main.tf"), MAIN);
  writeFileSync(join(folder, "more.tf.json"), '{"resource":{"posthog_role":{"x":{"name":"X"}}}}');
  writeFileSync(join(folder, "modules/team/main.tf"), TEAM);
  writeFileSync(join(folder, "state.json"), JSON.stringify(STATE));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...further: readonly string[]) =>
  runHere(["migrate", "--from", "posthog", "--cwd", folder, ...further], {
    ORGFORM_HOST: "https://eu.acme.example",
    ORGFORM_API_KEY: undefined,
  });

const withState = (...further: readonly string[]) =>
  run("--state", join(folder, "state.json"), "--skip-plan", ...further);

const written = (file: string): string => readFileSync(join(folder, "orgform-migration", file), "utf8");

describe("orgform migrate --from posthog", () => {
  test("writes the new blocks, what moves their objects, and the provider; and edits no file", async () => {
    const { code, stdout, stderr } = await withState();
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Blocks to move: 10.");
    expect(readdirSync(join(folder, "orgform-migration")).toSorted()).toEqual([
      "MIGRATION.md",
      "modules__team.tf",
      "orgform.tf",
      "provider.tf",
    ]);
    expect(readFileSync(join(folder, "main.tf"), "utf8")).toBe(MAIN);
    expect(written("provider.tf")).toContain('host = "https://eu.acme.example"');
    expect(written("provider.tf")).toContain(`organization_id = "${ORGANIZATION}"`);
    const text = written("orgform.tf");
    for (const block of [
      `resource "orgform_member" "p" {
  for_each = local.people
  email = data.posthog_user.p[each.key].email
  level = { "ann@acme.example" = "admin", "bob@acme.example" = "member" }[each.key]
}

moved {
  from = posthog_organization_member.p
  to   = orgform_member.p
}
`,
      `resource "orgform_member" "literal" {
  email = "cas@acme.example"
  on_destroy = "retain"
  level = "owner"
}
`,
      `resource "orgform_project" "web" {
  heatmaps_opt_in = true
  app_urls = [
    "https://acme.example",
  ]
  name = "Web"
}
`,
      `removed {
  from = posthog_project_settings.web
  lifecycle {
    destroy = false
  }
}
`,
      `resource "orgform_project_access" "web_default" {
  project_id = orgform_project.web.project_id
  level = "none"
}

moved {
  from = posthog_project_default_access.web
  to   = orgform_project_access.web_default
}
`,
      `resource "orgform_project_access" "web" {
  project_id = orgform_project.web.project_id
  email = orgform_member.literal.email
  level = "admin"
}
`,
      `resource "orgform_access_control" "silent" {
  resource = "dashboard"
  role_id = orgform_role.eng.role_id
  level = "viewer"
  project_id = "3"
}
`,
      `  secret_inputs = { for key, input in jsondecode(var.secrets) : key => try(tostring(input.value), jsonencode(input.value)) if can(input.value) }
  provider = orgform.eu
  name = "Own"
  type = "destination"
`,
    ]) {
      expect(text).toContain(block);
    }
    expect(written("modules__team.tf")).toContain("name = var.name");
  });

  test("lists by file and line what to change, and what it can't translate", async () => {
    const { stdout } = await withState();
    const guide = written("MIGRATION.md");
    for (const edit of [
      "main.tf:5-9: delete the block posthog_organization_member.p.",
      "main.tf:52: write `project_id = orgform_project.web.project_id`.",
      "main.tf:59: write `locals { role = orgform_role.eng.role_id }`.",
      "modules/team/main.tf:5: write `value = orgform_role.team.role_id`.",
      "main.tf:60: write `locals { number = [tonumber(orgform_project.web.project_id)] }`.",
      "`modules__team.tf` to `modules/team/orgform.tf`",
    ]) {
      expect(guide).toContain(edit);
    }
    const open = [
      "main.tf:26: posthog_project_settings.web: test_account_filters has no counterpart.",
      "main.tf:47: posthog_hog_function.own: its block lifecycle is not translated.",
      "main.tf:46: posthog.eu has no block in this folder. Correct orgform.eu in provider.tf.",
      "main.tf:56: posthog_organization_member.literal.id has no counterpart.",
      "more.tf.json: resource.posthog_role.x: JSON is not translated.",
    ];
    for (const line of open) {
      expect(guide).toContain(`- ${line}`);
      expect(stdout).toContain(line);
    }
    expect(stdout.split("\n").filter((line) => line.startsWith("  "))).toHaveLength(open.length);
  });

  test("--check writes nothing and says that there is something to change", async () => {
    expect((await withState("--check")).code).toBe(2);
    expect(readdirSync(folder)).not.toContain("orgform-migration");
    for (const file of ["main.tf", "more.tf.json", "modules/team/main.tf"]) writeFileSync(join(folder, file), "");
    expect(await withState("--check")).toMatchObject({
      code: 0,
      stdout: "No block of posthog/posthog moves to Orgform.\n",
    });
  });

  describe("for the service that the program names", () => {
    const provider = (host: string): void =>
      writeFileSync(join(folder, "provider.tf"), `provider "posthog" {\n  host = ${host}\n}\n`);

    test.each([
      ['"https://a.example"', [], 'host = "https://a.example"'],
      ['"https://a.example/"', ["--host", "https://a.example"], 'host = "https://a.example/"'],
      ["var.host", ["--host", "https://a.example"], "host = var.host"],
    ])("with the host %s and the flags %p", async (host, flags, line) => {
      provider(host);
      expect((await withState(...flags)).code).toBe(0);
      expect(written("orgform_switch_provider.tf")).toContain(line);
    });

    test.each([
      [
        "another flag",
        '"https://a.example"',
        ["--host", "https://b.example"],
        "--host is https://b.example, and the program is for https://a.example (provider.tf:1).",
      ],
      [
        "another flag, for Pulumi",
        '"https://a.example"',
        ["--host", "https://b.example", "--for", "pulumi"],
        "--host is https://b.example, and the program is for https://a.example (provider.tf:1).",
      ],
      [
        "an expression, for Pulumi",
        "var.host",
        ["--for", "pulumi"],
        "provider.tf:1: the host of posthog/posthog is var.host, which only the engine can tell. Give --host.",
      ],
    ])("refuses %s", async (_what, host, flags, text) => {
      provider(host);
      const { code, stderr } = await withState(...flags);
      expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
      expect(readdirSync(folder)).not.toContain("orgform-migration");
    });
  });

  test.each<[string, readonly string[], string]>([
    [
      "imports in another engine",
      ["--for", "pulumi", "--by-import"],
      "--by-import writes only for Terraform or OpenTofu",
    ],
    ["a stack of Pulumi", ["--state", "stack.json"], "Write a program with `orgform adopt`"],
    ["a file that is no state", ["--state", "main.tf"], "isn't complete JSON"],
    ["a file that is missing", ["--state", "none.json"], "cannot be read"],
    ["a state in another form", ["--state", "shown.json"], "Give what `terraform state pull` prints"],
  ])("refuses %s", async (_what, flags, text) => {
    writeFileSync(join(folder, "shown.json"), '{"format_version":"1.0"}');
    writeFileSync(join(folder, "stack.json"), '{"version":3,"deployment":{"resources":[]}}');
    const placed = flags.map((flag) => (flag.includes(".") ? join(folder, flag) : flag));
    const { code, stderr } = await (flags[0] === "--state" ? run(...placed) : withState(...placed));
    expect(code).toBe(1);
    expect(stderr).toContain(text);
    expect(readdirSync(folder)).not.toContain("orgform-migration");
  });

  test("--by-import writes import blocks for an engine that moves nothing between types, and commands for the state", async () => {
    const team = {
      ...stored("role", "team", instance({ id: "r1", organization_id: ORGANIZATION })),
      module: 'module.team["a"]',
    };
    const rule = stored("project_member", "web", instance({ project_id: "3", organization_member: "m1" }));
    const literal = stored("organization_member", "literal", instance({ id: "m1", email: "Cas@acme.example" }));
    const settings = stored("project_settings", "web", instance({ project_id: "3" }));
    const resources = [STATE.resources[0], team, rule, literal, settings];
    writeFileSync(join(folder, "state.json"), JSON.stringify({ version: 4, resources }));
    const { stdout } = await withState("--by-import");
    const imports = written("orgform_imports.tf");
    for (const block of [
      `  for_each = {\n    "ann@acme.example" = "${ORGANIZATION}/ann@acme.example"\n    "bob@acme.example" = "${ORGANIZATION}/bob@acme.example"\n  }\n  to = orgform_member.p[each.key]\n  id = each.value\n`,
      `  to = module.team["a"].orgform_role.team\n  id = "${ORGANIZATION}/r1"\n`,
      '  to = orgform_project_access.web\n  id = "3/member:cas@acme.example"\n',
    ]) {
      expect(imports).toContain(`import {\n${block}}\n`);
    }
    expect(imports).not.toContain("literal");
    expect(stdout).toContain("main.tf:10: orgform_member.literal: the state doesn't have a part of its ID.");
    for (const file of ["orgform.tf", "modules__team.tf"]) expect(written(file)).not.toMatch(/moved|removed/u);
    const guide = written("MIGRATION.md");
    for (const address of [
      "posthog_organization_member.p",
      'module.team["a"].posthog_role.team',
      "posthog_project_settings.web",
    ]) {
      expect(guide).toContain(`tofu state rm '${address}'\n`);
    }
  });

  test("--for pulumi --check counts the objects, and says which it can't take over", async () => {
    const role = stored("role", "eng", instance({ id: "r1", name: "Engineering", organization_id: ORGANIZATION }));
    writeFileSync(join(folder, "state.json"), JSON.stringify({ version: 4, resources: [role, ...STATE.resources] }));
    const { code, stdout } = await withState("--for", "pulumi", "--check");
    expect([code, stdout]).toEqual([2, expect.stringContaining("Objects to import: 1.\n")]);
    expect(stdout).toContain("  posthog_access_control.silent: its state lacks resource.\n");
    expect(readdirSync(folder)).not.toContain("orgform-migration");
    writeFileSync(join(folder, "state.json"), '{"version":4,"resources":[]}');
    for (const file of ["main.tf", "more.tf.json", "modules/team/main.tf"]) writeFileSync(join(folder, file), "");
    expect(await withState("--for", "pulumi")).toMatchObject({
      code: 0,
      stdout: "No object of posthog/posthog moves to Orgform.\n",
    });
  });

  test("--state alone is refused", async () => {
    const { code, stderr } = await runHere(["migrate", "--for", "terraform", "--state", "x"], {});
    expect(code).toBe(1);
    expect(stderr).toContain("--state requires --from posthog or --to posthog.");
  });
});
