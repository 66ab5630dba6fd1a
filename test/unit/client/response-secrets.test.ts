import { expect, test } from "@jest/globals";
import * as z from "zod";

import { secret, secretsInResponse } from "../../../src/client/response-secrets.ts";

const schema = z.looseObject({
  id: z.string(),
  key: secret(z.string()),
  spare: secret(z.string().nullable().default(null)),
  kept: secret(z.unknown().optional()),
  inner: z
    .looseObject({
      token: secret(
        z
          .string()
          .nullish()
          .transform((text) => text ?? ""),
      ),
    })
    .nullable(),
});

test("what is secret is found wherever the schema has it, and nothing beside it", () => {
  const one = { id: "a", key: "k|1", spare: 's"2', kept: "é 3", inner: { token: "t'4", key: "open" }, other: "open" };
  const bare = { id: "b", key: "k|15", inner: null };
  expect(secretsInResponse(schema, one)).toEqual(["k|1", 's"2', "é 3", "t'4"]);
  const page = { results: [one, bare] };
  expect(secretsInResponse(z.object({ results: z.array(schema) }), page).toSorted()).toEqual(
    ["k|1", "k|15", 's"2', "é 3", "t'4"].toSorted(),
  );
});

test.each([null, "text", [], { key: 5, inner: "text" }])("an answer of another form tells none: %j", (answer) => {
  expect(secretsInResponse(schema, answer)).toEqual([]);
  expect(secretsInResponse(z.array(schema), answer)).toEqual([]);
});

test("a schema that others share is secret only where it was said", () => {
  const text = z.string();
  expect(secretsInResponse(z.object({ a: secret(text), b: text }), { a: "hidden", b: "shown" })).toEqual(["hidden"]);
});
