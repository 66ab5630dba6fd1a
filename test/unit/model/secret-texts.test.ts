import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { member } from "../../../src/model/block.ts";
import { field } from "../../../src/model/field.ts";
import { givenSecrets, textsIn } from "../../../src/model/secret-texts.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { fakeBox } from "../../support/fake-resources.ts";

test.each<readonly [unknown, readonly string[]]>([
  ["a", ["a"]],
  [{ key: "a", inner: { list: ["b", { deep: "c" }] } }, ["a", "b", "c"]],
  [[["a"], [], {}], ["a"]],
  [[1, true, null, undefined, UNKNOWN], []],
])("of %j, each string is found, at any depth", (value, texts) => {
  expect(textsIn(value)).toEqual(texts);
});

const doc = "A member.";
const secret = (): z.ZodType => member(z.string().optional(), { doc, secret: true });
const chest = fakeBox({
  name: "Chest",
  inputs: {
    lock: field(z.unknown(), { doc: "Lock.", secret: true }),
    target: field(z.strictObject({ token: secret(), http: z.strictObject({ key: secret() }).optional() }).optional(), {
      doc: "Where to.",
    }),
  },
});

describe("the secrets that inputs give", () => {
  test.each([
    [{}, []],
    [{ lock: "s" }, ["lock"]],
    [{ lock: UNKNOWN }, ["lock"]],
    [{ target: {} }, []],
    [{ target: { token: "s" } }, ["target.token"]],
    [{ target: { token: UNKNOWN } }, ["target.token"]],
    // Nobody knows whether it's going to have the secret.
    [{ target: UNKNOWN }, []],
    [{ target: { token: "s", http: UNKNOWN } }, ["target.token"]],
    [{ target: { http: { key: "s" } } }, ["target.http.key"]],
  ])("of %j are %j", (inputs, paths) => {
    expect(givenSecrets(chest, inputs).map((path) => path.join("."))).toEqual(paths);
  });
});
