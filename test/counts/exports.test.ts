import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { forEach, range } from "./fixture.ts";

const PROJECTS = 50;
const EXPORTS = 100;
const IN_FLIGHT = 8;
const RESOURCE = "BatchExport";
const OF_ORGANIZATION = "GET /api/organizations/:organization_id/batch_exports/";
const OF_PROJECT = "GET /api/projects/:project_id/batch_exports/";
const SLOW_MS = 120_000;

describe("a refresh of 100 exports in 50 projects", () => {
  let world: World;
  const entries: Entry[] = [];

  beforeAll(async () => {
    world = await startWorld("2025-08");
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
    await forEach(range(EXPORTS), IN_FLIGHT, async (index) => {
      const declared = {
        organizationId,
        projectId: numbers[index % PROJECTS],
        name: `Export ${index}`,
        interval: "day",
        destination: { s3: { bucketName: "b", region: "eu-central-1", prefix: "p/" } },
      };
      const { inputs } = await run.check(RESOURCE, undefined, declared);
      entries.push(await run.create(RESOURCE, inputs));
    });
  }, SLOW_MS);

  beforeEach(() => world.sandbox.control.clearRequests());

  afterAll(async () => world.sandbox.close());

  test.each([
    ["2025-08", { [OF_ORGANIZATION]: 1 }],
    ["2026-09", { [OF_PROJECT]: PROJECTS }],
  ] as const)(
    "costs in %s the one list, or one for each project",
    async (dialect, lists) => {
      world.sandbox.control.setDialect(dialect);
      for (const engine of ENGINES) {
        world.sandbox.control.clearRequests();
        const run = world.start(engine, LONG_TIMEOUT);
        const found: string[] = [];
        await forEach(entries, IN_FLIGHT, async (entry) => {
          found.push((await run.read(RESOURCE, entry))?.id ?? "is gone");
        });
        expect(found.toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
        // The list that the service no longer has is requested once, which shows its version.
        const { "GET (unknown path)": unknown = 0, ...counts } = world.sandbox.control.counts();
        expect([counts, unknown]).toEqual([lists, dialect === "2026-09" ? 1 : 0]);
      }
    },
    SLOW_MS,
  );
});
