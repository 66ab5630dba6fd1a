import { describe, expect, test } from "@jest/globals";

import { checkFailuresOf, pulumiErrorOf } from "../../../src/engines/pulumi/dynamic/failures.ts";
import { fromPulumi, PROVIDER_KEY, toPulumi, UNKNOWN_TEXT } from "../../../src/engines/pulumi/dynamic/values.ts";
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
