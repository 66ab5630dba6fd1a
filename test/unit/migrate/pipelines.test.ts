import { describe, expect, test } from "@jest/globals";

import type { Expression } from "../../../src/adopt/program.ts";
import { hogFunction } from "../../../src/catalog/resources/hog-function/hog-function.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { RecordedObject } from "../../../src/driver/driver.ts";
import type { Change } from "../../../src/migrate/migration.ts";
import { pipelineChanges } from "../../../src/migrate/pipelines.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { formatId } from "../../../src/model/identity.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { recorded, searchOf } from "../../support/migration-search.ts";

const [ACME, GLOBEX] = ["01a1fd1e-8c00-0000-6fab-af2187569cab", "01a1fd1e-8c00-0000-6fab-af2187569cac"];

/** Two names of one beginning, with what would end a comment or a text. */
const NAME = `Mailer |Köln| "1"\n'x'`;
const TITLE = JSON.stringify(NAME);

/** The service's data besides the state. */
interface Service {
  /** Projects of the organizations. Default: two with the same name. */
  readonly projects?: Readonly<Record<string, readonly Values[]>>;
  readonly hasFunctions?: boolean;
  /** Hog functions of each project. */
  readonly functions?: Readonly<Record<string, readonly Values[]>>;
}

const SHOPS = [
  { id: 4, name: "Shop" },
  { id: 41, name: "Shop" },
];

function item(resource: string, inputs: Values, organizationId: string = ACME, index = 0): RecordedObject {
  const id = formatId(["organizationId", "pluginId"], { organizationId, pluginId: String(index) });
  return recorded(resource, id, { name: NAME, ...inputs });
}

/** The changes, and the lists that were asked. */
async function changesOf(objects: readonly RecordedObject[], service: Service = {}) {
  const { projects = { [ACME]: SHOPS, [GLOBEX]: SHOPS }, hasFunctions = true, functions = {} } = service;
  const asked: string[] = [];
  const rowsOf = ({ name }: AnyResource, { organizationId = "", projectId = "" }: Record<string, string>) => {
    asked.push(`${name} ${organizationId}${projectId}`);
    return Promise.resolve(name === "Project" ? (projects[organizationId] ?? []) : (functions[projectId] ?? []));
  };
  const isServed = ({ name }: AnyResource, { projectId = "" }: Record<string, string>) => {
    asked.push(`${name}? ${projectId}`);
    return Promise.resolve(hasFunctions);
  };
  const search = searchOf(objects, { list: rowsOf, isServed });
  return { changes: await pipelineChanges(search), asked };
}

const onlyChange = async (...given: Parameters<typeof changesOf>): Promise<Change> => {
  const { changes } = await changesOf(...given);
  expect(changes).toHaveLength(1);
  return changes[0] ?? { finding: "" };
};

const plain = (expression: Expression | undefined): unknown =>
  expression?.kind === "value" ? expression.value : expression?.kind === "file" ? `<${expression.path}>` : expression;

const typesOf = ({ made = [] }: Change): unknown[] => made.map(({ inputs }) => plain(inputs["type"]));

/** Every kind of item, and the source of its functions. Methods identify an item of any family. */
const KINDS = [
  ["PipelineTransformation", {}, "transformation"],
  ["PipelineDestination", {}, "destination"],
  ["PipelineFrontendApp", {}, "site_app"],
  ["PipelineImportApp", {}, "source_webhook"],
  ["Plugin", {}, "destination"],
  ["Plugin", { capabilities: { methods: ["processEvent", "onEvent"] } }, "transformation"],
  ["Plugin", { capabilities: { methods: ["onEvent"] } }, "destination"],
  ["Plugin", { capabilities: { methods: ["exportEvents"] } }, "destination"],
  ["Plugin", { capabilities: { methods: ["composeWebhook"] } }, "destination"],
  ["Plugin", { capabilities: { methods: ["setupPlugin"] }, source: { "site.ts": "s" } }, "site_app"],
  ["Plugin", { capabilities: {}, source: { "index.ts": "s" } }, "destination"],
  // Methods of another letter case are none of those.
  ["Plugin", { capabilities: { methods: ["ONEVENT"] }, source: { "site.ts": "s" } }, "site_app"],
  ["Plugin", { capabilities: "processEvent" }, "destination"],
  ["Plugin", { capabilities: { methods: ["onEvent"] }, source: { "site.ts": "s" } }, "destination"],
  // A kind knows better than the methods.
  ["PipelineDestination", { capabilities: { methods: ["processEvent"] }, source: { "site.ts": "s" } }, "destination"],
] as const;

const STUBS: Readonly<Record<string, string>> = {
  transformation: "return event\n",
  destination: "print('Not written yet')\n",
  site_app: "export function onLoad() {}\n",
  source_webhook: "return {'httpResponse': {'status': 501, 'body': 'Not written yet'}}\n",
};

describe("a pipeline item becomes a function of each project", () => {
  test.each(KINDS)("%s with %j", async (resource, inputs, type) => {
    const object = item(resource, inputs);
    const change = await onlyChange([object]);
    expect(change.finding).toBe(
      `The pipeline item ${TITLE} becomes a hog function of the type ${type} in each project, disabled at first.`,
    );
    expect(change.leaving).toEqual([{ object }]);
    expect(typesOf(change)).toEqual([type, type]);
    const isCarried = type === "site_app" && "source" in inputs;
    const code = isCarried ? "mailer-koln-1-x.site.ts.txt" : "mailer-koln-1-x.hog";
    expect(
      change.made?.map(({ definition, id, isThere, inputs: made, words }) => [
        definition,
        id,
        isThere,
        words,
        Object.fromEntries(Object.entries(made).map(([name, one]) => [name, plain(one)])),
      ]),
    ).toEqual(
      ["4", "41"].map((projectId, index) => [
        hogFunction,
        "",
        false,
        ["shop", "mailer", "koln", "1", "x", ...(index === 0 ? [] : ["2"])],
        { projectId, type, name: NAME, hog: `<moved/${code}>`, enabled: false },
      ]),
    );
    const stub = `// Mailer |Köln| "1" 'x': rewrite the old code here, then enable the function.\n${STUBS[type]}`;
    expect(change.files?.[code]).toBe(isCarried ? "s" : stub);
  });

  test("no kind of item is left out", () => {
    const kinds = resources.map(({ name }) => name).filter((name) => /^Pipeline|^Plugin$/u.test(name));
    expect(new Set(KINDS.map(([resource]) => resource))).toEqual(new Set(kinds));
  });

  test("its description goes along, and its old code lies beside the new one", async () => {
    const source = { "index.ts": "one", "plugin.json": "{}", hidden: { secret: true } };
    const change = await onlyChange([item("PipelineDestination", { description: "Sends | mails.", source })]);
    expect(change.made?.map(({ inputs }) => plain(inputs["description"]))).toEqual([
      "Sends | mails.",
      "Sends | mails.",
    ]);
    expect(Object.entries(change.files ?? {}).filter(([name]) => name.endsWith(".txt"))).toEqual([
      ["mailer-koln-1-x.index.ts.txt", "one"],
      ["mailer-koln-1-x.plugin.json.txt", "{}"],
    ]);
    expect(Object.keys(change.files ?? {})).toContain("mailer-koln-1-x.hog");
  });

  test("of two items of one name, neither gets the other's files or names", async () => {
    const { changes } = await changesOf([0, 1].map((index) => item("PipelineDestination", {}, ACME, index)));
    const files = changes.flatMap(({ files: own = {} }) => Object.keys(own));
    const words = changes.flatMap(({ made = [] }) => made.map((one) => one.words.join("-")));
    expect([new Set(files).size, new Set(words).size]).toEqual([2, 4]);
  });

  /** Names of items, and how their files and functions are called. */
  test.each<[string | undefined, string, string]>([
    ["2 mails", "function-2-mails", "shop 2 mails"],
    ["🚀", "function-2", "shop"],
    ["class", "function-class", "shop class"],
    ["Команда é", "команда-e", "shop команда e"],
    // The state may hide a name, but it has the ID.
    [undefined, "function-01a1fd1e-8c00-0000-6fab-af2187569cab-0", "shop 01a1fd1e 8c00 0000 6fab af2187569cab 0"],
  ])("one of the name %j has files and functions with valid names", async (name, file, words) => {
    const object = item("PipelineDestination", { name });
    const { made = [], files = {} } = await onlyChange([object]);
    expect(Object.keys(files)).toEqual([`${file}.hog`]);
    expect(made.map((one) => one.words.join(" "))).toEqual([words, `${words} 2`]);
    expect(made.map(({ inputs }) => plain(inputs["name"]))).toEqual([name ?? object.id, name ?? object.id]);
  });

  test("of projects without a name, they are called after their kind", async () => {
    const projects = { [ACME]: [4, 41].map((id) => ({ id, name: "🚀" })) };
    const { made = [] } = await onlyChange([item("PipelineDestination", { name: "7" })], { projects });
    expect(made.map((one) => one.words.join(" "))).toEqual(["hog function 7", "hog function 7 2"]);
  });

  test("what would end a comment or hide in it is one blank", async () => {
    const { files = {} } = await onlyChange([item("PipelineDestination", { name: "a\r\n\u2028\u2029b\u202Ec  d" })]);
    expect(Object.values(files)).toEqual([
      "// a b c  d: rewrite the old code here, then enable the function.\nprint('Not written yet')\n",
    ]);
  });

  test.each<[Values]>([[{}], [{ description: null }], [{ description: { secret: true } }]])(
    "no description is written for one with %j",
    async (inputs) => {
      const { made = [] } = await onlyChange([item("PipelineDestination", inputs)]);
      expect(made.flatMap((one) => Object.keys(one.inputs))).not.toContain("description");
    },
  );

  test("where the service has functions, and asks once for each organization and kind", async () => {
    const objects = [ACME, ACME, GLOBEX].map((one, index) => item("PipelineDestination", {}, one, index));
    const { changes, asked } = await changesOf(objects);
    expect(changes).toHaveLength(3);
    expect(asked).toEqual([`Project ${ACME}`, "HogFunction? 4", `Project ${GLOBEX}`, "HogFunction? 4"]);
    expect((await changesOf(objects, { hasFunctions: false })).changes).toEqual([]);
    expect((await changesOf(objects, { projects: { [GLOBEX]: SHOPS } })).changes).toHaveLength(1);
    expect((await changesOf([])).asked).toEqual([]);
  });
});

/** The manual decisions besides the two lines that every item has. */
const QUESTIONS = {
  type: "is destination the right type? The item names no methods, or methods of several types.",
  site: "is site_app the right type? The item names no methods, or methods of several types.",
  settings:
    "the item has settings, but the service doesn't show their values. Declare them as `inputsSchema` and `inputs`.",
  tasks: "the service has no replacement for scheduled tasks. Where will they run?",
  webhook: "a function accepts events only through a webhook. For tables, use the service's warehouse sources.",
} as const;

/** The two lines that every item has. */
const linesFor = (where: string): string[] => [
  `${TITLE}: moved/mailer-koln-1-x.hog does nothing yet. Rewrite the old code there. The old code ${where}. Then enable the function in the projects where the item was enabled.`,
  LATER,
];
const LATER = `${TITLE}: remove the functions of projects that don't need it. The old item keeps working where it is enabled, until you turn it off in the service's web interface.`;
const SITE = `${TITLE}: the code of the site app is copied unchanged. Check it, then enable the function in the projects where the item was enabled.`;

describe("a person is asked", () => {
  test.each<[string, Values, readonly (keyof typeof QUESTIONS)[]]>([
    ["PipelineDestination", {}, []],
    ["Plugin", {}, ["type"]],
    ["PipelineImportApp", {}, ["webhook"]],
    ["PipelineDestination", { configSchema: '[{"key":"to"}]' }, ["settings"]],
    ["PipelineDestination", { configSchema: "{}" }, []],
    ["PipelineDestination", { configSchema: "[]" }, []],
    ["PipelineDestination", { configSchema: { unknown: true } }, []],
    ["PipelineDestination", { capabilities: { scheduledTasks: ["runEveryHour"] } }, ["tasks"]],
    ["PipelineDestination", { capabilities: { scheduledTasks: [] } }, []],
    ["PipelineDestination", { capabilities: { scheduledTasks: "runEveryHour" } }, []],
    ["PipelineDestination", { capabilities: "hidden" }, []],
    ["Plugin", { configSchema: '{"a":1}', capabilities: { scheduledTasks: ["a"] } }, ["type", "settings", "tasks"]],
    [
      "PipelineImportApp",
      { configSchema: '{"a":1}', capabilities: { scheduledTasks: ["a"] } },
      ["settings", "tasks", "webhook"],
    ],
  ])("of %s with %j about %j", async (resource, inputs, expected) => {
    const { decisions } = await onlyChange([item(resource, inputs)]);
    expect(decisions).toEqual([
      ...linesFor("isn't in the state"),
      ...expected.map((name) => `${TITLE}: ${QUESTIONS[name]}`),
    ]);
  });

  test.each<[Values, string]>([
    [{ source: { "index.ts": "one" } }, "is beside it"],
    [{ url: "https://github.com/acme/mailer" }, "is at https://github.com/acme/mailer"],
    [{ source: { "index.ts": "one" }, url: "https://a.example" }, "is beside it"],
    [{}, "isn't in the state"],
    [{ source: "a text |é" }, "isn't in the state"],
    [{ source: ["index.ts"] }, "isn't in the state"],
    [{ url: { secret: true }, source: { "index.ts": { secret: true } } }, "isn't in the state"],
  ])("to write the code anew, with where the old one is: %j", async (inputs, where) => {
    const { decisions } = await onlyChange([item("PipelineDestination", inputs)]);
    expect(decisions).toEqual(linesFor(where));
  });

  test("to look through the code of a site, which is carried over", async () => {
    const source = { "site.ts": "s" };
    const ofKind = await onlyChange([item("PipelineFrontendApp", { source })]);
    expect(ofKind.decisions).toEqual([SITE, LATER]);
    const ofAny = await onlyChange([item("Plugin", { source })]);
    expect(ofAny.decisions).toEqual([SITE, LATER, `${TITLE}: ${QUESTIONS.site}`]);
  });
});

describe("the service's own item for places", () => {
  const own = { id: "01a1fd1e-f0", template: { id: "plugin-posthog-plugin-geoip" } };
  const other = { id: "01a1fd1e-f1", template: { id: "template-webhook" } };

  test.each<[Values]>([
    [{ name: "GeoIP" }],
    [{ name: "GEOIP", url: { secret: true } }],
    [{ url: "https://github.com/PostHog/posthog-plugin-geoip" }],
    [{ url: "HTTPS://GITHUB.COM/POSTHOG/POSTHOG-PLUGIN-GEOIP" }],
  ])("with %j leaves, and nothing is written for it", async (inputs) => {
    const object = item("Plugin", inputs);
    const change = await onlyChange([object], { functions: { 4: [other] } });
    expect(change).toStrictEqual({
      finding: `${JSON.stringify(object.inputs["name"])} is now a function of each project. The migration imports these functions.`,
      made: [],
      secrets: [],
      decisions: [],
      leaving: [{ object }],
    });
  });

  test("isn't imported where the program has it", async () => {
    const functionId = formatId(hogFunction.identity.parts, { projectId: "4", functionId: own.id });
    const imported = { ...item("HogFunction", {}), id: functionId };
    const others = [
      { ...imported, id: formatId(hogFunction.identity.parts, { projectId: "41", functionId: own.id }) },
      { ...imported, resource: "Role" },
    ];
    for (const other of others) {
      // It would be read from the service, which isn't there.
      await expect(changesOf([item("Plugin", { name: "geoip" }), other], { functions: { 4: [own] } })).rejects.toThrow(
        "Could not find HogFunction",
      );
    }
    const change = await onlyChange([item("Plugin", { name: "geoip" }), imported], { functions: { 4: [other, own] } });
    expect(change.made).toEqual([]);
  });

  test.each(["My GeoIP", "GeoIP 2", "GeoIP\n"])("is told from one whose name only holds the word: %j", async (name) => {
    const change = await onlyChange([item("Plugin", { name })]);
    expect(typesOf(change)).toEqual(["destination", "destination"]);
  });
});
