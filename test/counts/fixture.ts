import { afterAll, beforeAll, beforeEach, describe } from "@jest/globals";

import type { Dialect, Snapshot } from "../../packages/sandbox/src/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine, EngineRun, Entry } from "../support/engine-under-test.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { isInFull } from "../support/extent.ts";
import type { ProcessTime } from "../support/scenario-clock.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, VERIFIED_AT, type World } from "../support/scenario-world.ts";

/** A sandbox with many domains, and the entries that a state would hold of them. */
export interface Crowd {
  readonly world: World;
  readonly dialect: Dialect;
  /** Whether to run tests that don't depend on the engine: by day, only with the first engine. */
  readonly isWhole: boolean;
  start(time?: ProcessTime): EngineRun;
  /**
   * Makes so many domains, of which so many are verified, one if not said, in place of what a test has made before. Clears
   * the request log afterwards.
   */
  domains(count: number, verified?: number): Promise<Entry[]>;
  /** Requests since the log was cleared by method and route, without the look at the key. */
  counts(): Readonly<Record<string, number>>;
}

/** The look at the key, which a process that previews something takes once. */
export const KEY = "GET /api/personal_api_keys/@current/";
export const LIST = "GET /api/organizations/:organization_id/domains/";
export const ONE = "GET /api/organizations/:organization_id/domains/:id/";
export const CREATE = "POST /api/organizations/:organization_id/domains/";
export const DELETE = "DELETE /api/organizations/:organization_id/domains/:id/";
export const ORGANIZATION = "GET /api/organizations/:id/";

/** Requests by method and route without the look at the key; `previews.test.ts` counts that one. */
export function countsIn({ sandbox }: World): Readonly<Record<string, number>> {
  const { [KEY]: _look, ...counts } = sandbox.control.counts();
  return counts;
}

/** Which cells a run by day takes of tests of crowds. */
interface CrowdExtent {
  readonly dialects?: readonly Dialect[];
  /** Whether engines after the first, which have no part in it, are left out. */
  readonly firstEngine?: true;
}

/**
 * Describes tests for every engine, and for the first engine in the other dialects, which don't affect the other
 * engines.
 */
export function describeCrowds(
  body: (crowd: Crowd) => void,
  { dialects = TABLE_DIALECTS, firstEngine }: CrowdExtent = {},
): void {
  for (const dialect of dialects) {
    for (const engine of ENGINES) {
      const isLeftOut = engine !== ENGINES[0] && (dialect !== "2025-08" || firstEngine === true);
      if (isLeftOut && !isInFull()) continue;
      describe(`${engine.name}, ${dialect}`, () => {
        body(crowdOf(engine, dialect));
      });
    }
  }
}

/** The name of the domain of that number. */
export function nameOf(index: number): string {
  return `d${String(index).padStart(3, "0")}.example`;
}

function crowdOf(engine: Engine, dialect: Dialect): Crowd {
  let world: World;
  let empty: Snapshot;
  const made = new Map<string, { readonly entries: readonly Entry[]; readonly service: Snapshot }>();
  beforeAll(async () => {
    world = await startWorld(dialect);
    empty = world.sandbox.control.snapshot();
  });
  beforeEach(() => {
    world.sandbox.control.clearFaults();
    world.sandbox.control.restore(empty);
    world.loseRecords();
    world.sandbox.control.clearRequests();
  });
  afterAll(async () => world.sandbox.close());
  return {
    get world() {
      return world;
    },
    dialect,
    isWhole: engine === ENGINES[0] || isInFull(),
    // A slow machine must not make the client ask again.
    start: (time) => world.start(engine, LONG_TIMEOUT, time),
    domains: async (count, verified = 1) => {
      const { control } = world.sandbox;
      const name = `${count}, ${verified} of them verified`;
      const known = made.get(name);
      if (known !== undefined) control.restore(known.service);
      const entries = known?.entries ?? (await domainsOf(world, count, verified));
      if (known === undefined) made.set(name, { entries, service: control.snapshot() });
      control.clearRequests();
      return [...entries];
    },
    counts: () => countsIn(world),
  };
}

async function domainsOf(world: World, count: number, verified: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) entries.push(await oneOf(world, index, index < verified));
  return entries;
}

async function oneOf(world: World, index: number, isVerified: boolean): Promise<Entry> {
  const { organizationId } = world;
  const id = await world.addDomain(organizationId, nameOf(index), isVerified ? { verified_at: VERIFIED_AT } : {});
  const state = { organizationId, domain: nameOf(index), domainId: id, stateVersion: 1 };
  return { id: `${organizationId}/${id}`, state };
}

/** The address of the person of that number. */
export function emailOf(index: number): string {
  return `person${index}@globex.example`;
}

/** Adds that many members to the organization. Returns the IDs of their accounts. */
export function addMembers({ sandbox: { control }, organizationId }: World, count: number): string[] {
  return range(count).map((index) => {
    const { id: userId } = control.createUser({ email: emailOf(index) });
    control.addMembership({ userId, organizationId, level: 1 });
    return userId;
  });
}

/** The whole numbers from 0 up to one less than the count. */
export function range(count: number): number[] {
  return [...Array.from({ length: count }).keys()];
}

/** Does something with each, so many at a time, as an engine does that works in parallel. */
export async function forEach<T>(
  items: Iterable<T>,
  inFlight: number,
  action: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items].values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await action(item);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}
