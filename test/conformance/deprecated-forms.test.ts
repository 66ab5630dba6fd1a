import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import pluginSchema from "../../src/engines/pulumi/plugin/schema.generated.json" with { type: "json" };
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { deprecationOf, deprecationsIn } from "../../src/model/deprecations.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, type EngineRun } from "../support/conformance-engine.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";

const LOGIN = { user: "u", password: "p" };
const FLAT = {
  destination: { type: "Postgres", config: { database: "d", host: "h.globex.example" } },
  credentials: LOGIN,
};
const BLOCK = { destination: { postgres: { database: "d", host: "h.globex.example", ...LOGIN } } };
const PIPELINE_ITEMS = [
  "PipelineDestination",
  "PipelineFrontendApp",
  "PipelineImportApp",
  "PipelineTransformation",
  "Plugin",
];

/** Properties of the plugin's schema by name, with the one mark that is looked for. */
type Marked = Readonly<Record<string, { readonly deprecationMessage?: string }>>;

interface MarkedSchema {
  readonly resources: Readonly<Record<string, { readonly inputProperties: Marked }>>;
  readonly types: Readonly<Record<string, { readonly properties: Marked }>>;
}

const definitionOf = (name: string) => {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};

describe.each(ENGINES.map((engine) => ({ name: engine.name, engine })))("a deprecated form, $name", ({ engine }) => {
  let world: World;
  afterEach(() => world.sandbox.close());

  const checked = async (run: EngineRun, name: string, form: Values): Promise<Values> => {
    const { organizationId } = world;
    const projectId = String(world.project(organizationId));
    const given = { organizationId, projectId, name, interval: "hour", ...form };
    const { inputs, problems } = await run.check("BatchExport", undefined, given);
    expect(problems).toEqual([]);
    return inputs;
  };

  test("is warned of with its successor, once where the engine does not gather warnings, and never by what state holds", async () => {
    world = await startWorld("2025-08");
    world.settleIn(world.organizationId);
    const run = world.start(engine, LONG_TIMEOUT);
    const inputs = await checked(run, "First", FLAT);
    await checked(run, "Second", FLAT);
    const texts = run.messages.map(({ text }) => text);
    expect(texts).toHaveLength(engine.name === "terraform" ? 2 : 1);
    expect(texts[0]).toMatch(
      /^BatchExport is declared in a form that is deprecated[^]*destination\.type[^]*destination\.config[^]*credentials[^]*the block of the type[^]*an Integration/u,
    );
    const made = await run.create("BatchExport", inputs);

    const quiet = world.start(engine, LONG_TIMEOUT);
    expect(await quiet.read("BatchExport", made)).toMatchObject({ id: made.id });
    await checked(quiet, "Third", BLOCK);
    // No block is for that type.
    await checked(quiet, "Fourth", { destination: { type: "NoOp", config: {} } });
    expect(quiet.messages).toEqual([]);
  });
});

test("what is deprecated is the older form of an export, and pipeline items, whose successor is named", () => {
  const marked = resources.filter((one) => deprecationOf(one) !== undefined);
  expect(marked.map(({ name }) => name).toSorted()).toEqual(PIPELINE_ITEMS);
  for (const one of marked) expect(deprecationOf(one)).toMatch(/a HogFunction in each project/u);
  const { paths = [] } =
    deprecationsIn(definitionOf("BatchExport"), {
      destination: { type: "AwsS3", config: {}, integrationId: "5", otherConfig: {} },
      credentials: {},
    }) ?? {};
  expect(paths).toEqual(["destination.type", "destination.config", "destination.integrationId", "credentials"]);
});

describe("schemas and classes mark", () => {
  const classes = readFileSync(join(__dirname, "../../src/engines/pulumi/program/resources.generated.ts"), "utf8");

  test.each(PIPELINE_ITEMS)("%s, in each engine", (name) => {
    const piece = (pluginSchema.resources as Readonly<Record<string, { deprecationMessage?: string }>>)[
      `orgform:index:${name}`
    ];
    expect(piece?.deprecationMessage).toContain("HogFunction");
    expect(new ResourceSchema(definitionOf(name)).message()["block"]).toMatchObject({ deprecated: true });
    expect(classes).toMatch(
      new RegExp(`@deprecated [^\\n]*HogFunction[^\\n]*\\n \\*/\\nexport declare class ${name} `, "u"),
    );
  });

  test("the inputs of the older form, and nothing else of an export", () => {
    const schema = pluginSchema as unknown as MarkedSchema; // -- what is read of a type as long as the file
    const markedIn = (fields: Marked = {}): string[] =>
      Object.entries(fields).flatMap(([name, one]) => (one.deprecationMessage === undefined ? [] : [name]));
    expect(markedIn(schema.resources["orgform:index:BatchExport"]?.inputProperties)).toEqual(["credentials"]);
    const flat = ["type", "config", "integrationId"];
    expect(markedIn(schema.types["orgform:index:BatchExportDestination"]?.properties)).toEqual(flat);

    interface Attribute {
      readonly name: string;
      readonly deprecated?: boolean;
      readonly nestedType?: { readonly attributes: readonly Attribute[] };
    }
    const { attributes } = new ResourceSchema(definitionOf("BatchExport")).message()["block"] as {
      attributes: readonly Attribute[];
    };
    const deprecated = (all: readonly Attribute[] = []): string[] =>
      all.flatMap((one) => (one.deprecated === true ? [one.name] : []));
    expect(deprecated(attributes)).toEqual(["credentials"]);
    const destination = attributes.find(({ name }) => name === "destination");
    expect(deprecated(destination?.nestedType?.attributes)).toEqual(["type", "config", "integration_id"]);
  });
});
