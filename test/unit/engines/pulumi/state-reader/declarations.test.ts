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
