import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { jsonResourceBlocks } from "../../../../../../src/engines/terraform/provider/configuration/json-blocks.ts";

const PROGRAM = `{
  "//": "resource \\"orgform_role\\" \\"comment\\"",
  "variable": {"resource": {"orgform_role": {"no": {}}}},
  "resource": [
    {"orgform_role": {"readers": {"name": "Read\\u0065rs", "count": 2, "tags": ["a", {"b": 1}]}}},
    {"orgform_role": [{"writers": [
      {"//": {"metadata": {}}, "name": "\${var.name}"}
    ]}]}
  ]
}
`;

test("the blocks of a configuration in JSON syntax are those of resources, however its levels are nested", () => {
  expect(jsonResourceBlocks(PROGRAM)).toEqual([
    {
      type: "orgform_role",
      name: "readers",
      line: 5,
      attributes: [
        { name: "name", line: 5, text: "Readers" },
        { name: "count", line: 5 },
        { name: "tags", line: 5 },
      ],
    },
    { type: "orgform_role", name: "writers", line: 6, attributes: [{ name: "name", line: 7 }] },
  ]);
});

test("they end with any text, and read every JSON", () => {
  fc.assert(
    fc.property(fc.string(), (text) => expect(jsonResourceBlocks(text)).toEqual([])),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
      const body = JSON.stringify({ resource: { orgform_role: { one: { value } } } }, undefined, indent);
      const [block] = jsonResourceBlocks(body);
      expect(block?.attributes.map(({ name }) => name)).toEqual(["value"]);
    }),
    { numRuns: 200 },
  );
});
