import type { ForeignObject } from "../../driver/driver.ts";
import { readAnyState } from "./read-state.ts";

export const OTHER_STATE_HELP = "State file of another program. Its objects don't count as unmanaged.";

/** Who manages what another state of ours has. */
const ORGFORM = "Orgform";

/**
 * Reads states of other programs: what they manage, nobody has to declare a second time.
 *
 * @throws StateError when a file can't be read or holds no state
 */
export function readOtherStates(paths: readonly string[]): ForeignObject[] {
  return paths.flatMap((file) => {
    const { objects, foreign = [] } = readAnyState(file);
    return [...objects.map((object) => ({ ...object, by: ORGFORM })), ...foreign].map((one) => ({ ...one, file }));
  });
}
