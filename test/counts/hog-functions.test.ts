import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { countsIn, forEach, range } from "./fixture.ts";

const PROJECTS = 50;
const FUNCTIONS = 100;
const IN_FLIGHT = 8;
const RESOURCE = "HogFunction";
const LIST = "GET /api/projects/:project_id/hog_functions/";
const SLOW_MS = 240_000;

describe("100 hog functions in 50 projects", () => {
  let world: World;
  const entries: Entry[] = [];

  beforeAll(async () => {
    world = await startWorld("2026-09");
    const { organizationId } = world;
    world.settleIn(organizationId);
    const numbers = await Promise.all(
      range(PROJECTS).map(async (index) => {
        const { id } = await world.send("POST", `organizations/${organizationId}/projects/`, { name: `P${index}` });
        return String(id);
      }),
    );
    world.sandbox.control.clearRequests();
    const [engine] = ENGINES;
    if (engine === undefined) throw new Error("There is no engine.");
    const run = world.start(engine, LONG_TIMEOUT);
    await forEach(range(FUNCTIONS), IN_FLIGHT, async (index) => {
      const name = `Function ${index}`;
      const declared = { projectId: numbers[index % PROJECTS], type: "transformation", name, hog: "return event" };
      const { inputs } = await run.check(RESOURCE, undefined, declared);
      entries.push(await run.create(RESOURCE, inputs));
    });
  }, SLOW_MS);

  afterAll(async () => world.sandbox.close());

  test("are made with a list of each project, looks behind, and one list of organizations", () => {
    const { [LIST]: lists = 0, ...counts } = countsIn(world);
    expect(counts).toEqual({
      "GET /api/organizations/": 1,
      "POST /api/projects/:project_id/hog_functions/": FUNCTIONS,
    });
    expect(lists).toBeLessThanOrEqual(PROJECTS + FUNCTIONS);
  });

  test(
    "are read with one list of each project",
    async () => {
      for (const engine of ENGINES) {
        world.sandbox.control.clearRequests();
        const run = world.start(engine, LONG_TIMEOUT);
        const found: string[] = [];
        await forEach(entries, IN_FLIGHT, async (entry) => {
          found.push((await run.read(RESOURCE, entry))?.id ?? "is gone");
        });
        expect(found.toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
        expect(world.sandbox.control.counts()).toEqual({ [LIST]: PROJECTS });
      }
    },
    SLOW_MS,
  );
});
