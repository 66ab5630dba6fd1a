import { encode, ExtData } from "@msgpack/msgpack";
import { describe, expect, test } from "@jest/globals";

import {
  type AttributeType,
  typeBytes,
  typeFrom,
  valueToModel,
  valueToTerraform,
} from "../../../../../src/engines/terraform/provider/attribute-types.ts";
import { modelName, snakeName } from "../../../../../src/model/names.ts";
import { decodeValue, encodeValue } from "../../../../../src/engines/terraform/provider/values.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

const STRING = { kind: "string" } as const;

describe("values on the wire", () => {
  test.each([null, "grün 𝄞", 0, -1, 1.5, 2 ** 40, true, [], {}, { a: [null, { b: "c" }] }, UNKNOWN, [UNKNOWN]])(
    "%p comes back as it was written",
    (value) => {
      expect(decodeValue(encodeValue(value))).toEqual(value);
    },
  );

  test("an unknown value is extension 0 with one byte, which every engine reads", () => {
    expect([...(encodeValue(UNKNOWN)["msgpack"] as Uint8Array)]).toEqual([0xd4, 0, 0]);
  });

  test.each([0, 1, 12, 127])("extension %i means an unknown value, at any depth", (type) => {
    const bytes = encode({
      list: [new ExtData(type, Uint8Array.of(1, 2, 3))],
    });
    expect(decodeValue({ msgpack: bytes })).toEqual({ list: [UNKNOWN] });
  });

  test("a value may come as JSON, and no value is null", () => {
    expect(decodeValue({ msgpack: new Uint8Array(), json: Buffer.from('{"a":1}') })).toEqual({ a: 1 });
    expect(decodeValue(undefined)).toBeNull();
  });
});

describe("types", () => {
  const nested: AttributeType = {
    kind: "object",
    members: {
      ownName: { type: STRING, required: true },
      tags: { type: { kind: "map", of: STRING }, required: false },
    },
  };

  test.each([
    [{ type: "string" }, '"string"'],
    [{ enum: ["a", "b"] }, '"string"'],
    [{ const: "TXT" }, '"string"'],
    [{ type: "integer" }, '"number"'],
    [{ type: "boolean" }, '"bool"'],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, '"string"'],
    [{ type: "array", items: { type: "number" } }, '["list","number"]'],
    [{ type: "object", additionalProperties: { type: "string" } }, '["map","string"]'],
    [{ type: "object", properties: { ownName: { type: "string" } } }, '["object",{"own_name":"string"}]'],
  ])("%j is %s", (shape, notation) => {
    expect(Buffer.from(typeBytes(typeFrom(shape))).toString("utf8")).toBe(notation);
  });

  test.each([{ anyOf: [{ type: "string" }, { type: "number" }] }, { type: "object" }, {}])(
    "%j has no word in Terraform and is refused at once",
    (shape) => {
      expect(() => typeFrom(shape)).toThrow(/^Terraform has no type for/u);
    },
  );

  test("an object has every member, null where the model has none", () => {
    expect(valueToTerraform(nested, { ownName: "x" })).toEqual({ own_name: "x", tags: null });
    expect(valueToTerraform(nested, undefined)).toBeNull();
    expect(valueToTerraform(nested, UNKNOWN)).toBe(UNKNOWN);
  });

  test("null is absent in the model, but stays among elements, where the check refuses it", () => {
    expect(valueToModel(nested, { own_name: "x", tags: null })).toEqual({ ownName: "x" });
    expect(valueToModel({ kind: "list", of: STRING }, ["x", null, UNKNOWN])).toEqual(["x", null, UNKNOWN]);
  });

  test("keys of a map are the user's and keep their spelling", () => {
    expect(valueToModel({ kind: "map", of: STRING }, { snake_key: "x" })).toEqual({ snake_key: "x" });
  });

  test("a number that fits no machine word arrives as text", () => {
    expect(valueToModel({ kind: "number" }, "12345678901234567890")).toBe(Number("12345678901234567890"));
  });
});

describe("names", () => {
  test.each([
    ["name", "name"],
    ["ssoEnforcement", "sso_enforcement"],
    ["samlX509Cert", "saml_x509_cert"],
    ["enforce2fa", "enforce_2fa"],
    ["isMemberJoinEmailEnabled", "is_member_join_email_enabled"],
  ])("%s is %s, and back", (name, attribute) => {
    expect(snakeName(name)).toBe(attribute);
    expect(modelName(attribute)).toBe(name);
  });
});
