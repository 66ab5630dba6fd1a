import { wireTimeFromMs } from "../../clock.ts";
import { isIn } from "../../dialects.ts";
import type { World } from "../../world.ts";
import { hogFunctionsOf, lastOrderOf } from "./rows.ts";
import { defaultTemplateIn, isOfDefaultTemplate, templateOf } from "./template-catalogue.ts";

/**
 * Gives a project the function that every project of the service has from the start; it has no creator.
 * @source service 2026-09, projects.md, seen live 2026-09-22; its name, order, and missing creator: public code of
 *   2025
 */
export function addDefaultFunction(world: World, project: number): void {
  const template = templateOf(defaultTemplateIn(world.dialect));
  if (template === undefined || !isIn(world.dialect, { since: "2025-08" })) return;
  const now = wireTimeFromMs(world.clock.nowMs());
  hogFunctionsOf(world).put({
    id: world.identifiers.uuid(),
    project,
    type: template.type,
    name: template.name,
    description: template.description,
    created_at: now,
    created_by: null,
    updated_at: now,
    enabled: true,
    deleted: false,
    hog: template.code,
    inputs_schema: [],
    inputs: {},
    secrets: {},
    filters: {},
    masking: null,
    mappings: null,
    icon_url: template.icon_url,
    template_id: template.id,
    execution_order: lastOrderOf(world, project, template.type) + 1,
    batch_export_id: null,
    version: 0,
  });
}

/** Projects from before this dialect of the sandbox get theirs once; a deleted one doesn't come back. */
export function addMissingDefaults(world: World): void {
  const served = new Set(
    hogFunctionsOf(world)
      .all()
      .flatMap(({ project, template_id }) => (isOfDefaultTemplate(template_id) ? [project] : [])),
  );
  for (const { number } of world.store.tables.projects.all()) {
    if (!served.has(number)) addDefaultFunction(world, number);
  }
}
