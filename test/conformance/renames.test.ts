import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import { isInFull } from "../support/extent.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import type { Entry } from "../support/engine-under-test.ts";

/** How many objects a program holds, each under a block that is renamed. */
const OBJECTS = 18;

/** How often each degree of parallelism is tried, each time in another order. */
const ROUNDS = isInFull() ? 20 : 4;

const NAMES = Array.from({ length: OBJECTS }, (_one, index) => `d${index}.example`);

/** Numbers that are the same in every run of the test. */
function dice(seed: number): () => number {
  let last = seed;
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function shuffled<T>(items: readonly T[], roll: () => number): T[] {
  return items
    .map((item) => [roll(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}

/** Carries deeds out side by side, so many at a time, as the engine does. */
async function sideBySide(deeds: readonly (() => Promise<void>)[], parallelism: number): Promise<void> {
  const waiting = [...deeds];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: parallelism }, work));
}

const [terraform] = ENGINES.filter(({ name }) => name === "terraform");

/**
 * One apply of a program with renamed blocks: each object is created under its new name and deleted under the old name.
 */
async function renameAll(
  world: World,
  before: ReadonlyMap<string, Entry>,
  { parallelism, seed }: { readonly parallelism: number; readonly seed: number },
): Promise<{ after: Map<string, Entry>; refusals: string[] }> {
  if (terraform === undefined) throw new Error("There is no Terraform among the engines.");
  const run = world.start(terraform);
  const after = new Map<string, Entry>();
  const refusals: string[] = [];
  const creates = NAMES.map((domain) => async () => {
    try {
      after.set(domain, await run.create("Domain", { organizationId: world.organizationId, domain }));
    } catch (error) {
      refusals.push(String(error));
    }
  });
  const deletes = [...before.values()].map((entry) => () => run.delete("Domain", entry));
  await sideBySide(shuffled([...creates, ...deletes], dice(seed)), parallelism);
  return { after, refusals };
}

/** The objects that only the state has, or only the service. */
function differences(world: World, state: ReadonlyMap<string, Entry>): string[] {
  const held = world.sandbox.control.domains().map((row) => `${world.organizationId}/${String(row["id"])}`);
  const kept = [...state.values()].map(({ id }) => id);
  return [...kept.filter((id) => !held.includes(id)), ...held.filter((id) => !kept.includes(id))];
}

let world: World;

beforeEach(async () => {
  world = await startWorld("2025-08");
});

afterEach(() => world.sandbox.close());

test.each([1, 10, 50])(
  "blocks renamed without `moved` lose nothing that state holds, %d at a time",
  async (parallelism) => {
    let { after: state } = await renameAll(world, new Map(), { parallelism, seed: 1 });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { after, refusals } = await renameAll(world, state, { parallelism, seed: round });
      expect(refusals).toEqual([]);
      expect(after.size).toBe(OBJECTS);
      expect(differences(world, after)).toEqual([]);
      state = after;
    }
  },
  120_000,
);

test("without records a rename is refused or makes the object anew; state and service agree", async () => {
  const { after: state } = await renameAll(world, new Map(), { parallelism: 10, seed: 1 });
  world.loseRecords();
  const { after, refusals } = await renameAll(world, state, { parallelism: 10, seed: 2 });
  expect(after.size + refusals.length).toBe(OBJECTS);
  for (const refusal of refusals) expect(refusal).toContain("exists already");
  expect(differences(world, after)).toEqual([]);
});
