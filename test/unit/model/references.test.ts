import { expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import { definitionOf } from "../../../src/model/definition.ts";

test.each(resources)("a reference to $name leads to its definition", (definition) => {
  expect(definitionOf(definition)).toBe(definition);
});

test.each([{ name: "Box" }, { name: "Box", inputs: {} }, { name: "Box", ops: {} }])(
  "%j is no definition of a resource",
  (named) => {
    expect(() => definitionOf(named)).toThrow("Box is no definition of a resource");
  },
);
