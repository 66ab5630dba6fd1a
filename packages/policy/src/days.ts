import type { Picture } from "./picture/picture.generated.ts";

const DAY_MS = 86_400_000;

/**
 * Whole days from a time to the time of the picture; negative for a later time, and NaN for a string that isn't a time.
 *
 * @param time - UTC, RFC 3339
 */
export function daysSince(time: string, { takenAt }: Picture): number {
  return Math.floor((Date.parse(takenAt) - Date.parse(time)) / DAY_MS);
}
