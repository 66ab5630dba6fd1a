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

test.each<[string, unknown[]]>([
  ['{"resource":{"a":{"b":{}}}}', [{ name: "b", line: 1, attributes: [] }]],
  ['{\n"resource"\n:\n{"a":{\n\n"b":\n{}}}}', [{ name: "b", line: 6, attributes: [] }]],
  ['{"data":{"a":{"b":{}}},"resources":{"a":{"b":{}}},"x":{"resource":{"a":{"b":{}}}}}', []],
  ['{"resource":[]}', []],
  ['{"resource":"a"}', []],
  ['{"resource":{"a":["b",null,1,true]}}', []],
  [
    '{"x":[1,-1.5e3,true,null,"]}",{"y":"\\"{"}],\n"resource":{"a":{"b\\u00e9 \\"{":[{},{}]}}}',
    [
      { name: 'bé "{', line: 2, attributes: [] },
      { name: 'bé "{', line: 2, attributes: [] },
    ],
  ],
])("a configuration that reads %j has these blocks", (source, blocks) => {
  expect(jsonResourceBlocks(source)).toEqual(blocks.map((one) => ({ type: "a", ...(one as object) })));
});

test.each<[string, unknown]>([
  ['"x": "t"', { name: "x", text: "t" }],
  ['"x": ""', { name: "x", text: "" }],
  ['"x": "$t %t {t}"', { name: "x", text: "$t %t {t}" }],
  ['"x": "a ${t}"', { name: "x" }],
  ['"x": "%{ if t }"', { name: "x" }],
  ['"x": "a\\n\\"b"', { name: "x", text: 'a\n"b' }],
  ['"x": true', { name: "x" }],
  ['"x": -1.5', { name: "x" }],
  ['"x": null', { name: "x" }],
  ['"x": ["t"]', { name: "x" }],
  ['"x": [{"y": "t"}]', { name: "x" }],
  ['"//": "t"', undefined],
  ['"${x}": "t"', undefined],
  ['"%{x}": "t"', undefined],
  ['"//x": "t"', { name: "//x", text: "t" }],
  ['"x": {}', { name: "x", object: { members: [] } }],
  [
    '"x": {"//": {"y": 1}, "${y}": 1, "z": {"a": "t"}}',
    {
      name: "x",
      object: { members: [{ name: "z", line: 2, object: { members: [{ name: "a", line: 2, text: "t" }] } }] },
    },
  ],
])("the arguments in %j are those that are written out, and the next one counts", (member, written) => {
  const [block] = jsonResourceBlocks(`{"resource": {"a": {"b": {\n${member},\n"next": "n"}}}}`);
  expect(block?.attributes).toEqual([
    ...(written === undefined ? [] : [{ line: 2, ...(written as object) }]),
    { name: "next", line: 3, text: "n" },
  ]);
});
