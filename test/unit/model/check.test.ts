import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { check, type CheckSettings } from "../../../src/model/check.ts";
import { field } from "../../../src/model/field.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { box, fakeBox, parcel, withInputs } from "../../support/fake-resources.ts";
import { printedProblems } from "../../support/printed-problems.ts";

const settings: CheckSettings = { organizationId: "o1", howToSet: (name) => `set ${name}` };
const checked = (inputs: Record<string, unknown>, definition = box) => check(definition, inputs, settings);
const problemsOf = (inputs: Record<string, unknown>, definition = box) =>
  printedProblems(checked(inputs, definition).problems);

describe("defaults", () => {
  test("are filled in, with what the configuration says", () => {
    expect(checked({ name: "a" })).toEqual({
      inputs: { organizationId: "o1", name: "a", isProtected: true },
      problems: [],
    });
  });

  test("do not replace what is given", () => {
    const given = { organizationId: "o2", name: "a", color: "red", isProtected: false };
    expect(checked(given)).toEqual({ inputs: given, problems: [] });
  });

  test("are not filled in for a field that is not known yet", () => {
    const given = { organizationId: UNKNOWN, name: "a", isProtected: UNKNOWN };
    expect(checked(given)).toEqual({ inputs: given, problems: [] });
  });

  test("of the configuration are asked for when it has none", () => {
    expect(printedProblems(check(box, { name: "a" }, { howToSet: (name) => `set ${name}` }).problems)).toEqual([
      { path: "organizationId", reason: "is required: set it here, or set organizationId" },
    ]);
  });
});

test.each([0, "9", 500, null, { toString: 1, valueOf: 1 }])(
  "an object in place of a text or a list is named once, whatever its length is: %j",
  (length) => {
    const given = { name: { length }, combination: { length }, emails: [{ length }], tokens: { length: { length } } };
    expect(problemsOf(given, parcel)).toEqual(
      ["name", "combination", "emails[0]", "tokens.length"].map((path) => ({
        path,
        reason: "expected a string, found an object",
      })),
    );
    expect(problemsOf({ name: "a", emails: { length } }, parcel)).toEqual([
      { path: "emails", reason: "expected a list, found an object" },
    ]);
  },
);

describe("a form that isn't accepted any more", () => {
  const former = fakeBox({
    capabilities: [
      {
        name: "former lid",
        formerForm: (written) => ("lid" in written ? [{ path: "lid", reason: "is now color" }] : []),
      },
      {
        name: "former seal",
        formerForm: (written) => ("seal" in written ? [{ path: "seal", reason: "is gone" }] : []),
      },
      { name: "none" },
    ],
  });

  test("is told of before everything else, and the declaration stays as it is written", () => {
    const written = { lid: "flat", seal: 7, name: 7, color: "no color" };
    expect(checked(written, former)).toEqual({
      inputs: written,
      problems: [
        { path: "lid", reason: "is now color" },
        { path: "seal", reason: "is gone" },
      ],
    });
    expect(problemsOf({ name: "a" }, former)).toEqual([]);
  });
});

describe("names", () => {
  test("that are misspelt are answered with the nearest field", () => {
    expect(problemsOf({ name: "a", colour: "red", Weigth: 1 })).toEqual([
      { path: "colour", reason: "is not a field of Box; did you mean `color`?" },
      { path: "Weigth", reason: "is not a field of Box; did you mean `weight`?" },
    ]);
  });

  test("that are like nothing are answered with all fields", () => {
    expect(problemsOf({ name: "a", zzzzzzzz: 1 })).toEqual([
      {
        path: "zzzzzzzz",
        reason: "is not a field of Box; it takes organizationId, name, color, weight, combination, isProtected, adopt",
      },
    ]);
  });

  test("of outputs are no inputs", () => {
    expect(problemsOf({ name: "a", boxId: "b1", stateVersion: 1 })).toEqual([
      { path: "boxId", reason: "is an output of Box: the service decides it; remove it" },
      { path: "stateVersion", reason: "is an output of Box: the service decides it; remove it" },
    ]);
  });

  test("that every object has are no fields", () => {
    expect(problemsOf({ name: "a", constructor: 1 }).map(({ path }) => path)).toEqual(["constructor"]);
  });

  test("without a value are left out", () => {
    expect(checked({ name: "a", colour: undefined, boxId: undefined, color: undefined })).toEqual(
      checked({ name: "a" }),
    );
  });
});

describe("values", () => {
  test.each([
    [{}, { path: "name", reason: "is required" }],
    [{ name: 5 }, { path: "name", reason: "expected a string, found the number 5" }],
    [{ name: "" }, { path: "name", reason: "is empty; at least 1 character is required" }],
    [{ name: "x".repeat(21) }, { path: "name", reason: "has 21 characters; at most 20 characters are allowed" }],
    [{ name: null }, { path: "name", reason: "expected a string, found null; leave the field out instead" }],
    [
      { name: "a", weight: null },
      { path: "weight", reason: "expected a number, found null; leave the field out instead" },
    ],
    [
      { name: "a", weight: 101 },
      { path: "weight", reason: "is the number 101; at most 100 is allowed" },
    ],
    [
      { name: "a", weight: -1 },
      { path: "weight", reason: "is the number -1; at least 0 is required" },
    ],
    [
      { name: "a", weight: 1.5 },
      { path: "weight", reason: "expected an integer, found the number 1.5" },
    ],
    [
      { name: "a", weight: "5" },
      { path: "weight", reason: 'expected a number, found "5"' },
    ],
    [
      { name: "a", color: "green" },
      { path: "color", reason: 'expected one of "grey", "red", "blue", found "green"' },
    ],
    [
      { name: "a", isProtected: "no" },
      { path: "isProtected", reason: 'expected a boolean, found "no"' },
    ],
    [{ name: ["a"] }, { path: "name", reason: "expected a string, found a list" }],
    [{ name: { a: 1 } }, { path: "name", reason: "expected a string, found an object" }],
    [
      { name: "a", adopt: "" },
      { path: "adopt", reason: "is empty; at least 1 character is required" },
    ],
  ])("of %j are refused with what was expected and what was found", (inputs, problem) => {
    expect(problemsOf(inputs)).toEqual([problem]);
  });

  test("that are wrong are all named at once", () => {
    expect(problemsOf({ weight: "5", color: 1 }).map(({ path }) => path)).toEqual(["name", "color", "weight"]);
  });

  test("of a secret field are described by their kind and length alone", () => {
    expect(problemsOf({ name: "a", combination: "1234".repeat(11) })).toEqual([
      { path: "combination", reason: "has 44 characters; at most 40 characters are allowed" },
    ]);
    expect(problemsOf({ name: "a", combination: 4711 })).toEqual([
      { path: "combination", reason: "expected a string, found a number" },
    ]);
  });

  test("that fit none of several forms are told so without blame", () => {
    const either = withInputs({ size: field(z.union([z.number(), z.boolean()]), { doc: "Size." }) });
    expect(check(either, { size: "big" }, settings).problems).toEqual([
      { path: "size", reason: 'expected a number or a boolean, found "big"' },
    ]);
  });

  const form = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]);
  const kinds = z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("x") }),
    z.strictObject({ kind: z.literal("y") }),
  ]);

  test.each([
    [
      form,
      { a: 1 },
      "value",
      "matches none of the allowed forms: a expected a string, found the number 1; or b is required, has unknown keys: a",
    ],
    [kinds, { kind: "z" }, "value.kind", 'expected one of "x", "y", found "z"'],
    [kinds, { kind: "x", color: 1 }, "value", "has unknown keys: color"],
    [z.array(kinds), [{ kind: "y", color: 1 }], "value[0]", "has unknown keys: color"],
    [z.email(), "x", "value", 'expected an email address, found "x"'],
    [z.iso.datetime(), "x", "value", 'expected a time such as 2026-11-20T08:00:00Z, found "x"'],
    [z.string().regex(/^a$/u), "x", "value", 'expected a string that matches /^a$/u, found "x"'],
    [z.base64(), "?", "value", 'expected the format base64, found "?"'],
    [
      z.record(z.string().max(2), z.number()),
      { abc: 1 },
      "value.abc",
      "is the key of an entry: has 3 characters; at most 2 characters are allowed",
    ],
    [z.number().multipleOf(5), 3, "value", "expected a multiple of 5, found the number 3"],
    [z.array(z.string()).min(1), [], "value", "has 0 items; at least 1 item is required"],
    [z.string().max(100), "y".repeat(101), "value", "has 101 characters; at most 100 characters are allowed"],
    [z.number(), "y".repeat(70), "value", `expected a number, found "${"y".repeat(60)}..."`],
    [z.number(), "", "value", "expected a number, found an empty string"],
  ])("are described without zod's own words (%#)", (schema, value, path, reason) => {
    const one = withInputs({ value: field(schema, { doc: "Value." }) });
    expect(check(one, { value }, settings).problems).toEqual([{ path, reason }]);
  });

  test("with an unknown in them are not refused for what they might hold", () => {
    const one = withInputs({ value: field(form, { doc: "Value." }) });
    expect(check(one, { value: { a: UNKNOWN } }, settings)).toEqual({
      inputs: { value: { a: UNKNOWN } },
      problems: [],
    });
  });

  test("are not refused for a place below one that is not known yet", () => {
    const route = z.looseObject({}).superRefine((_value, context) => {
      context.addIssue({ code: "custom", path: ["config", "region"], message: "expected a region of this kind" });
    });
    const one = withInputs({ route: field(route, { doc: "Route." }) });
    expect(check(one, { route: { config: UNKNOWN } }, settings).problems).toEqual([]);
    expect(printedProblems(check(one, { route: { config: { region: "x" } } }, settings).problems)).toEqual([
      { path: "route.config.region", reason: 'expected a region of this kind, found "x"' },
    ]);
  });
});

describe("nested values", () => {
  const nested = (values: Record<string, unknown>) => problemsOf({ name: "a", ...values }, parcel);

  test("are refused under the path that the user wrote", () => {
    expect(
      nested({
        destination: { kind: "road", config: { region: 7, stops: 1.5 } },
        emails: ["a@b", "c@d", "nobody"],
        tokens: { first: "much-too-long" },
      }),
    ).toEqual([
      { path: "destination.kind", reason: 'expected one of "air", "sea", found "road"' },
      { path: "destination.config.region", reason: "expected a string, found the number 7" },
      { path: "destination.config.stops", reason: "expected an integer, found the number 1.5" },
      { path: "emails[2]", reason: 'expected an address with an @, found "nobody"' },
      { path: "tokens.first", reason: "has 13 characters; at most 8 characters are allowed" },
    ]);
  });

  test("that are missing or of no field are named", () => {
    expect(nested({ destination: { config: { regoin: "eu" } } })).toEqual([
      { path: "destination.kind", reason: 'expected one of "air", "sea", found nothing' },
      { path: "destination.config.region", reason: "is required" },
      { path: "destination.config.regoin", reason: "isn't a field of destination.config; did you mean `region`?" },
    ]);
  });

  test("may be unknown at any depth", () => {
    const given = {
      organizationId: "o1",
      name: "a",
      destination: { kind: UNKNOWN, config: { region: UNKNOWN, stops: UNKNOWN } },
      emails: ["a@b", UNKNOWN],
      tokens: { first: UNKNOWN },
      isProtected: true,
    };
    expect(checked(given, parcel)).toEqual({ inputs: given, problems: [] });
    expect(nested({ destination: { kind: "air", config: UNKNOWN }, emails: UNKNOWN })).toEqual([]);
  });

  test("are validated as far as they are known", () => {
    expect(
      nested({
        destination: { kind: UNKNOWN, config: { region: 7, regoin: UNKNOWN } },
        emails: [UNKNOWN, "nobody", UNKNOWN, UNKNOWN],
      }),
    ).toEqual([
      { path: "destination.config.region", reason: "expected a string, found the number 7" },
      { path: "destination.config.regoin", reason: "isn't a field of destination.config; did you mean `region`?" },
      { path: "emails", reason: "has 4 items; at most 3 items are allowed" },
    ]);
    expect(nested({ emails: [UNKNOWN, "nobody"] })).toEqual([
      { path: "emails[1]", reason: 'expected an address with an @, found "nobody"' },
    ]);
    expect(nested({ emails: { a: UNKNOWN } })).toEqual([
      { path: "emails", reason: "expected a list, found an object" },
    ]);
  });
});
