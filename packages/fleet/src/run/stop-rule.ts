import type { OrganizationState } from "./tally.ts";
import type { Fleet } from "../expansion/expand.ts";
import type { Changes } from "./events.ts";

/** The facts about a wave that a rule checks. */
export interface WaveSoFar {
  /** The states of its organizations. */
  readonly states: readonly OrganizationState[];
  /** The deletions and replacements in it since the run was started or resumed. */
  readonly removed?: Pick<Changes, "delete" | "replace">;
}

/**
 * Why no further organization can be started; undefined if one can.
 *
 * @param failures - how many failed since the run was started or resumed
 */
export function reasonToStop(
  { failures: most, share, deletions, replacements }: Fleet["stop"],
  failures: number,
  { states, removed = { delete: 0, replace: 0 } }: WaveSoFar,
): string | undefined {
  if (failures >= most) return `${counted(failures, "organization")} failed; the run stops at ${most}`;
  if (deletions !== undefined && removed.delete >= deletions)
    return `${counted(removed.delete, "object")} deleted in the wave; the run stops at ${deletions}`;
  if (replacements !== undefined && removed.replace >= replacements)
    return `${counted(removed.replace, "object")} replaced in the wave; the run stops at ${replacements}`;
  const failed = states.filter((state) => state === "failed").length;
  if (share === undefined || states.length === 0 || failed / states.length < share) return undefined;
  return `${failed} of ${counted(states.length, "organization")} of the wave failed; the run stops at ${Math.round(share * 10_000) / 100}%`;
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
