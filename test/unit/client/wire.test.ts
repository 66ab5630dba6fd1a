import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { keysShown, noteAbsentKeys } from "../../../src/client/absent-keys.ts";
import { csvFrom, decodeAnswer } from "../../../src/client/decode.ts";
import { type DecodeError, isDecodeError } from "../../../src/client/errors.ts";
import { peopleOf, retainedOf, rowsOf } from "../../../src/client/pages.ts";
import { documentedQueryOf, queryOf } from "../../../src/client/query.ts";
import { isContractService, isServiceOf2026 } from "../../../src/client/service-age.ts";
import {
  countNumber,
  flagOrNull,
  instantOrNull,
  jsonOrText,
  nonEmptyText,
  textOrNull,
  textOrNullIfAny,
  wholeOrNull,
} from "../../../src/client/wire.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const CONTEXT = { method: "GET", route: "/api/x/", isBodyOptional: false } as const;
const answer = (body: string, type?: string) => ({
  status: 207,
  body,
  headers: type === undefined ? {} : { "content-type": type },
});
/** The error of a response that can't be used. */
function failure(read: () => unknown): DecodeError {
  try {
    read();
  } catch (error) {
    if (isDecodeError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was refused");
}

describe("a response", () => {
  test.each(["{}", " {} ", "\uFEFF{}", "\uFEFF\n{}\n"])("is read without what stands around it: %j", (body) => {
    expect(decodeAnswer(z.object({}), answer(body), CONTEXT)).toEqual({});
  });

  test.each(["", " \n", "\uFEFF", "\uFEFF "])("can be empty where nothing is needed: %j", (body) => {
    expect(decodeAnswer(z.object({}), answer(body), { ...CONTEXT, isBodyOptional: true })).toBeUndefined();
    const error = failure(() => decodeAnswer(z.object({}), answer(body), CONTEXT));
    expect(error).toMatchObject({ code: "answer_empty", issues: [{ path: "", expected: "a JSON body" }], status: 207 });
    expect(error.message).toBe(
      "The service answered GET /api/x/ with 207 and no body. Check that the host setting names the service's API.",
    );
  });

  test.each([
    [undefined, "incomplete or invalid JSON"],
    ["application/problem+JSON; charset=utf-8", "incomplete or invalid JSON"],
    ["text/html ; charset=json", "text/html, which isn't JSON"],
    [`x/${"é".repeat(60)}`, `x/${"é".repeat(58)}, which isn't JSON`],
  ])("of the type %j that isn't JSON is called what it is", (type, words) => {
    const error = failure(() => decodeAnswer(z.unknown(), answer('{"a":', type), CONTEXT));
    expect(error).toMatchObject({ code: "answer_not_json", issues: [{ path: "", expected: "valid JSON" }] });
    expect(error.message).toContain(` with 207 and ${words}. Check`);
  });

  test.each(METHODS.flatMap((method) => [true, false, undefined].map((readsOnly) => [method, readsOnly] as const)))(
    "to %s (reads only: %s) says what to check",
    (method, readsOnly) => {
      const context = { ...CONTEXT, method, readsOnly };
      const error = failure(() => decodeAnswer(z.unknown(), answer("<"), context));
      const isRead = method === "GET" || method === "HEAD" || readsOnly === true;
      expect(error.message).toMatch(
        isRead ? /Check that the host setting names the service's API\.$/u : /Check before you repeat it\.$/u,
      );
      expect(error).toMatchObject({ requestMayHaveBeenApplied: !isRead });
    },
  );

  test("with wrong values names where they are, five in words and twenty in all, and shows none", () => {
    const row = z.object({ "a b": z.string(), inner: z.object({ n: z.array(z.number()) }) });
    const wrong = { "a b": 5, inner: { n: ["canary"] } };
    const told = (count: number) =>
      failure(() =>
        decodeAnswer(z.array(row), answer(JSON.stringify(Array.from({ length: count }, () => wrong))), CONTEXT),
      );
    const { message, issues } = told(2);
    expect(issues).toEqual(
      [0, 1].flatMap((index) => [
        { path: `[${index}].a b`, expected: "expected string, received number" },
        { path: `[${index}].inner.n[0]`, expected: "expected number, received string" },
      ]),
    );
    expect(message).toContain(
      `and invalid values (${issues.map(({ path, expected }) => `${path}: ${expected}`).join("; ")}).`,
    );
    const many = told(30);
    expect([many.issues.length, many.message.match(/expected/gu)?.length]).toEqual([20, 5]);
    expect(many.message).not.toContain("canary");
    const whole = failure(() => decodeAnswer(z.string(), answer("5"), CONTEXT));
    expect(whole.message).toContain("(the whole response: expected string, received number)");
    const union = failure(() => decodeAnswer(z.union([z.string(), z.boolean()]), answer("5"), CONTEXT));
    expect(union.issues).toEqual([{ path: "", expected: "another type" }]);
  });
});

describe("a response for CSV", () => {
  test.each(["text/csv", "TEXT/CSV; charset=utf-8", "text/plain"])("of the type %s is taken as it is", (type) => {
    expect(csvFrom(answer(" a,b\r\n", type), CONTEXT)).toBe(" a,b\r\n");
  });

  test("without a row has no type", () => {
    expect(csvFrom(answer(""), CONTEXT)).toBe("");
  });

  test.each([
    [undefined, "no content type"],
    ["", "no content type"],
    ["text/csvx", "text/csvx"],
    ["x-text/csv", "x-text/csv"],
    [`x/${"é".repeat(60)}; a=b`, `x/${"é".repeat(58)}`],
  ])("of the type %j is refused", (type, words) => {
    const error = failure(() => csvFrom(answer("a", type), CONTEXT));
    expect(error).toMatchObject({ code: "answer_invalid", issues: [{ path: "", expected: "CSV text" }] });
    expect(error.message).toContain(` with 207 and ${words}, which isn't CSV. `);
  });
});

describe("a page", () => {
  const row = z.looseObject({ id: z.string(), more: z.number().optional() });
  const [one, other] = [{ id: "a|b" }, { id: "é", more: 1 }];

  test.each([
    [{ results: [one] }, { next: null, count: null }],
    [
      { results: [one], next: "/x", count: 0, total_count: 3 },
      { next: "/x", count: 0 },
    ],
    [
      { results: [one], next: null, count: null, total_count: 3 },
      { next: null, count: 3 },
    ],
    [
      { results: [one], count: "7" },
      { next: null, count: 7 },
    ],
    [
      { results: [one], max_proxy_records: 0 },
      { next: null, count: null, limit: 0 },
    ],
    [
      { results: [one], max_proxy_records: 1.5 },
      { next: null, count: null },
    ],
    [
      { results: [one], max_proxy_records: "5" },
      { next: null, count: null },
    ],
    [[one], { next: null, count: null }],
  ])("of %j has its rows, link, and count", (body, facts) => {
    expect(rowsOf(row).parse(body)).toEqual({ items: [one], ...facts });
  });

  test.each([
    ["of people", peopleOf(row), { results: [{ people: [one] }, { people: [] }, { people: [other] }], next: "/x" }],
    ["of retained people", retainedOf(row), { result: [one, other], next: "/x" }],
  ])("%s has the rows of all its groups", (_what, schema, body) => {
    expect(schema.parse(body)).toEqual({ items: [one, other], next: "/x", count: null });
    const bare = Object.values(body).find(Array.isArray);
    expect(schema.parse(bare)).toEqual({ items: [one, other], next: null, count: null });
  });

  test.each([
    ["rows", rowsOf(row), { results: [one, { id: 5 }] }, ["results", 1, "id"]],
    ["bare rows", rowsOf(row), [one, { id: 5 }], [1, "id"]],
    ["people", peopleOf(row), { results: [{ people: [{ id: 5 }] }] }, ["results", 0, "people", 0, "id"]],
    ["retained people", retainedOf(row), { result: [{ id: 5 }] }, ["result", 0, "id"]],
  ])("of %s names the place of a wrong value", (_what, schema, body, path) => {
    expect(schema.safeParse(body).error?.issues).toMatchObject([
      { path, message: "Invalid input: expected string, received number" },
    ]);
  });

  test("has one schema for each form and row", () => {
    const forms = [rowsOf, peopleOf, retainedOf];
    for (const form of forms) expect(form(row)).toBe(form(row));
    expect(new Set(forms.map((form) => form(row))).size).toBe(3);
    expect(rowsOf(z.looseObject({ id: z.string() }))).not.toBe(rowsOf(row));
  });

  test("remembers which keys each row lacked", () => {
    const { items } = rowsOf(row).parse({ results: [one, other] });
    expect(items.map((item) => [...(keysShown(item)?.absent ?? [])])).toEqual([["more"], []]);
  });
});

describe("the keys that a response lacked", () => {
  const schema = z.looseObject({ id: z.string(), name: textOrNull });
  const shown = (read: z.ZodType, body: unknown) => {
    const made = read.parse(body);
    noteAbsentKeys(read, body, made);
    const keys = keysShown(made);
    return keys === undefined ? undefined : { known: [...keys.known], absent: [...keys.absent] };
  };

  test.each([
    ["an object", schema],
    ["an object that is made into another one", schema.transform((one) => ({ ...one }))],
    ["one that is made twice", schema.transform((one) => ({ ...one })).transform((one) => ({ ...one }))],
  ])("of %s are known, if it lacked any", (_what, read) => {
    expect(shown(read, { id: "a", other: 1 })).toEqual({ known: ["id", "name"], absent: ["name"] });
    expect(shown(read, { id: "a", name: null })).toBeUndefined();
    expect(shown(read, { id: "a", name: null })).toBeUndefined();
  });

  test("of anything else are none", () => {
    expect([shown(z.string(), "a"), shown(z.array(schema), [{ id: "a" }]), shown(z.unknown(), {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const value of [null, undefined, "a", 7]) {
      noteAbsentKeys(schema, value, {});
      noteAbsentKeys(schema, {}, value);
      expect(keysShown(value)).toBeUndefined();
    }
  });
});

describe("a value", () => {
  const read = (schema: z.ZodType, value: unknown) => schema.safeParse({ value }.value).data;

  test.each([
    ["nonEmptyText", nonEmptyText, [" ", "é"], ["", null, 5, undefined]],
    ["textOrNull", textOrNull, ["", null], [5]],
    ["textOrNullIfAny", textOrNullIfAny, ["", null], [5]],
    ["instantOrNull", instantOrNull, ["2026-01-01T00:00:00Z", null], ["soon", 5, ""]],
    ["flagOrNull", flagOrNull, [true, false, null], ["true", 0]],
    ["wholeOrNull", wholeOrNull, [0, -1, null], [1.5, "1"]],
  ])("of %s is what it is, or refused", (_what, schema, taken, refused) => {
    for (const value of taken) expect(schema.safeParse(value)).toEqual({ success: true, data: value });
    for (const value of refused) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
  });

  test.each([textOrNull, instantOrNull, flagOrNull, wholeOrNull])("that is absent reads as null", (schema) => {
    expect(z.object({ a: schema }).parse({})).toEqual({ a: null });
  });

  test("that is absent stays so where it can", () => {
    expect(z.object({ a: textOrNullIfAny }).parse({})).toEqual({});
  });

  test.each([
    [0, 0],
    ["0", 0],
    ["007", 7],
    [-1, undefined],
    [1.5, undefined],
    ["-1", undefined],
    ["1x", undefined],
    ["x1", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j counts as %j", (value, count) => {
    expect(read(countNumber, value)).toBe(count);
  });

  test.each([
    [{ a: 1 }, { a: 1 }],
    ['{"a":1}', { a: 1 }],
    ["", undefined],
    ["{", undefined],
    ["7", undefined],
  ])("%j in JSON, or in a string with JSON, is %j", (value, found) => {
    expect(read(jsonOrText(z.object({ a: z.number() })), value)).toEqual(found);
  });

  test("that is an empty string is absent, and another string stays what it is", () => {
    expect(read(jsonOrText(z.string().optional()), "{")).toBe("{");
    expect(read(jsonOrText(z.unknown().default("none")), "")).toBe("none");
  });
});

describe("a query", () => {
  test.each([
    [{}, ""],
    [{ a: undefined, b: null, c: false }, ""],
    [{ a: "", b: 0, c: true }, "?a=&b=0&c=true"],
    [{ "a b": "é&|" }, "?a+b=%C3%A9%26%7C"],
    [{ a: [1, "b"], c: { d: null } }, "?a=%5B1%2C%22b%22%5D&c=%7B%22d%22%3Anull%7D"],
    [{ many: [1, "b", null, false, undefined], other: [1] }, "?many=1&many=b&other=%5B1%5D"],
    [{ many: "one" }, "?many=one"],
    [{ many: [] }, ""],
  ])("of %j is %j", (values, query) => {
    expect(queryOf(values, ["many"])).toBe(query);
  });

  test("that repeats a body is sent up to 4000 characters, with everything that is in it", () => {
    expect(documentedQueryOf({ a: null, b: false, c: undefined })).toBe("?a=null&b=false");
    expect(documentedQueryOf({ a: "x".repeat(3_997) })).toHaveLength(4_000);
    expect(documentedQueryOf({ a: "x".repeat(3_998) })).toBe("");
  });
});

test.each([
  [{}, false, false],
  [{ metadata: "{}" }, false, true],
  [{ metadata: {} }, false, false],
  [{ members_can_see_org_members: null }, true, false],
  [{ members_can_see_org_members: false, metadata: "{}" }, true, false],
])("an organization with %j tells the age of its service", (shown, isNewer, isOfContract) => {
  const organization = shown as Parameters<typeof isServiceOf2026>[0]; // -- only these fields count
  expect([isServiceOf2026(organization), isContractService(organization)]).toEqual([isNewer, isOfContract]);
});

test.each([[[1]], [["1"]], [null], [{ a: 1 }], [5], [true]])(
  "JSON that isn't in a text is read as it is: %j",
  (value) => {
    expect(jsonOrText(z.unknown()).parse(value)).toEqual(value);
  },
);
