import { z } from "zod";
import { controlError, controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import { guardedObjectsOf, objectKey, rulesOf } from "../../access/rules.ts";

const otherLevel = z.strictObject({ id: z.string(), access_level: z.string().nullable() });

const text = z.string().min(1);

const newObject = z.strictObject({
  project: z.number().int(),
  resource: text,
  id: text,
  short_id: text.optional(),
  name: text.optional(),
  created_by: text.optional(),
  source: text.optional(),
});

/** The rules for tests, and the objects that rules can be about: the sandbox itself has no dashboards. */
export const ACCESS_CONTROL_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "access-controls", (world) => rulesOf(world).all()),
  controlRouteWith("POST", "access-controls", otherLevel, (world, { body }) => {
    const { id, access_level: level } = body;
    const rule = rulesOf(world).get(id);
    if (rule === undefined) throw controlError(404, `There is no rule ${id}.`);
    if (level === null) return void rulesOf(world).delete(id);
    return rulesOf(world).put({ ...rule, access_level: level });
  }),
  controlRouteWith("POST", "guarded-objects", newObject, (world, { body }) => {
    const { project, resource, id: object, short_id = null, name = null, ...more } = body;
    const { created_by = null, source = null } = more;
    if (world.store.tables.projects.one({ number: project }) === undefined) {
      throw controlError(404, `There is no project ${project}.`);
    }
    const id = objectKey(project, resource, object);
    return guardedObjectsOf(world).put({ id, project, resource, object, short_id, name, created_by, source });
  }),
];
