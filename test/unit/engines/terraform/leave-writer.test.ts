import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { leaveWriter } from "../../../../src/engines/terraform/switch-writer/leave-writer.ts";
import { PROJECT_FIELDS } from "../../../../src/engines/terraform/switch-writer/program-parts.ts";
import { switchWriter } from "../../../../src/engines/terraform/switch-writer/switch-writer.ts";
import { vendorState } from "../../../support/vendor-state.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-leave-writer-"));
  const modules = { Modules: [{ Key: "a", Source: "./a", Dir: "a" }] };
  put(".terraform/modules/modules.json", JSON.stringify(modules));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const US = "01950000-0000-7000-8000-000000000001";
const EU = "01950000-0000-7000-8000-000000000002";

const stored = (type: string, name: string, attributes: object | null, more: object = {}) => ({
  mode: "managed",
  type: `orgform_${type}`,
  name,
  provider: 'provider["registry.terraform.io/orgform/orgform"]',
  instances: [{ attributes }],
  ...more,
});

const block = (type: string, name: string, ...lines: readonly string[]): string =>
  `resource "${type}" "${name}" {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;

/** The service lists everybody, by what it is asked. */
const known = {
  membership: (email: string, organization = "-"): string => `m(${email},${organization})`,
  roleMembership: (role: string, email: string): string => `r(${role},${email})`,
};

const write = (...resources: readonly object[]) =>
  leaveWriter.write({ version: 4, resources }, { program: folder, host: "https://fallback.example", known });

const fileOf = ({ files }: ReturnType<typeof write>, place: string): string =>
  files.find((one) => one.place === place)?.text ?? "";

/** The vendor's blocks with arguments that Orgform has under the same or another name. */
const VENDOR = [
  block("posthog_organization_member", "m", 'user_uuid = "u1"', 'level = "admin"', "retain_on_destroy = true"),
  block("posthog_role", "r", 'for_each = toset(["a", "é|b"])', "organization_id = var.o", "name = each.key"),
  block("posthog_role_membership", "rm", 'role_id = posthog_role.r["a"].id', 'user_uuid = "u1"'),
  block(
    "posthog_project",
    "p",
    "count = 2",
    'name = "P ${count.index}"',
    'timezone = "UTC"',
    "depends_on = [posthog_role.r]",
  ),
  block("posthog_project_default_access", "d", "project_id = posthog_project.p[0].id", 'access_level = "none"'),
  block(
    "posthog_project_member",
    "pm",
    "project_id = posthog_project.p[1].id",
    'role = posthog_role.r["a"].id',
    'access_level = "admin"',
  ),
  block(
    "posthog_access_control",
    "ac",
    'project_id = "7"',
    'resource = "dashboard"',
    'resource_id = "5"',
    "role = var.r",
    'access_level = "none"',
  ),
  block("posthog_proxy_record", "pr", "organization_id = var.o", 'domain = "e.acme.example"'),
  block(
    "posthog_hog_function",
    "h",
    "project_id = posthog_project.p[0].id",
    'name = "H"',
    'type = "destination"',
    "enabled = false",
    'hog = "return event"',
    "filters_json = var.f",
    "mappings_json = var.m",
  ),
];

const sorted = (text: string): string[] => text.split("\n").filter(Boolean).toSorted();

/** The resource blocks of a text. */
const resourcesIn = (text: string): string => text.replaceAll(/^moved \{\n[^}]*\}\n/gmu, "");

test("a program that came from the vendor's provider returns to it with the same blocks", () => {
  put("main.tf", VENDOR.join("\n"));
  const ANN = { email: "ann@acme.example", user_email: "ann@acme.example", user_uuid: "u1", user_id: "u1" };
  const people = [
    ["posthog_organization_member", "member", "m", { organization_id: US }],
    ["posthog_role_membership", "role_membership", "rm", { organization_id: US, role_id: "r1" }],
  ] as const;
  const come = switchWriter.write(
    vendorState(...people.map(([type, own, name, ids]) => ({ ...stored(own, name, { ...ids, ...ANN }), type }))),
    { program: folder, host: "https://a.example" },
  );
  expect(come.open).toEqual([]);
  put("main.tf", resourcesIn(fileOf(come, "orgform.tf")));
  const gone = write(...people.map(([, own, name, ids]) => stored(own, name, { ...ids, ...ANN })));
  expect([gone.open, gone.lacking, gone.count]).toEqual([[], [], VENDOR.length]);
  expect(sorted(fileOf(gone, "posthog.tf"))).toEqual(sorted(VENDOR.join("\n")));
});

test.each([' # é "of" (', " // ${x} [", " /* { */", "\t#"])(
  "a comment after each argument, %j, stays behind what replaces the argument, in both directions",
  (comment) => {
    const commented = (text: string): string => text.replaceAll(/^ {2}.*$/gmu, (line) => `${line}${comment}`);
    const without = (files: readonly { readonly place: string; readonly text: string }[]) =>
      files.map(({ place, text }) => [place, text.replaceAll(comment, "")]);
    const provider = (name: string) =>
      block(name, "eu", 'alias = "eu"').replace(/^resource "(.*?)" "eu"/u, 'provider "$1"');
    const settings = block("posthog_project_settings", "p", "project_id = posthog_project.p.id", "app_urls = var.urls");
    const vendor = [
      provider("posthog"),
      ...VENDOR.map((one) => one.replace("{\n", "{\n  provider = posthog.eu\n")),
      settings.replace("{\n", "{\n  provider = posthog.eu\n"),
    ].join("\n");
    const ANN = { email: "ann@acme.example", user_email: "ann@acme.example", user_uuid: "u1", user_id: "u1" };
    const come = (text: string) => {
      put("main.tf", text);
      const people = stored("member", "m", { organization_id: US, ...ANN });
      return switchWriter.write(vendorState({ ...people, type: "posthog_organization_member" }), {
        program: folder,
        host: "https://a.example",
      });
    };
    const [plainly, spoken] = [come(vendor), come(commented(vendor))];
    expect([without(spoken.files), spoken.open]).toEqual([without(plainly.files), plainly.open]);
    expect(fileOf(spoken, "orgform.tf").split(comment).length).toBeGreaterThan(30);
    const own = `${provider("orgform")}\n${resourcesIn(fileOf(plainly, "orgform.tf"))}`;
    const gone = (text: string) => {
      put("main.tf", text);
      return write(stored("member", "m", { organization_id: US, ...ANN }));
    };
    const [quiet, loud] = [gone(own), gone(commented(own))];
    expect([without(loud.files), loud.open, loud.lacking]).toEqual([without(quiet.files), quiet.open, quiet.lacking]);
    expect(fileOf(loud, "posthog.tf").split(comment).length).toBeGreaterThan(30);
    expect(fileOf(loud, "posthog.tf")).toContain(`  provider = posthog.eu${comment}\n`);
  },
);

/** A block of each type that moves, with its state and its IDs at the vendor's provider. */
const MOVING: readonly (readonly [
  type: string,
  attributes: object,
  vendor: string,
  id: string,
  argument?: string,
  lacking?: string,
])[] = [
  ["member", { organization_id: US, user_id: "u1" }, "organization_member", `${US}/u1`],
  ["role", { organization_id: US, role_id: "r1" }, "role", `${US}/r1`],
  ["role_membership", { organization_id: US, role_id: "r1", email: "a@b" }, "role_membership", `${US}/r1/r(r1,a@b)`],
  ["project", { organization_id: US, project_id: "7" }, "project", `${US}/7`],
  ["project_access", { project_id: "7" }, "project_default_access", "7"],
  ["project_access", { project_id: "7", role_id: "r1" }, "project_member", "7/role/r1", "role_id = var.r"],
  [
    "project_access",
    { project_id: "7", role_id: "r1" },
    "project_member",
    "7/role/r1",
    "role_name = var.r",
    "role_name",
  ],
  ["project_access", { project_id: "7", email: "a@b" }, "project_member", "7/member/m(a@b,-)", "email = var.e"],
  [
    "access_control",
    { project_id: "7", resource: "insight", email: "a@b", organization_id: US },
    "access_control",
    `7/insight/member/m(a@b,${US})`,
  ],
  ["proxy_record", { organization_id: US, record_id: "p1" }, "proxy_record", `${US}/p1`],
  ["hog_function", { project_id: "7", function_id: "f1" }, "hog_function", "7/f1"],
];

describe.each(MOVING)(
  "objects of a %s with %j",
  (type, attributes, vendor, id, argument = "none = 1", lacking = argument === "none = 1" ? "none" : undefined) => {
    const REMOVED = (address: string): string =>
      `removed {\n  from = ${address}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
    const imported = (to: string): string => `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
    const text = block(`orgform_${type}`, "x", argument);

    test("leave the state once, and become the vendor's with the same index", () => {
      put("main.tf", text);
      put("a/main.tf", text);
      const instances = [
        { attributes, index_key: 0 },
        { attributes, index_key: 'k"1' },
      ];
      const inModule = (module: string) => stored(type, "x", attributes, { module });
      const written = write(
        stored(type, "x", attributes, { instances }),
        inModule('module.a["k"].module.b[0]'),
        inModule('module.a["l"].module.b[0]'),
        stored(type, "y", attributes),
        stored("domain", "x", attributes),
      );
      const to = `posthog_${vendor}.x`;
      expect(fileOf(written, "posthog_imports.tf")).toBe(
        [
          REMOVED(`orgform_${type}.x`),
          `import {\n  for_each = {\n    "k\\"1" = "${id}"\n  }\n  to = ${to}[each.key]\n  id = each.value\n}\n`,
          imported(`${to}[0]`),
          REMOVED(`module.a.module.b.orgform_${type}.x`),
          imported(`module.a["k"].module.b[0].${to}`),
          imported(`module.a["l"].module.b[0].${to}`),
        ].join("\n"),
      );
      expect(written.open).toEqual([]);
      const staying = [`orgform_${type}.y`, "orgform_domain.x"].map((address) => `${address} stays with Orgform.`);
      expect(written.lacking).toEqual([
        ...staying,
        ...["main.tf", "a/main.tf"].flatMap((file) =>
          lacking === undefined ? [] : [`${file}:2: orgform_${type}.x: ${lacking} is left out.`],
        ),
      ]);
      expect(written.count).toBe(2);
      expect(written.edits.map(({ words }) => words)).toEqual(
        ["main.tf", "a/main.tf"].map((file) => `${file}:1-3: delete the block orgform_${type}.x.`),
      );
    });

    test("are listed without a part of the ID, by their index", () => {
      put("main.tf", `# first\n${text}`);
      const instances = [{ attributes: null }, { attributes: {}, index_key: "k" }];
      const written = write(stored(type, "x", {}, { instances }));
      const why = "the state and the service don't have a part of its ID.";
      const open = [`main.tf:2: posthog_${vendor}.x: ${why}`, `main.tf:2: posthog_${vendor}.x["k"]: ${why}`];
      expect(written.open.slice(0, 2)).toEqual(open);
      expect(fileOf(written, "posthog_imports.tf")).toBe(REMOVED(`orgform_${type}.x`));
    });
  },
);

describe("settings of a project", () => {
  const HEATMAPS = "heatmaps_opt_in = true";
  const settingsIn = (text: string): string => text.slice(text.indexOf('resource "posthog_project_settings"'));

  test("each become the vendor's own block, with its import, and stay out of the project's", () => {
    for (const field of PROJECT_FIELDS) {
      put("main.tf", block("orgform_project", "p", `${field} = var.a`, 'name = "P"'));
      const written = write(stored("project", "p", { organization_id: US, project_id: "7" }));
      expect(fileOf(written, "posthog.tf")).toBe(
        `${block("posthog_project", "p", 'name = "P"')}\n${block("posthog_project_settings", "p", "project_id = posthog_project.p.id", `${field} = var.a`)}`,
      );
      expect(fileOf(written, "posthog_imports.tf")).toContain(
        `import {\n  to = posthog_project_settings.p\n  id = "7"\n}\n`,
      );
      expect([written.open, written.lacking]).toEqual([[], []]);
    }
  });

  test("aren't written or imported for a project without them, nor for other objects", () => {
    put("main.tf", block("orgform_project", "p", 'name = "P"') + block("orgform_role", "r", HEATMAPS));
    const written = write(
      stored("project", "p", { organization_id: US, project_id: "7" }),
      stored("role", "r", { organization_id: US, role_id: "r1" }),
    );
    expect(written.files.map(({ text }) => text).join("")).not.toContain("posthog_project_settings");
    expect(written.lacking).toEqual(["main.tf:5: orgform_role.r: heatmaps_opt_in is left out."]);
  });

  test.each([
    [["for_each = var.all"], ["for_each = var.all", "project_id = posthog_project.p[each.key].id"]],
    [["count = 2"], ["count = 2", "project_id = posthog_project.p[count.index].id"]],
    [["provider = orgform.eu"], ["provider = posthog.eu", "project_id = posthog_project.p.id"]],
  ])("have the instances and the provider of their project: %j", (lines, expected) => {
    put("main.tf", block("orgform_project", "p", ...lines, HEATMAPS));
    expect(settingsIn(fileOf(write(), "posthog.tf"))).toBe(
      block("posthog_project_settings", "p", ...expected, HEATMAPS),
    );
  });
});

describe("a block that can't be translated whole", () => {
  test("lists what shares a line, what is nested, and what the vendor lacks, by the line", () => {
    for (const [type, attributes, , , argument] of MOVING) {
      const one = `resource "orgform_${type}" "one" { ${argument ?? "count = 1"} }\n`;
      put("main.tf", `${one}${block(`orgform_${type}`, "x", argument ?? "count = 1", "lifecycle {", "}", "none = 1")}`);
      const written = write(stored(type, "x", { ...attributes, user_id: "u1" }));
      const name = (argument ?? "count = 1").split(" ", 1)[0];
      expect(written.open).toEqual([
        `main.tf:1: orgform_${type}.one: ${name} shares its line with something else.`,
        `main.tf:4: orgform_${type}.x: its block lifecycle is not translated.`,
      ]);
      expect(written.lacking).toContain(`main.tf:6: orgform_${type}.x: none is left out.`);
    }
  });
});

describe("the provider after a program left", () => {
  const ROLE = block("orgform_role", "r", "name = 1");
  const role = (id: string, more: object = {}) => stored("role", "r", { organization_id: id, role_id: "r1" }, more);

  test("comes first, names the host and the organization, and asks for its entry", () => {
    put("main.tf", ROLE);
    const written = write(role(US), stored("domain", "d", { organization_id: US }));
    expect(written.files.map(({ place }) => place)).toEqual(["provider.tf", "posthog.tf", "posthog_imports.tf"]);
    expect(fileOf(written, "provider.tf")).toMatch(/^# Add `posthog = \{ source = "posthog\/posthog" \}` [^\n]+\n/u);
    expect(fileOf(written, "provider.tf")).toContain(
      `\nprovider "posthog" {\n  host = "https://fallback.example"\n  organization_id = "${US}"\n}\n`,
    );
  });

  test("isn't written if the program has one, and there are no imports without objects", () => {
    put("main.tf", `${ROLE}provider "posthog" {}\n`);
    expect(write().files.map(({ place }) => place)).toEqual(["posthog.tf"]);
  });

  test("has the aliases of blocks and modules, and its hosts are those of the program", () => {
    const alias = (name: string): string =>
      `provider "orgform" {\n  alias = "${name}"\n  host = "https://${name}.example"\n}\n`;
    put(
      "main.tf",
      `${alias("eu")}${alias("us")}${alias("none")}${ROLE.replace("name = 1", "provider = orgform.us")}module "a" {\n  source = "./a"\n  providers = { orgform = orgform.eu }\n}\n`,
    );
    put("a/main.tf", ROLE);
    const at = (name: string): object => ({ provider: `provider["registry.terraform.io/orgform/orgform"].${name}` });
    const state = [
      role(US, at("us")),
      role(EU, { ...at("eu"), module: "module.a" }),
      stored("domain", "d", {}, { ...at("none"), module: "module.a" }),
    ];
    const written = write(...state);
    const text = fileOf(written, "provider.tf");
    expect(text.match(/alias = .*|host = .*|organization_id = .*/gu)).toEqual([
      'alias = "eu"',
      'host = "https://eu.example"',
      `organization_id = "${EU}"`,
      'alias = "us"',
      'host = "https://us.example"',
      `organization_id = "${US}"`,
    ]);
    expect(leaveWriter.hosts({ version: 4, resources: state }, folder).map(({ url }) => url)).toEqual([
      "https://eu.example",
      "https://us.example",
    ]);
    expect(written.edits.map((one) => one.text)).toContain(
      "  providers = { orgform = orgform.eu, posthog = posthog.eu }",
    );
    expect(fileOf(written, "posthog.tf")).toContain("  provider = posthog.us\n");
  });

  test("is named by a block if its type doesn't name it", () => {
    put(
      "main.tf",
      `terraform {\n  required_providers {\n    ph = { source = "posthog/posthog" }\n  }\n}\n${ROLE}${block("orgform_role", "s", "provider = orgform.eu")}`,
    );
    expect(fileOf(write(), "posthog.tf")).toBe(
      [block("posthog_role", "r", "name = 1", "provider = ph"), block("posthog_role", "s", "provider = ph.eu")].join(
        "\n",
      ),
    );
  });
});

test("what stays is listed, and a reference to it doesn't change", () => {
  const text =
    block("orgform_role", "r", "name = orgform_domain.d.domain") +
    block("orgform_domain", "d", "domain = 1") +
    block("other", "o", "a = orgform_domain.d.domain", "b = orgform_role.r.role_id");
  put("main.tf", text);
  put("more.tf.json", JSON.stringify({ resource: { orgform_role: { j: {} }, posthog_role: { k: {} } } }));
  const data = { ...stored("role", "r", { organization_id: US, role_id: "data" }), mode: "data" };
  const written = write(data, stored("domain", "d", {}), { ...stored("role", "v", {}), type: "posthog_role" });
  expect(fileOf(written, "posthog.tf")).toBe(block("posthog_role", "r", "name = orgform_domain.d.domain"));
  expect(written.edits.map(({ words }) => words)).toEqual([
    "main.tf:1-3: delete the block orgform_role.r.",
    "main.tf:9: write `b = posthog_role.r.id`.",
  ]);
  expect(written.lacking).toEqual(["orgform_domain.d stays with Orgform."]);
  expect(written.open).toEqual(["more.tf.json: resource.orgform_role.j: JSON is not translated."]);
  expect(written.files.map(({ place }) => place)).not.toContain("posthog_imports.tf");
});

test("a reference in a block that leaves is listed if the vendor's provider lacks it", () => {
  put(
    "main.tf",
    block(
      "orgform_role",
      "r",
      "for_each = orgform_project.p",
      "name = orgform_project.p.none",
      "depends_on = [orgform_project.p]",
    ) + block("orgform_project", "p", "heatmaps_opt_in = orgform_role.r.none"),
  );
  expect(write().open).toEqual([
    "main.tf:2: orgform_role.r: orgform_project.p is used as a whole, and its attributes have other names.",
    "main.tf:3: orgform_role.r: orgform_project.p.none has no counterpart.",
    "main.tf:7: orgform_project.p: orgform_role.r.none has no counterpart.",
  ]);
});

test("a move or an import that is done goes, another one is listed, and what was removed before stays", () => {
  const moved = (from: string, to: string): string => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
  put(
    "main.tf",
    block("orgform_role", "r", 'name = "r"') +
      moved("posthog_role.r", "orgform_role.r") +
      moved("orgform_role.old", 'module.a.orgform_role.r["k"]') +
      moved("orgform_role.r", "orgform_role.later") +
      "removed {\n  from = orgform_role.gone\n}\n" +
      'import {\n  to = orgform_role.r\n  id = "o/r"\n}\nimport {\n  to = orgform_role.x\n  id = "o/x"\n}\n' +
      moved("aws_instance.a", "aws_instance.b"),
  );
  const written = write(stored("role", "r", { organization_id: US, role_id: "r1" }));
  expect(written.edits.map(({ words }) => words)).toEqual([
    "main.tf:1-3: delete the block orgform_role.r.",
    "main.tf:4-7: delete the block moved of orgform_role.r, which is in the state.",
    'main.tf:8-11: delete the block moved of module.a.orgform_role.r["k"], which is in the state.',
    "main.tf:19-22: delete the block import of orgform_role.r, which is in the state.",
  ]);
  expect(written.open).toEqual([
    "main.tf:12: move to orgform_role.later: apply it before the switch, and delete it.",
    "main.tf:23: import of orgform_role.x: apply it before the switch, and delete it.",
  ]);
});
