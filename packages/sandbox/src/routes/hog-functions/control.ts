import { z } from "zod";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRequest, ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { HOG_LOGS_TABLE, type HogFunctionRow, hogFunctionsOf } from "./rows.ts";

const newLine = z.strictObject({
  level: z.string().default("INFO"),
  message: z.string(),
  instance_id: z.string().default(""),
});

/** Changes by somebody else; `deleted` is how the service deletes a function, and `type` how it converts old destinations. */
const change = z.strictObject({
  type: z.literal("legacy_destination").optional(),
  execution_order: z.int().min(0).optional(),
  name: z.string().optional(),
  enabled: z.boolean().optional(),
  deleted: z.boolean().optional(),
});

/** Hog functions for tests, including secrets, and the lines that the service would log. */
export const HOG_FUNCTION_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "hog-functions", (world, { query }) => {
    const project = query["project"];
    return hogFunctionsOf(world).where(project === undefined ? {} : { project: Number(project) });
  }),
  controlRouteWith("PATCH", "hog-functions/:id", change, changeRow),
  controlRouteWith("POST", "hog-functions/:id/logs", newLine, addLine),
];

function rowOf(world: World, { parameters }: ControlRequest<"id">): HogFunctionRow {
  const row = hogFunctionsOf(world).get(parameters.id);
  if (row === undefined) throw controlError(404, "There is no such hog function.");
  return row;
}

function changeRow(world: World, request: ControlRequest<"id", z.output<typeof change>>): unknown {
  const row = rowOf(world, request);
  return hogFunctionsOf(world).put({ ...row, ...givenIn(request.body) });
}

function addLine(world: World, request: ControlRequest<"id", z.output<typeof newLine>>): unknown {
  const { body } = request;
  const row = rowOf(world, request);
  const { level, ...line } = body;
  const { id: hog_function, project } = row;
  const at = { id: world.identifiers.uuid(), project, hog_function, timestamp_ms: world.clock.nowMs() };
  return world.store.table(HOG_LOGS_TABLE).put({ ...at, ...line, level: level.toUpperCase() });
}
