import type { Fleet } from "../../packages/fleet/src/index.ts";
import * as fleet from "../../packages/fleet/src/index.ts";
import { fleetEngines } from "../../src/engines/index.ts";

/** A fleet file with all engines that there are. */
export const fleetOf = (file: string, text: string): Fleet => fleet.fleetOf(file, text, fleetEngines);

/** The same, read from the disk. */
export const readFleetFile = (file: string): Fleet => fleet.readFleetFile(file, fleetEngines);

/** A promotion in such a file. */
export const promote = (file: string, text: string, request: fleet.PromotionRequest): fleet.Promotion =>
  fleet.promote(file, text, request, fleetEngines);
