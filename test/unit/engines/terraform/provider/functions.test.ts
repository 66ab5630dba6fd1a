import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { callFunction, functionMessages } from "../../../../../src/engines/terraform/provider/functions.ts";
import { typeNameOf } from "../../../../../src/engines/terraform/provider/names.ts";
import { decodeValue, encodeValue } from "../../../../../src/engines/terraform/provider/values.ts";
import { isRecord } from "../../../../../src/model/json-value.ts";
import { snakeName } from "../../../../../src/model/names.ts";

/** Calls a function as an engine does. */
function called(name: string, ...values: readonly unknown[]): unknown {
  const args = values.map((value) => ({ msgpack: new Uint8Array(), json: new Uint8Array(), ...encodeValue(value) }));
  const request = { name, arguments: args };
  const { result, error } = callFunction(request, (type) => served.find((one) => typeNameOf(one) === type));
  return error ?? decodeValue(result);
}

describe.each(served.map((definition) => [typeNameOf(definition), definition] as const))(
  "the ID of %s",
  (type, definition) => {
    const parts = Object.fromEntries(
      definition.identity.parts.map((part, index) => [snakeName(part), `a/${index}|é %`]),
    );

    test("is built of its parts, and split into the same ones", () => {
      const id = called("format_id", type, parts);
      expect(String(id).split("/")).toHaveLength(definition.identity.parts.length);
      expect(called("parse_id", type, id)).toEqual(parts);
    });

    test("isn't built of parts that lack one, and isn't split if it has another number", () => {
      const [first = ""] = Object.keys(parts);
      const { [first]: _left, ...rest } = parts;
      for (const wrong of [called("format_id", type, rest), called("parse_id", type, "a/b/c/d/e/f")]) {
        expect(wrong).toEqual({ text: expect.stringMatching(/./u), functionArgument: 1 });
      }
    });
  },
);

test("a type that isn't there is told at its argument, and a function that isn't there by its name", () => {
  expect(called("parse_id", "orgform_nothing", "a")).toEqual({
    text: "There is no resource type orgform_nothing.",
    functionArgument: 0,
  });
  expect(called("made_up", "orgform_role", "a")).toEqual({
    text: "orgform has no function made_up.",
    functionArgument: 1,
  });
});

test("the schema of each function has its parameters, each with a type and a text", () => {
  const messages = functionMessages();
  expect(Object.keys(messages)).toEqual(["format_id", "parse_id"]);
  const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString("utf8");
  const shown = Object.entries(messages).map(([name, { parameters, return: result, summary, description }]) => {
    expect([summary, String(summary)]).toEqual([description, expect.stringMatching(/^[A-Z].*\.$/u)]);
    const all = Array.isArray(parameters) ? parameters : [];
    for (const one of all) expect(one).toHaveProperty("description", expect.stringMatching(/^[A-Z].*\.$/u));
    return [
      name,
      all.map((one: { name: string; type: unknown }) => `${one.name}: ${text(one.type)}`),
      isRecord(result) && text(result["type"]),
    ];
  });
  expect(shown).toEqual([
    ["format_id", ['type: "string"', 'parts: ["map","string"]'], '"string"'],
    ["parse_id", ['type: "string"', 'id: "string"'], '["map","string"]'],
  ]);
});
