import { describe, expect, test } from "@jest/globals";

import {
  type AttributeType,
  canBeWriteOnly,
  type Member,
  pairOf,
  storedName,
  typeBytes,
  typeFields,
  typeFrom,
  valueToModel,
  valueToTerraform,
  withoutPairs,
} from "../../../../../src/engines/terraform/provider/attribute-types.ts";
import { NESTING } from "../../../../../src/engines/terraform/provider/protocol.ts";
import { terraformSpelling } from "../../../../../src/engines/terraform/provider/spelling.ts";
import { fieldName, message } from "../../../../../src/model/messages.ts";
import type { Shape } from "../../../../../src/model/shape.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

const TEXT: AttributeType = { kind: "string" };
const NUMBER: AttributeType = { kind: "number" };
const BOOL: AttributeType = { kind: "bool" };
const listOf = (of: AttributeType): AttributeType => ({ kind: "list", of });
const mapOf = (of: AttributeType): AttributeType => ({ kind: "map", of });
const objectOf = (members: Readonly<Record<string, Member>>): AttributeType => ({ kind: "object", members });

describe("the type of an attribute", () => {
  test.each<[Shape, AttributeType]>([
    [{ type: "string" }, TEXT],
    [{ type: "number" }, NUMBER],
    [{ type: "integer" }, NUMBER],
    [{ type: "boolean" }, BOOL],
    [{ enum: ["a", "é"] }, TEXT],
    [{ enum: [1, 2.5] }, NUMBER],
    [{ const: true }, BOOL],
    [{ const: "a", type: "number" }, TEXT],
    [{ anyOf: [{ type: "null" }, { type: "string" }] }, TEXT],
    [{ anyOf: [{ type: "number" }, { enum: [0] }, { type: "null" }] }, NUMBER],
    [{ type: "array", items: { type: "array", items: { type: "boolean" } } }, listOf(listOf(BOOL))],
    [{ type: "object", additionalProperties: { type: "integer" } }, mapOf(NUMBER)],
    [{ anyOf: [{ type: "array", items: { const: 1 } }] }, listOf(NUMBER)],
    [{ type: "object", properties: {}, additionalProperties: { type: "string" } }, objectOf({})],
  ])("of %j is %j", (shape, type) => {
    expect(typeFrom(shape)).toEqual(type);
  });

  test.each<[Shape, string]>([
    [{ enum: ["a", 1] }, '[{"kind":"string"},{"kind":"number"}]'],
    [{ enum: [null] }, "[null]"],
    [{ enum: [] }, "[]"],
    [
      { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      '[{"kind":"string"},{"kind":"list"',
    ],
    [{ anyOf: [{ type: "null" }] }, "[]"],
    [{ type: "array" }, "[null]"],
    [{ type: ["string", "null"] }, "[null]"],
    [{}, "[null]"],
  ])("isn't there for %j", (shape, types) => {
    expect(() => typeFrom(shape)).toThrow(`Terraform has no type for a value that may be one of ${types}`);
  });

  test.each<Shape>([{ type: "object" }, { type: "object", additionalProperties: true }])(
    "isn't there for an object of anything: %j",
    (shape) => {
      expect(() => typeFrom(shape)).toThrow("Terraform has no type for an object of anything");
    },
  );

  test("of an object has each member, required if nothing stands in for it, and both forms of a secret", () => {
    const type = typeFrom({
      type: "object",
      required: ["name", "size", "apiKey", "keys"],
      properties: {
        name: { type: "string", doc: "Name." },
        size: { type: "number", default: 1 },
        note: { type: "string", secret: false },
        apiKey: { type: "string", secret: true, doc: "Key." },
        keys: { type: "array", items: { type: "string" }, secret: true },
        tokenById: { type: "object", additionalProperties: { type: "string" }, secret: true },
      },
    });
    const pair = (stored: string, own: AttributeType, doc: string): Record<string, Member> => {
      const { value, version } = pairOf(stored);
      const written = stored === "apiKey" ? "api_key" : "token_by_id";
      return {
        [value]: {
          type: own,
          required: false,
          doc: `Write-only alternative to ${written}, which leaves no trace in plan or state. Needs Terraform or OpenTofu 1.11. ${doc}`,
          isWriteOnly: true,
          isBeside: true,
        },
        [version]: {
          type: NUMBER,
          required: false,
          doc: `Version of ${written}_wo. Raise it to send the value again.`,
          isBeside: true,
        },
      };
    };
    expect(type).toStrictEqual(
      objectOf({
        name: { type: TEXT, required: true, doc: "Name." },
        size: { type: NUMBER, required: false },
        note: { type: TEXT, required: false },
        apiKey: { type: TEXT, required: false, doc: "Key.", secret: true },
        ...pair("apiKey", TEXT, "Key."),
        keys: { type: listOf(TEXT), required: false, secret: true },
        tokenById: { type: mapOf(TEXT), required: false, secret: true },
        ...pair("tokenById", mapOf(TEXT), ""),
      }),
    );
    const members = type.kind === "object" ? type.members : {};
    expect(Object.entries(members).map(([name, member]) => storedName(name, member))).toEqual([
      "name",
      "size",
      "note",
      "apiKey",
      "apiKey",
      undefined,
      "keys",
      "tokenById",
      "tokenById",
      undefined,
    ]);
    // The service decides it: there is nothing to give.
    const own = ["name", "size", "note", "apiKey", "keys", "tokenById"];
    const shown = objectOf(Object.fromEntries(own.map((name) => [name, members[name] as Member])));
    expect(withoutPairs(mapOf(listOf(objectOf({ inner: { type, required: false } }))))).toStrictEqual(
      mapOf(listOf(objectOf({ inner: { type: shown, required: false } }))),
    );
  });

  test.each([
    [TEXT, true],
    [mapOf(TEXT), true],
    [objectOf({}), true],
    [listOf(TEXT), false],
  ])("%j can be given without being stored: %s", (type, isOne) => {
    expect(canBeWriteOnly(type)).toBe(isOne);
  });
});

test("a member keeps the end of its name if it isn't one of a pair", () => {
  expect(storedName("levelWo", { type: TEXT, required: true })).toBe("levelWo");
  expect(storedName("keyWoWo", { type: TEXT, required: true, isBeside: true, isWriteOnly: true })).toBe("keyWo");
});

describe("in the schema of an engine", () => {
  const member: Member = { type: TEXT, required: true, doc: message`See ${fieldName("myName")}.` };
  const object = objectOf({
    myName: member,
    apiKey: { type: TEXT, required: false, secret: true },
    apiKeyWo: { type: TEXT, required: false, isWriteOnly: true, isBeside: true },
    deep: { type: listOf(objectOf({ size: { type: NUMBER, required: false } })), required: false },
  });
  const text = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"));

  test("a type is a word, or a list of words", () => {
    expect([TEXT, NUMBER, BOOL].map((type) => text(typeBytes(type)))).toEqual(["string", "number", "bool"]);
    expect(text(typeBytes(mapOf(listOf(TEXT))))).toEqual(["map", ["list", "string"]]);
    const notation = {
      my_name: "string",
      api_key: "string",
      api_key_wo: "string",
      deep: ["list", ["object", { size: "number" }]],
    };
    expect(text(typeBytes(object))).toEqual(["object", notation]);
  });

  test("an object that is declared has attributes with their marks, and one that is computed a type", () => {
    const attributes = [
      { name: "my_name", type: typeBytes(TEXT), description: "See my_name.", required: true, optional: false },
      { name: "api_key", type: typeBytes(TEXT), sensitive: true, required: false, optional: true },
      { name: "api_key_wo", type: typeBytes(TEXT), writeOnly: true, required: false, optional: true },
      {
        name: "deep",
        nestedType: {
          attributes: [{ name: "size", type: typeBytes(NUMBER), required: false, optional: true }],
          nesting: NESTING.list,
        },
        required: false,
        optional: true,
      },
    ];
    for (const [type, nesting] of [
      [object, NESTING.single],
      [listOf(object), NESTING.list],
      [mapOf(object), NESTING.map],
    ] as const) {
      expect(typeFields(type, false, {}, terraformSpelling())).toStrictEqual({ nestedType: { attributes, nesting } });
      expect(typeFields(type, true)).toStrictEqual({ type: typeBytes(type) });
    }
    for (const type of [TEXT, listOf(TEXT), mapOf(NUMBER), listOf(listOf(object))]) {
      expect(typeFields(type, false, { writeOnly: true })).toStrictEqual({ type: typeBytes(type) });
    }
  });

  test("the marks of an object are those of all that is in it", () => {
    const marked = (fields: Readonly<Record<string, unknown>>): unknown => fields["nestedType"];
    const size = { name: "size", type: typeBytes(NUMBER), writeOnly: true, required: false, optional: true };
    const deep = objectOf({ deep: { type: objectOf({ size: { type: NUMBER, required: false } }), required: true } });
    expect(marked(typeFields(deep, false, { writeOnly: true }))).toStrictEqual({
      attributes: [
        {
          name: "deep",
          nestedType: { attributes: [size], nesting: NESTING.single },
          writeOnly: true,
          required: true,
          optional: false,
        },
      ],
      nesting: NESTING.single,
    });
  });
});

test.each<AttributeType>([TEXT, NUMBER, BOOL, listOf(NUMBER), mapOf(NUMBER), objectOf({})])(
  "a value of the type %j that isn't known stays so, and an absent one is null to the engine",
  (type) => {
    expect([valueToModel(type, UNKNOWN), valueToTerraform(type, UNKNOWN)]).toEqual([UNKNOWN, UNKNOWN]);
    for (const none of [null, undefined])
      expect([valueToModel(type, none), valueToTerraform(type, none)]).toEqual([undefined, null]);
  },
);

test("numbers are numbers at any depth, also those that come as texts, and keys of maps are the user's", () => {
  const type = mapOf(listOf(NUMBER));
  const value = { myKey: ["7", 1.5, UNKNOWN, null], my_key: [] };
  expect(valueToModel(type, value)).toEqual({ myKey: [7, 1.5, UNKNOWN, null], my_key: [] });
  expect(valueToTerraform(type, { myKey: [7, UNKNOWN, null], my_key: [] })).toEqual({
    myKey: [7, UNKNOWN, null],
    my_key: [],
  });
});

test("an object has its own members alone, by the names of each side", () => {
  const inner = objectOf({ someKey: { type: listOf(NUMBER), required: false } });
  const type = objectOf({
    myName: { type: TEXT, required: true },
    keyWo: { type: TEXT, required: false, isWriteOnly: true, isBeside: true },
    deep: { type: mapOf(inner), required: false },
  });
  const engine = { my_name: "é", key_wo: "s", deep: { a_b: { some_key: ["1"], other: 1 }, c: null }, stray: 2 };
  expect(valueToModel(type, engine)).toStrictEqual({ myName: "é", deep: { a_b: { someKey: [1] }, c: null } });
  expect(valueToModel(type, { my_name: null, deep: { a: {} } })).toStrictEqual({ deep: { a: {} } });
  expect(valueToTerraform(type, { myName: "é", deep: { a_b: { someKey: [1], stray: 1 } }, stray: 2 })).toStrictEqual({
    my_name: "é",
    key_wo: null,
    deep: { a_b: { some_key: [1] } },
  });
});

test("a value of another type stays as it is, for the check to tell", () => {
  const samples = ["é", true, ["a"], { a_b: "c" }, [{ a_b: 1 }]];
  for (const type of [TEXT, BOOL]) {
    for (const value of samples)
      expect([valueToModel(type, value), valueToTerraform(type, value)]).toEqual([value, value]);
  }
  for (const type of [listOf(NUMBER), mapOf(NUMBER), objectOf({ aB: { type: NUMBER, required: true } })]) {
    const others = samples.filter((one) =>
      Array.isArray(one) ? type.kind !== "list" : typeof one !== "object" || type.kind === "list",
    );
    for (const value of others)
      expect([valueToModel(type, value), valueToTerraform(type, value)]).toEqual([value, value]);
  }
});
