import { describe, expect, test } from "@jest/globals";

import { hogFunction } from "../../../src/catalog/resources/hog-function/hog-function.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { apiError, lostAnswer, notFound } from "../../support/fake-service.ts";

const resource: AnyResource = hogFunction;
const AT = { projectId: "7", functionId: "f1" };
const SCHEMA = [
  { key: "url", type: "string", required: true },
  { key: "method", type: "string", required: true, default: "POST" },
  { key: "limit", type: "number", secret: true },
];
const TEMPLATE = {
  id: "template-webhook",
  name: "Webhook",
  code: "return event\n",
  description: "Sends |é",
  icon_url: "/i.png",
  filters: { source: "events" },
  inputs_schema: SCHEMA,
};

const ROW = {
  id: "f1",
  type: "destination",
  name: "Post",
  description: "Sends |é",
  enabled: true,
  hog: "return event",
  inputs_schema: SCHEMA,
  inputs: {},
  filters: null,
  masking: null,
  mappings: null,
  icon_url: "/i.png",
  execution_order: null,
  template: TEMPLATE,
  created_at: "2026-11-20T08:00:00Z",
  created_by: null,
};

/** A service that notes requests. Deletions fail in turn. */
function open(failures: readonly (Error | undefined)[] = [], isThere = true) {
  const sent: unknown[] = [];
  const left = [...failures];
  const noted =
    (what: string, answer: () => Promise<unknown> = () => Promise.resolve(ROW)) =>
    (...words: readonly unknown[]) => {
      sent.push([what, ...words.slice(0, -1)]);
      return answer();
    };
  const next = () => {
    const failure = left.shift();
    return failure === undefined ? Promise.resolve() : Promise.reject(failure);
  };
  const api = {
    hogFunctions: {
      create: noted("create"),
      update: noted("update"),
      delete: noted("delete", next),
      get: noted("get", () => (isThere ? Promise.resolve(ROW) : Promise.reject(notFound()))),
      template: noted("template", () => Promise.resolve(TEMPLATE)),
    },
  };
  const call = { once: (_name: string, read: (call: object) => unknown) => read({}) };
  return { api, call: call as never, sent }; // -- all that it asks
}

describe("a new function", () => {
  test.each<[what: string, declared: Values, template: boolean, body: Values]>([
    [
      "without inputs",
      { type: "destination", name: "Post", hog: "x" },
      false,
      { type: "destination", name: "Post", hog: "x" },
    ],
    [
      "with inputs that its template defines",
      {
        type: "destination",
        name: "Post",
        templateId: "template-webhook",
        inputs: '{"url":"u"}',
        secretInputs: { limit: "5" },
      },
      true,
      {
        type: "destination",
        name: "Post",
        template_id: "template-webhook",
        inputs: { method: { value: "POST" }, url: { value: "u" }, limit: { value: 5 } },
      },
    ],
    [
      "with nothing but the defaults of its template",
      { type: "destination", name: "Post", templateId: "template-webhook" },
      true,
      { type: "destination", name: "Post", template_id: "template-webhook", inputs: { method: { value: "POST" } } },
    ],
    [
      "with inputs of its own",
      {
        type: "destination",
        name: "Post",
        inputsSchema: '[{"key":"a","type":"number","secret":true}]',
        secretInputs: { a: "1" },
      },
      false,
      {
        type: "destination",
        name: "Post",
        inputs_schema: [{ key: "a", type: "number", secret: true }],
        inputs: { a: { value: 1 } },
      },
    ],
    [
      "with inputs of its own before those of its template",
      {
        type: "destination",
        name: "Post",
        templateId: "template-webhook",
        inputsSchema: '[{"key":"limit","type":"string","secret":true}]',
        secretInputs: { limit: "5" },
      },
      true,
      {
        type: "destination",
        name: "Post",
        template_id: "template-webhook",
        inputs_schema: [{ key: "limit", type: "string", secret: true }],
        inputs: { limit: { value: "5" } },
      },
    ],
  ])("%s is sent in the form of the types of its inputs", async (_what, declared, template, body) => {
    const { api, call, sent } = open();
    expect(await resource.ops.create?.(api, { projectId: "7" }, resource.toWire(declared), call)).toBe(ROW);
    const asked = template ? [["template", "7", "template-webhook"]] : [];
    expect(sent).toEqual([...asked, ["create", "7", body]]);
  });
});

describe("a change of a function", () => {
  const changed = async (inputs: Values, row: object = {}, desired: Values = inputs) => {
    const { api, call, sent } = open();
    const before = { wire: { ...ROW, ...row }, state: {}, desired };
    await resource.ops.update?.(api, AT, resource.toWire(inputs, before), call, before);
    return sent;
  };
  const sentWith = (body: Values) => [["update", "7", "f1", body]];

  test.each<[what: string, inputs: Values, row: object, desired: Values, body: Values]>([
    [
      "with the mappings that it has",
      { name: "B" },
      { mappings: [{ name: "m", inputs: {} }] },
      {},
      { name: "B", mappings: [{ name: "m", inputs: {}, filters: undefined }] },
    ],
    [
      "without mappings of a type that has none",
      { name: "B" },
      { type: "transformation" },
      {},
      { name: "B", mappings: null },
    ],
    ["with its own mappings", { mappings: '[{"name":"n"}]' }, { mappings: [] }, {}, { mappings: [{ name: "n" }] }],
    [
      "with its order when it is enabled",
      { enabled: true },
      {},
      { executionOrder: 3 },
      { enabled: true, execution_order: 3, mappings: null },
    ],
    ["without an order that nobody declares", { enabled: true }, {}, {}, { enabled: true, mappings: null }],
    [
      "without its order when it is disabled",
      { enabled: false },
      {},
      { executionOrder: 3 },
      { enabled: false, mappings: null },
    ],
    ["back to the code of its template", { hog: null }, {}, {}, { hog: "return event\n", mappings: null }],
    ["without code if it has no template", { hog: null }, { template: null }, {}, { hog: undefined, mappings: null }],
    ["back to the inputs of its template", { inputsSchema: null }, {}, {}, { inputs_schema: SCHEMA, mappings: null }],
    [
      "without inputs if it has no template",
      { inputsSchema: null },
      { template: null },
      {},
      { inputs_schema: [], mappings: null },
    ],
    [
      "without a rule for skipping",
      { masking: null, iconUrl: null, description: "" },
      {},
      {},
      { masking: null, icon_url: null, description: "", mappings: null },
    ],
    ["with filters", { filters: '{"source":"events"}' }, {}, {}, { filters: { source: "events" }, mappings: null }],
  ])("is sent %s", async (_what, inputs, row, desired, body) => {
    expect(await changed(inputs, row, desired)).toEqual(sentWith(body));
  });

  test("has all inputs, in the form of the types that it has", async () => {
    const row = { inputs: { url: { value: "u", order: 0 }, limit: { secret: true } } };
    expect(await changed({ secretInputs: { limit: "7" } }, row, {})).toEqual(
      sentWith({
        mappings: null,
        inputs: { method: { value: "POST" }, limit: { value: 7 }, url: { value: "u" } },
      }),
    );
  });
});

describe("a removal of a function", () => {
  const removed = async (failures: readonly Error[], isThere = true, state: Values = { type: "transformation" }) => {
    const { api, call, sent } = open(failures, isThere);
    const target = { state, look: () => Promise.resolve({ ...ROW, mappings: [{ name: "m", inputs: {} }] }) };
    const outcome = await Promise.resolve(resource.ops.delete?.(api, AT, call, target as never)).catch(
      (error: unknown) => error,
    );
    return { outcome, sent };
  };
  const DELETE = ["delete", "7", "f1", null];
  const GET = ["get", "7", "f1"];

  test("is sent again after a lost answer only if the function is still there", async () => {
    expect(await removed([])).toEqual({ outcome: undefined, sent: [DELETE] });
    expect(await removed([lostAnswer()])).toEqual({ outcome: undefined, sent: [DELETE, GET, DELETE] });
    expect(await removed([lostAnswer()], false)).toEqual({ outcome: notFound(), sent: [DELETE, GET] });
    const refused = apiError({ category: "permission", status: 403 });
    expect(await removed([refused])).toEqual({ outcome: refused, sent: [DELETE] });
    expect(await removed([lostAnswer(), refused])).toEqual({ outcome: refused, sent: [DELETE, GET, DELETE] });
  });

  test("carries the mappings, so that somebody can restore the function", async () => {
    const { sent } = await removed([], true, { type: "destination" });
    expect(sent).toEqual([["delete", "7", "f1", [{ name: "m", inputs: {}, filters: undefined }]]]);
  });
});

describe("a function as the service shows it", () => {
  const shown = (row: object = {}, declared?: Values): Values => resource.fromWire({ ...ROW, ...row }, AT, declared);

  test("has nothing that comes from its template, unless a program declares it", () => {
    const names = ["description", "hog", "inputsSchema", "filters", "iconUrl"];
    const own = (row: object, declared?: Values) => {
      const all = shown(row, declared);
      return Object.fromEntries(names.filter((name) => all[name] !== null).map((name) => [name, all[name]]));
    };
    expect(own({})).toEqual({});
    const filters = { source: "person-updates" };
    const other = { description: "", hog: "x", inputs_schema: [], icon_url: null, filters };
    expect(own(other)).toEqual({ description: "", hog: "x", filters: '{"source":"person-updates"}' });
    const declared = { description: "d", hog: "h", iconUrl: "i", filters: "{}", inputsSchema: "[]" };
    expect(own({}, declared)).toEqual({
      description: "Sends |é",
      hog: "return event",
      filters: "{}",
      iconUrl: "/i.png",
      inputsSchema:
        '[{"key":"url","required":true,"type":"string"},{"default":"POST","key":"method","required":true,"type":"string"},{"key":"limit","secret":true,"type":"number"}]',
    });
    expect(own({ template: null })).toMatchObject({ description: "Sends |é", hog: "return event", iconUrl: "/i.png" });
  });

  test("has an order only if it has one, and its own name and template", () => {
    expect([shown()["executionOrder"], shown({ execution_order: 0 })["executionOrder"]]).toEqual([undefined, 0]);
    expect([shown()["templateId"], shown({ template: null })["templateId"]]).toEqual(["template-webhook", undefined]);
    expect(shown({ masking: { ttl: 60, hash: "h", threshold: null } })["masking"]).toBe('{"hash":"h","ttl":60}');
    expect(shown({ mappings: [{ name: "m", filters: {} }] })["mappings"]).toBe('[{"name":"m"}]');
    const { matches, isNamed } = resource.naturalKey ?? {};
    const declared = [{ name: " Post" }, { name: "post" }].map((one) => ({ type: "destination", ...one }));
    expect(declared.map((inputs) => matches?.(ROW, inputs))).toEqual([true, false]);
    expect(matches?.(ROW, { type: "site_app", name: "Post" })).toBe(false);
    expect(["f1", "Post", "post"].map((text) => isNamed?.(ROW, text))).toEqual([true, true, false]);
  });

  test("is one that the service made with the project only if nobody changed it", async () => {
    const geoip = { ...ROW, type: "transformation", template: { ...TEMPLATE, id: "template-geoip" }, filters: {} };
    const why = (further: object) =>
      hookOf(resource, "defaultCreated")?.({ ...geoip, ...further }, AT, {} as never, true); // -- it asks nothing
    expect(await why({})).toBe("the service made it with the project");
    expect(await why({ hog: " return event\n\n", filters: null })).toBe("the service made it with the project");
    for (const further of [
      { enabled: false },
      { hog: "x" },
      { hog: null },
      { filters: { events: [{ id: "e" }] } },
      { created_by: { uuid: "u1" } },
      { template: TEMPLATE },
      { template: null },
    ])
      expect(await why(further)).toBeUndefined();
  });
});
