import type { World } from "../../../packages/sandbox/src/world.ts";

class Undone extends Error {}

/** What an act gives, whose effects on the world are undone. */
export function undone<T>(world: World, act: () => T): T {
  const results: T[] = [];
  try {
    world.store.transaction(() => {
      results.push(act());
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  const [result] = results;
  if (result === undefined) throw new Error("nothing was given");
  return result;
}
