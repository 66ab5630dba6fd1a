import { expect, test } from "@jest/globals";

import { tokensOf } from "../../../../../src/engines/pulumi/state-reader/tokens.ts";

/** The pieces of a program, each as `lines kind words`; a text with a mark isn't literal. */
const piecesOf = (source: string): string[] =>
  tokensOf(source).map(({ kind, words, line, lastLine, isPlain }) => {
    const lines = line === lastLine ? String(line) : `${line}-${lastLine}`;
    return `${lines} ${kind}${kind === "text" && !isPlain ? "!" : ""} ${words}`;
  });

test.each<[string, string[]]>([
  ["", []],
  ["näme_1 $x\t_y #z", ["1 word näme_1", "1 word $x", "1 word _y", "1 word #z"]],
  ["a-b", ["1 word a", "1 sign -", "1 word b"]],
  ["1a 1.5e3 7_000", ["1 text! 1a", "1 text! 1.5e3", "1 text! 7_000"]],
  ["a => ...b . c", ["1 word a", "1 sign =>", "1 sign ...", "1 word b", "1 sign .", "1 word c"]],
  ['// new "a\n/* b\n "c */d', ["3 word d"]],
  ["/**/a/* * / */b // c", ["1 word a", "1 word b"]],
  ["a\n\n b\r\nc", ["1 word a", "3 word b", "4 word c"]],
  [`"" 'a' \`b\` "é|$"`, ["1 text ", "1 text a", "1 text b", "1 text é|$"]],
  [`"a 'b' \`c\`" '"'`, ["1 text a 'b' `c`", '1 text "']],
  [`"a\\"b" 'it\\'s' "\\\\" d`, [`1 text! a\\"b`, "1 text! it\\'s", "1 text! \\\\", "1 word d"]],
  ["`a ${b} c` d", ["1 text! a ${b} c", "1 word d"]],
  ["`}{` a `$ {`", ["1 text }{", "1 word a", "1 text $ {"]],
  ["'a ${' b", ["1 text! a ${", "1 word b"]],
  ["`\\${` a", ["1 text! \\${", "1 word a"]],
  ['`${"}" + \'}\' + `}` + `${"}"}`} x` y', ['1 text! ${"}" + \'}\' + `}` + `${"}"}`} x', "1 word y"]],
  ["`${{ a: { b: {} } }} x` y", ["1 text! ${{ a: { b: {} } }} x", "1 word y"]],
  ["`${a}${b}` c", ["1 text! ${a}${b}", "1 word c"]],
  ["`a\nb` c", ["1-2 text a\nb", "2 word c"]],
  ["`a ${\nb\n} c`\nd", ["1-3 text! a ${\nb\n} c", "4 word d"]],
  ['a "b c;', ["1 word a", "1 text b c"]],
  ["`${a", ["1 text! ${"]],
  ['"a\\', ["1 text a"]],
])("a program that reads %j has these pieces", (source, pieces) => {
  expect(piecesOf(source)).toEqual(pieces);
});

/** Expressions that look for a text, with quotes that begin none. */
const EXPRESSIONS = ['/"/', "/'/u", '/["/(]/gi', '/[\\]"]/', '/\\/"/', '/[^`]+"\\[/'];

test.each(["", "= ", "( ", "[ ", ", ", "{ ", "=> ", "! ", "return "])(
  "a slash behind %j begins an expression that looks for a text, as one piece",
  (before) => {
    for (const expression of EXPRESSIONS) {
      const pieces = before === "" ? [] : [`1 ${before === "return " ? "word" : "sign"} ${before.trim()}`];
      expect(piecesOf(`${before}${expression}.a "b"`)).toEqual([
        ...pieces,
        `1 sign ${expression}`,
        "1 sign .",
        "1 word a",
        "1 text b",
      ]);
    }
  },
);

test.each([
  ["a", "word a"],
  ["returns", "word returns"],
  [")", "sign )"],
  ["]", "sign ]"],
  ["}", "sign }"],
  ["2", "text! 2"],
  ["'c'", "text c"],
])("a slash behind %j divides", (before, piece) => {
  expect(piecesOf(`${before} / "b" / 2`)).toEqual([`1 ${piece}`, "1 sign /", "1 text b", "1 sign /", "1 text! 2"]);
});

test("an expression that looks for a text ends on its line, or is none", () => {
  expect(piecesOf('= /a\n"b"/')).toEqual(["1 sign =", "1 sign /", "1 word a", "2 text b", "2 sign /"]);
  expect(piecesOf('= /[a\n"b"]/')).toEqual([
    "1 sign =",
    "1 sign /",
    "1 sign [",
    "1 word a",
    "2 text b",
    "2 sign ]",
    "2 sign /",
  ]);
});
