import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { hclText } from "../../../../../src/engines/terraform/program-writer/hcl.ts";
import { programOf } from "../../../../../src/adopt/program.ts";
import type { Survey } from "../../../../../src/driver/driver.ts";
import { programWriter } from "../../../../../src/engines/terraform/program-writer/files.ts";
import { resources } from "../../../../../src/catalog/resources/index.ts";
import { surveyOfNames } from "../../../../support/found-objects.ts";
import { readmeOf } from "../../../../../src/adopt/readme.ts";
import { peopleWith, PROGRAM } from "../../../../support/declared-objects.ts";
import { definitionOf } from "../../../../support/definition-of.ts";
import { HARD_NAMES } from "../../../../support/furnished-organization.ts";

const filesOf = (survey: Survey): Record<string, string> =>
  programWriter.files(
    programOf(resources, survey, { host: "https://eu.example.com", ...programWriter.names(resources) }),
    { version: "1.2.3", peerDependencies: {} },
  );

/** A quoted string, whose content can be anything except a template. */
const TEXT = /"(?:[^"\\\p{Cc}\u2028\u2029]|\\["\\nrt]|\\u[\da-f]{4}|\\U[\da-f]{8})*"/gu;

/** Lines up to the first one that is an end mark, which therefore none of them can be. */
const HEREDOC = /<<-EOT\n(?:(?! *EOT *\n)[^\n]*\n)* *EOT(?=\n)/gu;

/** The valid parts of a configuration, with every string replaced by `""`. */
const LINES = [
  /^$/u,
  /^(?:terraform|import|required_providers) \{$/u,
  /^(?:provider|variable) "" \{$/u,
  /^resource "" "" \{$/u,
  /^(?:"" |[a-z][a-z\d_]* +)= (?:""|true|false|null|string|-?\d+(?:\.\d+)?|\[[", ]*\]|\[|\{|\{ source = "" \}|join\("", \[|chomp\("")$/u,
  /^[a-z][a-z\d_]* += (?:var|orgform_\w+)(?:\.[\p{L}\p{Nd}_]+)+$/u,
  /^"",$/u,
  /^(?:\}|\]|\]\)|\))$/u,
];

/** The errors and dangers in a configuration of objects with these names. */
function harmIn(names: readonly string[]): string[] {
  const configuration = Object.entries(filesOf(surveyOfNames(names))).filter(([name]) => name.endsWith(".tf"));
  const written = configuration.map(([, text]) => text).join("\n");
  const texts = [...written.matchAll(HEREDOC), ...written.matchAll(TEXT)].map(([text]) => text);
  const all = written.replaceAll(HEREDOC, '""');
  const rest = all.replaceAll(TEXT, '""').split("\n");
  const addresses = [...all.matchAll(/^resource .*/gmu)].map(([line]) => line.toLowerCase());
  return [
    ...texts.filter((text) => /[$%]\{/u.test(text.replaceAll(/\$\$\{|%%\{/gu, ""))),
    ...rest.filter((line) => !LINES.some((allowed) => allowed.test(line.trim()))),
    ...addresses.filter((one, index) => addresses.indexOf(one) !== index),
    ...(addresses.length === 3 * names.length + 1 ? [] : [`${addresses.length} resources`]),
  ];
}

describe("a configuration for Terraform", () => {
  test.each(HARD_NAMES)("is a harmless one of objects of the name %j", (name) => {
    expect(harmIn([name, name])).toEqual([]);
  });

  test("is a harmless one of objects of any names", () => {
    const names = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, (some) => {
        expect(harmIn(some)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("is the same whatever the order in which the objects were found", () => {
    const { objects, unread } = surveyOfNames(["same", "same", "other", "Same!"]);
    expect(filesOf({ objects: objects.toReversed(), unread })).toEqual(filesOf({ objects, unread }));
  });
});

test.each([
  ["${x}", '"$${x}"'],
  ["%{x}", '"%%{x}"'],
  ["$${x}", '"$\\u0024{x}"'],
  ["$%{x}", '"$\\u0025{x}"'],
  ["50% of $5 {", '"50% of $5 {"'],
  ["\u202E\u{E0001}", '"\\u202e\\U000e0001"'],
])("the text %j is %s", (text, hcl) => {
  expect(hclText(text)).toBe(hcl);
});

describe("the files of a configuration", () => {
  const VERSIONS = { version: "1.2.3", peerDependencies: {} };
  const imported = (to: string, id: string): string => `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
  const ROLE = 'resource "orgform_role" "ops_team" {\n';

  test("declare each object with its references and what a person fills in", () => {
    expect(programWriter.files(PROGRAM, VERSIONS)).toEqual({
      ".gitignore": ".terraform/\n*.tfstate\n*.tfstate.*\n*.tfvars\n",
      "providers.tf": `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

provider "orgform" {
  host = "https://\\"a\\".example"
}
`,
      "imports.tf": [
        imported("orgform_role.ops_team", "o/r1"),
        imported("orgform_role_membership.ann", "o/r1/a@b"),
        imported("orgform_hog_function.hook", "4/f"),
      ].join("\n"),
      "variables.tf": `variable "hook_token" {
  type      = string
  sensitive = true
}

variable "hook_note" {
  type    = string
  default = null
}

variable "hook_spare" {
  type      = string
  default   = null
  sensitive = true
}
`,
      "roles.tf": `${ROLE}  organization_id = "o"\n  name            = "Ops \\"é\\" $\${a}"\n}\n`,
      "role-memberships.tf": `resource "orgform_role_membership" "ann" {
  role_id = orgform_role.ops_team.role_id
  email   = "a@b"
}
`,
      // The keys are names of the function's own.
      "hog-functions.tf": `resource "orgform_hog_function" "hook" {
  project_id = "4"
  secret_inputs = {
    "myToken" = var.hook_token
    note      = var.hook_note
    spare     = var.hook_spare
  }
}
`,
      "README.md": readmeOf(PROGRAM, {
        setUp: ["terraform init", "export ORGFORM_API_KEY=<key>"],
        fillIn: [
          { command: "export TF_VAR_hook_token=<value>", isRequired: true },
          { command: "export TF_VAR_hook_note=<value>", isRequired: false },
          { command: "export TF_VAR_hook_spare=<value>", isRequired: false },
        ],
        preview: "terraform plan",
        apply: "terraform apply",
        afterwards:
          "The plan shows every object as an import. A secret that you filled in shows as a change of its object, but nothing is sent for it. After `terraform apply`, delete `imports.tf`: a block that stays there stops the plan once its object is deleted. With OpenTofu, use `tofu` instead of `terraform`. If the CLI configuration names the provider's folder (`dev_overrides`), skip `terraform init`, which asks the registry.",
      }),
    });
  });

  test.each([
    [
      "some have a level",
      [undefined, "admin"],
      ['    "p0@é\\"" = {}\n', '    "p1@é\\"" = {\n      level = "admin"\n    }\n'],
      '  for_each        = local.members\n  organization_id = "o"\n  email           = each.key\n  level           = try(each.value.level, null)\n',
    ],
    [
      "each has another level",
      ["admin", "member"],
      ['    "p0@é\\"" = {\n      level = "admin"\n    }\n', '    "p1@é\\"" = {\n      level = "member"\n    }\n'],
      '  for_each        = local.members\n  organization_id = "o"\n  email           = each.key\n  level           = each.value.level\n',
    ],
    [
      "all have one level",
      ["admin"],
      ['    "p0@é\\"" = {}\n', '    "p1@é\\"" = {}\n'],
      '  for_each        = local.members\n  organization_id = "o"\n  level           = "admin"\n  email           = each.key\n',
    ],
  ])("declare many people in one block where %s", (_what, levels, [even = "", odd = ""], lines) => {
    const objects = peopleWith(levels);
    const files = programWriter.files(
      { ...PROGRAM, secrets: [], kinds: [{ definition: definitionOf("Member"), objects }] },
      VERSIONS,
    );
    const rows = objects.map((_, index) => (index % 2 === 0 ? even : odd).replace(/p\d/u, `p${index}`)).join("");
    const plain = (text = ""): string => text.replaceAll(/ +=/gu, " =");
    expect(plain(files["members.tf"])).toBe(
      plain(`locals {\n  members = {\n${rows}  }\n}\n\nresource "orgform_member" "people" {\n${lines}}\n`),
    );
    expect(files["members.tf"]).toContain(lines);
    expect(files["imports.tf"]).toBe(
      'import {\n  for_each = local.members\n  to       = orgform_member.people[each.key]\n  id       = "o/${each.key}"\n}\n',
    );
    expect(Object.keys(files)).not.toContain("variables.tf");
  });

  test.each([
    ["Ops's team", "o/r 1", "terraform import orgform_role.ops_s_team 'o/r 1'"],
    ["!", "o/r'1", "terraform import orgform_role.role 'o/r'\\''1'"],
  ])("take in an object of the name %j by its ID %j", (name, id, line) => {
    expect(programWriter.importLine(definitionOf("Role"), { name, id })).toBe(line);
    expect(programWriter.names([])).toEqual({ reserved: [] });
  });
});
