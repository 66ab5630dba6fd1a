import type { Picture } from "./picture/picture.generated.ts";

const DAY_MS = 86_400_000;

/**
 * Whole days from a time to the one at which the picture was taken; negative for a time that is still to come, and NaN
 * for a text that is no time.
 *
 * @param time - UTC, RFC 3339
 */
export function daysSince(time: string, { takenAt }: Picture): number {
  return Math.floor((Date.parse(takenAt) - Date.parse(time)) / DAY_MS);
}
