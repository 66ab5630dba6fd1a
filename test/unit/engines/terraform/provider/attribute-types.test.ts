import { expect, test } from "@jest/globals";

import {
  type AttributeType,
  valueToModel,
  valueToTerraform,
} from "../../../../../src/engines/terraform/provider/attribute-types.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

const NUMBER: AttributeType = { kind: "number" };

test.each<AttributeType>([
  { kind: "string" },
  NUMBER,
  { kind: "bool" },
  { kind: "list", of: NUMBER },
  { kind: "map", of: NUMBER },
  { kind: "object", members: {} },
])("a value of the type %j that isn't known stays so, and an absent one is null to the engine", (type) => {
  expect([valueToModel(type, UNKNOWN), valueToTerraform(type, UNKNOWN)]).toEqual([UNKNOWN, UNKNOWN]);
  for (const none of [null, undefined])
    expect([valueToModel(type, none), valueToTerraform(type, none)]).toEqual([undefined, null]);
});

test("numbers are numbers at any depth, also those that come as texts, and keys of maps are the user's", () => {
  const type: AttributeType = { kind: "map", of: { kind: "list", of: NUMBER } };
  const value = { myKey: ["7", 1.5, UNKNOWN, null], my_key: [] };
  expect(valueToModel(type, value)).toEqual({ myKey: [7, 1.5, UNKNOWN, null], my_key: [] });
  expect(valueToTerraform(type, { myKey: [7, UNKNOWN, null], my_key: [] })).toEqual({
    myKey: [7, UNKNOWN, null],
    my_key: [],
  });
});
