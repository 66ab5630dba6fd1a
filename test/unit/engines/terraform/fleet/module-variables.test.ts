import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { localModules, moduleVariables } from "../../../../../src/engines/terraform/fleet/module-variables.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-module-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The variables of files, with `!` where a value is required. */
function variablesOf(files: Readonly<Record<string, string>>): string | string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const found = moduleVariables(folder);
  if (typeof found === "string") return found;
  return [...(found.taken ?? [])].map((name) => (found.required.has(name) ? `${name}!` : name));
}

test.each(["main.tf.bak", "main.tf.json.old", "main.tfvars", "tf", "maintf", "main.json", "main.tofu~"])(
  "a folder with nothing but %s holds no module",
  (name) => {
    const none = `${folder} holds no Terraform module: there is no .tf file in it.`;
    expect(variablesOf({ [name]: 'variable "a" {}\n' })).toBe(none);
  },
);

test("a folder that isn't there holds no module", () => {
  const gone = join(folder, "é");
  expect(moduleVariables(gone)).toBe(`${gone} holds no Terraform module: there is no .tf file in it.`);
});

describe("a variable", () => {
  test.each([
    ["on one line", 'variable "a" {}', ["a!"]],
    ["without blanks", 'variable "a"{default=1}', ["a"]],
    ["with many", 'variable   "a"   { default   =   1 }   ', ["a"]],
    ["with a default in quotes", 'variable "a" { default = "#fff" }', ["a"]],
    ["with a default that is an object", 'variable "a" { default = { b = 1 } }', ["a"]],
    [
      "of many lines",
      'variable "a" {\n  type = object({\n    b = string\n  })\n  default = {\n    b = "}"\n  }\n}',
      ["a"],
    ],
    ["whose default stands alone", 'variable "a" {\ndefault = 1\n}', ["a"]],
    ["with other words for its default", 'variable "a" {\n  description = "no-default=1, my.default = 2"\n}', ["a!"]],
    ["whose default is a comment", 'variable "a" {\n  # default = 1\n  // default = 2\n  /* default = 3 */\n}', ["a!"]],
    [
      "whose default is a comment behind an argument",
      'variable "a" {\n  type = string # default = 1\n  nullable = false // default = 2\n  sensitive = true /* { default = 3 */\n}',
      ["a!"],
    ],
    ["with a comment before its default", 'variable "a" {\n  type = string # }\n  default = 1 // {\n}', ["a"]],
    [
      "with a member of its type named default",
      'variable "a" {\n  type = object({\n    default = string\n  })\n}',
      ["a!"],
    ],
    [
      "with the word in its text",
      'variable "a" {\n  description = <<-EOT\n    #\n    default = 1\n}\n  EOT\n  nullable = false\n}',
      ["a!"],
    ],
    ["with a rule about the word", 'variable "a" {\n  validation {\n    default = 1\n  }\n}', ["a!"]],
    ["of indented code", '  variable "a" {\n    default = 1\n    }\n\tvariable "b" {}', ["a", "b!"]],
    ["without quotes", "variable a {\n}", ["a!"]],
    ["without a name", 'variable {\n}\nvariable "b" {}', ["b!"]],
    [
      "with Windows line ends",
      'variable "a" {\r\n  type = string # default = 1\r\n}\r\nvariable "b" {}\r\n',
      ["a!", "b!"],
    ],
    ["before others", 'variable "a" {\n}\nvariable "b" {\n  default = 1\n}\nvariable "c" {}\n', ["a!", "b", "c!"]],
    ["behind a comment", '/* a */variable "a" {}\n', ["a!"]],
    ["between comments", '/* 1 */\nvariable "a" {}\n/* 2 */\n', ["a!"]],
    ["in comments", '#variable "a" {}\n  # variable "b" {}\n//variable "c" {}\n/*\nvariable "d" {}\n*/', []],
    ["within another block", 'locals {\n  variable "a" {}\n}\n', []],
    ["of another kind", 'my_variable "a" {}\nvariables "b" {}\nvariable = "c"\n', []],
    ["of an awkward name", 'variable "é-1_x" {}', ["é-1_x!"]],
  ])("%s is found with whether it has a default", (_what, text, found) => {
    expect(variablesOf({ "main.tf": text })).toEqual(found);
  });

  test("of all files is found, in the order of their names", () => {
    expect(
      variablesOf({
        "c.tofu": 'variable "c" {}',
        "b.tf.json": '{"variable": {"b": {"default": null}, "b2": {"type": "string"}, "b3": null}}',
        "a.tf": 'variable "a" {}',
        "d.tofu.json": '{"variable": [{"d": {}}, {"d2": {"default": 1}}]}',
        "e.tf.json": "{}",
        "f.json": '{"variable": {"f": {}}}',
      }),
    ).toEqual(["a!", "b", "b2!", "b3!", "c!", "d!", "d2"]);
  });
});

test.each([
  ['source = "./a"', ["./a"]],
  ['  source="../b/é"', ["../b/é"]],
  ['\tsource   =   "./"', ["./"]],
  ['source = "./a"\nsource = "../b"\n', ["./a", "../b"]],
  ['resource = "./a"', []],
  ['my_source = "./a"', []],
  ['x = { source = "./a" }', []],
  ['source = "a/./b"', []],
  ['source = ".a/b"', []],
  ['source = ".../a"', []],
  ['source = "./a', []],
  ["source = ./a", []],
  ['source "./a"', []],
])("the local modules of %j are %j", (text, folders) => {
  for (const name of ["main.tf", "é.tofu"]) expect(localModules(name, () => text)).toEqual(folders);
  for (const name of ["main.tf.json", "main.tf.bak", "tofu", "index.ts"]) {
    expect(
      localModules(name, () => {
        throw new Error("It isn't read");
      }),
    ).toEqual([]);
  }
});
