import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import { DOMAIN } from "../../../packages/sandbox/src/wire/domain.ts";
import { ORGANIZATION } from "../../../packages/sandbox/src/wire/organization.ts";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { isWritableIn, type FieldSpec, type ResourceSpec, typeIn } from "../../../packages/sandbox/src/wire/field.ts";
import { isBlank, readLevel } from "../../../packages/sandbox/src/wire/read-value.ts";
import {
  pythonString,
  pythonText,
  pythonTruth,
  pythonTypeName,
  quotedText,
} from "../../../packages/sandbox/src/wire/python-text.ts";
import { readBody } from "../../../packages/sandbox/src/wire/read-body.ts";

function outcome(resource: ResourceSpec, body: unknown): unknown {
  try {
    return readBody(resource, body, { dialect: "2025-08", partial: true });
  } catch (error) {
    return error instanceof ServiceError ? [error.code, error.attr, error.message] : error;
  }
}

const BAD_NAME = "Please enter a valid domain or subdomain name.";

describe("recorded: values of an organization, flow 1:16-105", () => {
  test.each([
    [{ name: "  Padded  " }, { name: "Padded" }],
    [{ name: 5 }, { name: "5" }],
    [{ name: true }, ["invalid_input", "name", "Not a valid string."]],
    [{ name: "   " }, ["blank", "name", "This field may not be blank."]],
    [{ name: null }, ["null", "name", "This field may not be null."]],
    [{ name: "n".repeat(65) }, ["max_length", "name", "Ensure this field has no more than 64 characters."]],
    [{ enforce_2fa: "null" }, { enforce_2fa: null }],
    [{ enforce_2fa: "" }, { enforce_2fa: null }],
    [{ is_member_join_email_enabled: "false" }, { is_member_join_email_enabled: false }],
    [{ is_member_join_email_enabled: 0 }, { is_member_join_email_enabled: false }],
    [
      { is_member_join_email_enabled: "x" },
      ["invalid_input", "is_member_join_email_enabled", "Must be a valid boolean."],
    ],
    [{ is_member_join_email_enabled: null }, ["null", "is_member_join_email_enabled", "This field may not be null."]],
    [{ logo_media_id: "" }, { logo_media_id: null }],
    [{ logo_media_id: "nope" }, ["invalid_input", "logo_media_id", "“nope” is not a valid UUID."]],
    [{ default_experiment_stats_method: "" }, { default_experiment_stats_method: "" }],
    [
      { default_experiment_stats_method: "zzz" },
      ["invalid_choice", "default_experiment_stats_method", '"zzz" is not a valid choice.'],
    ],
    [{ slug: "mine", id: 1, colour: "red" }, {}],
    [[], ["invalid_input", null, "Invalid data. Expected a dictionary, but got list."]],
    ["x", ["invalid_input", null, "Invalid data. Expected a dictionary, but got str."]],
  ])("%j", (body, expected) => {
    expect(outcome(ORGANIZATION, body)).toEqual(expected);
  });

  test("reports only the first fault, in the order of the fields", () => {
    expect(outcome(ORGANIZATION, { enforce_2fa: "maybe", name: "" })).toEqual([
      "blank",
      "name",
      "This field may not be blank.",
    ]);
  });

  test("requires the name in a full body", () => {
    const read = (): unknown => readBody(ORGANIZATION, {}, { dialect: "2025-08", partial: false });
    expect(read).toThrow("This field is required.");
  });
});

describe("recorded: names and settings of a domain, flow 2:13-124", () => {
  test.each(["a.b.c.d.example.co.uk", `${"x".repeat(70)}.example.com`, "a-b.example.com", "1.example.com"])(
    "takes %s",
    (name) => expect(outcome(DOMAIN, { domain: name })).toEqual({ domain: name }),
  );

  test.each([
    "UPPER.example.com",
    "trailing.example.com.",
    "under_score.example.com",
    "-dash.example.com",
    "dash-.example.com",
    "a--b.example.com",
    "münchen.example.com",
    "xn--mnchen-3ya.example.com",
    "example",
    "1.2.3.4",
    "*.example.com",
    "example.com/path",
    "user@example.com",
  ])("refuses %s", (name) => {
    expect(outcome(DOMAIN, { domain: name })).toEqual(["invalid_input", "domain", BAD_NAME]);
  });

  test.each([
    [{ saml_x509_cert: "  CERT\nLINE2\n" }, { saml_x509_cert: "CERT\nLINE2" }],
    [
      { saml_acs_url: null, saml_entity_id: "" },
      { saml_acs_url: null, saml_entity_id: "" },
    ],
    [
      { sso_enforcement: "s".repeat(29) },
      ["max_length", "sso_enforcement", "Ensure this field has no more than 28 characters."],
    ],
    [{ sso_enforcement: null }, ["null", "sso_enforcement", "This field may not be null."]],
  ])("%j", (body, expected) => {
    expect(outcome(DOMAIN, body)).toEqual(expected);
  });
});

describe("recorded: whole numbers, times and structures, flows 3:45-53 and 7:132-159", () => {
  const source = "made up for tests";
  const resource: ResourceSpec = {
    name: "Values",
    fields: [
      { name: "level", type: "integer", writable: true, least: 1, most: 15, source },
      { name: "at", type: "dateTime", writable: true, nullable: true, source },
      { name: "items", type: "list", writable: true, source },
      { name: "options", type: "object", writable: true, source },
      { name: "own", type: "any", writable: true, read: (value) => `own ${String(value)}`, source },
    ],
  };

  test.each([
    [{ level: "8" }, { level: 8 }],
    [{ level: 8.5 }, ["invalid_input", "level", "A valid integer is required."]],
    [{ level: 16 }, ["max_value", "level", "Ensure this value is less than or equal to 15."]],
    [{ level: 0 }, ["min_value", "level", "Ensure this value is greater than or equal to 1."]],
    [{ at: "2030-01-01T02:00:00+02:00" }, { at: "2030-01-01T00:00:00Z" }],
    [{ at: "2030-01-01 00:00:00.123456" }, { at: "2030-01-01T00:00:00.123456Z" }],
    [{ at: "2030-01-01T00:00" }, { at: "2030-01-01T00:00:00Z" }],
    [{ at: null }, { at: null }],
    [{ items: [1] }, { items: [1] }],
    [{ items: "x" }, ["not_a_list", "items", 'Expected a list of items but got type "str".']],
    [{ options: { a: 1 } }, { options: { a: 1 } }],
    [{ options: [] }, ["not_a_dict", "options", 'Expected a dictionary of items but got type "list".']],
    [{ own: 1 }, { own: "own 1" }],
  ])("%j", (body, expected) => {
    expect(outcome(resource, body)).toEqual(expected);
  });

  test.each(["2030-13-01T00:00:00Z", "soon", 5, ""])("refuses the time %j", (at) => {
    expect(outcome(resource, { at })).toEqual([
      "invalid_input",
      "at",
      expect.stringMatching(/^Datetime has wrong format/),
    ]);
  });
});

/** What becomes of a value of one field. */
function read(field: Omit<FieldSpec, "name" | "source" | "writable">, value: unknown): unknown {
  const one = { name: "one", writable: true, source: "made up for tests", ...field };
  const result = outcome({ name: "One", fields: [one] }, { one: value });
  return Array.isArray(result) ? result : Reflect.get(Object(result), "one");
}

const WORDS = { true: ["t", "y", "yes", "true", "on"], false: ["f", "n", "no", "false", "off"] } as const;

describe("a Boolean", () => {
  const spellings = (word: string): string[] => [
    word,
    word.toUpperCase(),
    ...(word.length === 1 ? [] : [word.slice(0, 1).toUpperCase() + word.slice(1)]),
  ];
  const refused = ["invalid_input", "one", "Must be a valid boolean."];

  test.each([
    [true, [true, 1, "1", ...WORDS.true.flatMap(spellings)]],
    [false, [false, 0, "0", ...WORDS.false.flatMap(spellings)]],
  ])("is %j in each of its spellings", (expected, values) => {
    for (const nullable of [true, false])
      expect(values.map((value) => read({ type: "boolean", nullable }, value))).toEqual(values.map(() => expected));
  });

  test("is nothing where it can be, and no other word is one", () => {
    for (const value of ["null", "Null", "NULL", ""]) {
      expect(read({ type: "boolean", nullable: true }, value)).toBeNull();
      expect(read({ type: "boolean" }, value)).toEqual(refused);
    }
    for (const value of ["yES", "tRUE", "oN", " true", "true ", "nULL", "none", 2, -1, 1.5, [], {}, "é|"])
      expect([value, read({ type: "boolean", nullable: true }, value)]).toEqual([value, refused]);
  });
});

describe("a text", () => {
  test.each<[Omit<FieldSpec, "name" | "source" | "writable">, unknown, unknown]>([
    [{ type: "text" }, " é| ", "é|"],
    [{ type: "text" }, 5.5, "5.5"],
    [{ type: "text", blank: true }, "  ", ""],
    [{ type: "text", nullable: true }, null, null],
    [{ type: "text", nullable: true }, "", ["blank", "one", "This field may not be blank."]],
    [{ type: "text" }, null, ["null", "one", "This field may not be null."]],
    [{ type: "text" }, [], ["invalid_input", "one", "Not a valid string."]],
    [{ type: "text" }, "a\u0000", ["null_characters_not_allowed", "one", "Null characters are not allowed."]],
    // Characters count, not halves of them, and only what is left after blanks are gone.
    [{ type: "text", maxChars: 2 }, " \u{1F600}\u{1F600} ", "\u{1F600}\u{1F600}"],
    [{ type: "text", maxChars: 2 }, "abc", ["max_length", "one", "Ensure this field has no more than 2 characters."]],
    [{ type: "text", pattern: { matches: /^a+$/u, detail: "Only a." } }, " aa ", "aa"],
    [{ type: "text", pattern: { matches: /^a+$/u, detail: "Only a." } }, "ab", ["invalid_input", "one", "Only a."]],
    [{ type: "text", choices: ["a", "b"] }, "b", "b"],
    [{ type: "text", choices: ["1"] }, 1, "1"],
    [{ type: "text", choices: ["a"] }, "a ", ["invalid_choice", "one", '"a " is not a valid choice.']],
    [{ type: "text", choices: ["a"] }, "", ["invalid_choice", "one", '"" is not a valid choice.']],
    [{ type: "text", choices: ["a"], blank: true }, "", ""],
    [{ type: "text", choices: ["a"] }, true, ["invalid_choice", "one", '"true" is not a valid choice.']],
  ])("of the field %j with %j is read as %j", (field, value, expected) => {
    expect(read(field, value)).toEqual(expected);
  });
});

describe("a reference", () => {
  const UUID = "01912345-89ab-7cde-8f01-23456789abcd";
  test.each([UUID, UUID.toUpperCase(), UUID.replaceAll("-", ""), `{${UUID}}`, `urn:uuid:${UUID}`])(
    "may be %s",
    (id) => {
      expect(read({ type: "uuid" }, id)).toBe(UUID);
    },
  );

  test("is nothing where it can be, and a refusal otherwise", () => {
    expect([null, ""].map((value) => read({ type: "uuid", nullable: true }, value))).toEqual([null, null]);
    const wrong = (value: unknown, detail: string, code = "invalid_input"): void =>
      expect(read({ type: "uuid" }, value)).toEqual([code, "one", detail]);
    for (const text of ["", `${UUID}0`, UUID.slice(1), UUID.replace("0", "g"), ` ${UUID}`])
      wrong(text, `“${text}” is not a valid UUID.`);
    for (const [value, type] of [
      [1, "int"],
      [1.5, "float"],
      [true, "bool"],
      [[], "list"],
      [{}, "dict"],
    ] as const)
      wrong(value, `Incorrect type. Expected pk value, received ${type}.`, "incorrect_type");
  });
});

describe("a number or a time", () => {
  const refused = ["invalid_input", "one", "A valid integer is required."];
  test.each([
    [1, 1],
    [15, 15],
    ["+8", 8],
    [" 8 ", 8],
    ["8.00", 8],
    ["8.", 8],
    [8, 8],
    ["8.5", refused],
    ["", refused],
    ["1e1", refused],
    ["0x8", refused],
    [true, refused],
    [[8], refused],
    ["-1", ["min_value", "one", "Ensure this value is greater than or equal to 1."]],
    ["16", ["max_value", "one", "Ensure this value is less than or equal to 15."]],
  ])("of %j is the whole number %j", (value, expected) => {
    expect(read({ type: "integer", least: 1, most: 15 }, value)).toEqual(expected);
  });

  test("has no bounds without them", () => {
    for (const value of [-7, 0, 999_999_999_999_999]) expect(read({ type: "integer" }, String(value))).toBe(value);
    expect(read({ type: "integer" }, "9999999999999999")).toEqual(refused);
  });

  test.each([
    ["2030-01-02", "2030-01-02T00:00:00Z"],
    [" 2030-01-02 ", "2030-01-02T00:00:00Z"],
    ["2030-01-02T03:04", "2030-01-02T03:04:00Z"],
    ["2030-01-02t03:04:05z", "2030-01-02T03:04:05Z"],
    ["2030-01-02 03:04:05 Z", "2030-01-02T03:04:05Z"],
    ["2030-01-02T03:04:05.5Z", "2030-01-02T03:04:05.500000Z"],
    ["2030-01-02T03:04:05,000001Z", "2030-01-02T03:04:05.000001Z"],
    ["2030-01-02T03:04:05.000000Z", "2030-01-02T03:04:05Z"],
    ["2030-01-02T03:04:05.123456789Z", "2030-01-02T03:04:05.123456Z"],
    ["2030-01-02T03:04:05-0130", "2030-01-02T04:34:05Z"],
    ["2030-01-02T03:04:05+01:30", "2030-01-02T01:34:05Z"],
    ["2030-01-02T03:04:05+02", "2030-01-02T01:04:05Z"],
  ])("of %j is the time %s", (value, expected) => {
    expect(read({ type: "dateTime" }, value)).toBe(expected);
  });

  test.each(["2030-01-02T", "2030-01-02Z", "2030-1-2", "x2030-01-02", "2030-01-02T25:00", null, 5, true])(
    "of %j is no time",
    (value) => {
      expect(read({ type: "dateTime" }, value)).toEqual([
        value === null ? "null" : "invalid_input",
        "one",
        expect.any(String),
      ]);
    },
  );

  test("of a level is one of three, as a number or its digits", () => {
    for (const level of [1, 8, 15]) {
      expect(read({ type: "integer", read: readLevel }, level)).toBe(level);
      expect(read({ type: "integer", read: readLevel }, String(level))).toBe(level);
    }
    for (const [value, shown] of [
      [2, "2"],
      ["08", "08"],
      [true, "True"],
      [[1], "[1]"],
      [" 1", " 1"],
      [{ a: "b" }, "{'a': 'b'}"],
    ] as const)
      expect(read({ type: "integer", read: readLevel }, value)).toEqual([
        "invalid_choice",
        "one",
        `"${shown}" is not a valid choice.`,
      ]);
  });
});

describe("a field in a version of the service", () => {
  const field = (more: Partial<FieldSpec>): FieldSpec => ({ name: "a", type: "text", source: "made up", ...more });
  const DIALECTS: readonly Dialect[] = ["documented", "2025-08", "2026-09"];

  test.each<[Partial<FieldSpec>, readonly boolean[]]>([
    [{}, [false, false, false]],
    [{ writable: false }, [false, false, false]],
    [{ writable: true }, [true, true, true]],
    [{ writable: true, readOnlySince: "2026-09" }, [true, true, false]],
    [{ writable: true, readOnlySince: "2025-08" }, [true, false, false]],
    [{ writable: true, since: "2026-09" }, [false, false, true]],
    [{ writable: true, until: "2025-08" }, [true, true, false]],
  ])("with %j takes a value in %j", (more, takes) => {
    const one = field(more);
    const readIn = (dialect: Dialect) =>
      readBody({ name: "One", fields: [one] }, { a: "x", b: 1 }, { dialect, partial: false });
    expect(DIALECTS.map((dialect) => "a" in readIn(dialect))).toEqual(takes);
    if (more.since !== undefined || more.until !== undefined) return;
    expect(DIALECTS.map((dialect) => isWritableIn(one, dialect))).toEqual(takes);
  });

  test("may have another type", () => {
    const one = field({ types: { "2026-09": "object" } });
    expect(DIALECTS.map((dialect) => typeIn(one, dialect))).toEqual(["text", "text", "object"]);
  });

  test("is only missed in a whole body, and is checked in its turn", () => {
    const seen: unknown[] = [];
    const fields = [field({ writable: true, required: true }), field({ name: "b", writable: true, required: true })];
    const resource = { name: "Two", fields };
    const checks = { a: (value: unknown) => void seen.push(value), b: (value: unknown) => void seen.push(value) };
    const take = (body: object, partial: boolean) =>
      readBody(resource, body, { dialect: "2025-08", partial, checks: { ...checks } });
    expect(take({ b: " y " }, true)).toEqual({ b: "y" });
    expect(() => take({ b: "y" }, false)).toThrow("This field is required.");
    expect(() => take({ a: "x", b: "" }, false)).toThrow("This field may not be blank.");
    expect(take({ b: "y", a: "x" }, false)).toEqual({ a: "x", b: "y" });
    expect(seen).toEqual(["y", "x", "x", "y"]);
    // What every object inherits isn't given.
    expect(
      readBody(
        { name: "O", fields: [field({ name: "toString", writable: true })] },
        {},
        { dialect: "2025-08", partial: true },
      ),
    ).toEqual({});
  });
});

describe("a value in the service's own language", () => {
  test.each<[unknown, string, string, string, boolean]>([
    [null, "None", "None", "NoneType", false],
    [true, "True", "True", "bool", true],
    [false, "False", "False", "bool", false],
    ["", "''", "", "str", false],
    ["a|é", "'a|é'", "a|é", "str", true],
    [0, "0", "0", "int", false],
    [-3, "-3", "-3", "int", true],
    [1.5, "1.5", "1.5", "float", true],
    [[], "[]", "[]", "list", false],
    [["a", null, [1]], "['a', None, [1]]", "['a', None, [1]]", "list", true],
    [{}, "{}", "{}", "dict", false],
    [{ "it's": true, b: {} }, `{"it's": True, 'b': {}}`, `{"it's": True, 'b': {}}`, "dict", true],
  ])("%j is %s", (value, text, bare, type, isTrue) => {
    expect([pythonText(value), pythonString(value), pythonTypeName(value), pythonTruth(value)]).toEqual([
      text,
      bare,
      type,
      isTrue,
    ]);
  });

  test.each([
    ["it's", `"it's"`],
    [`it's "it"`, String.raw`'it\'s "it"'`],
    ['"', `'"'`],
    ["a\\b", String.raw`'a\\b'`],
    ["a\n\r\tb", String.raw`'a\n\r\tb'`],
  ])("the text %j is quoted as %s", (text, quoted) => {
    expect(quotedText(text)).toBe(quoted);
  });

  test("is blank only if there is nothing in it", () => {
    expect([undefined, null, ""].map(isBlank)).toEqual([true, true, true]);
    expect([" ", 0, false, [], {}].map(isBlank)).toEqual([false, false, false, false, false]);
  });
});
