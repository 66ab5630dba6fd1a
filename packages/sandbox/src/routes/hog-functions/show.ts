import type { World } from "../../world.ts";
import { HOG_FUNCTION, isOnlyWhole } from "../../wire/hog-function.ts";
import { pickFields, showUser } from "../members/show.ts";
import { bytecodeOf, runsOnSite, showFilters, showInputs, transpiledOf } from "./additions.ts";
import type { HogFunctionRow, Mapping } from "./rows.ts";
import { templateOf } from "./template-catalogue.ts";
import { showTemplate } from "./templates.ts";

/** Before anything ran: unknown, and no tokens used. Values of the sandbox's own. */
const STATUS = { state: 0, tokens: 0 };

/** Renders a function with what the service adds, and of its secrets only that they are there. */
export function showFunction(world: World, row: HogFunctionRow): Record<string, unknown> {
  const { type } = row;
  const maker = row.created_by === null ? undefined : world.store.tables.users.get(row.created_by);
  const template = templateOf(row.template_id);
  const { template_id: _id, deleted: _deleted, ...kept } = row;
  return pickFields(HOG_FUNCTION, world.dialect, {
    ...kept,
    created_by: maker === undefined ? null : showUser(world, maker),
    bytecode: runsOnSite(type) ? null : bytecodeOf(row.hog),
    transpiled: runsOnSite(type) ? transpiledOf(row.hog) : null,
    inputs: showInputs(type, row.inputs_schema, row),
    filters: showFilters(type, row.filters),
    masking: row.masking === null ? null : { ...row.masking, bytecode: bytecodeOf(row.masking["hash"]) },
    mappings: row.mappings?.map((mapping) => showMapping(type, mapping)) ?? null,
    template: template === undefined ? null : showTemplate(template),
    status: STATUS,
    // Only callers that present themselves as agents get drafts. @source service 2026-09, hog-functions.md, rules
    draft: null,
    draft_updated_at: null,
  });
}

function showMapping(type: string, { name, inputs_schema, inputs, filters }: Mapping): Record<string, unknown> {
  const shown = showInputs(type, inputs_schema, { inputs, secrets: {} });
  return { name, inputs_schema, inputs: shown, filters: showFilters(type, filters) };
}

/** The short form of lists. */
export function showListed(world: World, row: HogFunctionRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(showFunction(world, row)).filter(([name]) => !isOnlyWhole(name)));
}
