import { createHash } from "node:crypto";

/**
 * A number from 0 to 1, 1 excluded, that depends on nothing but a name: what decides shard and wave, so that no
 * organization moves because of another one.
 */
export function fractionOf(name: string): number {
  return createHash("sha256").update(name).digest().readUIntBE(0, 6) / 2 ** 48;
}
