import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { codeIn, withComment } from "../../../../src/engines/terraform/switch-writer/code-text.ts";

/** Pieces of a configuration, with what stays of each: `_` is a hidden character. */
const PIECES: readonly (readonly [text: string, shown: string])[] = [
  ["a = b.c[0]\n", "a = b.c[0]\n"],
  ["# a.b ${c}\n", "__________\n"],
  ["// a.b\n", "______\n"],
  ["/* a\n b */", "____\n_____"],
  ['"a.b"', '"___"'],
  ['""', '""'],
  ['"é 𝒳"', '"____"'],
  ['"a\\"b"', '"____"'],
  ['"a\\\\"', '"___"'],
  ['"${a.b}"', '"${a.b}"'],
  ['"x${a["k"]}y"', '"_${a["_"]}_"'],
  ['"${{ a = "}" }.a}"', '"${{ a = "_" }.a}"'],
  ['"$${a}%%{b}"', '"__________"'],
  ['"%{ if a }b%{ endif }"', '"%{ if a }_%{ endif }"'],
  ['"${a # b\n}"', '"${a ___\n}"'],
  ["<<EOT\na.b ${c.d}\nEOT\n", "_____\n____${c.d}\n___\n"],
  ["<<-EOT\n  $${a} \\${b} EOT\n  EOT\n", "______\n_________${b}____\n_____\n"],
  ['<<É_1\n"a\nÉ_1\n', "_____\n__\n___\n"],
  ["{ a = 1 }", "{ a = 1 }"],
  ["a } / b", "a } / b"],
];

test("comments and texts are hidden, and everything else keeps its place", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }), (pieces) => {
      // A here-document begins and ends with its line.
      const text = pieces.map(([one]) => one).join("\n");
      const shown = pieces.map(([, one]) => one).join("\n");
      expect(codeIn(text)).toBe(shown.replaceAll("_", " "));
    }),
    { numRuns: 100 },
  );
});

test("only a line with its tag alone ends a here-document", () => {
  for (const line of ["EOTx", "EOT x", "xEOT", "EO"])
    expect(codeIn(`<<EOT\n${line}`)).toBe(`${" ".repeat(5)}\n${" ".repeat(line.length)}`);
});

test("whatever isn't closed ends with the text, and no text changes its length or its lines", () => {
  for (const [text] of PIECES) {
    for (let end = 0; end <= text.length; end += 1) {
      const cut = text.slice(0, end);
      const code = codeIn(cut);
      expect([cut, code.length]).toEqual([cut, cut.length]);
      expect([...code.matchAll(/\n/gu)].map(({ index }) => index)).toEqual(
        [...cut.matchAll(/\n/gu)].map(({ index }) => index),
      );
    }
  }
});

test.each([
  ["var.a", ""],
  ["var.a", " # b"],
  ["var.a", " // b"],
  ["var.a", " /* b */ /* c */ # d"],
  ["var.a", "/* b\n*/\n"],
  ['"a # b"', "\t#"],
  ["[ # a\n 1 /* b */ ]", " # c"],
  // The text of a here-document isn't a comment, whatever it looks like.
  ["<<EOT\n# a\nEOT", ""],
  ['var.a ? "" : <<-EOT\n  // b\n  EOT', ""],
  ["var.a * /* b */ <<EOT\n# c\nEOT", ""],
  ["<<EOT\na\nEOT\n", ""],
  ["", " # a"],
])("the piece of HCL %j is followed by the comments %j", (code, comment) => {
  expect(withComment(`${code}${comment}`)).toEqual({ code, comment });
});
