import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
import type { ControlRequest, ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { HOG_LOGS_TABLE, hogFunctionsOf } from "./rows.ts";

const newLine = z.strictObject({
  level: z.string().default("INFO"),
  message: z.string(),
  instance_id: z.string().default(""),
});

/** What tests see of hog functions, secrets too, and the lines that the service would write. */
export const HOG_FUNCTION_CONTROL: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "hog-functions",
    handle: (world, { query }) => {
      const project = query["project"];
      return hogFunctionsOf(world).where(project === undefined ? {} : { project: Number(project) });
    },
  },
  { method: "POST", path: "hog-functions/:id/logs", body: newLine, handle: addLine },
];

function addLine(world: World, { parameters, body }: ControlRequest): unknown {
  const row = hogFunctionsOf(world).get(parameters["id"] ?? "");
  if (row === undefined) throw controlError(404, "There is no such hog function.");
  const { level, ...line } = body as z.infer<typeof newLine>;
  const { id: hog_function, project } = row;
  const at = { id: world.identifiers.uuid(), project, hog_function, timestamp_ms: world.clock.nowMs() };
  return world.store.table(HOG_LOGS_TABLE).put({ ...at, ...line, level: level.toUpperCase() });
}
