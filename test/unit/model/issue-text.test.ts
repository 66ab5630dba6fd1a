import { expect, test } from "@jest/globals";
import { z } from "zod";

import { describeIssue, FINDS_SECRETS, inWords } from "../../../src/model/issue-text.ts";
import { fieldRef, message, printed } from "../../../src/model/messages.ts";

/** What is said of a value that a schema refuses, shown or hidden. */
function told(schema: z.ZodType, given: unknown, hidden = false): string[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return issues.map((issue) => printed(describeIssue(issue, given, { hidden })));
}

const LONG = "é".repeat(61);
const lists = z.array(z.string()).min(1).max(2);

test.each<[string, z.ZodType, unknown, string]>([
  ["a missing value", z.string(), undefined, "is required"],
  ["null", z.string(), null, "expected a string, found null; leave the field out instead"],
  ["a list", z.string(), [], "expected a string, found a list"],
  ["an object", z.number(), {}, "expected a number, found an object"],
  ["a boolean", z.number(), true, "expected a number, found the boolean true"],
  ["an empty text", z.number(), "", "expected a number, found an empty string"],
  ["a text of 60 characters", z.number(), LONG.slice(1), `expected a number, found ${JSON.stringify(LONG.slice(1))}`],
  ["a longer one", z.number(), LONG, `expected a number, found ${JSON.stringify(`${LONG.slice(1)}...`)}`],
  ["a part of a number", z.int(), 1.5, "expected an integer, found the number 1.5"],
  ["no list", z.array(z.string()), "a", 'expected a list, found "a"'],
  ["no object", z.object({}), 1, "expected an object, found the number 1"],
  ["no record", z.record(z.string(), z.string()), 1, "expected an object, found the number 1"],
  ["an empty list", lists, [], "has 0 items; at least 1 item is required"],
  ["a long list", lists, ["a", "b", "c"], "has 3 items; at most 2 items are allowed"],
  ["a list with one item", z.array(z.string()).min(2), ["a"], "has 1 item; at least 2 items are required"],
  ["a short text", z.string().min(2), "a", "has 1 character; at least 2 characters are required"],
  ["a long text", z.string().max(1), "ab", "has 2 characters; at most 1 character is allowed"],
  ["a small number", z.number().min(1), 0, "is the number 0; at least 1 is required"],
  ["a large number", z.number().max(2), 3, "is the number 3; at most 2 is allowed"],
  ["no multiple", z.number().multipleOf(5), 7, "expected a multiple of 5, found the number 7"],
  ["another word", z.enum(["a", "b|c"]), "d", 'expected one of "a", "b|c", found "d"'],
  ["unknown keys", z.strictObject({}), { a: 1, b: 2 }, "has unknown keys: a, b"],
  ["two types", z.union([z.string(), z.array(z.string())]), 1, "expected a string or a list, found the number 1"],
  [
    "another kind",
    z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
    { kind: "c" },
    'expected one of "a", "b", found "c"',
  ],
  [
    "two forms",
    z.union([z.object({ a: z.string() }), z.object({ b: z.number(), c: z.string() })]),
    { b: "x" },
    'matches none of the allowed forms: a is required; or b expected a number, found "x", c is required',
  ],
  ["an address", z.email(), "a", 'expected an email address, found "a"'],
  ["a URL", z.url(), "a", 'expected a URL such as https://example.com, found "a"'],
  ["a UUID", z.uuid(), "a", 'expected a UUID, found "a"'],
  ["a GUID", z.guid(), "a", 'expected a UUID, found "a"'],
  ["a time", z.iso.datetime(), "a", 'expected a time such as 2026-11-20T08:00:00Z, found "a"'],
  ["a date", z.iso.date(), "a", 'expected a date such as 2026-11-20, found "a"'],
  ["another format", z.ipv4(), "a", 'expected the format ipv4, found "a"'],
  ["a pattern", z.string().regex(/^b+$/u), "a", 'expected a string that matches /^b+$/u, found "a"'],
  ["a pattern in words", z.string().regex(/^b+$/u, "expected only b"), "a", 'expected only b, found "a"'],
  [
    "a key",
    z.record(z.string().min(2), z.string()),
    { a: "x" },
    "is the key of an entry: has 1 character; at least 2 characters are required",
  ],
  ["a rule of its own", z.string().refine(() => false, "expected another one"), "a", 'expected another one, found "a"'],
  [
    "a rule that names a field",
    z.string().refine(() => false, { params: inWords(message`contradicts ${fieldRef("color")}`) }),
    "a",
    'contradicts `color`, found "a"',
  ],
  [
    "a rule that finds secrets",
    z.string().refine(() => false, { message: "holds a token", params: FINDS_SECRETS }),
    "https://a.example?token=s3cret",
    "holds a token, found a string",
  ],
])("%s is told with what was expected and what was found", (_what, schema, given, text) => {
  expect(told(schema, given)).toEqual([text]);
});

test.each<[z.ZodType, unknown]>([
  [z.number(), "s3cret"],
  [z.enum(["a"]), "s3cret"],
  [z.email(), "s3cret"],
  [z.string().regex(/^b$/u, "expected b"), "s3cret"],
  [z.union([z.number(), z.boolean()]), "s3cret"],
  [z.union([z.object({ a: z.number() }), z.object({ b: z.string() })]), { a: "s3cret" }],
  [z.string().refine(() => false, "refused"), "s3cret"],
  [z.string(), ["s3cret"]],
  [z.record(z.string(), z.number()), { a: "s3cret" }],
])("nothing of a hidden value is shown (%#)", (schema, given) => {
  const texts = told(schema, given, true);
  expect(texts).toHaveLength(1);
  expect(texts.join()).not.toContain("s3cret");
});
