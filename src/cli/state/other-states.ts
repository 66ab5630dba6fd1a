import type { ForeignObject } from "../../driver/driver.ts";
import { readAnyState } from "./read-state.ts";

export const OTHER_STATE_HELP = "State file of another program. Its objects don't count as unmanaged.";

/** The manager of objects in another state of Orgform. */
const ORGFORM = "Orgform";

/**
 * Reads states of other programs: their objects needn't be declared a second time.
 *
 * @throws StateError if a file can't be read or isn't a state
 */
export function readOtherStates(paths: readonly string[]): ForeignObject[] {
  return paths.flatMap((file) => {
    const { objects, foreign = [] } = readAnyState(file);
    return [...objects.map((object) => ({ ...object, by: ORGFORM })), ...foreign].map((one) => ({ ...one, file }));
  });
}
