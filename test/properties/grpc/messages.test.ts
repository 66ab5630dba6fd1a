import { createRequire } from "node:module";

import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { type FieldRule, type Message, MessageTable } from "../../../src/grpc/messages.ts";
import { Reader, Writer } from "../../../src/grpc/wire-format.ts";
import { isRecord } from "../../../src/model/json-value.ts";

const table = new MessageTable(`
  Leaf name=1:string on=2:bool
  All text=1:string count=2:int32 wide=3:int64 ratio=4:double raw=5:bytes flag=6:bool? leaf=7:Leaf leaves=8:Leaf* words=9:string* numbers=10:int32* byName=11:map<Leaf> props=12:Struct any=13:Value
`);

/** What a later version of a protocol might add to any message: a field of each wire type. */
const LATER = "uint64 l1 = 101; fixed64 l2 = 102; string l3 = 103; fixed32 l4 = 104; uint64 l5 = 105;";

/** The same messages for another implementation. Its maps are lists of entries, so that these can have later fields, too. */
const PROTO = `syntax = "proto3";
message Leaf { string name = 1; bool on = 2; ${LATER} }
message LeafEntry { string key = 1; Leaf value = 2; ${LATER} }
message Value { oneof kind { int32 none = 1; double number = 2; string text = 3; bool is = 4; Struct struct = 5; List list = 6; } ${LATER} }
message List { repeated Value values = 1; ${LATER} }
message ValueEntry { string key = 1; Value value = 2; ${LATER} }
message Struct { repeated ValueEntry fields = 1; ${LATER} }
message All {
  string text = 1; int32 count = 2; int64 wide = 3; double ratio = 4; bytes raw = 5; optional bool flag = 6; Leaf leaf = 7;
  repeated Leaf leaves = 8; repeated string words = 9; repeated int32 numbers = 10 [packed = true];
  repeated LeafEntry byName = 11; Struct props = 12; Value any = 13; ${LATER}
}`;

interface OtherType {
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): unknown;
}
const load = createRequire(__filename);
const { parse } = load("protobufjs") as {
  parse(text: string, options: object): { root: { lookupType(name: string): OtherType } };
};
const other = parse(PROTO, { keepCase: true }).root.lookupType("All");
const readByOther = (bytes: Uint8Array): unknown =>
  other.toObject(other.decode(bytes), { longs: Number, bytes: Array, defaults: true });

/** A message for the other implementation, whose every part has the later fields. */
function forOther(message: Message, later: object): object {
  const entriesOf = (record: unknown, value: (one: unknown) => unknown): object[] =>
    Object.entries(isRecord(record) ? record : {}).map(([key, one]) => ({ ...later, key, value: value(one) }));
  const leafOf = (leaf: unknown): unknown => (isRecord(leaf) ? { ...later, ...leaf } : leaf);
  const structOf = (record: unknown): object => ({ ...later, fields: entriesOf(record, valueOf) });
  const valueOf = (value: unknown): object => ({ ...later, ...kindOf(value) });
  const kindOf = (value: unknown): object => {
    if (value === null) return { none: 0 };
    if (typeof value === "number") return { number: value };
    if (typeof value === "string") return { text: value };
    if (typeof value === "boolean") return { is: value };
    return Array.isArray(value) ? { list: { ...later, values: value.map(valueOf) } } : { struct: structOf(value) };
  };
  const { leaf, leaves, byName, props, any, ...rest } = message;
  return {
    ...later,
    ...rest,
    ...(leaf === undefined ? {} : { leaf: leafOf(leaf) }),
    ...(Array.isArray(leaves) ? { leaves: leaves.map(leafOf) } : {}),
    byName: entriesOf(byName, leafOf),
    ...(props === undefined ? {} : { props: structOf(props) }),
    ...(any === undefined ? {} : { any: valueOf(any) }),
  };
}

const text = fc.string({ unit: "binary" });
const leaf = fc.record({ name: text, on: fc.boolean() });
const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
const messages: fc.Arbitrary<Message> = fc.record(
  {
    text,
    count: fc.integer(),
    wide: fc.maxSafeInteger(),
    ratio: fc.double(),
    raw: fc.uint8Array(),
    flag: fc.boolean(),
    leaf,
    leaves: fc.array(leaf),
    words: fc.array(text),
    numbers: fc.array(fc.integer()),
    byName: fc.dictionary(text, leaf),
    props: fc.dictionary(text, json),
    any: json.filter((value) => value !== null),
  },
  { requiredKeys: [] },
);
const laterFields = fc.record(
  { l1: fc.nat(), l2: fc.nat(), l3: text, l4: fc.nat(), l5: fc.nat() },
  { requiredKeys: [] },
);

const ZEROS = { text: "", count: 0, wide: 0, ratio: 0, raw: new Uint8Array(), leaves: [], words: [], numbers: [] };
const ABSENT = { ...ZEROS, byName: {} };

/** A message with bytes and records in the form in which they compare. */
const compared = (message: Message): unknown => ({ ...message, raw: [...(message["raw"] as Uint8Array)] });

describe("a message", () => {
  test("says the same to another implementation, and everything that isn't zero or absent", () => {
    fc.assert(
      fc.property(messages, (message) => {
        const theirs = other.encode(forOther(message, {})).finish();
        expect(readByOther(table.encode("All", message))).toEqual(readByOther(theirs));
      }),
    );
  });

  test("of another implementation is read as it was meant, and fields of a later version are skipped at any level", () => {
    fc.assert(
      fc.property(messages, laterFields, (message, later) => {
        const read = table.decode("All", other.encode(forOther(message, later)).finish());
        expect(compared(read)).toEqual(compared({ ...ABSENT, ...message }));
      }),
    );
  });

  test("that ends early is refused, unless the rest is whole fields", () => {
    fc.assert(
      fc.property(messages, laterFields, (message, later) => {
        const bytes = other.encode(forOther(message, later)).finish();
        const boundaries = new Set(starts(bytes));
        for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 50)) {
          expect([end, readingOf(bytes.subarray(0, end))]).toEqual([end, boundaries.has(end) ? "read" : "refused"]);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("has no bytes for zero, and some for each optional zero, minus zero, and empty item", () => {
    expect(table.encode("All", ABSENT)).toHaveLength(0);
    expect(table.encode("Leaf", { name: "", on: false })).toHaveLength(0);
    for (const nothing of [undefined, null]) {
      const message = Object.fromEntries(table.fields("All").map(({ name }) => [name, nothing]));
      expect(table.encode("All", message)).toHaveLength(0);
    }
    for (const shown of [
      { flag: false },
      { ratio: -0 },
      { any: [null] },
      { words: [""] },
      { numbers: [0] },
      { leaf: {} },
      { any: 0 },
    ]) {
      const read = table.decode("All", table.encode("All", shown));
      const empty = "leaf" in shown ? { leaf: { name: "", on: false } } : shown;
      expect(compared(read)).toEqual(compared({ ...ABSENT, ...empty }));
    }
  });

  test("has no entry for what is undefined in a struct", () => {
    const { props } = table.decode("All", table.encode("All", { props: { a: undefined, b: [undefined] } }));
    expect(props).toEqual({ b: [null] });
    expect(Object.keys(props ?? {})).toEqual(["b"]);
  });
});

/** Whether a message is read, or refused because it ends early. */
function readingOf(bytes: Uint8Array): string {
  try {
    table.decode("All", bytes);
    return "read";
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return /^A message is shorter than it says$|^A number in a message does not end$/u.test(message)
      ? "refused"
      : message;
  }
}

/** The positions at which a field of a message starts. */
function starts(bytes: Uint8Array): number[] {
  const found: number[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    found.push(at);
    const type = varint() & 7;
    const rest = type === 1 ? 8 : type === 5 ? 4 : varint();
    if (type !== 0) at += rest;
  }
  return found;
}

/** A value for each type that a message can have. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ["", "7"],
  number: [0, -0, 7],
  boolean: [false, true],
  bytes: [new Uint8Array(), Uint8Array.of(7)],
  list: [[], [null]],
  record: [{}, { name: "n" }],
};

const TYPE_OF: Readonly<Record<string, string>> = {
  int32: "number",
  int64: "number",
  double: "number",
  bool: "boolean",
};

/** The kinds of samples that a field takes; all objects count as messages. */
function kindsOf({ kind, type }: FieldRule): readonly string[] {
  if (type === "Value") return Object.keys(SAMPLES);
  if (kind === "repeated") return ["list"];
  const isScalar = kind !== "map" && /^[a-z]/u.test(type);
  return isScalar ? [TYPE_OF[type] ?? type] : ["bytes", "list", "record"];
}

describe.each(table.fields("All").map((rule) => [rule.name, rule] as const))("the field %s", (name, rule) => {
  const wrong = Object.keys(SAMPLES).filter((kind) => !kindsOf(rule).includes(kind));

  test("takes nothing of another type, not even what looks like zero", () => {
    for (const value of wrong.flatMap((kind) => SAMPLES[kind] ?? [])) {
      expect(() => table.encode("All", { [name]: value })).toThrow(
        /^A (?:string|number|boolean|object) stands where a message has (?:a (?:string|number|boolean|object|list)|another one)$/u,
      );
    }
  });

  test("takes nothing that no message can have", () => {
    for (const value of [() => 7, Symbol("s"), 7n]) {
      expect(() => table.encode("All", { [name]: value })).toThrow(/stands where|no place in a message/u);
    }
  });
});

describe("the table of messages", () => {
  test.each(["a", "a=:string", "a=1", "a=1:", "=1:string", "a=x:string", "a=1:map<>", "a=1:string+", "a=1:string**"])(
    "has no field %s",
    (field) => {
      expect(() => new MessageTable(`Leaf name=9:string ${field}`)).toThrow(`Not a field: ${field}`);
      expect(() => new MessageTable(`Leaf ${field}x=1 name=9:string`)).toThrow(`Not a field: ${field}x=1`);
    },
  );

  test("has no other message than those it lists", () => {
    expect(table.names()).toEqual(["Leaf", "All"]);
    expect(() => table.decode("Twig" as "Leaf", new Uint8Array())).toThrow("The table has no message Twig");
    expect(() => table.encode("Twig", {})).toThrow("The table has no message Twig");
  });

  test("tells fields that are single, optional, repeated, and maps", () => {
    const kinds = Object.fromEntries(table.fields("All").map(({ name, kind, type }) => [name, `${kind} ${type}`]));
    expect(kinds).toMatchObject({
      text: "single string",
      flag: "optional bool",
      leaf: "single Leaf",
      leaves: "repeated Leaf",
      numbers: "repeated int32",
      byName: "map Leaf",
    });
  });
});

describe("a number on the wire", () => {
  test("comes back, and takes one byte for each seven bits", () => {
    for (let bits = 0n; bits <= 64n; bits += 1n) {
      const value = 2n ** bits - 1n;
      const bytes = new Writer().varint(value).finish();
      expect(new Reader(bytes).varint()).toBe(value);
      expect(bytes).toHaveLength(Math.max(1, Math.ceil(Number(bits) / 7)));
    }
  });

  test("has ten bytes at most", () => {
    const long = (more: number): Uint8Array => Uint8Array.from([...Array.from({ length: more }, () => 0x80), 1]);
    expect(new Reader(long(9)).varint()).toBe(2n ** 63n);
    expect(() => new Reader(long(10)).varint()).toThrow("A number in a message does not end");
  });

  test.each([3, 4, 6, 7])("stands for no field if its wire type is %d", (wireType) => {
    const bytes = Uint8Array.of(((20 << 3) & 0x7f) | 0x80 | wireType, 1, 0, 0);
    expect(() => table.decode("All", bytes)).toThrow(`A message holds the unknown wire type ${wireType}`);
  });
});
