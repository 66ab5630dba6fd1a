import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { served } from "../../../src/app/served.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldSchema } from "../../../src/cli/field-facts.ts";
import { Pages } from "../../../src/cli/mcp/pages.ts";
import { toolsIn } from "../../../src/cli/mcp/tools.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { engines } from "../../../src/engines/index.ts";
import { settingFromOtherInput } from "../../../src/driver/driver.ts";
import { type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import { member } from "../../../src/model/block.ts";
import { deprecationOf } from "../../../src/model/deprecations.ts";
import { effectOf } from "../../../src/model/diff.ts";
import { defaultOf, type Field, field, isOptional } from "../../../src/model/field.ts";
import { argumentsOf, givesRows } from "../../../src/model/function.ts";
import { firstLine, Message, printed, type Spelling } from "../../../src/model/messages.ts";
import { kebabName } from "../../../src/model/names.ts";
import { shapeOf } from "../../../src/model/shape.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

const DOCS = join(REPOSITORY, "docs");
const CALL = { signal: new AbortController().signal, report: () => undefined };
const EVERY = engines.flatMap((engine) => served.map((definition) => ({ engine, definition })));

const facts = z.record(z.string(), z.unknown());
const shownField = z.looseObject({ doc: z.string() });
const described = z.looseObject({
  inputs: z.record(z.string(), shownField),
  outputs: z.record(z.string(), shownField),
});
const verdict = z.looseObject({
  valid: z.boolean(),
  problems: z.array(z.strictObject({ field: z.string(), cause: z.string(), next: z.string() })),
});

const documented = z.looseObject({ doc: z.union([z.string(), z.instanceof(Message)]) });

/** The whole type of a field: each part with its description in the engine's words, however deep. */
function schemaOf(rules: Field, spelling: Spelling): unknown {
  const text = JSON.stringify(shapeOf(rules), (key, value: unknown) => {
    if (key === "$schema" || key === "isShown") return undefined;
    const part = documented.safeParse(value);
    if (!part.success) return value;
    const { doc, ...rest } = part.data;
    return { ...rest, description: printed(doc, spelling) };
  });
  return JSON.parse(text);
}

/** What a tool answers; the environment has no setting. */
async function answer(name: string, given: object = {}, docs = DOCS): Promise<string> {
  const found = toolsIn(new Workspace(tmpdir(), undefined, {}), new Pages(docs)).find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found.run({ ...given }, CALL);
}

describe("the list of resources", () => {
  test.each([
    [{}, resources],
    [{ runOnce: false }, resources],
    [{ runOnce: true }, served],
  ])("with %j has each of them once, by all of its names", async (given, expected) => {
    const lines = (await answer("list_resources", given)).split("\n");
    const typesOf = (one: AnyResource) => engines.map(({ programWriter }) => programWriter.typeName(one)).join(", ");
    const mark = (one: AnyResource): string => (deprecationOf(one) === undefined ? "" : " Deprecated.");
    expect(lines).toEqual(
      expected.map((one) => `${one.name} (${typesOf(one)}): ${printed(firstLine(one.doc))}${mark(one)}`),
    );
  });
});

describe("the description of a resource", () => {
  test.each(served)("$name is found by each of its names", async (definition) => {
    const types = engines.map(({ programWriter }) => programWriter.typeName(definition));
    const names = [definition.name, kebabName(definition.name), ...types, `orgform:index:${definition.name}`];
    for (const resource of names)
      expect(facts.parse(JSON.parse(await answer("describe_resource", { resource })))).toMatchObject({
        resource: definition.name,
        type: engines[0]?.programWriter.typeName(definition),
      });
  });

  test.each(EVERY)("$definition.name has its facts in the words of $engine.name", async ({ engine, definition }) => {
    const { name: resource, scopes, kind, notes, identity, naturalKey } = definition;
    const text = await answer("describe_resource", { resource, engine: engine.name });
    const told = described.parse(JSON.parse(text));
    const spelling = engine.programWriter.spelling(definition);
    const deprecation = deprecationOf(definition);
    expect(told).toMatchObject({ resource, kind, scopes, type: engine.programWriter.typeName(definition) });
    expect(told["id"]).toBe(identity.parts.map((part: string) => `<${spelling.field(part)}>`).join("/"));
    expect(told["notes"]).toEqual(notes.map((note) => printed(note, spelling)));
    expect(told["recognisedBy"]).toEqual(naturalKey?.fields ?? []);
    expect(told["deprecated"]).toBe(deprecation === undefined ? undefined : printed(deprecation, spelling));
    const words = { update: "in place", replace: "replaces the object", store: "only in the state; nothing is sent" };
    expect(Object.entries(told.inputs)).toEqual(
      fieldsOf(definition, "inputs").map(([name, rules]) => [
        spelling.field(name),
        {
          doc: printed(rules.doc, spelling),
          required: !isOptional(rules),
          default:
            rules.fromConfig === undefined ? defaultOf(rules) : `the setting ${rules.fromConfig} of the provider`,
          secret: rules.secret === true ? true : undefined,
          schema: schemaOf(rules, spelling),
          change: words[effectOf(definition, rules)],
        },
      ]),
    );
    expect(Object.entries(told.outputs)).toEqual(
      fieldsOf(definition, "outputs").map(([name, rules]) => [
        spelling.field(name),
        {
          doc: printed(rules.doc, spelling),
          secret: rules.secret === true ? true : undefined,
          schema: schemaOf(rules, spelling),
        },
      ]),
    );
  });

  test.each(served)("$name names a page that there is", async ({ name }) => {
    const { page } = facts.parse(JSON.parse(await answer("describe_resource", { resource: name })));
    expect(existsSync(join(DOCS, String(page)))).toBe(true);
  });
});

describe("the list of functions", () => {
  test.each([undefined, "read", "write", "destructive"] as const)("of the effect %s", async (effect) => {
    const wanted = functions.filter((one) => effect === undefined || one.effect === effect);
    const lines = wanted.map(({ name, effect: own, doc }) => `${name} (${own}): ${printed(doc)}`);
    expect(await answer("list_functions", { effect })).toBe(lines.join("\n"));
  });
});

test.each(functions)("$name is described by its name in programs and in commands", async (definition) => {
  const { name, effect, repeat, scopes, doc, notes = [], example } = definition;
  const text = await answer("describe_function", { function: name });
  expect(await answer("describe_function", { function: kebabName(name) })).toBe(text);
  const told = facts.parse(JSON.parse(text));
  expect(told).toMatchObject({ name, command: kebabName(name), effect, repeat, scopes, doc: printed(doc) });
  expect([told["givesRows"], told["notes"]]).toEqual([givesRows(definition), notes.map((note) => printed(note))]);
  expect(told["example"]).toEqual(example);
  const given = z.record(z.string(), shownField).parse(told["arguments"]);
  expect(Object.entries(given).map(([argument, { required }]) => [argument, required])).toEqual(
    argumentsOf(definition).map(([argument, rules]) => [argument, !isOptional(rules)]),
  );
});

describe("the check of inputs", () => {
  const check = async ({ engine, definition }: (typeof EVERY)[number], inputs: object, references?: string[]) => {
    const given = { resource: definition.name, engine: engine.name, inputs, references };
    return verdict.parse(JSON.parse(await answer("validate_inputs", given)));
  };
  /** The names of all inputs that a program has to give, with the organization. */
  const requiredOf = ({ engine, definition }: (typeof EVERY)[number]) => {
    const spelling = engine.programWriter.spelling(definition);
    return fieldsOf(definition, "inputs")
      .filter(([, rules]) => !isOptional(rules))
      .map(([name]) => spelling.field(name));
  };

  test.each(EVERY)("of $definition.name for $engine.name takes names of inputs known later", async (one) => {
    const organization = fieldsOf(one.definition, "inputs").flatMap(([name, { fromConfig }]) =>
      fromConfig === undefined ? [] : [one.engine.programWriter.spelling(one.definition).field(name)],
    );
    const { problems } = await check(one, {}, [...requiredOf(one), ...organization]);
    const missing = requiredOf(one).filter((name) => problems.some((problem) => problem.field === name));
    expect(missing).toEqual([]);
  });

  test.each(EVERY)("of $definition.name for $engine.name asks for a setting that no other input gives", async (one) => {
    const { engine, definition } = one;
    const spelling = engine.programWriter.spelling(definition);
    const settings = fieldsOf(definition, "inputs").flatMap(([name, { fromConfig }]) =>
      fromConfig === undefined ? [] : [spelling.field(name)],
    );
    const others = fieldsOf(definition, "inputs").filter(([, { fromConfig }]) => fromConfig === undefined);
    const isGiven = Object.keys(settingFromOtherInput(definition, Object.fromEntries(others))).length > 0;
    const { problems } = await check(
      one,
      {},
      others.map(([name]) => spelling.field(name)),
    );
    const missing = problems.filter((problem) => settings.includes(problem.field));
    expect(missing.map((problem) => problem.field)).toEqual(isGiven ? [] : settings);
    for (const { cause } of missing) expect(cause).toContain("ORGFORM_ORGANIZATION_ID");
  });

  test.each(EVERY)("of $definition.name for $engine.name asks for what is required, and more", async (one) => {
    const told = await check(one, {});
    const fields = told.problems.map((problem) => problem.field);
    expect(fields).toEqual(expect.arrayContaining(requiredOf(one)));
    expect([told.valid, told["resource"]]).toEqual([fields.length === 0, one.definition.name]);
    expect(told["next"]).toMatch(fields.length === 0 ? /^The inputs are valid\. / : /^Fix every problem, /);
    const deprecation = deprecationOf(one.definition);
    expect(told["deprecated"] === undefined).toBe(deprecation === undefined);
    const docs = new Map(
      fieldsOf(one.definition, "inputs").map(([name, { doc }]) => {
        const spelling = one.engine.programWriter.spelling(one.definition);
        return [spelling.field(name), printed(doc, spelling)];
      }),
    );
    for (const { field: name, next } of told.problems.filter((problem) => docs.has(problem.field)))
      expect(next).toBe(`Give a value that fits the field's description: ${docs.get(name)}`);
  });

  test.each(EVERY)("of $definition.name for $engine.name knows no other names", async (one) => {
    const { valid, problems } = await check(one, { 'no_"é|': 1 });
    expect(valid).toBe(false);
    const own = problems.filter((problem) => problem.field.includes("é"));
    expect(own).toEqual([{ field: 'no_"é|', cause: expect.stringContaining(" "), next: expect.any(String) }]);
    expect(own[0]?.next).toMatch(/^Remove it/u);
  });
});

describe("pages", () => {
  const LONG = `# Long\n\n${"é|".repeat(40_000)}`;
  /** Pages by path, with names that begin alike and two that are the same. */
  const TEXTS: Readonly<Record<string, string>> = {
    "a.md": '<!-- generated -->\n# First "page"\n\nAbout zebras.\n\n## Stripes\n\nOf a zebra, é|.\n',
    "blank.md": "<!-- generated -->\n\n",
    "deep/a.md": "No title. A zebra.\n",
    "deep/index.md": "# Deep\n\n##### Small print\n\nNo zebra.\n",
    "guides/drift.md": "# Drift\n\n<!-- kept -->\n",
    "guides/drifting.md": "# Drifting\n",
    "long.md": LONG,
    "reference/functions/index.md": "# Functions\n",
    "reference/functions/one.md": "# One\n\nA zebra.\n",
  };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "orgform-pages-"));
    for (const [path, text] of Object.entries({ ...TEXTS, "guides/drift.txt": "# Text\n\nA zebra.\n" })) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (page: string, offset?: number) => answer("read_page", { page, offset }, folder);
  const search = (query: string, limit?: number) => answer("search_docs", { query, limit }, folder);

  test.each([
    ["a.md", "a.md"],
    ["a", "a.md"],
    ["./docs/a.md", "a.md"],
    ["orgform://docs/a.md", "a.md"],
    ["docs/deep/a", "deep/a.md"],
    ["deep", "deep/index.md"],
    ["deep.md", "deep/index.md"],
    ["drift", "guides/drift.md"],
    ["drift.md", "guides/drift.md"],
    ["drifting", "guides/drifting.md"],
    ["one", "reference/functions/one.md"],
    ["reference/functions", "reference/functions/index.md"],
  ])("%s is the page %s, without what generators read", async (page, path) => {
    expect(await read(page)).toBe((TEXTS[path] ?? "").replace("<!-- generated -->\n", ""));
  });

  test.each([
    ["index.md", "search_docs finds pages by words."],
    ["guides/drfit.md", "Did you mean guides/drift.md?"],
    ["guides/drift.txt", "Did you mean guides/drift.md?"],
    ["../a.md", "search_docs finds pages by words."],
    ["zzzzzzzzzz", "search_docs finds pages by words."],
  ])("%s is none", async (page, hint) => {
    await expect(read(page)).rejects.toThrow(`There is no page ${page}. ${hint}`);
  });

  test("are listed by their addresses and titles, without those of single functions", () => {
    const all = new Pages(folder).all();
    expect(all.map(({ uri, title }) => [uri, title])).toEqual([
      ["orgform://docs/a.md", 'First "page"'],
      ["orgform://docs/blank.md", "blank.md"],
      ["orgform://docs/deep/a.md", "deep/a.md"],
      ["orgform://docs/deep/index.md", "Deep"],
      ["orgform://docs/guides/drift.md", "Drift"],
      ["orgform://docs/guides/drifting.md", "Drifting"],
      ["orgform://docs/long.md", "Long"],
      ["orgform://docs/reference/functions/index.md", "Functions"],
    ]);
    expect(all[0]?.read()).toBe(TEXTS["a.md"]?.replace("<!-- generated -->\n", ""));
    expect(new Pages(join(folder, "none")).all()).toEqual([]);
  });

  test("come in pieces that join to the whole, each with the place of the next", async () => {
    let [text, offset] = ["", 0];
    for (const size of [30_000, 30_000]) {
      const piece = await read("long", offset);
      offset += size;
      expect(piece.slice(size)).toBe(`\n\nThe page continues. Read it with offset ${offset}.`);
      text += piece.slice(0, size);
    }
    text += await read("long", offset);
    expect(text).toBe(LONG);
    // Exactly the last piece, and behind the end.
    expect(await read("long", LONG.length - 30_000)).toBe(LONG.slice(-30_000));
    expect(await read("long", LONG.length + 1)).toBe("");
  });

  test("are found by words, in parts, each with its page, title, and heading", async () => {
    const found = (await search("zebra")).split(/\n\n(?=\S+ \()/u);
    expect(found.toSorted()).toEqual([
      'a.md (First "page")\nAbout zebras.',
      'a.md (First "page": Stripes)\nOf a zebra, é|.',
      "deep/a.md (deep/a.md: No title. A zebra.)\n",
      "deep/index.md (Deep)\nNo zebra.",
    ]);
    for (const most of [1, 2, 3]) expect(await search("zebra", most)).toBe(found.slice(0, most).join("\n\n"));
    // Neither a word that is nowhere, nor one of the name of a page without text.
    for (const word of ["nowhere", "blank"]) expect(await search(word)).toMatch(/^No page has any of these words\./u);
  });

  test.each([{ query: "" }, { query: "a".repeat(201) }, { query: "a", limit: 0 }, { query: "a", limit: 21 }])(
    "aren't searched for %j",
    async (given) => {
      await expect(answer("search_docs", given, folder)).rejects.toThrow(/Too (?:small|big)/u);
    },
  );
});

describe("the type of a field", () => {
  const told = member(z.string().max(3), { doc: "A |é." });
  const hidden = member(z.string(), { doc: "A key.", secret: true });
  const parts = [
    { type: "string", maxLength: 3, description: "A |é." },
    { type: "string", description: "A key.", secret: true },
  ];

  test.each<[string, z.ZodType, object]>([
    ["an object", z.strictObject({ told, hidden }), { properties: { told: parts[0], hidden: parts[1] } }],
    ["a list", z.array(told), { items: parts[0] }],
    ["one of several", z.union([told, hidden, z.number()]), { anyOf: [parts[0], parts[1], { type: "number" }] }],
    ["a map", z.record(z.string(), hidden), { additionalProperties: parts[1] }],
    ["a closed object", z.strictObject({}), { additionalProperties: false }],
    ["a list of maps", z.array(z.record(z.string(), told)), { items: { additionalProperties: parts[0] } }],
    ["a text", z.string(), { type: "string" }],
  ])("of %s tells of each part what is in it", (_what, schema, expected) => {
    const shown = fieldSchema(field(schema, { doc: "The field." }));
    expect(shown).toMatchObject(expected);
    expect(JSON.stringify(shown)).not.toMatch(/"doc"|"isShown"|\$schema/u);
  });
});

test("the description of each resource names a page that an agent can read", async () => {
  for (const { engine, definition } of EVERY) {
    const { page } = JSON.parse(
      await answer("describe_resource", { resource: definition.name, engine: engine.name }),
    ) as {
      readonly page: string;
    };
    const isAction = definition.kind === "action";
    expect([definition.name, page]).toEqual([
      definition.name,
      isAction ? "reference/functions/index.md" : `reference/${kebabName(definition.name)}.md`,
    ]);
    expect([page, existsSync(join(DOCS, page))]).toEqual([page, true]);
  }
});
