import { Comparison, type StackComparison, type StackDrift } from "./comparison.ts";
import { addLastChanges, compareObjects } from "./declared-objects.ts";
import { findUnmanaged } from "./unmanaged-objects.ts";

/** Compares the state of a stack with the service: every list is read once, nothing is written. */
export async function stackDrift(asked: StackComparison): Promise<StackDrift> {
  const comparison = new Comparison(asked);
  await compareObjects(comparison);
  await addLastChanges(comparison);
  await findUnmanaged(comparison);
  return { organizations: comparison.organizationsOf(asked.objects), ...comparison.found };
}

/** The combined findings about parts of one stack. An object that two keys see is reported once. */
export function mergedDrift(looks: readonly StackDrift[]): StackDrift {
  const all = <K extends keyof StackDrift>(name: K): StackDrift[K][number][] =>
    looks.flatMap((look) => [...look[name]]);
  const once = <T extends { readonly resource: string; readonly id: string }>(objects: readonly T[]): T[] => [
    ...new Map(objects.map((object) => [`${object.resource} ${object.id}`, object])).values(),
  ];
  return {
    organizations: [...new Set(all("organizations"))],
    changed: all("changed"),
    missing: all("missing"),
    unmanaged: once(all("unmanaged")),
    implied: once(all("implied")),
    elsewhere: once(all("elsewhere")),
    unchecked: all("unchecked"),
    notCompared: all("notCompared"),
    retired: all("retired"),
    unlisted: [...new Map(all("unlisted").map((one) => [one.what, one])).values()],
  };
}
