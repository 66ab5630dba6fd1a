import type { DeclaredWave } from "../file/fleet-schema.ts";
import { createHash } from "node:crypto";

/** What of an organization decides in which wave it runs. */
export interface Placed {
  /** What stays when it is renamed. */
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One wave without an `approve`, for files that say nothing of waves. */
export const ALL_AT_ONCE: readonly DeclaredWave[] = [{ share: "100%" }];

/**
 * The wave, from 0, in which an organization runs: the first that takes it; undefined when none does.
 *
 * A share takes those whose names come first in an order that only they decide. A share of a small fleet may take none
 * for that reason: labels name a canary.
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

/** The shard, from 1, in which an organization runs; it depends on its name and on their number alone. */
export function shardOf({ key }: Pick<Placed, "key">, shards: number): number {
  return Math.floor(fractionOf(key) * shards) + 1;
}

/**
 * A number from 0 to 1, 1 excluded, that depends on nothing but a name: what decides shard and wave, so that no
 * organization moves because of another one.
 */
function fractionOf(name: string): number {
  return createHash("sha256").update(name).digest().readUIntBE(0, 6) / 2 ** 48;
}
