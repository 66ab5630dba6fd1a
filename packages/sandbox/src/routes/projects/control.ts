import { z } from "zod";
import { controlError, controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { DEFAULT_SETTINGS } from "./defaults.ts";
import { deleteProject } from "./rows.ts";
import type { World } from "../../world.ts";

const patch = z.strictObject({
  name: z.string().optional(),
  product_description: z.string().nullable().optional(),
  ingested_event: z.boolean().optional(),
  is_generating_demo_data: z.boolean().optional(),
  settings: z.partialRecord(z.enum(Object.keys(DEFAULT_SETTINGS)), z.unknown()).optional(),
});

/** Projects for tests, and changes without the program's knowledge. */
export const PROJECT_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "projects", (world, { query }) => listProjects(world, query["organization"])),
  controlRouteWith("PATCH", "projects/:id", patch, (world, { parameters, body }) =>
    changeProject(world, parameters.id, body),
  ),
  controlRoute("DELETE", "projects/:id", (world, { parameters }) =>
    deleteProject(world, projectIn(world, parameters.id)),
  ),
];

function listProjects(world: World, organization: string | undefined): ProjectRow[] {
  const { projects } = world.store.tables;
  return organization === undefined ? projects.all() : projects.where({ organization });
}

function changeProject(world: World, id: string, sent: z.infer<typeof patch>): ProjectRow {
  const { projects } = world.store.tables;
  const row = projectIn(world, id);
  const { settings = {}, ...fields } = sent;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return projects.put({ ...row, ...given, settings: { ...row.settings, ...settings } });
}

function projectIn(world: World, id: string): ProjectRow {
  const row = world.store.tables.projects.get(id);
  if (row === undefined) throw controlError(404, `There is no project ${id}.`);
  return row;
}
