import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";
import * as z from "zod";

import * as batchExports from "../../../src/client/batch-exports/batch-export-wire.ts";
import * as hogFunctions from "../../../src/client/hog-functions/hog-function-wire.ts";
import * as members from "../../../src/client/members.ts";
import * as persons from "../../../src/client/persons/person-wire.ts";
import * as projects from "../../../src/client/projects/project-wire.ts";
import { secretsInResponse } from "../../../src/client/response-secrets.ts";
import * as roleMemberships from "../../../src/client/role-memberships.ts";
import * as user from "../../../src/client/user.ts";
import { isRecord } from "../../../src/model/json-value.ts";
import { RECORDS } from "../../support/recorded-requests.ts";

/** Where the record is; `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/client/response-schemas` writes it again. */
const FILE = join(__dirname, "response-schemas.txt");

const EXPORTS: readonly (readonly [string, unknown])[] = [
  batchExports,
  hogFunctions,
  members,
  persons,
  projects,
  roleMemberships,
  user,
].flatMap((module) => Object.entries(module));

const SCHEMAS = EXPORTS.flatMap(([name, one]): [string, z.ZodType][] =>
  one instanceof z.ZodType ? [[name, one]] : [],
);

/** The leaves of a schema, a line for each: a key with `?` may be absent. */
function lines(shape: Readonly<Record<string, unknown>>, path: string): string[] {
  const { properties, required, items, anyOf, $schema: _dialect, ...rest } = shape;
  const { additionalProperties: more, ...rules } = rest;
  const named = isRecord(properties) ? Object.entries(properties) : [];
  const isNeeded = (key: string): boolean => Array.isArray(required) && required.includes(key);
  const below = [
    ...named.map(([key, inner]) => [`${path}.${key}${isNeeded(key) ? "" : "?"}`, inner] as const),
    [`${path}[]`, items] as const,
    [`${path}.*`, more] as const,
    ...(Array.isArray(anyOf) ? anyOf : []).map((inner: unknown) => [`${path} or`, inner] as const),
  ];
  return [
    `${path} ${JSON.stringify(rules)}`,
    ...below.flatMap(([at, inner]) => (isRecord(inner) ? lines(inner, at) : [])),
  ];
}

/* A response without a key that a program relies on has to fail where it is read, with the name of the key. */
test("responses are refused by the types of these keys", () => {
  const told = SCHEMAS.flatMap(([name, schema]) =>
    lines(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), name),
  ).join("\n");
  if (RECORDS) writeFileSync(FILE, `${told}\n`);
  expect(`${told}\n`).toBe(readFileSync(FILE, "utf8"));
});

test("the token of a project, and of its environment, is a secret of each response", () => {
  const token = "phc_canary";
  for (const [name, schema] of SCHEMAS)
    expect([name, secretsInResponse(schema, { api_token: token })]).toEqual([
      name,
      ["projectSchema", "projectRowSchema", "environmentSchema"].includes(name) ? [token] : [],
    ]);
});
