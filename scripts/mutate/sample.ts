import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { MutationPlan } from "./plan.ts";
import { keyOf } from "./plugins.mjs";
import { mutantsIn } from "./stryker.mjs";

/** A mutant of the sample. */
export interface SampledMutant {
  readonly key: string;
  readonly layer: string;
}

/**
 * Selects mutants from each room, in the number of the plan, and the same ones for the same seed and sources.
 *
 * @param only - selects only from these files below the root; absent for all files
 */
export async function sample(
  root: string,
  { layers }: MutationPlan,
  seed: number,
  only?: ReadonlySet<string>,
): Promise<SampledMutant[]> {
  const drawn: SampledMutant[] = [];
  const rooms = Object.values(layers).map(({ folder }) => folder);
  for (const [layer, { folder, mutants }] of Object.entries(layers)) {
    if (mutants === 0) continue;
    // A room within this one has places of its own.
    const inner = rooms.filter((other) => other.startsWith(`${folder}/`));
    const own = filesOf(root, folder).filter((file) => !inner.some((other) => file.startsWith(`${other}/`)));
    const files = own
      .filter((file) => only?.has(file) ?? true)
      .map((file) => {
        const name = join(root, file);
        return { name, content: readFileSync(name, "utf8") };
      });
    const keys = (await mutantsIn(files)).map((mutant) => keyOf(mutant, root));
    drawn.push(
      ...shuffled(keys, seed)
        .slice(0, mutants)
        .map((key) => ({ key, layer })),
    );
  }
  // Layers are mixed, so that a run that is cut short says something about each.
  return shuffled(drawn, seed);
}

/** The files of a layer, as paths below the root. */
function filesOf(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(?:d|generated)\.ts$/u.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** The same order for the same seed: Fisher and Yates with a linear congruential generator. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  let state = seed;
  for (let left = order.length - 1; left > 0; left -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (left + 1));
    const [here, there] = [order[left], order[other]];
    if (here !== undefined && there !== undefined) [order[left], order[other]] = [there, here];
  }
  return order;
}
