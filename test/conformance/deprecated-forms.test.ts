import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import pluginSchema from "../../src/engines/pulumi/plugin/schema.generated.json" with { type: "json" };
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { deprecationOf } from "../../src/model/deprecations.ts";
import { printed } from "../../src/model/messages.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";

const PIPELINE_ITEMS = [
  "PipelineDestination",
  "PipelineFrontendApp",
  "PipelineImportApp",
  "PipelineTransformation",
  "Plugin",
];

const definitionOf = (name: string) => {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};

describe.each(ENGINES.map((engine) => ({ name: engine.name, engine })))("a deprecated form, $name", ({ engine }) => {
  let world: World;
  afterEach(() => world.sandbox.close());

  const checked = async (run: EngineRun, name: string): Promise<Values> => {
    const { organizationId } = world;
    const given = { organizationId, name, capabilities: { methods: ["processEvent"] } };
    const { inputs, problems } = await run.check("PipelineTransformation", undefined, given);
    expect(problems).toEqual([]);
    return inputs;
  };

  test("is warned of with its successor, once where the engine does not gather warnings, and never by what state holds", async () => {
    world = await startWorld("2025-08");
    world.settleIn(world.organizationId);
    const run = world.start(engine, LONG_TIMEOUT);
    const inputs = await checked(run, "First");
    await checked(run, "Second");
    const texts = run.messages.map(({ text }) => text);
    expect(texts).toHaveLength(engine.name === "terraform" ? 2 : 1);
    expect(texts[0]).toMatch(/^PipelineTransformation is deprecated[^]*a HogFunction in each project/u);
    const made = await run.create("PipelineTransformation", inputs);

    const quiet = world.start(engine, LONG_TIMEOUT);
    expect(await quiet.read("PipelineTransformation", made)).toMatchObject({ id: made.id });
    expect(quiet.messages).toEqual([]);
  });
});

test("what is deprecated is the pipeline items, whose successor is named", () => {
  const marked = resources.filter((one) => deprecationOf(one) !== undefined);
  expect(marked.map(({ name }) => name).toSorted()).toEqual(PIPELINE_ITEMS);
  for (const one of marked) expect(printed(deprecationOf(one) ?? "")).toMatch(/a HogFunction in each project/u);
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
});
