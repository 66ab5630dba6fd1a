import type { OrganizationState } from "./tally.ts";
import type { Fleet } from "../expansion/expand.ts";

/**
 * Why no further organization may be started; undefined as long as one may.
 *
 * @param failures - how many failed since the run was started or resumed
 * @param wave - the states of the organizations of the wave that is being run
 */
export function reasonToStop(
  { failures: most, share }: Fleet["stop"],
  failures: number,
  wave: readonly OrganizationState[],
): string | undefined {
  if (failures >= most) return `${counted(failures)} failed; the file stops at ${most}`;
  const failed = wave.filter((state) => state === "failed").length;
  if (share === undefined || wave.length === 0 || failed / wave.length < share) return undefined;
  return `${failed} of ${counted(wave.length)} of the wave failed; the file stops at ${Math.round(share * 10_000) / 100}%`;
}

const counted = (number: number): string => `${number} organization${number === 1 ? "" : "s"}`;
