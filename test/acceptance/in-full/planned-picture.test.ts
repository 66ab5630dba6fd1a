import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";

import { readPlanFile } from "../../../src/cli/state/read-plan.ts";
import { put } from "../../../src/model/parts.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { type Ground, groundOf, publishFor, type Slot, slotsOn } from "../../properties/picture/random-programs.ts";
import { pictureOf } from "../../support/pictured.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { contradictions } from "../../support/same-picture.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { hclOf } from "../support/hcl-text.ts";
import { installPlugin, pluginProgram } from "../support/plugin-story.ts";
import { code, declare, type Declared } from "../support/program-text.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(2 * STORY_LIMIT_MS);
afterEach(closeStories);

/** Objects that the second program no longer declares. */
const GONE = ["bob", "bobBuilds", "kind", "reader", "heldHook"];

/** The object that a program can't declare together with others. */
const APART = "everybody";

function declaredBy({ name, resource, ways, references = {} }: Slot, way: number): Declared {
  const given = ways[Math.min(way, ways.length - 1)] ?? {};
  const args = Object.entries(references).reduce<unknown>(
    (all, [input, { of, output }]) => put(all, input.split("."), code(`${of}.${output}`)),
    given,
  );
  return declare(resource, name, args as Declared["args"]);
}

const HOUR_MS = 60 * 60 * 1_000;

/** A service shortly after the full hour, so no export that runs hourly changes between a plan and its apply. */
async function startAfterTheHour(): Promise<World> {
  const world = await startWorld("2026-09");
  const nextHourMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  world.sandbox.control.setClock(new Date(nextHourMs + HOUR_MS / 12).toISOString());
  return world;
}

/** An engine's commands for a program. */
interface Engine {
  apply(program: readonly Declared[]): Promise<unknown>;
  /** Prints the plan as JSON. */
  plan(program: readonly Declared[]): Promise<string>;
  readonly folder: string;
}

/**
 * Declares nearly everything, then changes everything. Returns every statement of a plan that the picture after its apply
 * contradicts.
 */
async function contradicted(world: World, engine: Engine, slots: readonly Slot[], ground: Ground) {
  const program = (way: number, gone: readonly string[]): Declared[] =>
    slots.filter(({ name }) => ![APART, ...gone].includes(name)).map((slot) => declaredBy(slot, way));
  const wrong: string[] = [];
  for (const declared of [program(0, []), program(1, GONE)]) {
    const before = await pictureOf(world.sandbox);
    const file = join(engine.folder, "plan.json");
    writeFileSync(file, await engine.plan(declared));
    const planned = pictureAfterPlan(before, readPlanFile(file));
    expect(JSON.stringify(planned)).not.toContain("canary");
    publishFor(world, ground, Object.fromEntries(declared.map(({ name, args }) => [name, args])));
    await engine.apply(declared);
    const after = await pictureOf(world.sandbox);
    expect(contradictions(before.living, after.living).length).toBeGreaterThan(5);
    wrong.push(...contradictions(planned.living, after.living));
  }
  return wrong;
}

test("Terraform's plans of nearly every resource are the pictures after their applies", async () => {
  const world = await startAfterTheHour();
  closeLater(() => world.sandbox.close());
  const ground = await groundOf(world);
  const workspace = await TerraformWorkspace.create("", {
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
  });
  closeLater(() => workspace.dispose());
  const slots = slotsOn(ground, "2026-09");
  const imported = `import {\n  to = orgform_organization.acme\n  id = "${ground.organizationId}"\n}\n`;
  const engine: Engine = {
    folder: workspace.folder,
    plan: async (program) => {
      workspace.write(`${hclOf(program)}\n${imported}`);
      await workspace.must("plan", "-out=plan.bin");
      return workspace.must("show", "-json", "plan.bin");
    },
    apply: () => workspace.must("apply", "plan.bin"),
  };
  expect(await contradicted(world, engine, slots, ground)).toEqual([]);
});

test("Pulumi's previews of nearly every resource are the pictures after their updates", async () => {
  const world = await startAfterTheHour();
  closeLater(() => world.sandbox.close());
  const ground = await groundOf(world);
  const stack = await PulumiStack.create({
    files: { "index.js": "" },
    config: { "orgform:host": world.sandbox.host },
    secrets: { "orgform:apiKey": world.apiKey },
  });
  closeLater(() => stack.dispose());
  installPlugin({ stack });
  // An import has to declare what the service has, so the organization stays outside of this program.
  const slots = slotsOn(ground, "2026-09").filter(({ imported }) => imported === undefined);
  const engine: Engine = {
    folder: stack.program,
    plan: async (program) => {
      stack.write({ "index.js": pluginProgram(program) });
      return stack.must("preview", "--json");
    },
    apply: () => stack.up(),
  };
  expect(await contradicted(world, engine, slots, ground)).toEqual([]);
});
