import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import {
  resourceBlocks,
  type WrittenMember,
} from "../../../../../../src/engines/terraform/provider/configuration/resource-blocks.ts";

/** Members with their lines: `a@1="text" b@2={c@3} d@4`. */
const shown = (members: readonly WrittenMember[]): string =>
  members
    .map(({ name, line, object, text }) => {
      const value = object === undefined ? "" : `={${shown(object.members)}}`;
      return `${name}@${line}${value}${text === undefined ? "" : `="${text}"`}`;
    })
    .join(" ");

const PROGRAM = `
# resource "orgform_role" "comment" {}
/* resource "orgform_role" "longer" {} */
locals { text = "resource \\"a\\" \\"b\\" { \${join(",", [for x in ["}"] : "\${x}"])}" }

resource "orgform_batch_export" "daily" {
  name        = "Daily" // the name
  for_each    = { for key, value in var.all : key => value }
  interval    = var.often ? "hour" : "day"
  description = <<-EOT
    resource "orgform_role" "text" {
  EOT
  destination = {
    type = "S3", config = {
      bucket_name : "b"
      "region"    = lookup({ a = "x" }, "a")
    }
  }
  credentials = merge({ a = 1 }, { b = 2 })
  lifecycle {
    ignore_changes = [name]
  }
  paused = true
}

resource "orgform_role" "last" { name = "R" }
`;

describe("the blocks of a configuration", () => {
  test("are those of resources, with what is written out in them", () => {
    const [daily, last, ...others] = resourceBlocks(PROGRAM);
    expect(others).toEqual([]);
    expect(daily).toMatchObject({ type: "orgform_batch_export", name: "daily", line: 6 });
    const named = (name: string) => daily?.attributes.find((one) => one.name === name);
    expect(daily?.attributes.map(({ name }) => name)).toEqual([
      "name",
      "for_each",
      "interval",
      "description",
      "destination",
      "credentials",
      "paused",
    ]);
    expect(named("name")?.text).toBe("Daily");
    for (const name of ["for_each", "interval", "description", "credentials"])
      expect(named(name)).toEqual({ name, line: expect.any(Number) });
    expect(named("destination")?.object?.members).toEqual([
      { name: "type", line: 14, text: "S3" },
      {
        name: "config",
        line: 14,
        object: {
          members: [
            { name: "bucket_name", line: 15, text: "b" },
            { name: "region", line: 16 },
          ],
        },
      },
    ]);
    expect(last).toEqual({
      type: "orgform_role",
      name: "last",
      line: expect.any(Number),
      attributes: [{ name: "name", line: expect.any(Number), text: "R" }],
    });
  });

  test("end with any text", () => {
    const pieces = fc.array(
      fc.constantFrom('resource "a" "b" {', "{", "}", '"', "${", "<<E\n", "\n", "x = ", "[", "#", "/*", "é"),
    );
    fc.assert(
      fc.property(pieces, (some) => {
        expect(resourceBlocks(some.join("")).length).toBeLessThanOrEqual(some.length);
      }),
      { numRuns: 300 },
    );
  });
});

const blocksOf = (source: string): string[] =>
  resourceBlocks(source).map(({ type, name, line, attributes }) => `${type}.${name}@${line} ${shown(attributes)}`);

test.each<[string, string[]]>([
  ['resource "a" "b" {}', ["a.b@1 "]],
  ['\nresource "é" "b-1" { x = 1 }\n\nresource "c" "d" {}', ["é.b-1@2 x@2", "c.d@4 "]],
  ['locals { resource "a" "b" {} }\nresource "c" "d" {}', ["c.d@2 "]],
  ['module "m" {\n  x = { y = "}" }\n  resource "a" "b" {}\n}\nresource "c" "d" {}', ["c.d@5 "]],
  ['resource "a" { x = 1 }\nresource "c" "d" {}', ["c.d@2 "]],
  ['resource a b { x = 1 }\nresource "c" "d" {}', ["c.d@2 "]],
  ['resource "a" "${b}" {}\nresource "${a}" "b" {}\nresource "c" "d" {}', ["c.d@3 "]],
  ['resource "a" "b" = {}\n"resource" "a" "b" {}\ndata "a" "b" {}\nresource "c" "d" {}', ["c.d@4 "]],
  ['resource "a" "b" {\n  x = "y"', ['a.b@1 x@2="y"']],
  ['resource "a" "b" {\n  x =', ["a.b@1 x@2"]],
  ['resource "a" "b" {\n  x = {\n', ["a.b@1 x@2={}"]],
  ['resource "a" "b" {\n  x = f(\n', ["a.b@1 x@2"]],
])("a configuration that reads %j has these blocks", (source, blocks) => {
  expect(blocksOf(source)).toEqual(blocks);
});

test.each([
  ['x = "t"', 'x@2="t"'],
  ['x = "t" # c', 'x@2="t"'],
  ['x = "" }', 'x@2=""'],
  ['"x" = "t"', 'x@2="t"'],
  ['x : "t"', 'x@2="t"'],
  ['"${x}" = "t"', ""],
  ['(x) = "t"', ""],
  ['f(x = "t")', ""],
  ['x == "t"', ""],
  ["x = t", "x@2"],
  ['x = "t" == y', "x@2"],
  ['x = "t" ? "a" : "b"', "x@2"],
  ['x = y ? "a" : "b"', "x@2"],
  ['x = "a\\nb"', "x@2"],
  ['x = "${t}"', "x@2"],
  ['x = ["t", { a = "b" }]', "x@2"],
  ['x = [\n  y = "t"\n]', "x@2"],
  ['x = f({ a = "}" }, [")"], "t")', "x@2"],
  ["x = <<EOT\n  y = 1\nEOT", "x@2"],
  ["x = {}", "x@2={}"],
  ['x = { a = "t", b : "u", "c" = v }', 'x@2={a@2="t" b@2="u" c@2}'],
  ['x = {\n  a = "t"\n\n  b = { c = "u" } }', 'x@2={a@3="t" b@5={c@5="u"}}'],
  ['x = { a = "t" }.a', "x@2"],
  ['x = { a = "t" }["a"] == { b = "u" }', "x@2"],
  ['x = { for a, b in c : a => "t" }', "x@2"],
  ['x = {\n\n  for a in c : a => "t"\n}', "x@2"],
  ['x = { for = "t" }', 'x@2={for@2="t"}'],
  ['x = { "for" = "t", a = "u" }', 'x@2={for@2="t" a@2="u"}'],
  ['x = { former = "t" }', 'x@2={former@2="t"}'],
  ['x { a = "t" }', ""],
  ['dynamic "x" { for_each = "t" }', ""],
  ['x = y { a = "t" }', "x@2"],
])("the arguments in %j are those that are written out, and the next one counts", (line, attributes) => {
  const isOpen = !line.endsWith(" }") || line.includes("{");
  const lines = line.split("\n").length;
  const next = isOpen ? `\n  next = "n"\n}` : "";
  const rest = isOpen ? `next@${lines + 2}="n"` : "";
  expect(blocksOf(`resource "a" "b" {\n  ${line}${next}\nresource "c" "d" {}`)).toEqual([
    `a.b@1 ${[attributes, rest].filter((one) => one !== "").join(" ")}`,
    `c.d@${lines + (isOpen ? 4 : 2)} `,
  ]);
});
