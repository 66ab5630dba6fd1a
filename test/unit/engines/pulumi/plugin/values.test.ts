import { describe, expect, test } from "@jest/globals";

import { differencesOf } from "../../../../../src/model/differences.ts";
import { fromEngine, toEngine } from "../../../../../src/engines/pulumi/plugin/values.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value });
const output = (rest: object) => ({ [SIGNATURE]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...rest });
const reference = (id: string) => ({ [SIGNATURE]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:x", id });
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const UNKNOWN_NUMBER = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";

describe("values from the engine", () => {
  test("secrets are opened at any depth and their places noted", () => {
    const { values, secrets } = fromEngine({ a: secret("x"), b: { c: [1, secret({ d: secret(2) })] } });
    expect(values).toEqual({ a: "x", b: { c: [1, { d: 2 }] } });
    expect(secrets).toEqual([["a"], ["b", "c", 1], ["b", "c", 1, "d"]]);
  });

  test("unknowns of every type become the model's, also within a secret", () => {
    expect(fromEngine({ a: UNKNOWN_TEXT, b: [UNKNOWN_NUMBER], c: secret(UNKNOWN_TEXT) }).values).toEqual({
      a: UNKNOWN,
      b: [UNKNOWN],
      c: UNKNOWN,
    });
  });

  test("an output value is its value, or unknown; a reference is the id of the resource, or unknown", () => {
    const { values, secrets } = fromEngine({
      a: output({ value: 1, secret: true }),
      b: output({}),
      c: reference("o1"),
      d: reference(""),
    });
    expect(values).toEqual({ a: 1, b: UNKNOWN, c: "o1", d: UNKNOWN });
    expect(secrets).toEqual([["a"]]);
  });

  test("an unknown output value can be secret, and a secret can be in an output value or a reference", () => {
    const { values, secrets } = fromEngine({
      a: output({ secret: true }),
      b: output({ secret: "true", value: { c: secret("x") } }),
      d: { [SIGNATURE]: "5cf8f73096256a8f31e491e813e4eb8e", id: secret("o1") },
      e: { [SIGNATURE]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:x" },
      f: { [SIGNATURE]: "another mark", value: null },
      g: null,
    });
    expect(values).toEqual({
      a: UNKNOWN,
      b: { c: "x" },
      d: "o1",
      e: UNKNOWN,
      f: { [SIGNATURE]: "another mark", value: null },
      g: null,
    });
    expect(secrets).toEqual([["a"], ["b", "c"], ["d"]]);
  });

  // @source pulumi sdk/go/common/resource/plugin/rpc.go
  test.each([
    UNKNOWN_TEXT,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    UNKNOWN_NUMBER,
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
  ])("the text %s as a whole is unknown, and a longer text is a text", (text) => {
    expect(fromEngine({ a: text, b: `${text}x`, c: [text] }).values).toEqual({
      a: UNKNOWN,
      b: `${text}x`,
      c: [UNKNOWN],
    });
  });

  test("what engine and SDK keep between them is left out", () => {
    expect(fromEngine({ __provider: secret("code"), name: "x", _one: 1, a__b: 2, in: { __kept: 3 } })).toEqual({
      values: { name: "x", _one: 1, a__b: 2, in: { __kept: 3 } },
      secrets: [],
    });
    expect(fromEngine(undefined)).toEqual({ values: {}, secrets: [] });
  });
});

describe("values to the engine", () => {
  test("what was secret is secret again, and comes back the same", () => {
    const sent = { a: secret("x"), b: { c: secret({ d: 1 }), e: 2 }, f: UNKNOWN_TEXT };
    const { values, secrets } = fromEngine(sent);
    expect(toEngine(values, secrets)).toEqual(sent);
  });

  test("one secret item makes its list secret, since items move", () => {
    expect(toEngine({ list: ["a", "b"] }, [["list", 1]])).toEqual({ list: secret(["a", "b"]) });
    const open = { lists: [[1, [{ deep: [["a"]] }]], [], { S: [2] }], other: [{ list: ["b"] }] };
    expect(toEngine({ ...open, list: ["c"] }, [["list", 0]])).toEqual({ ...open, list: secret(["c"]) });
  });

  test("a place that does not exist is no property, nor is an undefined one", () => {
    expect(toEngine({ a: 1, b: undefined }, [["c"], ["a", "d"]])).toEqual({ a: 1 });
  });

  test("a secret that is not known yet is a secret", () => {
    expect(toEngine({ a: UNKNOWN }, [["a"]])).toEqual({ a: secret(UNKNOWN_TEXT) });
  });
});

describe("differences within a property", () => {
  test.each([
    ["a text", "x", "y", [["p", "update"]]],
    ["nothing before", undefined, "y", [["p", "add"]]],
    ["nothing after", "x", undefined, [["p", "delete"]]],
    ["an unknown", { a: 1 }, UNKNOWN, [["p", "update"]]],
    ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [
      "keys",
      { a: 1, b: 2, "c.d": 3 },
      { a: 1, b: 3, e: 4 },
      [
        ["p.b", "update"],
        ['p["c.d"]', "delete"],
        ["p.e", "add"],
      ],
    ],
    [
      "items",
      [{ v: 1 }, 2],
      [{ v: 9 }, 2, 3],
      [
        ["p[0].v", "update"],
        ["p[2]", "add"],
      ],
    ],
    ["another kind of value", [1], { a: 1 }, [["p", "update"]]],
    ["a quoted key", { 'a"b': 1 }, { 'a"b': 2 }, [['p["a\\"b"]', "update"]]],
  ])("%s", (_what, before, after, expected) => {
    expect(differencesOf("p", before, after).map(({ path, kind }) => [path, kind])).toEqual(expected);
  });
});

test("what has no value has no entry, not even a secret one", () => {
  const values = { a: undefined, b: 1, c: { d: undefined, e: undefined }, f: null };
  for (const secrets of [[], [["a"]], [["c", "d"], ["a"]]]) {
    const sealed = toEngine(values, secrets);
    expect([Object.keys(sealed), Object.keys(sealed["c"] as object)]).toEqual([["b", "c", "f"], []]);
  }
});
