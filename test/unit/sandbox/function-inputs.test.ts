import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import {
  type Inputs,
  readInputs,
  readSchema,
  refuseSecrets,
} from "../../../packages/sandbox/src/routes/hog-functions/inputs.ts";

function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${error.status} ${error.code} ${error.attr}: ${error.message}`;
  }
}

const REQUIRED = "This field is required.";
const SWITCHES = { required: false, hidden: false, secret: false };

describe("the schema of a function's inputs, service 2026-09, hog-functions.md, fields", () => {
  test("keeps what it knows, in any order, and fills in the switches", () => {
    const known = {
      templating: true,
      requiredScopes: "x",
      requires_field: "f",
      integration_field: "g",
      integration_key: "h",
      integration: "slack",
      description: "é|",
      hidden: true,
      default: null,
      required: true,
      choices: [{ value: 1 }],
      label: "L",
      type: "string",
      key: "k",
    };
    expect(readSchema([{ ...known, secret: true, other: 1 }])).toEqual([{ ...known, secret: true }]);
    expect(readSchema([{ key: "k", type: "json", secret: "true", hidden: undefined }])).toEqual([
      { ...SWITCHES, key: "k", type: "json" },
    ]);
    expect(readSchema([])).toEqual([]);
  });

  test.each<[sent: readonly unknown[], refusal: string]>([
    [[null], "400 invalid_input inputs_schema: Invalid data. Expected a dictionary."],
    [[{ key: "a", type: "string" }, []], "400 invalid_input inputs_schema: Invalid data. Expected a dictionary."],
    [[{}], `400 required inputs_schema__0__type: ${REQUIRED}`],
    [[{ key: "a", type: "" }], `400 required inputs_schema__0__type: ${REQUIRED}`],
    [[{ key: "a", type: "string" }, { type: "string" }], `400 required inputs_schema__1__key: ${REQUIRED}`],
    [[{ key: 7, type: "string" }], `400 required inputs_schema__0__key: ${REQUIRED}`],
  ])("refuses %j", (sent, refusal) => {
    expect(outcome(() => readSchema(sent))).toBe(refusal);
    expect(outcome(() => readSchema(sent, "schema"))).toBe(refusal.replace("inputs_schema", "schema"));
  });
});

/** Reads the values of one input. */
function read(
  item: object,
  sent: unknown,
  { stored, fillsIn = true, where }: { stored?: Inputs[string]; fillsIn?: boolean; where?: string } = {},
): unknown {
  const schema = readSchema([{ key: "k", type: "string", ...item }]);
  return outcome(() => {
    const { inputs, secrets } = readInputs(
      schema,
      { k: sent, other: { value: 1 } },
      stored === undefined ? {} : { k: stored },
      {
        fillsIn,
        ...(where === undefined ? {} : { where }),
      },
    );
    return { inputs, secrets };
  });
}
const plain = (input: object): object => ({ inputs: { k: input }, secrets: {} });

describe("the value of an input, service 2026-09, hog-functions.md, inputs and secrets", () => {
  test.each<[type: string, fitting: readonly unknown[], other: readonly unknown[], detail: string]>([
    ["string", ["a", " "], [7, true, {}, []], "Value must be a string."],
    ["number", [7, 0, 1.5], ["7", true, {}], "Value must be a number."],
    ["boolean", [true, false], ["true", 0], "Value must be a boolean."],
    ["dictionary", [{ a: 1 }, {}], ["{}", [], 7], "Value must be a dictionary."],
    ["integration", [7], ["7", 1.5, {}, true], "Value must be an Integration ID."],
  ])("of type %s fits, or is absent", (type, fitting, other, detail) => {
    for (const value of fitting) expect(read({ type }, { value, more: 1 })).toEqual(plain({ value }));
    for (const value of other) expect(read({ type }, { value })).toBe(`400 invalid_input inputs__k: ${detail}`);
    for (const value of [null, ""]) expect(read({ type }, { value })).toEqual(plain({ value }));
    for (const none of [undefined, null, {}]) expect(read({ type }, none)).toEqual(plain({}));
  });

  test("of another type isn't checked", () => {
    for (const value of [7, "a", [], {}]) expect(read({ type: "json" }, { value })).toEqual(plain({ value }));
  });

  test.each(["hog", "liquid"])("can be a template for %s", (templating) => {
    expect(read({}, { value: "a", templating })).toEqual(plain({ value: "a", templating }));
    expect(read({}, { value: "a", templating: templating.toUpperCase() })).toBe(
      `400 invalid_choice inputs__k__templating: ""${templating.toUpperCase()}"" is not a valid choice.`,
    );
  });

  test("isn't anything but a dictionary, and is named in a refusal", () => {
    for (const sent of ["a", 7, []])
      expect(read({}, sent, { where: "mappings__0" })).toBe(
        "400 invalid_input mappings__0__k: Invalid data. Expected a dictionary.",
      );
  });

  test("that is required gets its default only if it should", () => {
    const item = { required: true, default: "d" };
    for (const sent of [undefined, {}, { value: "" }, { value: null }]) {
      expect(read(item, sent)).toEqual(plain({ value: "d" }));
      expect(read(item, sent, { fillsIn: false })).toBe(`400 invalid_input inputs__k: ${REQUIRED}`);
      expect(read({ required: true }, sent)).toBe(`400 invalid_input inputs__k: ${REQUIRED}`);
    }
    expect(read(item, { value: "own" })).toEqual(plain({ value: "own" }));
    expect(read({ default: "d" }, {})).toEqual(plain({}));
    expect(read({ ...item, default: 7 }, {})).toBe("400 invalid_input inputs__k: Value must be a string.");
    expect(read({ required: true, type: "boolean" }, { value: false })).toEqual(plain({ value: false }));
  });
});

describe("a secret input", () => {
  const SECRET = { secret: true };
  const STORED = { value: "old", templating: "hog" };
  const secret = (input: object): object => ({ inputs: {}, secrets: { k: input } });

  test("is kept apart, and replaced only by a new value", () => {
    expect(read(SECRET, { value: "new" })).toEqual(secret({ value: "new" }));
    expect(read(SECRET, { value: "new" }, { stored: STORED })).toEqual(secret({ value: "new" }));
    for (const sent of [undefined, null, {}, { secret: true }, { value: "" }, { value: null, templating: "liquid" }])
      expect(read(SECRET, sent, { stored: STORED })).toEqual(secret(STORED));
    for (const sent of [undefined, null, {}, { value: "" }])
      expect(read(SECRET, sent)).toStrictEqual({ inputs: {}, secrets: {} });
  });

  test("that isn't stored has to be sent", () => {
    expect(read(SECRET, { secret: true })).toBe(
      "400 invalid_input inputs__k: No value is saved for this secret input. Enter the value again.",
    );
    expect(read({ ...SECRET, required: true }, { value: "" })).toBe(`400 invalid_input inputs__k: ${REQUIRED}`);
    expect(read({ ...SECRET, required: true }, undefined, { stored: STORED })).toEqual(secret(STORED));
  });

  test("of what was none before isn't taken from a plain input", () => {
    expect(read({}, undefined, { stored: STORED })).toEqual(plain({}));
    expect(read({}, { secret: true }, { stored: STORED })).toEqual(plain({}));
  });

  test("isn't known for some places", () => {
    const [open, hidden] = [
      readSchema([{ key: "k", type: "string" }]),
      readSchema([{ key: "k", type: "string", secret: true }]),
    ];
    expect(outcome(() => refuseSecrets(open, "mappings"))).toBeUndefined();
    expect(outcome(() => refuseSecrets([...open, ...hidden], "mappings"))).toBe(
      "501 not_implemented null: How the service stores secret inputs of mappings is not known.",
    );
  });
});
