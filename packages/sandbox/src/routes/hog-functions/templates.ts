import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { pageOf } from "../../pipeline/page.ts";
import { notFound } from "../../pipeline/service-error.ts";
import type { World } from "../../world.ts";
import { hogFunctionsOf } from "./rows.ts";
import { readSchema } from "./inputs.ts";
import { isTemplateIn, TEMPLATES, type Template, templateOf } from "./template-catalogue.ts";

/** Destinations by default, the most used first. @source the service's code of 2026, as read in public */
export function listTemplates(exchange: Exchange): Answer {
  const { query, world } = exchange;
  const type = query.get("type") ?? "";
  const types = type === "" ? (query.get("types") ?? "destination").split(",") : [type];
  const id = query.get("template_id") ?? "";
  const used = usesOf(world);
  const offered = TEMPLATES.filter((template) => isTemplateIn(world.dialect, template));
  const rows = offered.filter((template) => types.includes(template.type) && (id === "" || template.id === id));
  const sorted = rows.toSorted(
    (one, other) => (used.get(other.id) ?? 0) - (used.get(one.id) ?? 0) || one.name.localeCompare(other.name, "en"),
  );
  return pageOf(exchange, sorted, showTemplate);
}

/** One template by its ID, whatever its status. */
export function getTemplate(exchange: Exchange<"template_id">): Answer {
  const template = templateOf(exchange.match.parameters.template_id);
  if (template === undefined || !isTemplateIn(exchange.world.dialect, template)) throw notFound();
  return { status: 200, headers: {}, body: showTemplate(template) };
}

/** A template, in the form that is shown separately and inside of functions. */
export function showTemplate(template: Template): Record<string, unknown> {
  const inputs_schema = readSchema(template.inputs_schema);
  return { ...template, inputs_schema, filters: null, masking: null, mapping_templates: null };
}

/** How many enabled functions come from each template, or from none. */
function usesOf(world: World): ReadonlyMap<string | null, number> {
  const uses = new Map<string | null, number>();
  for (const { template_id: id, enabled, deleted } of hogFunctionsOf(world).all()) {
    if (enabled && !deleted) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}
