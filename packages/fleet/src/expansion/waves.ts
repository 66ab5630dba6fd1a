import type { DeclaredWave } from "../file/fleet-schema.ts";
import { createHash } from "node:crypto";

/** The facts about an organization that decide its wave. */
export interface Placed {
  /** Stays the same when it is renamed. */
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One wave without `approve`, for files without waves. */
export const ALL_AT_ONCE: readonly DeclaredWave[] = [{ share: "100%" }];

/**
 * The wave, from 0, in which an organization runs: the first that accepts it; undefined if none does.
 *
 * A percentage selects the organizations whose names come first in a fixed order of names. In a small fleet, a
 * percentage can therefore select none: choose a canary by labels.
 */
export function waveOf({ key, labels }: Placed, waves: readonly DeclaredWave[]): number | undefined {
  const place = fractionOf(key) * 100;
  const index = waves.findIndex((wave) =>
    "share" in wave ? place < Number.parseFloat(wave.share) : hasLabels(labels, wave.labels),
  );
  return index < 0 ? undefined : index;
}

/** Whether an organization has all of these labels. */
export function hasLabels(labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/** The shard, from 1, in which an organization runs; it depends only on its name and the number of shards. */
export function shardOf({ key }: Pick<Placed, "key">, shards: number): number {
  // Another number than that of shares of the fleet, or the first tenth of a fleet would be in one shard.
  return Math.floor(fractionOf(`shard of ${key}`) * shards) + 1;
}

/**
 * A number from 0 to 1, excluding 1, that depends only on a name: it decides shard and wave, so adding or removing an
 * organization doesn't move the others.
 */
function fractionOf(name: string): number {
  return createHash("sha256").update(name).digest().readUIntBE(0, 6) / 2 ** 48;
}
