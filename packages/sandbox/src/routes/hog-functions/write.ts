import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, bodyOf, callerOf, projectOf } from "../../pipeline/exchange.ts";
import { isIn } from "../../dialects.ts";
import { ServiceError, invalid, invalidInput, notFound } from "../../pipeline/service-error.ts";
import { HOG_FUNCTION, HOG_FUNCTION_MASKING, readFilters } from "../../wire/hog-function.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { type FieldValues, asDictionary, readBody } from "../../wire/read-body.ts";
import { wireNow } from "../organizations/rows.ts";
import { type SplitInputs, readInputs, readSchema, refuseSecrets } from "./inputs.ts";
import { refuseFunction, refuseType } from "./refusals.ts";
import { withRevision } from "./record-revision.ts";
import { type HogFunctionRow, type Mapping, hogFunctionsOf, lastOrderOf } from "./rows.ts";
import { showFunction } from "./show.ts";
import { templateOf } from "./template-catalogue.ts";

/** The function in the path; deleted functions aren't found. */
export function functionInPath(exchange: Exchange<"id">, isRestored = false): HogFunctionRow {
  const row = hogFunctionsOf(exchange.world).get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row?.project !== projectOf(exchange).number || (row.deleted && !isRestored)) throw notFound();
  return row;
}

export function answerFunction(exchange: Exchange, row: HogFunctionRow, status = 200): Answer {
  return { status, headers: {}, body: showFunction(exchange.world, row) };
}

/** A new function, from a template if the body names one. */
export function postFunction(exchange: Exchange): Answer {
  const row = readFunction(exchange, asDictionary(bodyOf(exchange)), undefined);
  return answerFunction(exchange, hogFunctionsOf(exchange.world).put(row), 201);
}

/** PUT and PATCH alike: omitted fields stay. Only PATCH with `deleted: false` finds a deleted function. */
export function changeFunction(exchange: Exchange<"id">, partial: boolean): Answer {
  const sent = asDictionary(bodyOf(exchange));
  const before = functionInPath(exchange, partial && sent["deleted"] === false);
  const row = withRevision(exchange, before, readFunction(exchange, sent, before));
  return answerFunction(exchange, hogFunctionsOf(exchange.world).put(row));
}

/**
 * The function after a request with this body; nothing is stored.
 *
 * @throws ServiceError 400 as the service refuses it, 409 if it was changed since `base_updated_at`
 */
export function readFunction(
  exchange: Exchange,
  sent: Readonly<Record<string, unknown>>,
  before: HogFunctionRow | undefined,
): HogFunctionRow {
  const { world } = exchange;
  const isDropped = before !== undefined && !world.settings().patchKeepsMappings && sent["mappings"] === undefined;
  const body = before === undefined ? filledIn(sent) : { ...sent, ...(isDropped ? { mappings: null } : {}) };
  const filters = body["filters"] === null ? { filters: {} } : {};
  const read = readBody(HOG_FUNCTION, { ...body, ...filters }, { dialect: world.dialect, partial: true });
  const { base_updated_at: base, template_id, _create_in_folder: _folder, inputs, inputs_schema, ...plain } = read;
  refuseType(plain["type"] ?? before?.type, before);
  const old = before ?? emptyFunction(exchange, template_id);
  const fillsIn = isIn(world.dialect, { since: "2026-09" });
  const values = {
    ...plain,
    ...structures({ type: old.type, ...plain }, fillsIn),
    ...inputsOf(old, inputs_schema, inputs, fillsIn),
  };
  const settled: HogFunctionRow = { ...old, ...values };
  const row = { ...settled, ...orderOf(exchange, settled, before, values) };
  refuseFunction(world, row, before);
  refuseEnabling(row, before);
  refuseStale(before, base);
  return { ...row, updated_at: wireNow(world) };
}

/** A template provides values that are omitted or empty. @source service 2026-09, hog-functions.md, fields */
function filledIn(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body = { ...sent, type: sent["type"] ?? "destination", mappings: orUndefined(sent["mappings"]) ?? null };
  const { template_id: id } = sent;
  if (typeof id !== "string" || id === "") return body;
  const template = templateOf(id);
  const refuse = (detail: string): ServiceError => invalidInput(detail, "template_id");
  if (template === undefined) throw refuse(`No template found for id '${id}'`);
  if (template.status === "hidden") {
    throw refuse(`Template '${template.id}' is internal and cannot be used to create a function.`);
  }
  const { code: hog, inputs_schema, icon_url, description, name } = template;
  const given = Object.entries({ hog, inputs_schema, icon_url, description, name });
  return { ...body, ...Object.fromEntries(given.map(([key, value]) => [key, orUndefined(sent[key]) ?? value])) };
}

/** Empty strings and lists, and null, count as omitted. */
function orUndefined(value: unknown): unknown {
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : value;
}

function emptyFunction(exchange: Exchange, template: unknown): HogFunctionRow {
  const now = wireNow(exchange.world);
  return {
    id: exchange.world.identifiers.uuid(),
    project: projectOf(exchange).number,
    type: "destination",
    name: null,
    description: "",
    created_at: now,
    created_by: callerOf(exchange).id,
    updated_at: now,
    enabled: false,
    deleted: false,
    hog: "",
    inputs_schema: [],
    inputs: {},
    secrets: {},
    filters: readFilters({}, { name: "filters" }),
    masking: null,
    mappings: null,
    icon_url: null,
    template_id: typeof template === "string" && template !== "" ? template : null,
    execution_order: null,
    batch_export_id: null,
    version: 0,
  };
}

/** Inputs are read together with their schema on creation, and if either is sent. */
function inputsOf(
  old: HogFunctionRow,
  schema: readonly unknown[] | undefined,
  inputs: FieldValues | undefined,
  fillsIn: boolean,
): Partial<HogFunctionRow> & SplitInputs {
  const inputs_schema = schema === undefined ? old.inputs_schema : readSchema(schema);
  if (schema === undefined && inputs === undefined) return { inputs: old.inputs, secrets: old.secrets };
  // Without inputs, the stored ones are read again, with markers that keep the secrets.
  const kept = Object.fromEntries(Object.keys(old.secrets).map((key) => [key, { secret: true }]));
  const sent = inputs ?? { ...old.inputs, ...kept };
  return { inputs_schema, ...readInputs(inputs_schema, sent, old.secrets, { fillsIn }) };
}

/** Masking and mappings have their own descriptions; filters of a function with mappings name no events. */
function structures(values: FieldValues, isNewest: boolean): FieldValues {
  const { type, masking, mappings, filters } = values;
  const read: Record<string, unknown> = {};
  // Whatever the request contains. @source service 2026-09, hog-functions.md, filters
  if (isNewest && type === "internal_destination" && isDictionary(filters)) {
    read["filters"] = { ...filters, source: "internal-events" };
  }
  if (masking !== undefined && masking !== null) read["masking"] = readMasking(masking);
  if (!Array.isArray(mappings)) return read;
  read["mappings"] = mappings.map((mapping, index) => readMapping(mapping, `mappings__${index}`, isNewest));
  if (isDictionary(filters)) {
    read["filters"] = Object.fromEntries(
      Object.entries(filters).filter(([key]) => key !== "events" && key !== "actions"),
    );
  }
  return read;
}

function readMasking(masking: unknown): FieldValues {
  try {
    return readBody(HOG_FUNCTION_MASKING, masking, { dialect: "2026-09", partial: false });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw invalid(error.code, error.message, error.attr === null ? "masking" : `masking__${error.attr}`);
  }
}

function readMapping(mapping: unknown, attr: string, fillsIn: boolean): Mapping {
  const { name, inputs_schema, inputs, filters } = asDictionary(mapping, attr);
  const schema = readSchema(Array.isArray(inputs_schema) ? inputs_schema : [], `${attr}__inputs_schema`);
  refuseSecrets(schema, "a mapping");
  return {
    name: typeof name === "string" ? name : "",
    inputs_schema: schema,
    inputs: readInputs(schema, isDictionary(inputs) ? inputs : {}, {}, { where: `${attr}__inputs`, fillsIn }).inputs,
    filters: readFilters(filters ?? {}, { name: `${attr}__filters` }),
  };
}

const RUNS_IN_ORDER = new Set(["transformation", "transformation_log"]);

/** New, restored, and enabled transformations come last, unless they have a position. @source hog-functions.md, fields */
function orderOf(
  { world }: Exchange,
  { project, type }: HogFunctionRow,
  before: HogFunctionRow | undefined,
  values: FieldValues,
): Pick<HogFunctionRow, "execution_order"> | undefined {
  if (!RUNS_IN_ORDER.has(type)) return undefined;
  const isNew = before === undefined && (values["execution_order"] ?? null) === null;
  const isRestored = before?.deleted === true && values["deleted"] === false;
  const isEnabled = before?.enabled === false && values["enabled"] === true && !("execution_order" in values);
  if (!isNew && !isRestored && !isEnabled) return undefined;
  return { execution_order: lastOrderOf(world, project, type) + 1 };
}

/**
 * An unpublished draft must not go live unseen by enabling. @source service 2026-09, hog-functions.md, rules; texts:
 * code of 2026
 */
function refuseEnabling(row: HogFunctionRow, before: HogFunctionRow | undefined): void {
  if (before?.draft === undefined || before.enabled || !row.enabled) return;
  const detail =
    "This function has config staged for review. Publish or discard it before enabling, so you don't turn on config nobody looked at.";
  throw invalidInput(detail, "enabled");
}

/** @source service 2026-09, hog-functions.md, fields; the text is that of a publication, and the type is inferred */
export function staleUpdate(): ServiceError {
  const detail =
    "This function changed since you previewed the publish, either the draft or the live config. Preview again to see where things stand now.";
  return new ServiceError(409, { type: "server_error", code: "stale_update", detail });
}

function refuseStale(before: HogFunctionRow | undefined, base: unknown): void {
  if (before === undefined || typeof base !== "string" || Date.parse(before.updated_at) <= Date.parse(base)) return;
  throw staleUpdate();
}
