import { expect, test } from "@jest/globals";

import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { isRecord, type Values } from "../../src/model/json-value.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { definitionOf, describeRows } from "../support/conformance-table.ts";

/** An input, or a field of an input, that accepts only certain words. */
interface Place {
  readonly path: readonly string[];
  readonly words: readonly unknown[];
}

function placesIn(definition: AnyResource): Place[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => placesBelow(shapeOf(rules), [name]));
}

function placesBelow({ enum: words, properties = {} }: Shape, path: readonly string[]): Place[] {
  const below = Object.entries(properties).flatMap(([name, shape]) => placesBelow(shape, [...path, name]));
  return words === undefined ? below : [{ path, words }];
}

/** Values with another one at a place. */
function withValue(values: Values, [step = "", ...rest]: readonly string[], value: unknown): Values {
  const inside = values[step];
  return { ...values, [step]: rest.length === 0 ? value : withValue(isRecord(inside) ? inside : {}, rest, value) };
}

describeRows(
  (fixture) => {
    const { row, definition } = fixture;

    test.each(placesIn(definition).map(({ path, words }) => [path.join("."), path, words] as const))(
      "another word in %s is an error that names those that it takes",
      async (_place, path, words) => {
        const inputs = withValue(fixture.full, path, "something-else");
        const { problems } = await fixture.start().check(row.resource, undefined, inputs);
        const named = words.map((word) => JSON.stringify(word)).join(", ");
        expect(problems).toContainEqual(expect.stringContaining(`expected one of ${named}, found "something-else"`));
      },
    );
  },
  ({ resource }) => placesIn(definitionOf(resource)).length > 0,
  { dialects: "2025-08", furtherEngines: "each shape", families: true },
);
