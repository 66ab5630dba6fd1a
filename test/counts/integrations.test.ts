import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { forEach, range } from "./fixture.ts";

const PROJECTS = 50;
const INTEGRATIONS = 100;
const IN_FLIGHT = 8;
const RESOURCE = "Integration";
const OF_PROJECT = "GET /api/projects/:project_id/integrations/";
const SLOW_MS = 120_000;

describe("a refresh of 100 integrations in 50 projects", () => {
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
    const [engine] = ENGINES;
    if (engine === undefined) throw new Error("There is no engine.");
    const run = world.start(engine, LONG_TIMEOUT);
    await forEach(range(INTEGRATIONS), IN_FLIGHT, async (index) => {
      const twilio = { accountSid: `AC${index}`, authToken: "token" };
      const { inputs } = await run.check(RESOURCE, undefined, { projectId: numbers[index % PROJECTS], twilio });
      entries.push(await run.create(RESOURCE, inputs));
    });
  }, SLOW_MS);

  beforeEach(() => world.sandbox.control.clearRequests());

  afterAll(async () => world.sandbox.close());

  test.each(ENGINES.map((engine) => [engine.name, engine] as const))(
    "costs one list for each project, %s",
    async (_name, engine) => {
      const run = world.start(engine, LONG_TIMEOUT);
      const found: string[] = [];
      await forEach(entries, IN_FLIGHT, async (entry) => {
        found.push((await run.read(RESOURCE, entry))?.id ?? "is gone");
      });
      expect(found.toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
      expect(world.sandbox.control.counts()).toEqual({ [OF_PROJECT]: PROJECTS });
    },
    SLOW_MS,
  );
});
