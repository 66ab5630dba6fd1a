import { expect, test } from "@jest/globals";

import { pulumiSchema } from "../../../../../src/engines/pulumi/generator/schema.ts";
import { isRecord, type Values } from "../../../../../src/model/json-value.ts";
import { fakeBox, parcel } from "../../../../support/fake-resources.ts";
import { recordedAs } from "../../../../support/recorded-text.ts";

const FACTS = { version: "1.2.3", description: 'A "package"', license: "MIT" };

const text = pulumiSchema([parcel, fakeBox()], FACTS);
const { functions, types, ...rest } = JSON.parse(text) as Values; // -- a schema is an object

/** Names of functions, types, and their members, with what each is; what is said about them is tested elsewhere. */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isRecord(value)) return value;
  const { description, ...kept } = value;
  const told = typeof description === "string" ? kept : value;
  return Object.fromEntries(Object.entries(told).map(([key, inner]) => [key, withoutWords(inner)]));
}

const lines = (parts: unknown): string =>
  Object.entries(isRecord(parts) ? parts : {})
    .map(([name, part]) => `${name} ${JSON.stringify(withoutWords(part))}\n`)
    .join("");

test("the schema has the package, its settings, and each resource with what is given and what is shown", () => {
  const whole = `${JSON.stringify(rest, null, 1)}\n`;
  expect(whole).toBe(recordedAs("pulumi-schema.txt", whole));
});

test("the schema has each look-up, function, and type", () => {
  const all = lines(functions) + lines(types);
  expect(all).toBe(recordedAs("pulumi-schema-functions.txt", all));
});

test("a property is one line of the schema", () => {
  const owner = text.split("\n").filter((line) => line.includes('"organizationId":'));
  expect(owner.map((line) => line.trim())).toEqual(
    expect.arrayContaining([expect.stringMatching(/^"organizationId": \{.*\},?$/u)]),
  );
  expect(text.endsWith("}\n")).toBe(true);
});
