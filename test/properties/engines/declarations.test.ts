import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { declarationsIn } from "../../../src/engines/pulumi/state-reader/declarations.ts";
import { allBlocks, blockLines } from "../../../src/engines/terraform/provider/configuration/block-lines.ts";
import { resourceBlocks } from "../../../src/engines/terraform/provider/configuration/resource-blocks.ts";

const linesIn = (text: string): number => text.split("\n").length;

/** Pieces of a file below each other, with the first and last line of each. */
function laid(pieces: readonly string[], from = 1): { text: string; places: { first: number; last: number }[] } {
  let line = from;
  const places = pieces.map((piece) => {
    const place = { first: line, last: line + linesIn(piece) - 1 };
    line = place.last + 1;
    return place;
  });
  return { text: pieces.join("\n"), places };
}

describe("a program in TypeScript", () => {
  /** Code without a declaration that has a name of its own. */
  const NOISE = [
    '// new orgform.Domain("x", {});',
    '/* new orgform.Domain("x",\n{}) */',
    "const s = 'new orgform.Domain(\"x\", {})';",
    'const t = `a ${f({ b: `}`, c: "}", d: \'}\' })} new orgform.Domain("x")`;',
    'const r = /["\'`(]\\/[/"]/u;',
    'const d = (a) / 2 / "x".length, e = [1] / b[0] / { }.c / 7;',
    "function f() { return /[(]'/; }",
    "const q = 'it\\'s', p = \"\\\"\";",
    "new Map([[1, 2]]);",
    'new Map["x"];',
    "new orgform.Domain(name, { domain: 1 });",
    "new orgform.Domain(`${name}-x`, {});",
    'new orgform.Domain("a\\"b", {});',
    "const i = a ? b : c;",
    "",
  ];
  const VALUES = [
    '"a"',
    "'}'",
    '[\n    "a",\n    "b",\n  ]',
    '{ a: { b: "," }, c }',
    'f("x", { y: [1, 2] }, (z) => z)',
    '`${x("}")},`',
    '`${f({ a: 1 }, `}`, "`", {})},`',
    "a / b",
    "7",
    "/[,}]/u",
    "(\n    a,\n    b\n  )",
  ];
  const member = fc.record({
    key: fc.constantFrom("domain", "saml$", "_é", '"quoted key"'),
    value: fc.option(fc.constantFrom(...VALUES)),
  });
  const declaration = fc.record({
    before: fc.constantFrom(
      "",
      "const v = ",
      "export const v = ",
      "let v =\n  ",
      "export var v =\n",
      "v = ",
      "f(",
      "return ",
    ),
    of: fc.constantFrom("orgform.Domain", "Domain", "my.own.Domain"),
    name: fc.constantFrom('"a b"', "'é'", "`c`"),
    members: fc.array(member, { maxLength: 4 }),
    hasSpread: fc.boolean(),
    end: fc.constantFrom(");", ")", ", { dependsOn: [first] });"),
  });
  const piece = fc.oneof(fc.constantFrom(...NOISE), declaration);

  test("declares what is written out in it, at its lines", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const bodies = pieces.map((one) => {
          if (typeof one === "string") return { head: one, members: [] as string[], text: one };
          const members = one.members.map(({ key, value }) => {
            if (value !== null) return `  ${key}: ${value},`;
            return `  ${key.replaceAll(/[" ]/gu, "")},`;
          });
          const spread = one.hasSpread ? ["  ...here,"] : [];
          const head = `${one.before}new ${one.of}(${one.name}, {`;
          const closing = one.before === "f(" ? `}${one.end.replace(";", "")});` : `}${one.end}`;
          return { head, members, text: [head, ...spread, ...members, closing].join("\n") };
        });
        const { text, places } = laid(bodies.map((one) => one.text));
        const expected = pieces.flatMap((one, index) => {
          const [body, place] = [bodies[index], places[index]];
          if (typeof one === "string" || body === undefined || place === undefined) return [];
          const from = place.first + linesIn(body.head) + (one.hasSpread ? 1 : 0);
          const lines = laid(body.members, from).places;
          const isDeclared = /^(?:export )?(?:const|let|var)\b/u.test(one.before);
          const isWhole = isDeclared || one.before === "";
          return [
            {
              resource: "Domain",
              name: one.name.slice(1, -1),
              lines: { first: place.first, last: place.last, isAlone: isWhole },
              members: Object.fromEntries(
                one.members.map(({ key, value }, at) => [
                  value === null ? key.replaceAll(/[" ]/gu, "") : key.replaceAll('"', ""),
                  { ...lines[at], isAlone: true },
                ]),
              ),
            },
          ];
        });
        const found = declarationsIn(text).map((one) => ({ ...one, members: Object.fromEntries(one.members) }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 150, seed: 20261127 },
    );
  });
});

describe("a configuration of Terraform", () => {
  const NOISE = ['# resource "a" "b" {', "// }", "/* {\n} */", "", "\t"];
  /** Values, with what is literal in each. */
  const VALUES: readonly (readonly [string, object])[] = [
    ['"a"', { text: "a" }],
    ['""', { text: "" }],
    ['"${f("}")} x"', {}],
    ['"${f({ a = 1 }, "}", {})} x"', {}],
    ['"$${a"', {}],
    ['"%{ if a }{%{ endif }"', {}],
    ['"a\\"b"', {}],
    ["<<EOT\n} EOT\n  {\nEOT", {}],
    ['<<-EOT\n    "{\n  EOT', {}],
    ['[\n    "a", # }\n    { b = 1 },\n  ]', {}],
    ["f(a, { b = 1 })", {}],
    ["a == b ? 1 : 2", {}],
    ["x >= 1 || !y", {}],
    ["{ for k, v in m : k => v }", {}],
    ['"a" == b', {}],
    ["{ a = 1 }.a", {}],
    ["-7", {}],
  ];
  const value = fc.constantFrom(...VALUES);
  const argument = fc.record({ key: fc.constantFrom("name", "for-each", "é_1"), value });
  const nested = fc.record({
    keyword: fc.constantFrom("lifecycle", "dynamic", "resource"),
    label: fc.boolean(),
    inner: fc.array(argument, { maxLength: 2 }),
  });
  const part = fc.oneof(fc.constantFrom(...NOISE), argument, nested);
  const block = fc.record({
    keyword: fc.constantFrom("resource", "data", "locals"),
    labels: fc.constantFrom(['"orgform_role"', '"x"'], ["orgform_role", '"y-é"'], ['"one"'], []),
    parts: fc.array(part, { maxLength: 5 }),
  });
  type Argument = typeof argument extends fc.Arbitrary<infer T> ? T : never;
  type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

  const argumentText = ({ key, value: [text] }: Argument): string => `  ${key} = ${text}`;
  const isArgument = (one: Part): one is Argument => typeof one === "object" && "key" in one;
  const blockText = (head: string, inner: readonly string[]): string => [`${head} {`, ...inner, "}"].join("\n");
  const textOf = (one: Part): string => {
    if (typeof one === "string") return one;
    if (isArgument(one)) return argumentText(one);
    return blockText(`${one.keyword}${one.label ? ' "l" "m"' : ""}`, one.inner.map(argumentText));
  };
  const argumentsAt = (parts: readonly Part[], places: readonly object[]) =>
    Object.fromEntries(
      parts.flatMap((one, index) => (isArgument(one) ? [[one.key, { ...places[index], isAlone: true }] as const] : [])),
    );
  const plain = (found: ReturnType<typeof allBlocks>): object[] =>
    found.map((one) => ({ ...one, arguments: Object.fromEntries(one.arguments), nested: plain([...one.nested]) }));

  test("has blocks with arguments and blocks, at their lines", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...NOISE), block), { maxLength: 5 }), (pieces) => {
        const texts = pieces.map((one) =>
          typeof one === "string" ? one : blockText([one.keyword, ...one.labels].join(" "), one.parts.map(textOf)),
        );
        const { text, places } = laid(texts);
        const expected = pieces.flatMap((one, index) => {
          const place = places[index];
          if (typeof one === "string" || place === undefined) return [];
          const inside = laid(one.parts.map(textOf), place.first + 1).places;
          const blocks = one.parts.flatMap((inner, at) => {
            const own = inside[at];
            if (typeof inner === "string" || isArgument(inner) || own === undefined) return [];
            const lines = laid(inner.inner.map(argumentText), own.first + 1).places;
            const labels = inner.label ? ["l", "m"] : [];
            return [
              {
                keyword: inner.keyword,
                labels,
                lines: { ...own, isAlone: true },
                arguments: argumentsAt(inner.inner, lines),
                nested: [],
              },
            ];
          });
          const labels = one.labels.map((label) => label.replaceAll('"', ""));
          return [
            {
              keyword: one.keyword,
              labels,
              lines: { ...place, isAlone: true },
              arguments: argumentsAt(one.parts, inside),
              nested: blocks,
            },
          ];
        });
        expect(plain(allBlocks(text))).toEqual(expected);
        // A block that nothing closes ends with the file.
        const open = allBlocks(`${text}\nlast {\n  a = 1\n`).at(-1);
        expect(open).toMatchObject({ keyword: "last", lines: { first: linesIn(text) + 1, last: linesIn(text) + 2 } });
        const resources = expected.filter(({ keyword, labels }) => keyword === "resource" && labels.length === 2);
        expect(blockLines(text).map(({ type, name, lines }) => ({ labels: [type, name], lines }))).toEqual(
          resources.map(({ labels, lines }) => ({ labels, lines })),
        );
        const written = pieces.flatMap((one, index) => {
          const place = places[index];
          const isResource = typeof one === "object" && one.keyword === "resource" && one.labels.length === 2;
          if (!isResource || place === undefined || one.labels[0]?.startsWith('"') !== true) return [];
          const inside = laid(one.parts.map(textOf), place.first + 1).places;
          const [type = "", name = ""] = one.labels.map((label) => label.replaceAll('"', ""));
          const attributes = one.parts.flatMap((inner, at) =>
            isArgument(inner) ? [{ name: inner.key, line: inside[at]?.first, ...inner.value[1] }] : [],
          );
          return [{ type, name, line: place.first, attributes }];
        });
        expect(resourceBlocks(text)).toEqual(written);
      }),
      { numRuns: 150, seed: 20261127 },
    );
  });
});
