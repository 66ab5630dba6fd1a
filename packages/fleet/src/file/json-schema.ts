import * as z from "zod";

import type { FleetEngine } from "../fleet-engine.ts";
import { fleetSchema } from "./fleet-schema.ts";

/** The JSON Schema of the fleet file, by which editors complete and check it; published as `fleet.schema.json`. */
export function fleetFileSchema(engines: readonly FleetEngine[]): object {
  return { title: "Orgform fleet file", ...z.toJSONSchema(fleetSchema(engines), { target: "draft-7", io: "input" }) };
}
