import { describe, expect, test } from "@jest/globals";

import { check } from "../../../src/model/check.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { changesOf, sourceProblems } from "../../../src/catalog/resources/pipeline-item/pipeline-item-source.ts";
import { plugin } from "../../../src/catalog/resources/pipeline-item/pipeline-items.ts";
import { canonicalJson } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";

const organizationId = "01912345-89ab-7cde-8f01-23456789abcd";
const settings = { organizationId, howToSet: (name: string) => name };
const problemsOf = (inputs: object): string[] =>
  check(plugin, { name: "a", ...inputs }, settings).problems.map(({ path, reason }) => `${path}: ${printed(reason)}`);
const problemsOfSource = (inputs: object): string[] =>
  sourceProblems({ name: "Mailer", ...inputs }).map(({ path, reason }) => `${path} ${printed(reason)}`);

describe("what check refuses", () => {
  test.each([
    [{ url: "https://github.com/acme/a?private_token=phx" }, /^url: expected a URL without a query/u],
    [{ configSchema: "{key: 1}" }, /^configSchema: expected JSON text/u],
    [{ capabilities: { methods: "onEvent" } }, /^capabilities\.methods: /u],
    [{ capabilities: { scheduled_tasks: [] } }, /scheduled_tasks/u],
    [{ name: "x".repeat(201) }, /^name: .*200/u],
    [{ source: { "index.ts": 1 } }, /^source(?:\.|\[)/u],
  ])("%j", (inputs, words) => {
    expect(problemsOf(inputs)).toEqual([expect.stringMatching(words)]);
  });

  test("a token in an address is not repeated", () => {
    expect(problemsOf({ url: "https://github.com/acme/a?private_token=phx_hush" }).join()).not.toContain("phx_hush");
  });
});

describe("files", () => {
  test("are sent one by one: new and changed ones as text, removed ones as null", () => {
    const there = { "a.ts": "1", "b.ts": "2", "c.ts": "3" };
    expect(changesOf(there, { "a.ts": "1", "b.ts": "two", "d.ts": "4" })).toEqual({
      "b.ts": "two",
      "c.ts": null,
      "d.ts": "4",
    });
    expect(changesOf(there, there)).toEqual({});
  });

  // @source live service 2025-08, flow 8:297-308
  test.each([
    ['{"name": "Postman"}', {}, /names the item "Postman", `name` is "Mailer"/u],
    ["{name}", {}, /expected a JSON object/u],
    ["[]", {}, /expected a JSON object/u],
    ['{"config": null}', {}, /has `config: null`/u],
    ['{"config": []}', { configSchema: "{}" }, /has another `config` than `configSchema`/u],
  ])("a plugin.json of %j is refused", (manifest, more, words) => {
    expect(problemsOfSource({ source: { "plugin.json": manifest }, ...more })).toEqual([expect.stringMatching(words)]);
  });

  test.each([
    [{ source: { "plugin.json": '{"name":"Mailer","config":[{"a":1,"b":2}]}' }, configSchema: '[{"b":2, "a":1}]' }],
    [{ source: { "plugin.json": "" } }],
    [{ source: { "index.ts": "{name}" } }],
    [{ source: UNKNOWN }],
    [{ source: { "plugin.json": UNKNOWN } }],
    [{ source: { "plugin.json": '{"name":"Postman"}' }, name: UNKNOWN }],
    [{ source: {}, url: "https://github.com/acme/a", pluginType: "source" }],
    [{ source: {}, url: "https://github.com/acme/a", pluginType: UNKNOWN }],
  ])("are taken in %#", (inputs) => {
    expect(problemsOfSource(inputs)).toEqual([]);
  });

  test.each([{ url: "https://github.com/acme/a" }, { pluginType: "custom" }])("are refused beside %j", (inputs) => {
    expect(problemsOfSource({ source: {}, ...inputs })).toEqual([expect.stringMatching(/^source .*come from there/u)]);
  });
});

test("JSON texts are compared without blanks and order", () => {
  expect(canonicalJson('{ "b": [ {"d": 1, "c": 2} ], "a": null }')).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalJson("{")).toBe("{");
});
