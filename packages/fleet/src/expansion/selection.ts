import type { Fleet, FleetOrganization } from "./expand.ts";
import { hasLabels, shardOf } from "./waves.ts";

/** Which organizations of a fleet are meant; all when nothing is said. */
export interface Selection {
  readonly names?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** From 1. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
}

/** The part of a fleet's budget that a selection has: shards run side by side and know nothing of each other. */
export const shareOf = ({ shard }: Selection): number => 1 / (shard?.of ?? 1);

/** A selection that takes nothing, or names what is not there. */
export class SelectionError extends Error {}

/** The organizations that are meant, in the order of the file. @throws SelectionError */
export function selected({ organizations }: Fleet, { names, labels, shard }: Selection): FleetOrganization[] {
  const known = new Set(organizations.map(({ name }) => name));
  const unknown = (names ?? []).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new SelectionError(`The fleet file has no organization ${unknown.join(", ")}.`);
  const chosen = organizations.filter(
    (one) =>
      (names?.includes(one.name) ?? true) &&
      hasLabels(one.labels, labels ?? {}) &&
      (shard === undefined || shardOf(one, shard.of) === shard.index),
  );
  // A shard of a small fleet may be empty: a matrix has it all the same.
  if (chosen.length === 0 && organizations.length > 0 && shard === undefined) {
    throw new SelectionError("No organization of the fleet file has all of these labels.");
  }
  return chosen;
}
