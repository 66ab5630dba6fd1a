import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsOf } from "../../../src/model/definition.ts";

/** The members of the interfaces of a field, as they are written. */
function membersIn(source: string): string[] {
  const bodies = [...source.matchAll(/^export interface Field(?:Marks)?<.*?^\}/gmsu)].map(([body]) => body);
  return bodies.flatMap((body) => [...body.matchAll(/^ {2}readonly (\w+)\??:/gmu)].map(([, name]) => name ?? ""));
}

const members = membersIn(readFileSync("src/model/field.ts", "utf8"));

test("a field has at most twelve members, and one more is noticed", () => {
  expect(members).toEqual(expect.arrayContaining(["doc", "schema", "wire"]));
  expect(members.length).toBeLessThanOrEqual(12);
  expect(
    membersIn("export interface FieldMarks<D> {\n  readonly doc: Text;\n  readonly planted?: true;\n}\n"),
  ).toHaveLength(2);
});

test("no member is for one resource alone", () => {
  const usersOf = (member: string): string[] =>
    resources
      .filter((one) => [...fieldsOf(one, "inputs"), ...fieldsOf(one, "outputs")].some(([, rules]) => member in rules))
      .map(({ name }) => name);
  expect(members.filter((member) => usersOf(member).length === 1)).toEqual([]);
});
