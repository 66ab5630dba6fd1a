import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { ADOPT, type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { isOptional } from "../../src/model/field.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Row } from "../support/conformance-row.ts";
import { ROWS, withoutRow } from "../support/conformance-rows.ts";

const rowOf = (definition: AnyResource): Row => {
  const row = ROWS.find(({ resource }) => resource === definition.name);
  if (row === undefined) throw new Error(`no row for ${definition.name}`);
  return row;
};

/** Names of the fields that a change treats that way; `adopt`, and what sends secrets again, have tests of their own. */
const namesOf = (definition: AnyResource, effect: "update" | "replace" | "none"): string[] =>
  fieldsOf(definition, "inputs")
    .filter(
      ([name, rules]) => name !== ADOPT && (typeof rules.onChange === "string" ? rules.onChange : "update") === effect,
    )
    .map(([name]) => name)
    .sort();

test("has one row for every resource and none beside", () => {
  expect(withoutRow(resources, ROWS)).toEqual([]);
  const first = ROWS.filter(({ variant }) => variant === undefined);
  expect(first.map(({ resource }) => resource)).toEqual(resources.map(({ name }) => name));
});

test("has the rows of every file that holds some", () => {
  const support = join(__dirname, "../support");
  const files = readdirSync(support).filter((name) => /^rows-.*\.ts$/u.test(name));
  const text = readFileSync(join(support, "conformance-rows.ts"), "utf8");
  expect(files.filter((file) => !text.includes(`from "./${file}"`))).toEqual([]);
});

describe.each(resources.map((definition) => ({ name: definition.name, definition })))(
  "the row of $name",
  ({ definition }) => {
    const row = rowOf(definition);
    const isBeside = (name: string): boolean => row.apart?.includes(name) !== true;

    test("has further rows for what is changed in place and has no place in it", () => {
      const further = ROWS.filter(({ resource, variant }) => resource === definition.name && variant !== undefined);
      const tried = [...further.flatMap((one) => Object.keys(one.full({}))), ...(row.triedElsewhere ?? [])];
      const changed = namesOf(definition, "update").filter((name) => !isBeside(name));
      expect(changed.filter((name) => !tried.includes(name))).toEqual([]);
    });

    test("changes every field that can be changed in place", () => {
      expect(Object.keys(row.changes({})).sort()).toEqual(namesOf(definition, "update").filter(isBeside));
    });

    test("replaces by every field whose change replaces", () => {
      expect(Object.keys(row.replacements({})).sort()).toEqual(namesOf(definition, "replace"));
    });

    test("changes every field that only steers the provider", () => {
      expect(Object.keys(row.stored).sort()).toEqual(namesOf(definition, "none").filter(isBeside));
    });

    test("declares every field in its full inputs, and only required ones in its minimal inputs", () => {
      const all = fieldsOf(definition, "inputs").filter(([name]) => name !== ADOPT);
      const required = all.filter(([, rules]) => rules.fromConfig !== undefined || !isOptional(rules));
      const full = [...Object.keys(row.full({})), ...(row.apart ?? [])];
      expect(full.sort()).toEqual(all.map(([name]) => name).sort());
      const minimal = [...required.map(([name]) => name), ...(row.alsoMinimal ?? [])];
      expect(Object.keys(row.minimal({})).sort()).toEqual(minimal.sort());
    });

    test("edits the object behind the program's back wherever a field can be changed", () => {
      expect(row.edit !== undefined).toBe(namesOf(definition, "update").length > 0);
    });
  },
);
