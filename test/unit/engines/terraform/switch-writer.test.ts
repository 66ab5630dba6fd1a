import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { FILLED_IN } from "../../../../src/engines/terraform/switch-writer/arguments.ts";
import { PROJECT_FIELDS } from "../../../../src/engines/terraform/switch-writer/program-parts.ts";
import type { Values } from "../../../../src/model/json-value.ts";
import { switchTrial } from "../../../../src/engines/terraform/switch-trial/trial.ts";
import { switchWriter } from "../../../../src/engines/terraform/switch-writer/switch-writer.ts";
import { vendorBlock, vendorInstance, vendorState } from "../../../support/vendor-state.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-switch-writer-"));
  const modules = { Modules: ["a", "a/b"].map((name) => ({ Key: name, Source: `./${name}`, Dir: name })) };
  put(".terraform/modules/modules.json", JSON.stringify(modules));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const US = "01950000-0000-7000-8000-000000000001";
const EU = "01950000-0000-7000-8000-000000000002";

const role = (organization_id = US) => vendorBlock("role", "x", vendorInstance({ id: "r1", organization_id }));

const inEu = (block: object) => ({ ...block, provider: 'provider["registry.terraform.io/posthog/posthog"].eu' });

const write = (...stored: readonly object[]) =>
  switchWriter.write(vendorState(...stored), { program: folder, host: "https://fallback.example" });

const ROLE = 'resource "posthog_role" "x" {\n  name = "X"\n}\n';

const ROLE_IN_EU = ROLE.replace("}", "  provider = posthog.eu\n}");

const providerOf = (written: ReturnType<typeof write>): string | undefined =>
  written.files
    .find(({ name }) => name === "provider.tf")
    ?.text.split("\n")
    .slice(1)
    .join("\n");

test("a person's address from the state takes the place of a reference, whose counterpart doesn't matter then", () => {
  put(
    "main.tf",
    'resource "posthog_role_membership" "x" {\n  role_id   = "r1"\n  user_uuid = posthog_role.r.none\n}\n',
  );
  const attributes = { organization_id: US, role_id: "r1", user_uuid: "u1", user_email: "é@b" };
  const { files, open } = write(vendorBlock("role_membership", "x", vendorInstance(attributes)));
  expect(open).toEqual([]);
  expect(files.find(({ place }) => place === "orgform.tf")?.text).toContain('  email = "é@b"\n');
  const unnamed = write(vendorBlock("role_membership", "x", vendorInstance({ ...attributes, user_email: null })));
  expect(unnamed.open).toEqual([
    "main.tf:3: posthog_role_membership.x: it names a person by posthog_role.r.none, not by an email address.",
    "main.tf:3: posthog_role_membership.x: posthog_role.r.none has no counterpart.",
  ]);
});

describe("the provider after a switch", () => {
  test.each<[string, string, string, readonly object[], string]>([
    ["no block", "main.tf", "", [role()], `  host = "https://fallback.example"\n  organization_id = "${US}"\n`],
    [
      "a host that is written out",
      "main.tf",
      'provider "posthog" {\n  host    = "https://a.example" # A\n  api_key = "phx_secret"\n}\n',
      [role()],
      `  host = "https://a.example"\n  organization_id = "${US}"\n`,
    ],
    [
      "a host that is an expression, on one line",
      "main.tf",
      'provider "posthog" { host = "https://${var.region}.example" }\n',
      [role()],
      `  host = "https://\${var.region}.example"\n  organization_id = "${US}"\n`,
    ],
    [
      "a block in JSON",
      "vendor.tf.json",
      '{"provider":{"posthog":[{"host":"${var.host}","api_key":"${var.key}"}]}}',
      [role()],
      `  host = "\${var.host}"\n  organization_id = "${US}"\n`,
    ],
    [
      "an alias alone, beside one that nothing uses",
      "main.tf",
      'provider "posthog" {\n  host = "https://us.example"\n}\nprovider "posthog" {\n  alias = "eu"\n  host = local.eu\n  api_key = var.eu\n}\n',
      [inEu(role())],
      `  alias = "eu"\n  host = local.eu\n  organization_id = "${US}"\n  api_key = var.eu\n`,
    ],
  ])("%s", (_what, file, text, stored, expected) => {
    put(file, text);
    put("role.tf", stored.some((one) => JSON.stringify(one).includes(".eu")) ? ROLE_IN_EU : ROLE);
    const written = write(...stored);
    expect(providerOf(written)).toBe(`provider "orgform" {\n${expected}}\n`);
    expect(written.open).toEqual([]);
  });

  test("a module's objects name the alias by the state", () => {
    put("main.tf", 'provider "posthog" {\n  alias = "eu"\n  host = "https://eu.example"\n}\n');
    put("a/main.tf", ROLE);
    const inModule = { ...inEu(role(EU)), module: "module.a" };
    expect(providerOf(write(inModule))).toBe(
      `provider "orgform" {\n  alias = "eu"\n  host = "https://eu.example"\n  organization_id = "${EU}"\n}\n`,
    );
    expect(switchWriter.hosts(vendorState(inModule), folder)).toMatchObject([{ file: "main.tf", line: 1 }]);
  });

  test("two aliases that are used become two blocks, and a key that is written out is listed", () => {
    put(
      "main.tf",
      `provider "posthog" {
  host    = "https://us.example"
  api_key = "phx_secret"
}
provider "posthog" {
  alias   = "eu"
  host    = "https://eu.example"
  api_key = var.eu_key
}
resource "posthog_role" "x" {
  name     = "X"
  provider = posthog.eu
}
resource "posthog_project" "web" {
  name = "Web"
}
`,
    );
    const project = vendorBlock("project", "web", vendorInstance({ id: 7, organization_id: US }));
    const written = write(inEu(role(EU)), project);
    expect(providerOf(written)).toBe(`provider "orgform" {
  host = "https://us.example"
  organization_id = "${US}"
}

provider "orgform" {
  alias = "eu"
  host = "https://eu.example"
  organization_id = "${EU}"
  api_key = var.eu_key
}
`);
    expect(written.files.find(({ name }) => name === "orgform.tf")?.text).toContain("  provider = orgform.eu\n");
    expect(written.open).toEqual([
      "main.tf:1: posthog: its api_key isn't copied. Give the block in provider.tf a key.",
    ]);
    expect(JSON.stringify(written)).not.toContain("phx_secret");
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    [
      "on one line",
      "  providers = { aws = aws, posthog = posthog.eu }",
      ["  providers = { aws = aws, posthog = posthog.eu, orgform = orgform.eu }"],
      [],
    ],
    [
      "on several lines",
      "  providers = {\n    posthog.b = posthog.eu\n    # posthog = posthog.no\n  }",
      ["  providers = {\n    posthog.b = posthog.eu\n    orgform.b = orgform.eu\n    # posthog = posthog.no\n  }"],
      [],
    ],
    ["of others", "  providers = { aws = aws.eu }", [], []],
  ])("providers of a module, %s", (_what, providers, texts, open) => {
    put("main.tf", `provider "posthog" { alias = "eu" }\nmodule "a" {\n  source = "./a"\n${providers}\n}\n`);
    put("a/main.tf", ROLE);
    const written = write();
    expect(written.edits.filter(({ file }) => file === "main.tf").map(({ text }) => text)).toEqual(texts);
    expect(written.open).toEqual(open);
  });

  test("what a module can't be given without its own change is listed", () => {
    put("main.tf", 'module "a" {\n  source = "./a"\n  providers = { posthog = posthog }\n}\n');
    put("a/main.tf", 'module "b" {\n  source = "./b"\n}\n');
    put(
      "a/b/main.tf",
      `${ROLE}terraform {\n  required_providers {\n    posthog = {\n      configuration_aliases = [posthog.eu]\n    }\n  }\n}\nprovider "posthog" {}\n`,
    );
    expect(write().open).toEqual([
      "main.tf:3: module.a: its own modules need a provider of orgform, too.",
      "a/b/main.tf:6: add an entry of orgform with the same configuration_aliases.",
      "a/b/main.tf:11: a provider block in a module. Write one of orgform for its objects.",
    ]);
  });
});

const required = (...entries: readonly string[]): string =>
  `terraform {\n  required_providers {\n${entries.map((one) => `    ${one}\n`).join("")}  }\n}\n`;

describe("local names of providers", () => {
  const PH = 'ph = { source = "registry.example.com/PostHog/posthog", version = "1.0.13" }';

  test("each folder has its own, and new blocks say which provider is meant", () => {
    put(
      "main.tf",
      `${required(PH, 'org = {\n      source = "orgform/orgform"\n    }')}provider "ph" {\n  alias = "eu"\n  host = var.host\n}
${ROLE.replace("}", "  provider = ph.eu\n}")}module "a" {\n  source = "./a"\n  providers = { vendor = ph.eu }\n}\n`,
    );
    put(
      "a/main.tf",
      `${required('vendor = { source = "posthog/posthog" }')}${ROLE.replace("}", "  provider = vendor\n}")}`,
    );
    const written = write(inEu(role()), { ...inEu(role()), module: "module.a" });
    expect(written.files.map(({ text }) => text)).toEqual([
      expect.stringContaining(`provider "org" {\n  alias = "eu"\n  host = var.host\n  organization_id = "${US}"\n}\n`),
      expect.stringContaining("  provider = org.eu\n"),
      expect.stringContaining("  provider = orgform\n"),
    ]);
    expect(written.edits.map(({ text }) => text)).toContain("  providers = { vendor = ph.eu, orgform = org.eu }");
    expect(written.open).toEqual([]);
  });

  test("a block without a provider gets one if the new provider has another name", () => {
    put("main.tf", `${required('org = { source = "orgform/orgform" }')}${ROLE}`);
    expect(write(role()).files.map(({ text }) => text)).toEqual([
      expect.stringContaining('provider "org" {\n'),
      expect.stringContaining('  name = "X"\n  provider = org\n'),
    ]);
  });

  test("are read in JSON too, and another provider's block is none", () => {
    const entries = { required_providers: [{ ph: { source: "posthog/posthog" } }] };
    const provider = { ph: { host: "https://ph.example" }, posthog: { host: "https://acme.example" } };
    put("main.tf.json", JSON.stringify({ terraform: entries, provider }));
    expect(switchWriter.hosts(vendorState(role()), folder)).toMatchObject([{ url: "https://ph.example" }]);
  });

  test("a plan in a copy adds no second entry for the same address", () => {
    put("main.tf", `${required(PH)}${ROLE.replace("}", "  provider = ph\n}")}`);
    const state = vendorState(role());
    const copy = mkdtempSync(join(tmpdir(), "orgform-switch-copy-"));
    try {
      const place = { folder, stack: undefined, environment: {}, state: JSON.stringify(state), without: [] };
      const run = switchTrial.lay({ ...place, copy, written: write(role()) });
      const text = readFileSync(join(run.folder, "orgform_trial_override.tf"), "utf8");
      expect(text).toContain('orgform = { source = "orgform/orgform" }');
      expect(text).not.toContain("posthog/posthog");
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

const WHOLE = "is used as a whole, and its attributes have other names";

/** Texts that stand behind the block of a role and one of a project. */
describe("references in the code that remains", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    [
      "in a here-document, also behind a sign of a comment",
      "locals {\n  a = <<-EOT\n    # ${posthog_role.x.id} and posthog_role.x.id\n    $${posthog_role.x.id}\n  EOT\n}",
      ["6: write `# ${orgform_role.x.role_id} and posthog_role.x.id`"],
      [],
    ],
    [
      "in texts and comments, which name nothing",
      'locals {\n  a = "posthog_role.x.id" # posthog_role.x.id\n  /* posthog_role.x.id\n  posthog_role.x.id */\n  b = data.posthog_role.x.id\n}',
      [],
      [],
    ],
    [
      "over several lines",
      'output "a" {\n  value = posthog_role.x[\n    "a"\n  ].id\n}',
      ['5-7: write `value = orgform_role.x[\n    "a"\n  ].role_id`'],
      [],
    ],
    [
      "in an index",
      'locals {\n  a = posthog_role.x[posthog_project.web.name].id\n  b = posthog_role.x["a]b"].id\n}',
      [
        "5: write `a = orgform_role.x[orgform_project.web.name].role_id`",
        '6: write `b = orgform_role.x["a]b"].role_id`',
      ],
      [],
    ],
    [
      "in an index, without a counterpart",
      "locals {\n  a = posthog_role.x[posthog_role.x.none].id\n}",
      ["5: write `a = orgform_role.x[posthog_role.x.none].role_id`"],
      ["5: posthog_role.x.none has no counterpart"],
    ],
    [
      "to the object as a whole",
      "locals {\n  a = [for one in posthog_role.x : one.id]\n  b = keys(posthog_role.x)\n  c = length( posthog_role.x)\n  d = posthog_role.x.*.id\n}",
      ["6: write `b = keys(orgform_role.x)`", "7: write `c = length( orgform_role.x)`"],
      [`5: posthog_role.x ${WHOLE}`, "8: posthog_role.x.* has no counterpart"],
    ],
    [
      "in for_each, triggers, and lists of names",
      `resource "terraform_data" "t" {
  for_each         = toset([posthog_role.x.name])
  triggers_replace = [posthog_project.web.id]
  depends_on = [
    posthog_role.x["a"],
    posthog_project.web,
  ]
  lifecycle {
    replace_triggered_by = [posthog_project.web.id]
  }
}`,
      [
        "5: write `for_each         = toset([orgform_role.x.name])`",
        "6: write `triggers_replace = [tonumber(orgform_project.web.project_id)]`",
        '8: write `orgform_role.x["a"],`',
        "9: write `orgform_project.web,`",
        "12: write `replace_triggered_by = [orgform_project.web.project_id]`",
      ],
      [],
    ],
    [
      "in checks and outputs",
      'check "c" {\n  assert {\n    condition = posthog_role.x.name != ""\n    error_message = "${posthog_role.x.id}"\n  }\n}\noutput "x" {\n  value = posthog_role.x\n}',
      ['6: write `condition = orgform_role.x.name != ""`', '7: write `error_message = "${orgform_role.x.role_id}"`'],
      [`11: posthog_role.x ${WHOLE}`],
    ],
    [
      "in blocks about earlier moves and removals, which stay",
      "moved {\n  from = posthog_role.old\n  to   = posthog_role.x\n}\nremoved {\n  from = posthog_role.gone\n  lifecycle {\n    destroy = false\n  }\n}",
      [],
      [],
    ],
    [
      "in imports: one that is done goes, and another one is listed",
      'import {\n  to = posthog_role.x\n  id = "o/r"\n}\nimport {\n  to = module.a.posthog_role.x["k"]\n  id = "o/r"\n}\nimport {\n  to = posthog_dashboard.d\n  id = "1"\n}',
      ["4-7: delete the block import of posthog_role.x, which is in the state"],
      ['8: import of module.a.posthog_role.x["k"]: apply it before the switch, and delete it'],
    ],
  ])("%s", (_what, text, edits, open) => {
    put("main.tf", `${ROLE}${text}\n`);
    const written = write(role());
    const words = written.edits.map((one) => one.words).slice(1);
    expect(words).toEqual(edits.map((one) => `main.tf:${one}.`));
    expect(written.open).toEqual(open.map((one) => `main.tf:${one}.`));
  });

  test("in blocks that move: by the line", () => {
    put(
      "main.tf",
      `resource "posthog_role" "x" {
  for_each = {
    a = 1
    b = posthog_project.web
  }
  name       = "X"
  depends_on = [posthog_project.web]
  timeouts {}
  lifecycle {
    prevent_destroy = true
  }
}
resource "posthog_project_settings" "web" {
  project_id      = posthog_project.web.id
  heatmaps_opt_in = posthog_project.web.none
  lifecycle {}
}
resource "posthog_project" "web" {
  name = "Web"
}
`,
    );
    expect(write().open).toEqual([
      "main.tf:16: posthog_project_settings.web: its block lifecycle is not translated.",
      "main.tf:15: posthog_project_settings.web: posthog_project.web.none has no counterpart.",
      `main.tf:4: posthog_role.x: posthog_project.web ${WHOLE}.`,
      "main.tf:8: posthog_role.x: its block timeouts is not translated.",
      "main.tf:9: posthog_role.x: its block lifecycle is not translated.",
    ]);
  });

  test.each<[string, unknown, readonly string[]]>([
    [
      "a block",
      { resource: { posthog_role: { x: {}, y: {} } } },
      ["resource.posthog_role.x", "resource.posthog_role.y"],
    ],
    ["a list of blocks", { resource: [{ posthog_role: [{ x: {} }] }] }, ["resource.0.posthog_role.0.x"]],
    ["a reference", { output: { a: { value: "${posthog_role.x.id}", "//": "posthog_role.x" } } }, ["output.a.value"]],
    [
      "a list of names",
      { resource: { null_resource: { a: { depends_on: ["posthog_role.x"] } } } },
      ["resource.null_resource.a.depends_on.0"],
    ],
    ["a move", { moved: { from: "module.a.posthog_role.x", to: "b" } }, ["moved.from"]],
    [
      "providers of a module",
      { module: { a: { providers: { posthog: "posthog.eu" } } } },
      ["module.a.providers.posthog"],
    ],
    ["what stays", { data: { posthog_role: { x: {} } }, locals: { a: "${data.posthog_role.x.id}" } }, []],
    ["types that stay", { resource: { posthog_dashboard: { x: { name: "X" } } } }, []],
  ])("in JSON are listed by the path: %s", (_what, json, paths) => {
    put("more.tf.json", JSON.stringify(json));
    expect(write().open).toEqual(paths.map((path) => `more.tf.json: ${path}: JSON is not translated.`));
  });

  test("in tests of the engine are translated, and what these replace is listed", () => {
    put("main.tf", ROLE);
    put(
      "tests/a.tftest.hcl",
      `mock_provider "posthog" {
  mock_resource "posthog_role" {}
  mock_resource "posthog_dashboard" {}
}
run "a" {
  assert {
    condition = posthog_role.x.id != ""
  }
}
override_resource {
  target = posthog_role.x
}
override_resource {
  target = module.a.posthog_role.x
}
`,
    );
    put("b.tftest.json", '{"mock_provider":{"posthog":{"mock_resource":{"posthog_role":{}}}}}');
    const { edits, open } = write();
    expect(edits.map(({ words }) => words).slice(1)).toEqual([
      'tests/a.tftest.hcl:7: write `condition = orgform_role.x.role_id != ""`.',
    ]);
    expect(open).toEqual([
      "b.tftest.json: mock_provider.posthog.mock_resource.posthog_role: JSON is not translated.",
      `tests/a.tftest.hcl:11: posthog_role.x ${WHOLE}.`,
      "tests/a.tftest.hcl:1: mock_provider of posthog: add one of orgform.",
      "tests/a.tftest.hcl:2: posthog_role in a test is not translated.",
      "tests/a.tftest.hcl:14: posthog_role in a test is not translated.",
    ]);
  });
});

describe("imports in place of moves", () => {
  const hook = (...instances: readonly object[]) => vendorBlock("hog_function", "f", ...instances);
  const called = (key: string | undefined, values: object) =>
    vendorInstance({ id: "f1", project_id: "3", name: "F", type: "destination", ...values }, key);
  const enabled = (key: string, value: boolean | null) => called(key, { enabled: value });
  const project = (timezone: string) =>
    vendorBlock("project", "web", vendorInstance({ id: 3, organization_id: US, name: "Web", timezone }));
  const settings = (values: object) =>
    vendorBlock("project_settings", "web", vendorInstance({ id: "3", project_id: "3", ...values }));
  const EACH = 'resource "posthog_hog_function" "f" {\n  for_each = local.all\n  hog = "return event"\n}\n';
  const ONE = 'resource "posthog_hog_function" "f" {\n  template_id = "t"\n}\n';
  const PROJECT = 'resource "posthog_project" "web" {\n  name = "Web"\n}\n';
  const SETTINGS =
    'resource "posthog_project_settings" "web" {\n  project_id = posthog_project.web.id\n  heatmaps_opt_in = var.on\n}\n';
  const WHY = "# Nobody declared these";

  const byImport = (...stored: readonly object[]) => {
    const place = { program: folder, host: "https://fallback.example", isByImport: true };
    const written = switchWriter.write(vendorState(...stored), place);
    return { text: written.files.find(({ name }) => name === "orgform.tf")?.text ?? "", open: written.open };
  };

  test.each<[string, string, readonly object[], string]>([
    ["a time zone", PROJECT, [project("Europe/Berlin")], '  timezone = "Europe/Berlin"\n'],
    ["an enabled function", EACH, [hook(enabled("a", true))], "  enabled = true\n"],
    [
      "instances that differ",
      EACH,
      [hook(enabled("a", true), enabled("b", false), enabled("c", null))],
      '  enabled = { "a" = true, "b" = null, "c" = null }[each.key]\n',
    ],
    [
      "code beside a template",
      ONE,
      [hook(called(undefined, { template_id: "t", hog: 'if (x) {\n  print("${a}", "$${b}", "\b")\n}\n' }))],
      `  hog = join("\\n", [\n    "if (x) {",\n    "  print(\\"$\${a}\\", \\"$\\u0024{b}\\", \\"\\u0008\\")",\n    "}",\n  ])\n`,
    ],
    ["an icon", ONE, [hook(called(undefined, { icon_url: "/own.svg" }))], '  icon_url = "/own.svg"\n'],
    ["an order", ONE, [hook(called(undefined, { execution_order: 3 }))], "  execution_order = 3\n"],
    ["a description", ONE, [hook(called(undefined, { description: " Sends " }))], '  description = "Sends"\n'],
    [
      "filters, without what the service adds",
      ONE,
      [hook(called(undefined, { filters_json: '{"events":[{"id":"a"}],"source":"events","transpiled":"x"}' }))],
      '  filters = "{\\"events\\":[{\\"id\\":\\"a\\"}]}"\n',
    ],
    [
      "a rule for equal events",
      ONE,
      [hook(called(undefined, { masking_json: '{"ttl":60,"hash":"a"}' }))],
      '  masking = "{\\"hash\\":\\"a\\",\\"ttl\\":60}"\n',
    ],
    [
      "mappings",
      ONE,
      [hook(called(undefined, { mappings_json: '[{"name":"a"}]' }))],
      '  mappings = "[{\\"name\\":\\"a\\"}]"\n',
    ],
    [
      "inputs, with those in Liquid",
      ONE,
      [hook(called(undefined, { inputs_json: '{"url":{"value":"u","templating":"liquid"},"token":{"secret":true}}' }))],
      '  inputs = "{\\"url\\":\\"u\\"}"\n  liquid_inputs = ["url"]\n',
    ],
    [
      "settings of a project",
      PROJECT + SETTINGS,
      [project("UTC"), settings({ heatmaps_opt_in: false, surveys_opt_in: true, app_urls: ["https://a.example"] })],
      '  app_urls = ["https://a.example"]\n  surveys_opt_in = true\n',
    ],
  ])("%s that nobody declared is declared, because an import would put it back", (_what, program, stored, line) => {
    put("main.tf", program);
    const { text, open } = byImport(...stored);
    expect(text.slice(text.indexOf(WHY))).toContain(line);
    expect(open).toEqual([]);
    const moved = switchWriter.write(vendorState(...stored), { program: folder, host: "https://fallback.example" });
    expect(moved.files.map(({ text }) => text).join("")).not.toContain(line);
  });

  test("a value that a block declares is left to it", () => {
    put("main.tf", PROJECT + SETTINGS);
    const { text } = byImport(project("UTC"), settings({ heatmaps_opt_in: true, surveys_opt_in: true }));
    expect(text.match(/\w+_opt_in = .*/gu)).toEqual(["heatmaps_opt_in = var.on", "surveys_opt_in = true"]);
  });

  test.each<[string, string, readonly object[]]>([
    ["the service's default", PROJECT, [project("UTC")]],
    ["what is declared", PROJECT.replace("}", "  timezone = var.zone\n}"), [project("Europe/Berlin")]],
    [
      "what is declared as JSON",
      ONE.replace("}", "  filters_json = var.filters\n}"),
      [hook(called(undefined, { filters_json: '{"events":[{"id":"a"}]}' }))],
    ],
    ["an object that is not in the state", PROJECT, [hook()]],
    ["settings of another project", PROJECT, [project("UTC"), settings({ project_id: "4", surveys_opt_in: true })]],
    [
      "settings that nobody changed",
      PROJECT,
      [project("UTC"), settings({ app_urls: [], cookieless_server_hash_mode: 0, session_recording_opt_in: false })],
    ],
    [
      "what a function has anyway",
      ONE,
      [hook(called(undefined, { filters_json: '{"source":"events"}', inputs_json: "{}", enabled: false }))],
    ],
    [
      "secrets, which no import reads",
      ONE,
      [hook(called(undefined, { sensitive_inputs_json: '{"token":{"value":"s3cret"}}' }))],
    ],
    [
      "what can't be replaced in place",
      ONE.replace('  template_id = "t"\n', ""),
      [hook(called(undefined, { template_id: "t" }))],
    ],
    [
      "an object that Orgform can't take",
      'resource "posthog_access_control" "f" {\n  access_level = "none"\n}\n',
      [vendorBlock("access_control", "f", vendorInstance({ project_id: "3", resource: "project", resource_id: "9" }))],
    ],
  ])("nothing is added for %s", (_what, program, stored) => {
    put("main.tf", program);
    expect(byImport(...stored).text).not.toContain(WHY);
  });

  test("instances of a module that differ are listed", () => {
    put("a/main.tf", PROJECT);
    const at = (module: string, zone: string) => ({ ...project(zone), module });
    const { open } = byImport(at('module.a["x"]', "Europe/Berlin"), at('module.a["y"]', "UTC"));
    expect(open).toContain("a/main.tf:1: posthog_project.web: timezone differs between instances: declare it.");
  });
});

/** Each type that moves: Orgform's type, what its provider stores of an object, and the object's ID. */
const MOVING: readonly (readonly [vendor: string, own: string, attributes: Values, id: string])[] = [
  ["organization_member", "member", { organization_id: US, email: "A@b", user_uuid: "u", level: "admin" }, `${US}/A@b`],
  ["role", "role", { organization_id: US, id: "r1" }, `${US}/r1`],
  ["role_membership", "role_membership", { organization_id: US, role_id: "r1", user_email: "a@b" }, `${US}/r1/a@b`],
  ["project", "project", { organization_id: US, id: 7 }, `${US}/7`],
  ["project_default_access", "project_access", { project_id: "7", access_level: "none" }, "7/default"],
  ["project_member", "project_access", { project_id: "7", role: "r1" }, "7/role:r1"],
  [
    "access_control",
    "access_control",
    { project_id: "7", resource: "insight", resource_id: "5" },
    "7/insight:5/default",
  ],
  ["proxy_record", "proxy_record", { organization_id: US, id: "p1" }, `${US}/p1`],
  ["hog_function", "hog_function", { project_id: "7", id: "f1", name: "F", type: "destination" }, "7/f1"],
];

describe.each(MOVING)("a block of posthog_%s", (vendor, own, attributes, id) => {
  const stored = (module?: string, key?: string | number) => ({
    ...vendorBlock(vendor, "x", vendorInstance(attributes, key)),
    ...(module === undefined ? {} : { module }),
  });
  const byImport = (...blocks: readonly object[]) =>
    switchWriter.write(vendorState(...blocks), { program: folder, host: "https://fallback.example", isByImport: true });
  const textOf = (written: ReturnType<typeof write>, place: string): string =>
    written.files.find((one) => one.place === place)?.text ?? "";
  const BLOCK = `resource "posthog_${vendor}" "x" {\n  count = 1\n}\n`;

  test("moves its objects, in the folder of each module", () => {
    put("main.tf", `# first\n${BLOCK}`);
    put("a/main.tf", BLOCK);
    const written = write(stored(), stored("module.a"));
    for (const place of ["orgform.tf", "a/orgform.tf"]) {
      expect(textOf(written, place)).toMatch(new RegExp(`^resource "orgform_${own}" "x" \\{\\n  count = 1\\n`, "u"));
      expect(textOf(written, place)).toContain(`moved {\n  from = posthog_${vendor}.x\n  to   = orgform_${own}.x\n}\n`);
    }
    expect(written.edits.map(({ words }) => words)).toEqual([
      `main.tf:2-4: delete the block posthog_${vendor}.x.`,
      `a/main.tf:1-3: delete the block posthog_${vendor}.x.`,
    ]);
    expect([written.count, written.open, written.lacking, written.leaving]).toEqual([2, [], [], []]);
    expect(textOf(written, "provider.tf")).toMatch(
      /^# Add `orgform = \{ source = "orgform\/orgform" \}` [^\n]+\nprovider/u,
    );
  });

  test("imports its objects by their IDs instead, and names what leaves the state first", () => {
    put("main.tf", BLOCK);
    put("a/main.tf", BLOCK);
    const written = byImport(stored(undefined, 0), stored('module.a["k"]'), stored('module.a["l"]', "y"));
    expect(written.leaving).toEqual(["", 'module.a["k"].', 'module.a["l"].'].map((at) => `${at}posthog_${vendor}.x`));
    const line = (to: string): string => `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
    expect(textOf(written, "orgform_imports.tf")).toBe(
      [
        line(`orgform_${own}.x[0]`),
        line(`module.a["k"].orgform_${own}.x`),
        `import {\n  for_each = {\n    "y" = "${id}"\n  }\n  to = module.a["l"].orgform_${own}.x[each.key]\n  id = each.value\n}\n`,
      ].join("\n"),
    );
    expect(textOf(written, "orgform.tf")).not.toContain("moved");
    expect(written.open).toEqual([]);
  });

  test("lists an object without a part of its ID", () => {
    put("main.tf", `# first\n${BLOCK}`);
    const { open, files } = byImport(vendorBlock(vendor, "x", vendorInstance({}, "k|é")));
    expect(open).toContain(`main.tf:2: orgform_${own}.x["k|é"]: the state doesn't have a part of its ID.`);
    expect(files.find(({ place }) => place === "orgform_imports.tf")?.text).toBe("");
  });

  test("lists by the line what can't be translated, and leaves it out", () => {
    put(
      "main.tf",
      `${BLOCK.replace("count = 1", "none = 1\n  for_each = {\n    a = 1\n    b = posthog_role.r.none\n  }")}resource "posthog_${vendor}" "one" { count = posthog_role.r.none }\n`,
    );
    const written = write(stored(), vendorBlock(vendor, "one", vendorInstance(attributes)));
    expect(written.open).toEqual([
      `main.tf:2: posthog_${vendor}.x: none has no counterpart.`,
      `main.tf:5: posthog_${vendor}.x: posthog_role.r.none has no counterpart.`,
      `main.tf:8: posthog_${vendor}.one: count shares its line with something else.`,
    ]);
    expect(textOf(written, "orgform.tf")).not.toMatch(/none = 1|count =/u);
  });

  test("gets what Orgform requires from the state, or lists that it has nothing", () => {
    const required = Object.entries(FILLED_IN[`posthog_${vendor}`] ?? {});
    put("main.tf", BLOCK);
    const filled = write(
      vendorBlock(vendor, "x", vendorInstance(Object.fromEntries(required.map(([name]) => [name, `é "${name}"`])))),
    );
    for (const [name, ownName] of required)
      expect(textOf(filled, "orgform.tf")).toContain(`  ${ownName} = "é \\"${name}\\""\n`);
    expect(filled.open).toEqual([]);
    const why = (name: string): string =>
      `main.tf:1: posthog_${vendor}.x: ${name} is missing, and the state doesn't have it.`;
    expect(write(vendorBlock(vendor, "x", vendorInstance({}))).open).toEqual(required.map(([, name]) => why(name)));
    // What the block declares isn't replaced.
    put("main.tf", BLOCK.replace("}", `${required.map(([name]) => `  ${name} = var.${name}\n`).join("")}}`));
    const declared = write(stored());
    for (const [name, ownName] of required)
      expect(textOf(declared, "orgform.tf")).toContain(`  ${ownName} = var.${name}\n`);
    expect(declared.open).toEqual([]);
  });
});

test("two blocks of equal names that become one type get two names, everywhere in their folder", () => {
  const rules =
    'resource "posthog_project_default_access" "x" {\n  project_id = "7"\n}\nresource "posthog_project_default_access" "y" {\n  project_id = posthog_project_default_access.x.project_id\n}\n';
  put("main.tf", rules);
  put(
    "a/main.tf",
    `${rules}resource "posthog_project_member" "x" {\n  project_id = "7"\n}\noutput "a" {\n  value = posthog_project_default_access.x.access_level\n}\n`,
  );
  const { files, edits } = write();
  const [root, module] = ["orgform.tf", "a/orgform.tf"].map(
    (at) => files.find(({ place }) => place === at)?.text ?? "",
  );
  const namesIn = (text = ""): unknown => text.match(/(?<=project_access)(?:"? "|\.)\w+/gu);
  expect(namesIn(root)).toEqual(['" "x', ".x", '" "y', ".x", ".y"]);
  expect(namesIn(module)).toEqual(['" "x_default', ".x_default", '" "y', ".x_default", ".y", '" "x', ".x"]);
  expect(edits.map(({ text }) => text)).toContain("  value = orgform_project_access.x_default.level");
});

describe("settings of a project, which are a block of their own in the vendor's provider", () => {
  const PROJECT = 'resource "posthog_project" "web" {\n  name = "Web"\n}\n';
  const settings = (project: string, ...lines: readonly string[]): string =>
    `resource "posthog_project_settings" "s" {\n  project_id = ${project}\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
  const written = (text: string) => {
    put("main.tf", text);
    const { files, open, count } = write();
    return { text: files.find(({ place }) => place === "orgform.tf")?.text ?? "", open, count };
  };
  const REMOVED = "removed {\n  from = posthog_project_settings.s\n  lifecycle {\n    destroy = false\n  }\n}\n";

  test("become arguments of the project's block, and leave the state", () => {
    for (const field of PROJECT_FIELDS) {
      const { text, open, count } = written(
        PROJECT + settings("posthog_project.web.id", "provider = posthog", `${field} = var.a`),
      );
      expect(text).toMatch(
        new RegExp(`^resource "orgform_project" "web" \\{\\n  ${field} = var\\.a\\n  name = "Web"\\n\\}`, "u"),
      );
      expect(text).toContain(REMOVED);
      expect([open, count]).toEqual([[], 2]);
    }
  });

  test.each([
    [
      "of no project of the folder",
      "posthog_project.other.id",
      "heatmaps_opt_in = true",
      "4: posthog_project_settings.s: declare its values in the block of its project",
    ],
    [
      "of a project by its number",
      "7",
      "heatmaps_opt_in = true",
      "4: posthog_project_settings.s: declare its values in the block of its project",
    ],
    [
      "of an instance",
      "posthog_project.web[0].id",
      "heatmaps_opt_in = true",
      "4: posthog_project_settings.s: declare its values in the block of its project",
    ],
    [
      "that Orgform lacks",
      "posthog_project.web.id",
      "moon_opt_in = true",
      "6: posthog_project_settings.s: moon_opt_in has no counterpart",
    ],
    [
      "from what Orgform lacks",
      "posthog_project.web.id",
      "heatmaps_opt_in = posthog_role.r.none",
      "6: posthog_project_settings.s: posthog_role.r.none has no counterpart",
    ],
  ])("%s are listed", (_what, project, line, why) => {
    const { text, open } = written(PROJECT + settings(project, line));
    expect(open).toEqual([`main.tf:${why}.`]);
    expect(text).toContain(REMOVED);
    expect(text).not.toMatch(/moon_opt_in/u);
  });

  test("go to the project of that name, and to no other kind of object", () => {
    const role = 'resource "posthog_role" "web" {\n  name = "Web"\n}\n';
    const { text, open } = written(role + PROJECT + settings("posthog_project.web.id", "heatmaps_opt_in = true"));
    expect(text).toContain('resource "orgform_project" "web" {\n  heatmaps_opt_in = true\n  name = "Web"\n}');
    expect(text.match(/heatmaps_opt_in/gu)).toHaveLength(1);
    expect(open).toEqual([]);
  });

  test("on one line are listed, with where they belong", () => {
    const line = 'resource "posthog_project_settings" "s" { project_id = posthog_project.web.id }\n';
    expect(written(PROJECT + line).open).toEqual([
      "main.tf:4: posthog_project_settings.s: declare its values in the block of its project.",
    ]);
  });
});
