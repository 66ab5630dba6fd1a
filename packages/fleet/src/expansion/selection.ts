import type { Fleet, FleetOrganization } from "./expand.ts";
import { hasLabels, shardOf } from "./waves.ts";

/** Which organizations of a fleet are selected; all by default. */
export interface Selection {
  readonly names?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** From 1. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
}

/** A selection's share of the fleet's budget: shards run in parallel and know nothing of each other. */
export const shareOf = ({ shard }: Selection): number => 1 / (shard?.of ?? 1);

/** A selection that matches nothing, or names something that doesn't exist. */
export class SelectionError extends Error {}

/** The selected organizations, in the order of the file. @throws SelectionError */
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
  // A shard of a small fleet can be empty, because a matrix includes it anyway.
  if (chosen.length === 0 && organizations.length > 0 && shard === undefined) {
    throw new SelectionError("No organization of the fleet file has all of these labels.");
  }
  return chosen;
}
