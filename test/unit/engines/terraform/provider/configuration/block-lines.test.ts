import { expect, test } from "@jest/globals";

import { allBlocks, blockLines } from "../../../../../../src/engines/terraform/provider/configuration/block-lines.ts";
import { tokensOf } from "../../../../../../src/engines/terraform/provider/configuration/tokens.ts";

const CONFIGURATION = `# resource "orgform_domain" "comment" {}
resource "orgform_domain" "acme" {
  domain         = "\${var.name}.example" # saml_entity_id = "x"
  saml_x509_cert = <<-EOT
    resource "orgform_domain" "text" {}
  EOT
  lifecycle {
    prevent_destroy = true
  }
  saml_entity_id = join("", [
    "urn",
  ])
}
resource "orgform_domain" "one" { domain = "a.example" }
`;

test("blocks are found with their lines and those of their arguments", () => {
  const found = blockLines(CONFIGURATION).map(({ nested: _nested, ...block }) => ({
    ...block,
    arguments: [...block.arguments],
  }));
  expect(found).toEqual([
    {
      type: "orgform_domain",
      name: "acme",
      lines: { first: 2, last: 13, isAlone: true },
      arguments: [
        ["domain", { first: 3, last: 3, isAlone: true }],
        ["saml_x509_cert", { first: 4, last: 6, isAlone: true }],
        ["saml_entity_id", { first: 10, last: 12, isAlone: true }],
      ],
    },
    {
      type: "orgform_domain",
      name: "one",
      lines: { first: 14, last: 14, isAlone: true },
      arguments: [["domain", { first: 14, last: 14, isAlone: false }]],
    },
  ]);
});

test("blocks in blocks are found with their lines, and objects are none", () => {
  const [block] = allBlocks(`module "a" {
  providers = { x = x.eu }
  nested "label" word {
    deep {}
  }
}
`);
  expect(block).toMatchObject({ keyword: "module", labels: ["a"], lines: { first: 1, last: 6 } });
  expect([...(block?.arguments.keys() ?? [])]).toEqual(["providers"]);
  expect(block?.nested).toMatchObject([
    { keyword: "nested", labels: ["label", "word"], lines: { first: 3, last: 5 }, nested: [{ keyword: "deep" }] },
  ]);
});

/** The pieces of a text, each as `line kind words`; a kind with a mark is no literal. */
const piecesOf = (source: string): string[] =>
  tokensOf(source).map(({ kind, words, line, isPlain }) => `${line} ${kind}${isPlain ? "" : "!"} ${words}`);

test.each<[string, string[]]>([
  ["näme_1-b _x\té-1", ["1 word näme_1-b", "1 word _x", "1 word é-1"]],
  ["1a", ["1 sign 1", "1 word a"]],
  ["# x\n// y\n/* a\nb */c", ["1 newline \n", "2 newline \n", "4 word c"]],
  ["/**/x/* * / */y", ["1 word x", "1 word y"]],
  [
    "a == b != c >= d <= e => f = g > h < i",
    [
      "1 word a",
      "1 sign ==",
      "1 word b",
      "1 sign !=",
      "1 word c",
      "1 sign >=",
      "1 word d",
      "1 sign <=",
      "1 word e",
      "1 sign =>",
      "1 word f",
      "1 sign =",
      "1 word g",
      "1 sign >",
      "1 word h",
      "1 sign <",
      "1 word i",
    ],
  ],
  ['"" "a" "a\\"b" "é|"', ["1 text ", "1 text a", '1 text! a\\"b', "1 text é|"]],
  ['"${f("}")}"x', ['1 text! ${f("}")}', "1 word x"]],
  ['"$${a}"x', ["1 text! $${a}", "1 word x"]],
  ['"%{if a}"x', ["1 text! %{if a}", "1 word x"]],
  ['"%%{if"x', ["1 text! %%{if", "1 word x"]],
  ['"100%"x', ["1 text! 100%", "1 word x"]],
  ['"${ {} + "}" }"x', ['1 text! ${ {} + "}" }', "1 word x"]],
  ['"${{a = {}}}"x', ["1 text! ${{a = {}}}", "1 word x"]],
  ['"a ${"b ${c}"} d" e', ['1 text! a ${"b ${c}"} d', "1 word e"]],
  ["a = <<EOT\nx ${\nEOT2\nEOT\nb", ["1 word a", "1 sign =", "1 text! ", "1 newline ", "4 newline \n", "5 word b"]],
  ["a = <<-_é-1 \r\n  x\n\t_é-1\r\nb", ["1 word a", "1 sign =", "1 text! ", "1 newline ", "3 newline \n", "4 word b"]],
  ["<<EOT\nx\nEOT", ["1 text! "]],
  ["<<EOT\nx", ["1 text! "]],
  ["a\r\nb", ["1 word a", "1 newline \n", "2 word b"]],
  ["<< EOT\nx", ["1 sign <", "1 sign <", "1 word EOT", "1 newline \n", "2 word x"]],
  ['x = "a\nb"\ny', ["1 word x", "1 sign =", "1 text a\nb", "2 newline \n", "3 word y"]],
])("a configuration that reads %j has these pieces", (source, pieces) => {
  expect(piecesOf(source)).toEqual(pieces);
});

/** Blocks with their lines, arguments, and the blocks in them: `a b 1-3 [x 2-2!] (c 3-3)`; a mark says "not alone". */
const shown = (blocks: readonly ReturnType<typeof allBlocks>[number][]): string =>
  blocks
    .map(({ keyword, labels, lines, arguments: given, nested }) => {
      const placed = ({ first, last, isAlone }: typeof lines): string => `${first}-${last}${isAlone ? "" : "!"}`;
      const names = [...given].map(([name, at]) => ` [${name} ${placed(at)}]`).join("");
      return `${[keyword, ...labels].join(" ")} ${placed(lines)}${names}${nested.length === 0 ? "" : ` (${shown(nested)})`}`;
    })
    .join(", ");

test.each([
  ["", ""],
  ["x = 1\n", ""],
  ["a {}", "a 1-1"],
  ["/* c */ a {} # c\n", "a 1-1"],
  ["\n\na\n{}", ""],
  ["a {} b {}\nc {}", "a 1-1!, c 2-2"],
  ['a "b" c "d" {\n}\n', "a b c d 1-2"],
  ['"a" {}\n1 {}\nb = {}\nc {}', "c 4-4"],
  ["x = { a {} }\nb {}", "b 2-2"],
  ["x = [\na {}\n]\nb {}", "b 4-4"],
  ["a { x = 1 }\nb {}", "a 1-1 [x 1-1!], b 2-2"],
  ["a {\n  x = 1 }\n", "a 1-2 [x 2-2!]"],
  ["a { x = 1\n}\n", "a 1-2 [x 1-1!]"],
  ["a {\n  x = 1 # c\n  y == 2\n  z = 3\n}\n", "a 1-5 [x 2-2] [z 4-4]"],
  ["a {\n  x = f(\n    1, {\n    y = 2\n  }) + [\n3]\n  z = { y = 1 }\n}\n", "a 1-8 [x 2-6] [z 7-7]"],
  ["a {\n  (x) = { y = 1 }\n  [z = 1]\n  w = 2\n}\n", "a 1-5 [w 4-4]"],
  ["a {\n  b { c {}\n }\n  x = 1\n}\n", "a 1-5 [x 4-4] (b 2-3 (c 2-2!))"],
  ["a { b {} }\n", "a 1-1 (b 1-1!)"],
  ["a {\n  x = <<EOT\n}\nEOT\n  y = 1\n}\n", "a 1-6 [x 2-4] [y 5-5]"],
  ["a {", "a 1-1"],
  ['a {\n  x = "{"\n  y = ")"\n}\nb {}', "a 1-4 [x 2-2] [y 3-3], b 5-5"],
])("a configuration that reads %j has these blocks", (source, blocks) => {
  expect(shown(allBlocks(source))).toBe(blocks);
});

test("resources are the blocks of that word with two labels", () => {
  const source = 'data "a" "b" {}\nresource "a" {}\nresource {}\nresource "a" "b" {}\nresource c d {}\n';
  expect(blockLines(source).map(({ type, name, lines }) => [type, name, lines.first])).toEqual([
    ["a", "b", 4],
    ["c", "d", 5],
  ]);
});
