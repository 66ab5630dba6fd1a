import { describe, expect, test } from "@jest/globals";

import schema from "../../../../../src/engines/pulumi/plugin/schema.generated.json" with { type: "json" };
import { served } from "../../../../../src/app/served.ts";
import { fieldsOf } from "../../../../../src/model/definition.ts";

interface Property {
  readonly type?: string;
  readonly $ref?: string;
  readonly default?: unknown;
  readonly secret?: boolean;
}
interface Resource {
  readonly inputProperties: Readonly<Record<string, Property>>;
  readonly properties: Readonly<Record<string, Property>>;
  readonly requiredInputs: readonly string[];
}

const inSchema = schema.resources as Readonly<Record<string, Resource>>;

test("has every resource and nothing else", () => {
  expect(Object.keys(inSchema)).toEqual(served.map(({ name }) => `orgform:index:${name}`).sort());
});

describe.each(served.map((definition) => ({ name: definition.name, definition })))("$name", ({ name, definition }) => {
  const piece = inSchema[`orgform:index:${name}`];
  const inputs = fieldsOf(definition, "inputs");

  test("takes every input and shows every output", () => {
    expect(Object.keys(piece?.inputProperties ?? {})).toEqual(inputs.map(([field]) => field));
    const outputs = fieldsOf(definition, "outputs").map(([field]) => field);
    expect(Object.keys(piece?.properties ?? {})).toEqual(expect.arrayContaining(outputs));
  });

  test("marks secrets on both sides", () => {
    const secretIn = (fields: typeof inputs): string[] =>
      fields.filter(([, rules]) => rules.secret === true).map(([field]) => field);
    const markedIn = (side: NonNullable<typeof piece>["inputProperties"] | undefined): string[] =>
      Object.entries(side ?? {}).flatMap(([field, property]) => (property.secret === true ? [field] : []));
    expect(markedIn(piece?.inputProperties)).toEqual(secretIn(inputs));
    const outputs = fieldsOf(definition, "outputs");
    expect(markedIn(piece?.properties)).toEqual([...secretIn(inputs), ...secretIn(outputs)]);
  });

  test("has no default, which a patch would put in, and types that exist", () => {
    const all = [...Object.values(piece?.inputProperties ?? {}), ...Object.values(piece?.properties ?? {})];
    expect(all.filter((property) => "default" in property)).toEqual([]);
    const types = Object.keys(schema.types).map((token) => `#/types/${token}`);
    for (const { type, $ref } of all) expect(type === undefined ? types : [undefined]).toContain($ref);
  });
});
