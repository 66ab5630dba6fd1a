import { describe, expect, test } from "@jest/globals";

import { isOrgformProblem } from "../../../src/model/diagnostics.ts";
import { formatId, parseId, readNamedId } from "../../../src/model/identity.ts";

const ORDER = ["organizationId", "email"];

function failureOf(action: () => unknown): { code: string; message: string } {
  try {
    action();
  } catch (error) {
    if (isOrgformProblem(error)) return { code: error.code, message: error.message };
  }
  throw new Error("expected a problem");
}

describe("an id string", () => {
  test.each([
    ["uuids", "01912345-89ab-7cde-8f01-23456789abcd", "01912345-89ab-7cde-8f01-23456789abcd"],
    ["addresses", "a.b+c@d.example", "a.b+c@d.example"],
    ["slashes", "a/b", "a%2Fb"],
    ["per cent signs", "50%", "50%25"],
    ["one dot", ".", "%2E"],
    ["two dots", "..", "%2E%2E"],
    ["three dots", "...", "..."],
    ["blanks", "a b", "a%20b"],
    ["letters of other scripts", "äß", "%C3%A4%C3%9F"],
    ["signs that a shell would take", "a!'()*b", "a%21%27%28%29%2Ab"],
  ])("writes %s readably and reads them back", (_what, part, written) => {
    const id = formatId(ORDER, { organizationId: "o1", email: part });
    expect(id).toBe(`o1/${written}`);
    expect(parseId(ORDER, id)).toEqual({ organizationId: "o1", email: part });
  });

  test("ignores parts that are no part of the identity", () => {
    expect(formatId(["a"], { a: "1", b: "2" })).toBe("1");
  });

  test.each([
    ["o1", "1 part(s)"],
    ["o1/a/b", "3 part(s)"],
    ["o1/", "2 part(s)"],
    ["/a", "2 part(s)"],
    ["", "1 part(s)"],
  ])("refuses %j and shows the expected form", (id, found) => {
    expect(failureOf(() => parseId(ORDER, id))).toEqual({
      code: "identity_invalid",
      message:
        "The ID doesn't have the form <organizationId>/<email>\n" +
        `Found ${JSON.stringify(id)}: ${found}; 2 non-empty part(s) are expected, separated by "/".`,
    });
  });

  test("names the part whose escape is broken", () => {
    expect(failureOf(() => parseId(ORDER, "o1/50%"))).toEqual({
      code: "identity_invalid",
      message:
        "The ID doesn't have the form <organizationId>/<email>\n" +
        'Found "o1/50%": the part "50%" holds a broken percent escape.',
    });
  });

  test.each([{ organizationId: "o1" }, { organizationId: "o1", email: "" }])(
    "is not written without a part",
    (parts) => {
      expect(failureOf(() => formatId(ORDER, parts as never))).toEqual({
        code: "identity_incomplete",
        message: 'The identity lacks its part "email"',
      });
    },
  );
});

describe("a text in which the last part may be a name", () => {
  test.each([
    ["o1/a@b.example", ["a@b.example"]],
    ["o1/a%2Fb", ["a/b", "a%2Fb"]],
    ["o1/a/b", ["a/b"]],
    ["o1/50%", ["50%"]],
  ])("%j has these readings", (text, names) => {
    expect(readNamedId(ORDER, text)).toEqual({ scope: { organizationId: "o1" }, names });
  });

  test.each(["o1", "o1/", "/a", ""])("%j lacks a part", (text) => {
    expect(failureOf(() => readNamedId(ORDER, text)).code).toBe("identity_invalid");
  });

  test("must not have a broken escape before the name", () => {
    expect(failureOf(() => readNamedId(ORDER, "50%/a")).message).toContain('the part "50%" holds a broken');
  });
});
