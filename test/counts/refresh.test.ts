import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { isInFull } from "../support/extent.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { addMembers, emailOf, forEach, range } from "./fixture.ts";

const MEMBERS = isInFull() ? 1_000 : 300;
const ROLES = 50;
const DOMAINS = 20;
const PROJECTS = 50;
const EXPORTS = 100;

/** Those of the projects that declare a setting which the list of projects leaves out. */
const PROJECTS_WITH_SETTINGS = 7;
const EXPORTS_OF_PROJECT = "GET /api/projects/:project_id/batch_exports/";
const PROJECT = "GET /api/organizations/:organization_id/projects/:id/";

/** Most requests of a complete refresh besides a call for each such project. It was 13 at first. */
const MOST_CALLS = isInFull() ? 45 : 25;

/** By day, only the first engine, because the driver decides the requests of a read. */
const CASES = TABLE_DIALECTS.flatMap((dialect) =>
  ENGINES.filter((engine) => isInFull() || engine === ENGINES[0]).map(
    (engine) => [engine.name, dialect, engine] as const,
  ),
);

/** As many as an engine has under way on two cores. */
const IN_FLIGHT = 8;

/** One object's entry in a state. */
interface Held {
  readonly resource: string;
  readonly entry: Entry;
}

/** Declares the organization and everything in it, in one run of a program. Returns its state. */
async function declareAll({ organizationId }: World, run: EngineRun): Promise<Held[]> {
  const state = { name: "Acme", organizationId, stateVersion: 1 };
  const held: Held[] = [{ resource: "Organization", entry: { id: organizationId, state } }];
  const declare = async (
    resource: string,
    indexes: readonly number[],
    inputsOf: (index: number) => Values,
  ): Promise<Values[]> => {
    const states: Values[] = [];
    await forEach(indexes, IN_FLIGHT, async (index) => {
      const { inputs } = await run.check(resource, undefined, { organizationId, ...inputsOf(index) });
      const entry = await run.create(resource, inputs);
      held.push({ resource, entry });
      states.push(entry.state);
    });
    return states;
  };
  const people = range(MEMBERS);
  const person = (index: number): Values => ({ email: emailOf(index), level: "member" });
  // The two ways to declare an existing person read separate lists.
  await declare("Member", people.slice(MEMBERS / 2), person);
  await declare("Membership", people.slice(0, MEMBERS / 2), person);
  const roles = await declare("Role", range(ROLES), (index) => ({ name: `Role ${index}` }));
  const placeOf = (index: number): Values => ({ roleId: roles[index % ROLES]?.["roleId"], email: emailOf(index) });
  await declare("RoleMembership", people, placeOf);
  await declare("Domain", range(DOMAINS), (index) => ({ domain: `d${index}.example` }));
  const projects = await declare("Project", range(PROJECTS), (index) => ({
    name: `Project ${index}`,
    timezone: "Europe/Berlin",
    ...(index < PROJECTS_WITH_SETTINGS ? { anonymizeIps: true } : {}),
  }));
  await declare("BatchExport", range(EXPORTS), (index) => ({
    projectId: projects[index % PROJECTS]?.["projectId"],
    name: `Export ${index}`,
    interval: "day",
    destination: { s3: { bucketName: `export-${index}`, region: "eu-central-1", prefix: "events/" } },
  }));
  return held;
}

/** Longest time on a busy machine. Alone, each takes a few seconds. */
const SLOW_MS = 180_000;

describe("a refresh of a large organization", () => {
  let world: World;
  let held: readonly Held[];

  beforeAll(async () => {
    world = await startWorld("2025-08");
    world.settleIn(world.organizationId);
    addMembers(world, MEMBERS);
    const [engine] = ENGINES;
    if (engine === undefined) throw new Error("There is no engine.");
    held = await declareAll(world, world.start(engine, LONG_TIMEOUT));
  }, SLOW_MS);

  beforeEach(() => world.sandbox.control.clearRequests());

  afterAll(async () => world.sandbox.close());

  test.each(CASES)(
    `makes at most ${MOST_CALLS} calls and one for each project's own settings: %s, %s`,
    async (_name, dialect, engine) => {
      world.sandbox.control.setDialect(dialect);
      const run = world.start(engine, LONG_TIMEOUT);
      const found: string[] = [];
      await forEach(held, IN_FLIGHT, async ({ resource, entry }) => {
        found.push(`${resource} ${(await run.read(resource, entry))?.id ?? "is gone"}`);
      });
      expect(found.toSorted()).toEqual(held.map(({ resource, entry }) => `${resource} ${entry.id}`).toSorted());
      const { [PROJECT]: settings, [EXPORTS_OF_PROJECT]: exported = 0, ...lists } = world.sandbox.control.counts();
      expect(settings).toBe(PROJECTS_WITH_SETTINGS);
      // The newest service lists exports only below each project.
      expect(exported).toBe(dialect === "2026-09" ? PROJECTS : 0);
      expect(Object.values(lists).reduce((sum, calls) => sum + calls, 0)).toBeLessThanOrEqual(MOST_CALLS);
    },
    SLOW_MS,
  );
});
