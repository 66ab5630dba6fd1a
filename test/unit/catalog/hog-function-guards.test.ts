import { describe, expect, test } from "@jest/globals";

import { hogFunction } from "../../../src/catalog/resources/hog-function/hog-function.ts";
import { hogFunctionGuards, isOfGeoip } from "../../../src/catalog/resources/hog-function/hog-function-guards.ts";
import {
  inputFaults,
  inputsFromWire,
  inputsInBody,
  inputsToSend,
  liquidFromWire,
  missingInputs,
  resendableInputs,
  schemaIn,
} from "../../../src/catalog/resources/hog-function/hog-function-inputs.ts";
import type { HogFunctionWire } from "../../../src/client/hog-functions/hog-function-wire.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError } from "../../support/fake-service.ts";

const SCHEMA = [
  { key: "url", type: "string", required: true },
  { key: "method", type: "choice", required: true, default: "POST" },
  { key: "token", type: "string", required: true, secret: true, default: "x" },
  { key: "note", type: "string" },
];

const TEMPLATES: Readonly<Record<string, Values>> = {
  "template-webhook": { id: "template-webhook", type: "destination", status: "stable", inputs_schema: SCHEMA },
  "template-email": { id: "template-email", type: "destination", status: "hidden", inputs_schema: [] },
  "template-geoip": { id: "template-geoip", type: "transformation", status: "stable", inputs_schema: [] },
};

const functionWith = (further: object): HogFunctionWire =>
  ({ id: "f1", name: "A", type: "transformation", enabled: true, template: null, ...further }) as HogFunctionWire; // -- what guards look at

interface Asked {
  readonly inputs: Values;
  readonly state?: Values;
  readonly held?: readonly HogFunctionWire[];
  readonly wire?: HogFunctionWire;
}

/** The refusals of all guards that look at a declaration. */
async function refusals({ inputs, state, held = [], wire }: Asked): Promise<string> {
  const verb = state === undefined ? "create" : "update";
  const context = { verb, inputs: { projectId: "7", ...inputs }, state } as const;
  const template = (_project: string, id: string) =>
    TEMPLATES[id] === undefined
      ? Promise.reject(apiError({ category: "notFound", status: 404 }))
      : Promise.resolve(TEMPLATES[id]);
  const call = {
    hasList: () => Promise.resolve(true),
    all: () => Promise.resolve(held),
    once: (_name: string, read: (call: object) => unknown) => read({}),
  };
  const texts: string[] = [];
  for (const guard of hogFunctionGuards(() => hogFunction)) {
    if (!guard.on.includes(verb) || guard.isAsked?.(context) === false) continue;
    const text = await guard.refuse(context, wire, () => ({ api: { hogFunctions: { template } }, call }) as never); // -- all that they ask
    if (text !== undefined) texts.push(printed(text));
  }
  return texts.join("\n---\n");
}

const NEW = { type: "destination", name: "Post", hog: "x" };
const HOOK = { ...NEW, templateId: "template-webhook" };
const fit = (...faults: readonly string[]): string => `These inputs don't fit the function: ${faults.join("; ")}.`;

describe("a new function", () => {
  const given = { inputs: '{"url":"https://a.example"}', secretInputs: { token: "t" } };

  test.each<[what: string, inputs: Values, refusal: string]>([
    ["that fits its template", { ...HOOK, ...given }, ""],
    ["that fits its own inputs", { ...NEW, inputsSchema: JSON.stringify(SCHEMA), ...given }, ""],
    [
      "without required inputs",
      HOOK,
      fit('the input "url" is required and not given', 'the input "token" is required and not given'),
    ],
    [
      "with an empty required input",
      { ...HOOK, ...given, inputs: '{"url":""}' },
      fit('the input "url" is required and not given'),
    ],
    ["whose secrets aren't known yet", { ...HOOK, ...given, secretInputs: UNKNOWN }, ""],
    [
      "whose secrets aren't known yet, with a wrong input",
      { ...HOOK, inputs: '{"urls":"x"}', secretInputs: UNKNOWN },
      fit('`inputs` has "urls", which isn\'t an input of the function; did you mean url?'),
    ],
    ["whose inputs aren't known yet", { ...HOOK, inputs: UNKNOWN }, ""],
    ["whose template isn't known yet", { ...HOOK, templateId: UNKNOWN }, ""],
    ["whose project isn't known yet", { ...HOOK, projectId: UNKNOWN }, ""],
    ["that exists", { ...HOOK, adopt: "Post" }, ""],
    [
      "with inputs of other kinds",
      { ...HOOK, inputs: '{"token":"t","zzzzzzzzz":1}', secretInputs: { url: "u" } },
      fit(
        'the input "token" is secret: set it in `secretInputs`',
        '`inputs` has "zzzzzzzzz", which isn\'t an input of the function; it has url, method, token, note',
        'the input "url" isn\'t secret: set it in `inputs`',
      ),
    ],
    [
      "of an unknown template",
      { ...NEW, templateId: "template-|é" },
      'The service has no template "template-|é". IDs of templates begin with "template-". The service\'s page for new functions lists them.',
    ],
    [
      "of an internal template",
      { ...NEW, templateId: "template-email" },
      'The template "template-email" is internal, so no function can use it.',
    ],
    [
      "of another type than its template",
      { ...HOOK, type: "site_app" },
      'The template "template-webhook" is for functions of another type: declare `type: "destination"`.',
    ],
    [
      "of the old type",
      { ...NEW, type: "legacy_destination" },
      'Only the service creates functions of this type, from destinations that are older than hog functions. Declare `type: "destination"` for a new one. To manage an existing one, import it or set `adopt`.',
    ],
    ["of the old type that exists", { ...NEW, type: "legacy_destination", adopt: "Post" }, ""],
  ])("%s: %j", async (_what, inputs, refusal) => {
    expect(await refusals({ inputs })).toBe(refusal);
  });
});

describe("transformations of a project", () => {
  const bot = { type: "transformation", name: "Bots", hog: "return event", enabled: true };
  const many = (count: number, further: object = {}): HogFunctionWire[] =>
    Array.from({ length: count }, (_, index) => functionWith({ id: `f${index}`, name: `T${index}`, ...further }));
  const FULL =
    "Project 7 has 20 enabled transformations, and the service accepts no more. Disable or delete another one in a separate update, or disable this one: `enabled: false`.";

  test.each<[what: string, asked: Asked, refusal: string]>([
    ["20 others run", { inputs: bot, held: many(20) }, FULL],
    ["19 others run", { inputs: bot, held: many(19) }, ""],
    ["20 others run, and this one doesn't", { inputs: { ...bot, enabled: false }, held: many(20) }, ""],
    ["20 others are stopped", { inputs: bot, held: many(20, { enabled: false }) }, ""],
    ["20 others are of another type", { inputs: bot, held: many(20, { type: "destination" }) }, ""],
    ["this one may be there already", { inputs: { ...bot, name: "T3" }, held: many(20) }, ""],
    ["this one runs already", { inputs: bot, state: { enabled: true }, held: many(20) }, ""],
    ["this one is enabled", { inputs: { ...bot, name: "T3" }, state: { enabled: false }, held: many(20) }, FULL],
    ["this one is adopted", { inputs: { ...bot, adopt: "x" }, held: many(20) }, ""],
    ["its name isn't known yet", { inputs: { ...bot, name: UNKNOWN }, held: many(20) }, ""],
    ["it is known only later whether this one runs", { inputs: { ...bot, enabled: UNKNOWN }, held: many(20) }, ""],
    ["a destination is declared", { inputs: { ...bot, type: "destination" }, held: many(20) }, ""],
  ])("are limited: if %s", async (_what, asked, refusal) => {
    expect(await refusals(asked)).toBe(refusal);
  });

  test.each(["template-geoip", "plugin-posthog-plugin-geoip"])("have one for places, here by %s", async (id) => {
    const place = functionWith({ id: "g1", name: 'Geo "IP"', template: { id }, enabled: false });
    expect(isOfGeoip(place)).toBe(true);
    const inputs = { type: "transformation", name: "Places", templateId: "template-geoip" };
    expect(await refusals({ inputs, held: [functionWith({}), place] })).toBe(
      `The project has one of ${id} already, which the service creates with every project, and each event would go through both. To manage the existing one, set \`adopt: "g1"\`: "Geo \\"IP\\"".`,
    );
    expect(await refusals({ inputs, held: [functionWith({ template: { id: "template-x" } })] })).toBe("");
    expect(await refusals({ inputs, state: { enabled: false }, held: [place] })).toBe("");
    expect(await refusals({ inputs: { ...inputs, adopt: "g1" }, held: [place] })).toBe("");
  });
});

describe("inputs of a function that exists", () => {
  const wire = functionWith({ inputs_schema: SCHEMA });
  const wrong = { inputs: '{"urls":"x"}' };
  const fault = fit('`inputs` has "urls", which isn\'t an input of the function; did you mean url?');

  test.each<[what: string, asked: Asked, refusal: string]>([
    ["are new and wrong", { inputs: wrong, state: {}, wire }, fault],
    ["are wrong as before", { inputs: wrong, state: wrong, wire }, ""],
    ["are right", { inputs: { inputs: '{"url":"x"}' }, state: {}, wire }, ""],
    ["are wrong, with new secrets", { inputs: { ...wrong, secretInputs: { token: "t" } }, state: wrong, wire }, fault],
    ["have a declaration of their own", { inputs: { ...wrong, inputsSchema: "[]" }, state: {}, wire }, ""],
    ["can't be seen", { inputs: wrong, state: {} }, ""],
  ])("%s", async (_what, asked, refusal) => {
    expect(await refusals(asked)).toBe(refusal);
  });
});

test("inputs that a function doesn't have are named with what it has", () => {
  const texts = (schema: typeof SCHEMA, values: Values) => inputFaults(schema, values).map((one) => printed(one));
  expect(texts([], { inputs: '{"a":1}' })).toEqual([
    '`inputs` has "a", which isn\'t an input of the function; it has none',
  ]);
  expect(texts(SCHEMA, { inputs: UNKNOWN, secretInputs: UNKNOWN })).toEqual([]);
  expect(missingInputs(SCHEMA, { inputs: '{"url":"x","token":""}' })).toEqual(["token"]);
});

describe("a body", () => {
  test("has required defaults, and secrets in the form of their types", () => {
    const types = ["number", "boolean", "dictionary", "json", "integration", "string", undefined];
    const schema = types.map((type, index) => ({ key: `k${index}`, type, secret: true })) as typeof SCHEMA; // -- of any type
    const secrets = Object.fromEntries(types.map((_type, index) => [`k${index}`, index === 1 ? "not JSON" : "[1]"]));
    const values = types.map((type, index) =>
      index === 1 ? "not JSON" : type === "string" || type === undefined ? "[1]" : [1],
    );
    expect(inputsInBody({ open: {}, secrets }, schema)).toEqual(
      Object.fromEntries(values.map((value, index) => [`k${index}`, { value }])),
    );
    expect(inputsInBody({ open: {}, secrets: {} }, SCHEMA)).toEqual({ method: { value: "POST" } });
    const open = { method: { value: "GET" } };
    expect(inputsInBody({ open, secrets: { note: "n" } }, SCHEMA)).toEqual({ ...open, note: { value: "n" } });
    expect(inputsInBody({ open, secrets: {} })).toEqual(open);
    const empty = ["", null, undefined].map((value) => ({ key: "a", type: "string", required: true, default: value }));
    for (const one of empty) expect(inputsInBody({ open: {}, secrets: {} }, [one] as typeof SCHEMA)).toEqual({}); // -- as above
  });

  test("has all inputs, since the service takes them only together", () => {
    const wire = functionWith({
      inputs_schema: SCHEMA,
      inputs: { url: { value: "u" }, method: { value: "POST" }, token: { secret: true }, gone: null },
    });
    const before = { wire, state: { liquidInputs: ["url"] }, desired: {} };
    const held = { token: { secret: true } };
    const sent = (inputs: Values, desired: Values = inputs) => inputsToSend({ inputs, before: { ...before, desired } });
    expect(sent({ secretInputs: { token: "t" } }, {})).toEqual({
      open: { ...held, url: { value: "u", templating: "liquid" } },
      secrets: { token: "t" },
      schema: SCHEMA,
    });
    expect(sent({ inputs: '{"note":"n"}' })).toMatchObject({
      open: { ...held, note: { value: "n" }, url: { value: null, templating: "liquid" } },
      secrets: {},
    });
    expect(sent({ inputs: '{"note":"n"}', liquidInputs: [] }).open).toEqual({ ...held, note: { value: "n" } });
    const own = [{ key: "a", type: "string" }];
    expect(sent({}, { inputsSchema: JSON.stringify([...own, { type: "string" }, null]) }).schema).toEqual(own);
    expect(inputsToSend({ inputs: { inputs: '{"a":1}' }, before: undefined })).toEqual({
      open: { a: { value: 1 } },
      secrets: {},
      schema: undefined,
    });
  });
});

describe("the inputs that a service shows", () => {
  const schema = [
    { key: "url", type: "string", default: "u|" },
    { key: "token", type: "string", secret: true },
    { key: "map", type: "dictionary", default: { a: 1 } },
  ];
  const shown = (inputs: Values, declared?: unknown) =>
    JSON.parse(inputsFromWire(functionWith({ inputs_schema: schema, inputs }), declared) ?? "null") as unknown; // -- it is JSON

  test("are those that nobody keeps secret, and no default that no program declares", () => {
    const inputs = {
      url: { value: "u|" },
      map: { value: { a: 1 } },
      token: { value: "leaked" },
      other: { secret: true, value: "*" },
      open: { secret: false, value: 0 },
      gone: null,
      empty: {},
    };
    expect(shown(inputs)).toEqual({ open: 0 });
    expect(shown(inputs, '{"url":"v","map":{}}')).toEqual({ url: "u|", map: { a: 1 }, open: 0 });
    expect(shown({ ...inputs, url: { value: "v" }, map: { value: { a: 2 } } })).toEqual({
      url: "v",
      map: { a: 2 },
      open: 0,
    });
    for (const declared of [undefined, null, "[]", "{", UNKNOWN]) expect(shown(inputs, declared)).toEqual({ open: 0 });
    expect(shown({ open: { value: "" } })).toEqual({});
    expect(shown({ open: { value: false } })).toEqual({ open: false });
  });

  test("are written in Liquid only if it says so, and sent back without what the service adds", () => {
    const inputs = {
      a: { value: "x", templating: "liquid", bytecode: [1] },
      b: { value: null, templating: "hog", order: 0 },
      c: { value: 1, templating: null },
      d: { secret: true, value: "*" },
      e: { secret: "true", value: 2 },
      f: null,
      g: "text",
    };
    const wire = functionWith({ inputs: { ...inputs, g: undefined } });
    expect(liquidFromWire(wire)).toEqual(["a"]);
    expect(resendableInputs(inputs)).toStrictEqual({
      a: { value: "x", templating: "liquid" },
      b: { value: null, templating: "hog" },
      c: { value: 1 },
      d: { secret: true },
      e: { value: 2 },
    });
  });

  test("have definitions only if a program lists them, each with a key", () => {
    const [url] = schema;
    expect(schemaIn(JSON.stringify([url, { key: 1 }, { type: "string" }, null, "url"]))).toEqual([url]);
    expect(schemaIn("[]")).toEqual([]);
    for (const text of [undefined, null, UNKNOWN, "{", "{}", "null", [url]]) expect(schemaIn(text)).toBeUndefined();
  });
});
