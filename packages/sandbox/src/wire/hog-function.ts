import { invalid, invalidInput } from "../pipeline/service-error.ts";
import { type FieldSpec, type ResourceSpec, fieldsFrom } from "./field.ts";
import { isDictionary } from "./read-value.ts";
import { pythonString } from "./python-text.ts";
import { USER } from "./user.ts";

const READ = "service 2026-09, hog-functions.md, fields";
const TEMPLATES = "service 2026-09, hog-functions.md, templates (generated types, 2026-05)";

const shown = fieldsFrom(READ);
const given = (name: string, type: FieldSpec["type"], more: Partial<FieldSpec> = {}): FieldSpec => ({
  ...shown(name, type, more),
  writable: true,
});
/** Accepted and never shown. */
const taken = (name: string, type: FieldSpec["type"], more: Partial<FieldSpec> = {}): FieldSpec => ({
  ...given(name, type, more),
  optional: true,
});

/** The place of a function; `warehouse_source_webhook` is refused by name. */
const HOG_FUNCTION_TYPES = [
  "destination",
  "site_destination",
  "internal_destination",
  "source_webhook",
  "warehouse_source_webhook",
  "site_app",
  "transformation",
  "transformation_log",
] as const;

const FILTER_KEYS = ["source", "events", "actions", "data_warehouse", "properties", "filter_test_accounts"];

/** Parts of filters that each source drops. @source service 2026-09, hog-functions.md, filters */
const DROPPED_BY: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["events", ["data_warehouse"]],
  ["internal-events", []],
  ["person-updates", ["events", "actions", "data_warehouse"]],
  ["data-warehouse-table", ["events", "actions"]],
  ["data-warehouse-view", ["events", "actions"]],
]);

/** Drops the service's additions, unknown keys, and keys that don't belong to the source. */
export function readFilters(sent: unknown, { name }: { readonly name: string }): Record<string, unknown> {
  if (!isDictionary(sent)) throw invalidInput("Invalid data. Expected a dictionary.", name);
  const { source = "events" } = sent;
  const dropped = DROPPED_BY.get(source);
  if (dropped === undefined) {
    throw invalid("invalid_choice", `"${pythonString(source)}" is not a valid choice.`, `${name}__source`);
  }
  const known = Object.entries(sent).filter(([key]) => FILTER_KEYS.includes(key) && !dropped.includes(key));
  return { source, ...Object.fromEntries(known) };
}

/** A template, which a function also contains completely. */
export const HOG_FUNCTION_TEMPLATE: ResourceSpec = {
  name: "HogFunctionTemplate",
  fields: [
    { name: "id", type: "text", source: TEMPLATES },
    { name: "name", type: "text", source: TEMPLATES },
    { name: "description", type: "text", nullable: true, source: TEMPLATES },
    { name: "code", type: "text", source: TEMPLATES },
    { name: "code_language", type: "text", source: TEMPLATES },
    { name: "inputs_schema", type: "list", source: TEMPLATES },
    { name: "type", type: "text", source: TEMPLATES },
    { name: "status", type: "text", source: TEMPLATES },
    { name: "category", type: "list", source: TEMPLATES },
    { name: "free", type: "boolean", source: TEMPLATES },
    { name: "icon_url", type: "text", nullable: true, source: TEMPLATES },
    { name: "filters", type: "object", nullable: true, source: TEMPLATES },
    { name: "masking", type: "object", nullable: true, source: TEMPLATES },
    { name: "mapping_templates", type: "list", nullable: true, source: TEMPLATES },
  ],
};

/** Skips repetitions of an event for a while. @source service 2026-09, schemas.json, hog_function_masking */
export const HOG_FUNCTION_MASKING: ResourceSpec = {
  name: "HogFunctionMasking",
  fields: [
    given("ttl", "integer", { required: true, least: 60, most: 86_400 }),
    given("threshold", "integer", { nullable: true }),
    given("hash", "text", { required: true }),
    shown("bytecode", "any", { nullable: true }),
  ],
};

/** A function; strings are trimmed, including its source code. @source service 2026-09, schemas.json, hog_function */
export const HOG_FUNCTION: ResourceSpec<
  Readonly<Record<string, unknown>> & {
    readonly inputs_schema?: readonly unknown[];
    readonly inputs?: Readonly<Record<string, unknown>>;
  }
> = {
  name: "HogFunction",
  fields: [
    shown("id", "uuid"),
    given("type", "text", { choices: HOG_FUNCTION_TYPES }),
    given("name", "text", { nullable: true, blank: true, maxChars: 400 }),
    given("description", "text", { blank: true }),
    shown("created_at", "dateTime"),
    shown("created_by", "object", { nullable: true, of: USER }),
    shown("updated_at", "dateTime"),
    given("enabled", "boolean"),
    taken("deleted", "boolean"),
    given("hog", "text", { blank: true }),
    shown("bytecode", "any", { nullable: true }),
    shown("transpiled", "text", { nullable: true }),
    given("inputs_schema", "list"),
    given("inputs", "object"),
    given("filters", "object", { read: readFilters }),
    given("masking", "object", { nullable: true }),
    given("mappings", "list", { nullable: true }),
    given("icon_url", "text", { nullable: true, blank: true }),
    shown("template", "object", { nullable: true, of: HOG_FUNCTION_TEMPLATE }),
    taken("template_id", "text", { nullable: true, blank: true }),
    shown("status", "object", { nullable: true }),
    given("execution_order", "integer", { nullable: true, least: 0, most: 32_767 }),
    given("batch_export_id", "uuid", { nullable: true }),
    shown("version", "integer"),
    shown("draft", "object", { nullable: true }),
    shown("draft_updated_at", "dateTime", { nullable: true }),
    taken("base_updated_at", "dateTime"),
    taken("_create_in_folder", "text", { blank: true }),
  ],
};

const ONLY_WHOLE = ["bytecode", "transpiled", "inputs_schema", "inputs", "masking", "mappings", "batch_export_id"];
const ALSO_ONLY_WHOLE = ["version", "draft"];

/** Whether the short form of lists omits a field. @source service 2026-09, hog-functions.md, list */
export function isOnlyWhole(name: string): boolean {
  return ONLY_WHOLE.includes(name) || ALSO_ONLY_WHOLE.includes(name);
}

/** The same in a list, which has the short form unless the complete one is requested. */
export const HOG_FUNCTION_LISTED: ResourceSpec = {
  name: "HogFunctionListed",
  fields: HOG_FUNCTION.fields.map((field) => (isOnlyWhole(field.name) ? { ...field, optional: true } : field)),
};

/** A line of a function's log; its fields are those of the log of batch exports, which the service shares (inferred). */
export const HOG_FUNCTION_LOG: ResourceSpec = {
  name: "HogFunctionLog",
  fields: [
    shown("log_source_id", "uuid"),
    shown("instance_id", "text"),
    shown("timestamp", "dateTime"),
    shown("level", "text"),
    shown("message", "text"),
  ],
};

/** A revision in a list. @source service 2026-09, hog-functions.md, routes */
export const HOG_REVISION_LISTED: ResourceSpec = {
  name: "HogFunctionRevisionListed",
  fields: [
    shown("version", "integer"),
    shown("created_at", "dateTime"),
    shown("created_by", "object", { nullable: true, of: USER }),
  ],
};

/** One revision, with the function's contents. @source the service's code of 2026, as read in public */
export const HOG_REVISION: ResourceSpec = {
  name: "HogFunctionRevision",
  fields: [...HOG_REVISION_LISTED.fields, shown("content", "object")],
};

/** The body that restores a revision. @source service 2026-09, hog-functions.md, routes */
export const HOG_RESTORATION: ResourceSpec = {
  name: "HogFunctionRestoration",
  fields: [taken("overwrite", "boolean")],
};

/** A publication of the draft, or its preview. @source service 2026-09, hog-functions.md, rules */
export const HOG_PUBLICATION: ResourceSpec = {
  name: "HogFunctionPublication",
  fields: [
    taken("confirm", "boolean"),
    given("confirm_token", "text", { nullable: true }),
    shown("published", "boolean"),
    shown("draft_updated_at", "dateTime", { nullable: true }),
    shown("changed_fields", "list", { nullable: true }),
    shown("function", "object", { nullable: true, of: HOG_FUNCTION }),
  ],
};

/** Counts of runs by day or week. @source the service's code of 2026, as read in public */
export const HOG_METRICS: ResourceSpec = {
  name: "HogFunctionMetrics",
  fields: [shown("labels", "list"), shown("series", "list")],
};

export const HOG_METRICS_TOTALS: ResourceSpec = {
  name: "HogFunctionMetricsTotals",
  fields: [shown("totals", "object")],
};
