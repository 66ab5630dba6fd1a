import { describe, expect, test } from "@jest/globals";

import { type DeclaredObject, type Expression, valueOf } from "../../../src/adopt/program.ts";
import { type Table, tableOf } from "../../../src/adopt/table.ts";
import { definitionOf } from "../../support/definition-of.ts";

const MEMBER = definitionOf("Member");
const ORGANIZATION = { definition: definitionOf("Organization"), id: "o", words: ["acme"] };
const OTHER = { ...ORGANIZATION, id: "p", words: ["globex"] };
const SECRET = { words: ["password"], isRequired: true };

const outputOf = (of: typeof ORGANIZATION, output = "organizationId"): Expression => ({ kind: "output", of, output });

type Inputs = Readonly<Record<string, Expression>>;

const person = (index: number, inputs: Inputs = {}, id = `o/p${index}@acme.example`): DeclaredObject => ({
  definition: MEMBER,
  id,
  words: [`p${index}`],
  inputs: { email: valueOf(`p${index}@acme.example`), ...inputs },
});

/** More people than a program declares one by one, the last two of them with inputs of their own. */
const people = (common: Inputs, last: Inputs = {}, id?: string): DeclaredObject[] => [
  ...Array.from({ length: 19 }, (_, index) => person(index, common)),
  person(19, { ...common, ...last }, id),
  person(20, { ...common, ...last }),
];

const tableFor = (objects: readonly DeclaredObject[], definition = MEMBER): Table | undefined =>
  tableOf({ definition, objects });

test("a table has what people share once, and a row for each with the rest", () => {
  const shared = { organizationId: outputOf(ORGANIZATION), level: valueOf("member"), tags: valueOf(["a", "b"]) };
  const table = tableFor(people(shared, { note: valueOf("é"), level: valueOf("admin") }));
  expect(table).toEqual({
    key: "email",
    common: { organizationId: shared.organizationId, tags: shared.tags },
    columns: ["level", "note"],
    rows: Array.from({ length: 21 }, (_, index) => ({
      key: `p${index}@acme.example`,
      cells: index < 19 ? { level: "member" } : { level: "admin", note: "é" },
    })),
    idPrefix: "o/",
  });
});

test("a value that only the first person has is in their row", () => {
  const [, ...others] = people({});
  const table = tableFor([person(0, { level: valueOf("owner") }), ...others]);
  expect([table?.common, table?.columns, table?.rows.slice(0, 2).map(({ cells }) => cells)]).toEqual([
    {},
    ["level"],
    [{ level: "owner" }, {}],
  ]);
});

test("a row has a cell only for what its person has", () => {
  const [first, ...others] = people({}, { note: valueOf("é"), level: valueOf("admin") });
  const rows = tableFor([...others, ...(first === undefined ? [] : [first])])?.rows ?? [];
  expect(rows.map(({ cells }) => Object.keys(cells).length)).toEqual(
    rows.map((_, at) => (at === 18 || at === 19 ? 2 : 0)),
  );
});

test("people of one role are a table, and people of two roles aren't", () => {
  const placesIn = (roleOf: (index: number) => string): Table | undefined => {
    const places = people({}).map((one, index) => ({ ...one, id: `o/${roleOf(index)}/p${index}@acme.example` }));
    return tableFor(places, definitionOf("RoleMembership"));
  };
  const table = placesIn(() => "r");
  expect([table?.idPrefix, table?.rows.length]).toEqual(["o/r/", 21]);
  expect(placesIn((index) => (index === 20 ? "r2" : "r"))).toBeUndefined();
});

describe("people are declared one by one", () => {
  test.each<[string, readonly DeclaredObject[]]>([
    ["if there are few", people({}).slice(1)],
    ["if there are none", []],
    ["if a secret differs", people({}, { password: { kind: "secret", secret: SECRET } })],
    ["if all have a secret", people({ password: { kind: "secret", secret: SECRET } })],
    ["if all read one file", people({ note: { kind: "file", path: "note.txt" } })],
    ["if all have a record of expressions", people({ settings: { kind: "record", members: {} } })],
    ["if some have an output of an object", people({}, { note: outputOf(ORGANIZATION) })],
    [
      "if they refer to different objects",
      people({ organizationId: outputOf(ORGANIZATION) }, { organizationId: outputOf(OTHER) }),
    ],
    [
      "if they refer to different outputs of an object",
      people({ organizationId: outputOf(ORGANIZATION) }, { organizationId: outputOf(ORGANIZATION, "name") }),
    ],
    [
      "if only some refer to an object",
      people({ organizationId: outputOf(ORGANIZATION) }, { organizationId: valueOf("o") }),
    ],
    ["if one is of another organization", people({}, {}, "p/p19@acme.example")],
    ["if an ID has another address", people({}, {}, "o/P19@acme.example")],
    ["if an address isn't a plain text", people({}, { email: outputOf(ORGANIZATION) })],
  ])("%s", (_what, objects) => {
    expect(tableFor(objects)).toBeUndefined();
  });

  test("if nobody knows them by an address", () => {
    expect(tableFor(people({}), definitionOf("Role"))).toBeUndefined();
  });

  test("but 21 of them as a table", () => {
    expect(tableFor(people({}))?.rows).toHaveLength(21);
  });
});
