import { expect, test } from "@jest/globals";

import { declarationsIn } from "../../../../../src/engines/pulumi/state-reader/declarations.ts";

const PROGRAM = `// new orgform.Domain("comment", {});
const text = 'new orgform.Domain("text", {})', rule = /["(]/u;
export const acme = new orgform.Domain(
  "acme", // new orgform.Domain("other")
  {
    ...here,
    domain: \`\${name("}")}.example\`,
    samlX509Cert: [
      "A",
    ].join("\\n"),
    samlEntityId: "urn:acme",
  },
  { dependsOn: [first] },
);
new Domain("one", { domain: "a", samlEntityId: "urn" }); new Domain("two", {});
for (const name of names) new orgform.Domain(\`\${name}-x\`, {});
`;

test("declarations are found by name, with their lines and those of their inputs", () => {
  const found = declarationsIn(PROGRAM).map(({ name, lines, members }) => ({ name, lines, members: [...members] }));
  expect(found).toEqual([
    {
      name: "acme",
      lines: { first: 3, last: 14, isAlone: true },
      members: [
        ["domain", { first: 7, last: 7, isAlone: true }],
        ["samlX509Cert", { first: 8, last: 10, isAlone: true }],
        ["samlEntityId", { first: 11, last: 11, isAlone: true }],
      ],
    },
    {
      name: "one",
      lines: { first: 15, last: 15, isAlone: false },
      members: [
        ["domain", { first: 15, last: 15, isAlone: false }],
        ["samlEntityId", { first: 15, last: 15, isAlone: false }],
      ],
    },
    { name: "two", lines: { first: 15, last: 15, isAlone: false }, members: [] },
  ]);
});

test.each([
  ["another statement behind a text", 'const a = "new"\nDomain("acme", {});'],
  ["a name that isn't written out", "new Domain(name, {});"],
  ["a name with an expression", "new Domain(`${name}`, {});"],
  ["a name with an escape", 'new Domain("a\\"b", {});'],
  ["a number", "new Domain(7, {});"],
  ["nothing in its brackets", "new Domain();"],
  ["no brackets", 'new Domain; "acme";'],
  ["kinds in angles", 'new Map<string>("acme");'],
  ["a class out of a list", 'new classes["x"]("acme");'],
  ["another word", 'renew.Domain("acme");'],
])("there is none with %s", (_what, source) => {
  expect(declarationsIn(source)).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['new Domain("acme")', "Domain", []],
  ["new a.b.Domain('acme', args)", "Domain", []],
  ['new Domain("acme", args, { domain: 1 })', "Domain", []],
  ['new Domain("acme", {})', "Domain", []],
  ["new Domain(`acme`, { domain, name: 1, })", "Domain", ["domain", "name"]],
  ['new Role("acme", { domain })', "Role", ["domain"]],
  ['new Role("acme", { name: a ? b : c, domain })', "Role", ["name", "domain"]],
  [`new Domain("acme", { "domain": 1, 'x-y': 2, 7: 3 })`, "Domain", ["domain", "x-y", "7"]],
  ['new Domain("acme", { [a]: 1, f() { return b; }, get c() { return { d: 1 }; }, async g() {}, ...h })', "Domain", []],
  [
    'new Domain("acme", { a: (b, c) => ({ d: b }), e: [1, { f: 2 }], g: h(i, { j: 1 }), k: "{", l: 1 })',
    "Domain",
    ["a", "e", "g", "k", "l"],
  ],
  ['new Domain("acme", { domain: 1, name: [2, ', "Domain", ["domain", "name"]],
])("%j declares an object with the inputs that it names", (source, resource, inputs) => {
  const found = declarationsIn(`before();\n${source};\nafter();`);
  expect(found.map((one) => [one.resource, one.name, [...one.members.keys()]])).toEqual([[resource, "acme", inputs]]);
});

test.each<[string, readonly [first: number, last: number, isAlone: boolean]]>([
  ['export\nconst acme\n= new Domain("acme");', [1, 3, true]],
  ['a();\nconst acme =\nnew Domain("acme")', [2, 3, true]],
  ['let acme =\nnew Domain("acme")', [1, 2, true]],
  ['var acme =\nnew Domain("acme")', [1, 2, true]],
  ['acme\n= new Domain("acme")', [2, 2, false]],
  ['const\nacme: Domain\n= new Domain("acme")', [3, 3, false]],
  ['const\nacme\n+= new Domain("acme")', [3, 3, false]],
  ['const\nacme\n(new Domain("acme"))', [3, 3, false]],
  ['a();\nexport default\nnew Domain("acme"\n)\n;\nb();', [3, 5, true]],
  ['new Domain("acme")\nb()', [1, 1, true]],
  ['new Domain("{[(", {\n});\nb();', [1, 2, true]],
  ['new Domain(")]}", {\n});\nb();', [1, 2, true]],
  ['new Domain("acme") // b', [1, 1, true]],
  ['new Domain("acme"\n); b();', [1, 2, false]],
  ['a(); new Domain("acme",\n{});', [1, 2, false]],
  ["f(`a\n`);\nnew Domain('acme');\n`b\n`;", [3, 3, true]],
  ["f(`a\n`); new Domain('acme');", [2, 2, false]],
  ['new Domain("acme", [(\n{', [1, 2, true]],
])("%j has its lines from its beginning to its end", (source, [first, last, isAlone]) => {
  expect(declarationsIn(source).map(({ lines }) => lines)).toEqual([{ first, last, isAlone }]);
});

test.each<[string, readonly [first: number, last: number, isAlone: boolean], readonly [number, number, boolean]]>([
  ["{\n  a: 1,\n  b: 2,\n}", [2, 2, true], [3, 3, true]],
  ["{\n  a: 1,\n  b: 2 }", [2, 2, true], [3, 3, false]],
  ["{ a: 1,\n  b: 2\n}", [1, 1, false], [2, 2, true]],
  ["{\n  a: 1\n  , b: 2\n}", [2, 3, false], [3, 3, false]],
  ["{\n  a: [\n1,\n2,\n],\n  b: `x\ny`\n}", [2, 5, true], [6, 7, true]],
  ["{\n  a: `x\ny`, b: {\n}\n}", [2, 3, false], [3, 4, false]],
  ["{\n  a,\n  b\n}", [2, 2, true], [3, 3, true]],
])("the inputs of %j have their lines, with the comma", (args, a, b) => {
  const [found] = declarationsIn(`new Domain("acme", ${args});`);
  const linesOf = ([first, last, isAlone]: readonly [number, number, boolean]) => ({ first, last, isAlone });
  expect([...(found?.members ?? [])]).toEqual([
    ["a", linesOf(a)],
    ["b", linesOf(b)],
  ]);
});
