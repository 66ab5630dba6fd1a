import type { World } from "../../world.ts";
import { HOG_FUNCTION, isOnlyWhole } from "../../wire/hog-function.ts";
import { pickFields, showUserOf } from "../members/show.ts";
import { bytecodeOf, runsOnSite, showFilters, showInputs, transpiledOf } from "./additions.ts";
import type { FunctionContent, HogFunctionRow, Mapping } from "./rows.ts";
import { templateOf } from "./template-catalogue.ts";
import { showTemplate } from "./templates.ts";

/** Before any run: unknown, and no tokens used. These values are the sandbox's own. */
const STATUS = { state: 0, tokens: 0 };

/** Renders a function with the service's additions; for secrets, it shows only that they exist. */
export function showFunction(world: World, row: HogFunctionRow): Record<string, unknown> {
  const { type } = row;
  const template = templateOf(row.template_id);
  const { template_id: _id, deleted: _deleted, ...kept } = row;
  return pickFields(HOG_FUNCTION, world.dialect, {
    ...kept,
    created_by: showUserOf(world, row.created_by),
    bytecode: runsOnSite(type) ? null : bytecodeOf(row.hog),
    transpiled: runsOnSite(type) ? transpiledOf(row.hog) : null,
    ...showContent(type, row, row.secrets),
    template: template === undefined ? null : showTemplate(template),
    status: STATUS,
    // Changes by a key are live: only a restored revision becomes a draft. @source hog-functions.md, rules
    draft: row.draft === undefined ? null : showContent(type, row.draft.content, row.secrets),
    draft_updated_at: row.draft?.updated_at ?? null,
  });
}

/** A function's contents, with the service's additions; for secrets, only that they exist. */
export function showContent(
  type: string,
  { hog, inputs_schema, inputs, filters, masking, mappings }: FunctionContent,
  secrets: HogFunctionRow["secrets"] = {},
): Record<string, unknown> {
  return {
    hog,
    inputs_schema,
    inputs: showInputs(type, inputs_schema, { inputs, secrets }),
    filters: showFilters(type, filters),
    masking: masking === null ? null : { ...masking, bytecode: bytecodeOf(masking["hash"]) },
    mappings: mappings?.map((mapping) => showMapping(type, mapping)) ?? null,
  };
}

function showMapping(type: string, { name, inputs_schema, inputs, filters }: Mapping): Record<string, unknown> {
  const shown = showInputs(type, inputs_schema, { inputs, secrets: {} });
  return { name, inputs_schema, inputs: shown, filters: showFilters(type, filters) };
}

/** The short form of lists. */
export function showListed(world: World, row: HogFunctionRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(showFunction(world, row)).filter(([name]) => !isOnlyWhole(name)));
}
