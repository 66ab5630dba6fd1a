import { describe, expect, test } from "@jest/globals";

import {
  pipelineDestination,
  pipelineFrontendApp,
  pipelineImportApp,
  pipelineTransformation,
  plugin,
} from "../../../src/catalog/resources/pipeline-item/pipeline-items.ts";
import { readSource } from "../../../src/catalog/resources/pipeline-item/pipeline-item-source.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

const FORBIDDEN = apiError({ category: "permission", status: 403 });
const BROKEN = apiError({ category: "unavailable", status: 500 });
const AT = { organizationId: "o1", itemId: "42" };

/** Every family's items, and those that are shown there. */
const FAMILIES: readonly (readonly [resource: AnyResource, family: string, shown: readonly string[]])[] = [
  [plugin, "plugins", ["none", "events", "hooks", "changes", "both", "tasks", "no tasks", "methods", "other"]],
  [pipelineDestination, "pipelineDestinations", ["events", "hooks", "both"]],
  [pipelineTransformation, "pipelineTransformations", ["changes", "both"]],
  [pipelineFrontendApp, "pipelineFrontendApps", ["none"]],
  [pipelineImportApp, "pipelineImportApps", ["tasks", "methods", "other"]],
];

/** The capabilities of items by their names, in the service's form. */
const ITEMS: Readonly<Record<string, unknown>> = {
  none: {},
  events: { methods: ["onEvent"] },
  hooks: { methods: ["composeWebhook", 1] },
  changes: { methods: ["processEvent"] },
  both: { methods: ["x", "processEvent", "onEvent"] },
  tasks: { scheduled_tasks: ["runEveryHour"] },
  "no tasks": { scheduled_tasks: [] },
  methods: { methods: [] },
  other: { methods: ["setupPlugin"], jobs: "x" },
};

const rowOf = (name: string, further: object = {}) => ({
  id: 42,
  name,
  url: `https://a.example/${name}`,
  organization_id: "O1",
  capabilities: ITEMS[name],
  ...further,
});

describe.each(FAMILIES)("$name", (resource, family, shown) => {
  const { naturalKey, ops, collection } = resource;

  test("lists the organization's own items of its family, without files", async () => {
    const rows = [
      ...Object.keys(ITEMS).map((name) => rowOf(name)),
      rowOf("none", { organization_id: "o2" }),
      rowOf("none", { organization_id: null }),
    ];
    const api = { plugins: { list: () => ({ all: () => Promise.resolve(rows) }) } };
    const listed = (await collection?.list?.(api, { organizationId: "o1" }, {} as never)) as Values[]; // -- its rows
    expect(listed).toHaveLength(Object.keys(ITEMS).length);
    expect(listed.every((row) => "files" in row && row["files"] === undefined)).toBe(true);
    const isListed = collection?.listFilter ?? (() => true);
    expect(listed.filter(isListed).map((row) => row["name"])).toEqual(shown);
  });

  test("finds an item by its name if its family shows it, or nobody knows its family yet", () => {
    const found = Object.keys(ITEMS).filter((name) => naturalKey?.matches(rowOf(name), { name }) === true);
    expect(found).toEqual(Object.keys(ITEMS).filter((name) => name === "none" || shown.includes(name)));
    expect(naturalKey?.matches(rowOf("none"), { name: "other" })).toBe(false);
    for (const [name] of Object.entries(ITEMS)) {
      const named = ["42", name, `https://a.example/${name}`, "4", "x"].filter(
        (text) => naturalKey?.isNamed(rowOf(name), text) === true,
      );
      expect(named).toEqual(found.includes(name) ? ["42", name, `https://a.example/${name}`] : ["42"]);
    }
  });

  test("creates an item in its family, with the location of its code, and without files", async () => {
    const sent: unknown[] = [];
    const create = (...words: readonly unknown[]) => {
      sent.push(words.slice(0, 2));
      return Promise.resolve(rowOf("none"));
    };
    const made = (body: Values, answer = create) =>
      ops.create?.({ [family]: { create: answer } }, { organizationId: "o1" }, body, {} as never); // -- nothing else is asked
    expect(await made({ name: "a" })).toEqual({ ...rowOf("none"), files: {} });
    await made({ name: "a", url: "https://b.example" });
    await made({ name: "a", url: "https://b.example", plugin_type: "repository" });
    expect(sent).toEqual([
      ["o1", { name: "a", plugin_type: "source" }],
      ["o1", { name: "a", url: "https://b.example", plugin_type: "custom" }],
      ["o1", { name: "a", url: "https://b.example", plugin_type: "repository" }],
    ]);
    expect(await made({ name: "a" }, () => Promise.resolve(undefined) as never)).toBeUndefined(); // -- no answer
  });
});

describe("the files of an item", () => {
  const FILES = { "index.ts": "1", "gone.ts": null, "plugin.json": "" };
  const PRESENT = { "index.ts": "1", "plugin.json": "" };

  /** A service with the items' files, and how often a process asks for them. */
  function open(answer: unknown) {
    const asked: unknown[] = [];
    const facts = new Map<string, unknown>();
    const source = (...words: readonly unknown[]) => {
      asked.push(words.slice(0, 2));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const get = (...words: readonly unknown[]) => Promise.resolve({ ...rowOf("none"), at: words.slice(0, 2) });
    const call = {
      once: async (name: string, read: (shared: object) => Promise<unknown>) => {
        if (!facts.has(name)) facts.set(name, await read({}));
        return facts.get(name);
      },
    };
    return { api: { plugins: { source, get } } as never, call: call as never, asked }; // -- all that it asks
  }

  test("are read for each item, unless the key may not see those of the first one", async () => {
    const { api, call, asked } = open(FILES);
    expect([await readSource(api, "o1", 1, call), await readSource(api, "o1", 2, call)]).toEqual([PRESENT, PRESENT]);
    expect(asked).toEqual([
      ["o1", 1],
      ["o1", 2],
    ]);
    const refused = open(FORBIDDEN);
    for (const id of [1, 2]) expect(await readSource(refused.api, "o1", id, refused.call)).toBeUndefined();
    expect(refused.asked).toEqual([["o1", 1]]);
    // Another organization may show them.
    await readSource(refused.api, "o2", 3, refused.call);
    expect(refused.asked).toHaveLength(2);
  });

  test("are unknown if the service shows none, and another failure is passed on", async () => {
    const none = open(undefined);
    for (const id of [1, 2]) expect(await readSource(none.api, "o1", id, none.call)).toBeUndefined();
    expect(none.asked).toHaveLength(2);
    const broken = open(BROKEN);
    expect(await failureOf(readSource(broken.api, "o1", 1, broken.call))).toBe(BROKEN);
  });

  test("are read with the item", async () => {
    const { api, call } = open(FILES);
    expect(await plugin.ops.read?.(api, AT, call)).toEqual({
      ...rowOf("none"),
      at: ["o1", 42],
      files: PRESENT,
    });
  });

  test.each<[what: string, there: unknown, state: Values, sent: unknown]>([
    ["that the service shows", { a: "1", b: "2", c: "3" }, {}, { b: "two", c: null, d: "4" }],
    ["that only the state has", undefined, { source: { a: "0", c: "3", e: 5 } }, { a: "1", b: "two", c: null, d: "4" }],
    ["that nobody knows", undefined, {}, { a: "1", b: "two", d: "4" }],
    ["that are so already", { a: "1", b: "two", d: "4" }, {}, undefined],
  ])("are written as far as they differ from those %s", async (_what, files, state, sent) => {
    const asked: unknown[] = [];
    const updateSource = (...words: readonly unknown[]) => {
      asked.push(words.slice(0, 3));
      return Promise.resolve({ a: "1", x: null });
    };
    const wanted = { a: "1", b: "two", d: "4" };
    const { setters = {} } = plugin.ops;
    const before = { wire: { ...rowOf("none"), files }, state, desired: {} };
    const after = await setters["source"]?.({ plugins: { updateSource } }, AT, wanted, before, {}); // -- all that it asks
    expect(asked).toEqual(sent === undefined ? [] : [["o1", 42, sent]]);
    expect(after).toEqual({ ...rowOf("none"), files: sent === undefined ? wanted : { a: "1" } });
  });

  test("stay known when something else changes, and go with a removal", async () => {
    const sent: unknown[] = [];
    const noted =
      (what: string, answer: unknown) =>
      (...words: readonly unknown[]) =>
        Promise.resolve(void sent.push([what, ...words.slice(0, -1)])).then(() => answer);
    const { ops }: AnyResource = plugin;
    const before = { wire: { ...rowOf("none"), files: PRESENT }, state: {}, desired: {} };
    const change = (answer: unknown) =>
      ops.update?.({ plugins: { update: noted("update", answer) } }, AT, { tag: "1" }, {} as never, before); // -- as above
    expect(await change({ id: 42 })).toEqual({ id: 42, files: PRESENT });
    expect(await change(undefined)).toBeUndefined();
    await ops.delete?.({ plugins: { delete: noted("delete", undefined) } }, AT, {} as never, {} as never); // -- as above
    expect(sent).toEqual([
      ["update", "o1", 42, { tag: "1" }],
      ["update", "o1", 42, { tag: "1" }],
      ["delete", "o1", 42],
    ]);
  });
});

describe("a new item of a service that has none any more", () => {
  const RETIRED =
    "This service no longer has pipeline items. Declare a HogFunction in each project instead, of the type destination, transformation, site_app, or source_webhook.";
  const [guard] = plugin.guards ?? [];

  test.each<[why: string, inputs: Values, hasList: boolean, home: object | undefined, text: string]>([
    ["is refused", {}, false, { id: "o1" }, RETIRED],
    ["isn't refused if something else may answer", {}, false, undefined, ""],
    ["isn't refused if the service has them", {}, true, { id: "o1" }, ""],
    ["isn't refused before all is known", { name: UNKNOWN }, false, { id: "o1" }, ""],
    ["isn't refused without an organization", { organizationId: undefined }, false, { id: "o1" }, ""],
  ])("%s", async (_why, further, hasList, home, text) => {
    const call = {
      hasList: (_of: unknown, { organizationId }: Values) => Promise.resolve(hasList && organizationId === "o1"),
      known: (_of: unknown, { organizationId }: Values) => Promise.resolve(organizationId === "o1" ? home : undefined),
    };
    const inputs = { organizationId: "o1", name: "a", ...further };
    const refusal = await guard?.refuse(
      { verb: "create", inputs, state: undefined },
      undefined,
      () => ({ api: {}, call }) as never,
    ); // -- all that it asks
    expect(refusal === undefined ? "" : printed(refusal)).toBe(text);
  });
});

describe("an item as the service shows it", () => {
  const shown = (row: object): Values => plugin.fromWire({ ...rowOf("other"), ...row }, AT);

  test("has its capabilities as far as they are lists of texts, and settings as JSON text", () => {
    expect(shown({})["capabilities"]).toEqual({ methods: ["setupPlugin"] });
    expect(shown({ capabilities: ITEMS["hooks"] })["capabilities"]).toEqual({ methods: ["composeWebhook"] });
    expect(shown({ capabilities: { scheduled_tasks: ["a"], jobs: [], other: [] } })["capabilities"]).toEqual({
      scheduledTasks: ["a"],
      jobs: [],
    });
    for (const capabilities of [null, [], "x"]) expect(shown({ capabilities })["capabilities"]).toEqual({});
    expect(shown({ name: null, config_schema: { b: 1, a: [] } })).toMatchObject({
      name: "",
      configSchema: '{"a":[],"b":1}',
      metrics: "{}",
      publicJobs: "{}",
      itemId: "42",
    });
    expect(shown({ metrics: { m: 1 }, public_jobs: [{ j: 1 }] })).toMatchObject({
      metrics: '{"m":1}',
      publicJobs: '[{"j":1}]',
    });
  });

  test("is sent in the same form", () => {
    const { toWire }: AnyResource = plugin;
    expect(
      toWire({
        capabilities: { methods: ["a"], scheduledTasks: [] },
        configSchema: "[]",
        metrics: "{}",
        publicJobs: '{"j":1}',
      }),
    ).toEqual({
      capabilities: { methods: ["a"], scheduled_tasks: [] },
      config_schema: [],
      metrics: {},
      public_jobs: { j: 1 },
    });
  });
});
