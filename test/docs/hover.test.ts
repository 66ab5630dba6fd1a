import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { fieldsOf } from "../../src/model/definition.ts";
import type { Field } from "../../src/model/field.ts";
import { argumentsOf, resultOf } from "../../src/model/function.ts";
import { printed } from "../../src/model/messages.ts";
import { pascalName } from "../../src/model/names.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { testInFull } from "../support/extent.ts";
import { PULUMI_SCHEMA, type PulumiSchema } from "../support/pulumi-schema.ts";
import { typeErrors } from "../support/type-check.ts";

const CLASSES = readFileSync(join(REPOSITORY, "src/engines/pulumi/program/resources.generated.ts"), "utf8");

/** The example that an editor shows of each class, by name. */
const shown = Object.fromEntries(
  CLASSES.split(/(?=^\/\*\*$)/mu).flatMap((part) => {
    const name = /^export declare class (?<name>\w+)/mu.exec(part)?.groups?.["name"];
    const example = / \* @example\n \* ```ts\n(?<lines>[^]*?)\n \* ```$/mu.exec(part)?.groups?.["lines"];
    return name === undefined ? [] : [[name, example?.replaceAll(/^ \* ?/gmu, "") ?? ""]];
  }),
);

describe("the example of a class", () => {
  test("is that of its page in the reference, which objects have", () => {
    const pages = blocksOfKind("Pulumi program").filter(({ page }) => page.startsWith("docs/reference/"));
    const texts = new Set(pages.map(({ text }) => text));
    expect(resources.filter(({ name }) => !texts.has(shown[name] ?? "")).map(({ name }) => name)).toEqual([]);
  });

  // By day, the pages that have these texts compile: test/package/first-program.test.ts.
  testInFull("is there for every class, compiles, and would not with a name that is not there", () => {
    const files = Object.fromEntries(Object.entries(shown).map(([name, text]) => [`${name}.ts`, text]));
    expect(Object.keys(files).length).toBeGreaterThan(resources.length);
    expect(
      Object.values(shown).filter((text) => !text.startsWith('import * as orgform from "orgform/pulumi";')),
    ).toEqual([]);
    const wrong = (shown["DomainSso"] ?? "").replace("ssoEnforcement", "ssoEnforcment");
    const errors = typeErrors({ ...files, "wrong.ts": wrong })
      .trim()
      .split("\n");
    expect(errors.filter((line) => /^\S/u.test(line))).toEqual([expect.stringMatching(/^wrong\.ts\(.*ssoEnforcment/u)]);
  });
});

/** Undocumented members of types. */
function undocumented(types: PulumiSchema["types"]): string[] {
  return Object.entries(types).flatMap(([token, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, { description = "" }]) =>
      description === "" ? [`${token}.${name}`] : [],
    ),
  );
}

test("every member of every type of the schema is documented, and one that is not would be named", () => {
  const { types } = PULUMI_SCHEMA;
  expect(Object.keys(types).length).toBeGreaterThan(100);
  expect(undocumented(types)).toEqual([]);
  expect(undocumented({ ...types, planted: { properties: { member: {} } } })).toEqual(["planted.member"]);
});

const wordsOf = (rules: Field): readonly unknown[] => shapeOf(rules).enum ?? [];

describe("an input that takes few words", () => {
  const places = resources.flatMap((definition) =>
    fieldsOf(definition, "inputs").flatMap(([name, rules]) =>
      wordsOf(rules).length === 0 ? [] : [[`${definition.name}.${name}`, definition.name, name, rules] as const],
    ),
  );

  test.each(places)(
    "%s is a text or one of an enumeration with these words; what is read is a text",
    (_place, type, name, rules) => {
      const { inputProperties, properties } = PULUMI_SCHEMA.resources[`orgform:index:${type}`]!;
      const token = `orgform:index:${type}${pascalName(name)}`;
      expect(inputProperties[name]).toMatchObject({ oneOf: [{ type: "string" }, { $ref: `#/types/${token}` }] });
      expect(PULUMI_SCHEMA.types[token]?.enum?.map(({ value }) => value)).toEqual(wordsOf(rules));
      expect(properties[name] ?? {}).not.toHaveProperty("oneOf");
    },
  );

  test("has a name for each word, but for those that begin with a digit", () => {
    const enumerations = Object.values(PULUMI_SCHEMA.types).flatMap((one) => one.enum ?? []);
    expect(places.length).toBeGreaterThan(20);
    expect(enumerations.filter(({ value, name = value }) => !/^[A-Z\d]/u.test(name))).toEqual([]);
  });
});

/** Words of a type that its text lacks. */
function unsaid(path: string, { enum: words = [], properties = {}, items }: Shape, doc: string): string[] {
  const below = Object.entries(properties).flatMap(([name, member]) =>
    unsaid(`${path}.${name}`, member, member.doc === undefined ? "" : printed(member.doc)),
  );
  const lacking = words.filter((word) => !doc.includes(String(word)));
  return [
    ...lacking.map((word) => `${path}: ${String(word)}`),
    ...below,
    ...(items === undefined ? [] : unsaid(path, items, doc)),
  ];
}

test("the text of a field says the words that it takes or gives, and one that does not would be named", () => {
  const fields = [
    ...resources.flatMap((one) =>
      (["inputs", "outputs"] as const).flatMap((side) =>
        fieldsOf(one, side).map(([name, rules]) => [`${one.name}.${name}`, rules] as const),
      ),
    ),
    ...functions.flatMap((one) =>
      [...argumentsOf(one), ...resultOf(one)].map(([name, rules]) => [`${one.name}.${name}`, rules] as const),
    ),
  ];
  expect(fields.flatMap(([path, rules]) => unsaid(path, shapeOf(rules), printed(rules.doc)))).toEqual([]);
  expect(unsaid("planted", { enum: ["one", "two"] }, "Takes one.")).toEqual(["planted: two"]);
});
