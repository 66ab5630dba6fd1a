import { describe, expect, test } from "@jest/globals";

import { checkFailuresOf, pulumiErrorOf } from "../../../src/engines/pulumi/dynamic/failures.ts";
import * as plugin from "../../../src/engines/pulumi/plugin/failures.ts";
import { MESSAGES } from "../../../src/engines/pulumi/plugin/protocol.ts";
import { fromEngine, markedTextsIn, toEngine } from "../../../src/engines/pulumi/plugin/values.ts";
import { fromPulumi, PROVIDER_KEY, toPulumi, UNKNOWN_TEXT } from "../../../src/engines/pulumi/dynamic/values.ts";
import { CallError, STATUS } from "../../../src/grpc/server.ts";
import { importHint, message } from "../../../src/model/messages.ts";
import { OrgformProblem, PartialResultError } from "../../../src/model/diagnostics.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { parcel } from "../../support/fake-resources.ts";

describe("properties", () => {
  const deep = (unknown: unknown) => ({
    a: unknown,
    b: [1, unknown, { c: unknown, d: null }],
    e: "text",
    f: 0,
    g: false,
  });

  test("carry unknowns at any depth, and the provider's code is none of them", () => {
    expect(fromPulumi({ ...deep(UNKNOWN_TEXT), [PROVIDER_KEY]: "code" })).toEqual(deep(UNKNOWN));
    expect(toPulumi(deep(UNKNOWN))).toEqual(deep(UNKNOWN_TEXT));
    expect(UNKNOWN_TEXT).toBe("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
  });

  test("are unknown as a whole only: a text that holds the sign is a text", () => {
    const text = `prefix-${UNKNOWN_TEXT}`;
    expect(fromPulumi({ text })).toEqual({ text });
  });
});

describe("a failed check", () => {
  test.each([
    ["name", "is empty", { property: "name", reason: "is empty" }],
    ["", "is wrong", { property: "", reason: "is wrong" }],
    ["combination", "has 50 characters", { property: "", reason: "combination: has 50 characters" }],
    ["tokens.first", "is long", { property: "", reason: "tokens.first: is long" }],
    ["destination.config.region", "is short", { property: "", reason: "destination.config.region: is short" }],
    ["emails[2]", "is no mail", { property: "", reason: "emails[2]: is no mail" }],
    ["nmae", "is no field", { property: "", reason: "nmae: is no field" }],
    ["toString", "is no field", { property: "", reason: "toString: is no field" }],
  ])("of %j lets the engine print no value that is secret, nested or of no field", (path, reason, failure) => {
    expect(checkFailuresOf(parcel, [{ path, reason }])).toEqual([failure]);
  });
});

describe("an error", () => {
  const properties = { name: "declared", weight: 5, [PROVIDER_KEY]: "code" };

  test("is its message with its code, without the key", () => {
    const error = pulumiErrorOf(new Error("key phx_1 and again phx_1"), properties, "phx_1");
    expect([error.message, error.name, error.id, error.reasons]).toEqual([
      "key [redacted] and again [redacted]",
      "Error",
      undefined,
      undefined,
    ]);
    expect(pulumiErrorOf("just text", properties, "").message).toBe("just text");
    expect(pulumiErrorOf(new OrgformProblem("guarded", "Refused", "Because."), properties, "").message).toBe(
      "Refused\nBecause.\nCode: guarded",
    );
  });

  test("of a partial result carries id, reasons and code, and only what the driver knows", () => {
    const state = { name: "observed", boxId: UNKNOWN };
    const partial = new PartialResultError("Box b1 is incomplete", "o1/b1", state, new Error("lost phx_1"));
    const error = pulumiErrorOf(partial, properties, "phx_1");
    const message = "Box b1 is incomplete\nlost [redacted]";
    expect({ ...error }).toEqual({
      name: "Error",
      id: "o1/b1",
      reasons: [message],
      properties: { name: "observed", boxId: UNKNOWN_TEXT, [PROVIDER_KEY]: "code" },
    });
    expect(error.message).toBe(message);
  });
});

describe("an error of a call to the plugin", () => {
  const call = {
    redact: (text: string) => text.replaceAll("phx_1", "[redacted]"),
    secrets: [["key"], ["nested", "key"]],
    name: "one",
    isCancelled: false,
  };

  test.each([
    [false, STATUS.unknown],
    [true, STATUS.cancelled],
  ])("is its message with its code, without the key; cancelled: %s", (isCancelled, status) => {
    for (const [error, text] of [
      [new Error("key phx_1 and again phx_1"), "key [redacted] and again [redacted]"],
      ["just text", "just text"],
      [new OrgformProblem("guarded", "Refused", "Because."), "Refused\nBecause.\nCode: guarded"],
    ] as const) {
      const { message: words, status: told, details } = plugin.callErrorOf(error, { ...call, isCancelled });
      expect([words, told, details]).toEqual([text, status, undefined]);
    }
  });

  test("of the protocol stays as it is", () => {
    const error = new CallError(STATUS.unimplemented, "phx_1");
    expect(plugin.callErrorOf(error, { ...call, isCancelled: true })).toBe(error);
  });

  test.each([
    ["é'1", "é'1"],
    [undefined, "<name>"],
  ])("imports under the name that the program gives: %s", (name, shown) => {
    const error = new OrgformProblem("ambiguous", "Two", message`Take one.${importHint("Role", "o/1")}`);
    expect(plugin.callErrorOf(error, { ...call, name }).message).toContain(
      `run \`pulumi import orgform:index:Role ${shown} 'o/1'\``,
    );
  });

  test.each([false, true])(
    "of a partial result carries id, reasons, and sealed values; cancelled: %s",
    (isCancelled) => {
      const state = { name: "é", key: "k", nested: { key: "n", open: 1 }, boxId: UNKNOWN };
      const partial = new PartialResultError("Box b1 is incomplete", "o1/b1", state, new Error("lost phx_1"));
      const error = plugin.callErrorOf(partial, { ...call, isCancelled });
      const text = "Box b1 is incomplete\nlost [redacted]";
      expect([error.message, error.status]).toEqual([text, STATUS.unknown]);
      const { code, message: words, details } = MESSAGES.decode("Status", error.details ?? new Uint8Array());
      expect([code, words, details.map(({ typeUrl }) => typeUrl)]).toEqual([
        STATUS.unknown,
        text,
        ["type.googleapis.com/pulumirpc.ErrorResourceInitFailed"],
      ]);
      const failed = MESSAGES.decode("ErrorResourceInitFailed", details[0]?.value ?? new Uint8Array());
      expect([failed.id, failed.reasons]).toEqual(["o1/b1", [`${text}\nIts id is o1/b1.`]]);
      const { values, secrets } = fromEngine(failed.properties);
      expect(values).toEqual(state);
      expect(secrets).toEqual([["key"], ["nested", "key"]]);
    },
  );

  test("of a check leads with the path, and repeats no secret", () => {
    const problems = [
      { path: "name", reason: "is s3cret" },
      { path: "", reason: "is wrong" },
    ];
    expect(plugin.checkFailuresOf(problems, ["s3cret"])).toEqual([
      { property: "", reason: "name: is [redacted]" },
      { property: "", reason: "is wrong" },
    ]);
    expect(plugin.checkFailuresOf(problems)[0]?.reason).toBe("name: is s3cret");
  });
});

test("every text below a place that the engine marked is a secret, and no text beside it", () => {
  const values = {
    a: "one",
    b: [{ c: "two", d: 3 }, "four"],
    e: { "f.g": ["five", { h: "six|" }] },
    i: "seven",
    j: null,
  };
  for (const [path, texts] of [
    [["a"], ["one"]],
    [["b"], ["two", "four"]],
    [
      ["e", "f.g"],
      ["five", "six|"],
    ],
    [["e", "f.g", 1, "h"], ["six|"]],
    [["b", 0, "c"], ["two"]],
    [["j"], []],
    [["j", "k"], []],
    [["i", 0], []],
  ] as const) {
    expect([path, markedTextsIn({ values, secrets: [path] })]).toEqual([path, texts]);
  }
  expect(markedTextsIn(fromEngine(toEngine(values, [["i"], ["a"]])))).toEqual(["one", "seven"]);
});
