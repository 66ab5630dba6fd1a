import type { Random } from "./clock.ts";

const BASE_MS = 250;
const MAX_MS = 20_000;

/**
 * How long to wait before the next attempt when the service did not say: exponential with full jitter.
 *
 * @param attempt - attempts made so far, from 1
 * @returns milliseconds, 0 to 20 000
 */
export function backoffMs(attempt: number, random: Random): number {
  const ceilingMs = Math.min(MAX_MS, BASE_MS * 2 ** Math.min(attempt - 1, 30));
  return Math.floor(random() * ceilingMs);
}
