import * as z from "zod";

import { fleetSchema } from "./fleet-schema.ts";

/** The JSON Schema of the fleet file, by which editors complete and check it; published as `fleet.schema.json`. */
export function fleetFileSchema(): object {
  return { title: "Orgform fleet file", ...z.toJSONSchema(fleetSchema, { target: "draft-7", io: "input" }) };
}
