import { expect, test } from "@jest/globals";

import { literal } from "../../../../../src/adopt/literal.ts";
import { attributeLines, HCL, hclText } from "../../../../../src/engines/terraform/program-writer/hcl.ts";

const memberOf = (name: string): string => HCL.record([[name, "1"]], "");

/** Words of expressions, which a parser can mistake for the start of one. @source HCL native syntax specification */
const WORDS = ["else", "endfor", "endif", "false", "for", "if", "in", "null", "true"];

test.each([...WORDS, "", "1a", "a-b", "Ab", "ä", "a b", "a.b"])("the member %j is quoted", (name) => {
  expect(memberOf(name)).toBe(`{\n  ${JSON.stringify(name)} = 1\n}`);
});

test.each(["a", "_a", "a_1", "format", "index", "trueish", "nullable"])("the member %s is a word", (name) => {
  expect(memberOf(name)).toBe(`{\n  ${name} = 1\n}`);
});

test.each([
  ["${a}", '"$${a}"'],
  ["%{ if a }", '"%%{ if a }"'],
  ["$${a}", String.raw`"$\u0024{a}"`],
  ["%${a}", String.raw`"%\u0024{a}"`],
  ["$ {a} 5% $", '"$ {a} 5% $"'],
  ['a"b\\c\n', String.raw`"a\"b\\c\n"`],
  ["\u0007\u{1F600}\u202E", `"${String.raw`\u0007`}\u{1F600}${String.raw`\u202e`}"`],
])("in the text %j nothing is a template", (text, written) => {
  expect(hclText(text)).toBe(written);
});

test("members have their values in one column, as far as each has one line", () => {
  const members = [
    ["a", "1"],
    ["long", "2"],
    ["longer_one", "{\n}"],
    ["bc", "3"],
    ["d", "4"],
  ] as const;
  expect(attributeLines(members, "  ")).toBe("  a    = 1\n  long = 2\n  longer_one = {\n}\n  bc = 3\n  d  = 4\n");
  expect(HCL.record([], "")).toBe("{}");
  expect(
    attributeLines(
      [
        ["a", "<<-EOT\n  x\nEOT"],
        ["long", "2"],
      ],
      "",
    ),
  ).toBe("a    = <<-EOT\n  x\nEOT\nlong = 2\n");
});

test.each([
  ["a\n${b}\n\nc\n", "<<-EOT\n    a\n    $${b}\n\n    c\n  EOT"],
  ["a\n  b\nc", "chomp(<<-EOT\n    a\n      b\n    c\n  EOT\n  )"],
  ['say "\\x"\na\nb\n', '<<-EOT\n    say "\\x"\n    a\n    b\n  EOT'],
])("the text %j is a heredoc", (text, written) => {
  expect(literal(text, HCL, "  ")).toBe(written);
});

test.each([
  ["the end mark", "a\n EOT\nb"],
  ["an escaped template", "a\n$${b}\nc"],
  ["a control character", "a\n\u0007\nc"],
  ["a common indentation", "  a\n  b\n"],
])("a text with %s isn't a heredoc, which could not hold it exactly", (_what, text) => {
  expect(literal(text, HCL)).toContain('join("\\n", [');
});

test("a heredoc in a list has its end mark alone on its line", () => {
  expect(literal(["a\nb\nc\n"], HCL)).toBe("[\n  (<<-EOT\n    a\n    b\n    c\n  EOT\n  ),\n]");
});
