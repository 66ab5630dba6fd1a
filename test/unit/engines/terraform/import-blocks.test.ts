import { describe, expect, test } from "@jest/globals";

import {
  addressOf,
  emailsIn,
  importBlocks,
  indexText,
  orgformIds,
} from "../../../../src/engines/terraform/switch-writer/import-blocks.ts";
import { quoted } from "../../../../src/engines/terraform/switch-writer/quoted-text.ts";
import { modelValues, type StoredBlock } from "../../../../src/engines/terraform/switch-writer/stored-values.ts";

type Attributes = Readonly<Record<string, unknown>> | null;

const block = (type: string, ...instances: readonly (readonly [string | number | undefined, Attributes])[]) =>
  ({
    type,
    name: "x",
    instances: instances.map(([key, attributes]) => ({ index_key: key, attributes })),
  }) satisfies StoredBlock;

test.each<[string | number, string]>([
  ["", '""'],
  [7, "7"],
  ['a "b" \\ é', String.raw`"a \"b\" \\ é"`],
  ["1\n2\t3\r", String.raw`"1\n2\t3\r"`],
  ["\b\f", String.raw`"\u0008\u000c"`],
  ["\\b\\f", String.raw`"\\b\\f"`],
  ["${a}", '"$${a}"'],
  ["%{ if a }", '"%%{ if a }"'],
  ["$${a}", String.raw`"$\u0024{a}"`],
  ["%${a}", String.raw`"%\u0024{a}"`],
  ["$%{a}", String.raw`"$\u0025{a}"`],
  ["%%{a}", String.raw`"%\u0025{a}"`],
  ["$ { $ %} {", '"$ { $ %} {"'],
  ["${a}${b}", '"$${a}$${b}"'],
])("%j is %s in a configuration", (value, literal) => {
  expect(quoted(value)).toBe(literal);
});

test("an address has its module, and no index; an index is a number or a text", () => {
  expect(addressOf(block("posthog_role", [0, {}], [1, {}]))).toBe("posthog_role.x");
  expect(addressOf({ ...block("posthog_role"), module: 'module.a["é"]' })).toBe('module.a["é"].posthog_role.x');
  expect([undefined, 0, 7, "", 'a"b'].map(indexText)).toEqual(["", "[0]", "[7]", '[""]', '["a\\"b"]']);
});

test("one block imports all objects with names, and others have their own", () => {
  const to = "orgform_role.x";
  expect(importBlocks(to, [])).toEqual([]);
  expect(importBlocks(to, [[undefined, "o1/r1"]])).toEqual([`import {\n  to = ${to}\n  id = "o1/r1"\n}\n`]);
  expect(
    importBlocks(to, [
      ['b "${é}"', "o1/r2"],
      [1, "o1/r3"],
      ["a", "o1/$%{r1}"],
      [0, "o1/r4"],
    ]),
  ).toEqual([
    `import {\n  for_each = {\n    "b \\"$\${é}\\"" = "o1/r2"\n    "a" = "o1/$\\u0025{r1}"\n  }\n  to = ${to}[each.key]\n  id = each.value\n}\n`,
    `import {\n  to = ${to}[1]\n  id = "o1/r3"\n}\n`,
    `import {\n  to = ${to}[0]\n  id = "o1/r4"\n}\n`,
  ]);
});

test("memberships are known by the members in a state, whatever their letter case", () => {
  const members = block(
    "posthog_organization_member",
    ["a", { id: "M1-é", email: "Ann@Acme.example" }],
    ["b", { id: "m2", email: null }],
    ["c", { id: 3, email: "c@acme.example" }],
    ["d", null],
    ["e", { id: "m5", email: "e@acme.example" }],
  );
  const others = block("posthog_role", [undefined, { id: "m6", email: "f@acme.example" }]);
  expect([...emailsIn([others, members, others])]).toEqual([
    ["m1-é", "ann@acme.example"],
    ["m5", "e@acme.example"],
  ]);
});

describe("the ID of an object for Orgform", () => {
  const emails = new Map([["m1", "ann@acme.example"]]);
  const idOf = (type: string, attributes: Attributes): unknown =>
    orgformIds(block(type, ["k", attributes]), emails).map(([key, id]) => [key, id]);

  test("has a person's address in the place of the membership, if the state has it", () => {
    const rule = { project_id: "7", organization_member: "M1", access_level: "member" };
    expect(idOf("posthog_project_member", rule)).toEqual([["k", "7/member:ann@acme.example"]]);
    expect(idOf("posthog_project_member", { ...rule, organization_member: "m11" })).toEqual([["k", undefined]]);
  });

  test("isn't known without one of its parts, or for another type", () => {
    expect(idOf("posthog_role", { organization_id: "o1", id: "r1" })).toEqual([["k", "o1/r1"]]);
    for (const attributes of [{ organization_id: "o1" }, { id: "r1" }, {}, null])
      expect(idOf("posthog_role", attributes)).toEqual([["k", undefined]]);
    expect(idOf("posthog_dashboard", { id: 1 })).toEqual([["k", undefined]]);
  });
});

describe("values of the model, as expressions", () => {
  const valuesOf = (
    ...values: readonly (readonly [string | number | undefined, Readonly<Record<string, unknown>>])[]
  ) => {
    const stored = block("posthog_hog_function", ...values);
    return modelValues([stored], ({ attributes }) => new Map(Object.entries(attributes ?? {})));
  };

  test.each<[unknown, string]>([
    ["é ${a}", '"é $${a}"'],
    ["", '""'],
    [7, "7"],
    [true, "true"],
    [["a", 1, ["b"]], '["a", 1, ["b"]]'],
    [[], "[]"],
    ['one\n"two"\n', 'join("\\n", [\n    "one",\n    "\\"two\\"",\n    "",\n  ])'],
  ])("%j is %s", (value, text) => {
    expect(valuesOf([undefined, { a: value }])).toEqual([["a", text]]);
  });

  test("are looked up by keys where instances differ, and one without a value leaves it to the service", () => {
    expect(valuesOf(["b", { x: 2, z: 1 }], ["a", { x: 1, y: "é", z: 1 }])).toEqual([
      ["x", '{ "a" = 1, "b" = 2 }[each.key]'],
      ["z", "1"],
      ["y", '{ "a" = "é", "b" = null }[each.key]'],
    ]);
    expect(valuesOf([1, {}], [0, { x: 1 }])).toEqual([["x", "[1, null][count.index]"]]);
    expect(valuesOf([10, { x: 10 }], ...Array.from({ length: 10 }, (_, at) => [at, { x: at }] as const))).toEqual([
      ["x", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10][count.index]"],
    ]);
    expect(valuesOf(["a", { x: 1 }], [0, { x: 2 }])).toEqual([["x", undefined]]);
    expect(valuesOf([1, { x: 1 }], [2, { x: 2 }])).toEqual([["x", undefined]]);
    expect(valuesOf()).toEqual([]);
  });
});
