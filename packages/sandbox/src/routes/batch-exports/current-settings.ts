import type { Exchange } from "../../pipeline/exchange.ts";
import { denied, invalid, invalidInput, serverFailure } from "../../pipeline/service-error.ts";
import { pythonString } from "../../wire/python-text.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { type World, holdsToday } from "../../world.ts";
import { readFlags } from "./flags.ts";
import { type BatchExportRow, exportsOf } from "./rows.ts";

/** Fields that came in October 2026. */
const OF_OCTOBER = ["incremental_mode", "primary_key", "version_key"] as const;

/** The names of fields that the service of the day neither accepts nor shows. */
export function fieldsNotYet(world: World): ReadonlySet<string> {
  return new Set([
    ...(holdsToday(world, "exportsMerge") ? [] : OF_OCTOBER),
    ...(holdsToday(world, "exportModifiersAreShown") ? [] : ["hogql_modifiers"]),
  ]);
}

/**
 * Checks the settings of 2026-09 in a request, merged with the stored ones.
 *
 * @param project - number of the project; absent below an organization, which 2026-09 doesn't have
 * @source service 2026-09, batch-exports.md, export object
 */
export function checkCurrentSettings(
  exchange: Exchange,
  values: FieldValues,
  row: BatchExportRow | undefined,
  project: number | undefined,
): void {
  const { world } = exchange;
  const before = row?.model || "events";
  const model = values["model"] === undefined ? before : values["model"] || "events";
  checkUnlocked(world, values, model);
  checkSchedule(values, row);
  checkFilterTypes(values["filters"]);
  if (row !== undefined && model !== before) checkModelChange(world, model, before);
  checkOfModel({ world, project }, values, pythonString(model));
  if (model === "hogql") {
    const query = values["hogql_query"] === undefined ? row?.hogql_query : values["hogql_query"];
    if (!has(values, "hogql_query") && !query) {
      refuse("hogql_query", "'hogql_query' is required when 'model' is 'hogql'");
    }
    if (holdsToday(world, "exportsMerge")) checkMerge(values, row);
  }
}

const has = (values: FieldValues, name: string): boolean => values[name] !== undefined && values[name] !== null;

const refuse = (name: string, detail: string): never => {
  throw invalidInput(detail, name);
};

function checkModelChange(world: World, model: unknown, before: string): void {
  if (holdsToday(world, "exportModelIsFixed")) {
    refuse("model", "Changing models is not supported. Create a new batch export instead.");
  }
  if (model !== "hogql" && before !== "hogql") return;
  refuse("model", "Changing the model to or from 'hogql' is not supported. Create a new batch export instead.");
}

/** Settings that only some models accept, by the rules of the day. */
function checkOfModel(
  { world, project }: { world: World; project: number | undefined },
  values: FieldValues,
  model: string,
): void {
  const onlyFor = (name: string, only: string): void => {
    if (has(values, name) && model !== only)
      refuse(name, `'${name}' is only supported for '${only}' not '${model}' model`);
  };
  if (holdsToday(world, "exportFiltersAreOfEvents")) onlyFor("filters", "events");
  else if (model === "hogql" && Array.isArray(values["filters"]) && values["filters"].length > 0) {
    refuse("filters", "'filters' are not supported when 'model' is 'hogql'");
  }
  if (holdsToday(world, "exportsMerge")) for (const name of ["primary_key", "version_key"]) onlyFor(name, "hogql");
  if (has(values, "hogql_modifiers") && model !== "hogql") {
    if (holdsToday(world, "exportsMerge")) onlyFor("hogql_modifiers", "hogql");
    refuse("hogql_modifiers", "'hogql_modifiers' are only supported when 'model' is 'hogql'");
  }
  const mayQuery = model === "events" && hasQueriedEvents(world, project);
  if (holdsToday(world, "eventQueriesAreClosed") && !mayQuery) onlyFor("hogql_query", "hogql");
}

/** Whether an export of the project has a query besides its model. */
function hasQueriedEvents(world: World, project: number | undefined): boolean {
  return exportsOf(world)
    .where({ project: project ?? -1 })
    .some(({ schema }) => schema !== null);
}

function checkUnlocked(world: World, { interval }: FieldValues, model: unknown): void {
  const flags = readFlags(world);
  if (/^every (?:5|15) minutes$/.test(pythonString(interval)) && !flags.highFrequency) {
    throw denied("Higher frequency batch exports are not enabled for this team.");
  }
  if (model === "hogql" && !flags.hogql) throw denied("HogQL batch exports are not enabled for this team.");
}

/** @source service 2026-09, batch-exports.md, after 2026-09; the text for an empty list is inferred */
function checkMerge(values: FieldValues, row: BatchExportRow | undefined): void {
  for (const name of ["primary_key", "version_key"]) {
    if (Array.isArray(values[name]) && values[name].length === 0) refuse(name, "This list may not be empty.");
  }
  const mode = values["incremental_mode"] ?? row?.incremental_mode;
  const key = values["primary_key"] === undefined ? row?.primary_key : values["primary_key"];
  if (mode === "MERGE" && (key === undefined || key === null)) {
    refuse("primary_key", "'primary_key' is required when 'incremental_mode' is 'MERGE'");
  }
}

const FILTER_TYPES = ["event", "hogql", "person"];

/** @source service 2026-09, batch-exports.md, export object, filters */
function checkFilterTypes(filters: unknown): void {
  if (filters === undefined || filters === null) return;
  if (!Array.isArray(filters)) return refuse("filters", "'filters' should be an array of filters");
  for (const filter of filters) {
    if (!isDictionary(filter)) return refuse("filters", "Each filter must be an object");
    if (!FILTER_TYPES.includes(String(filter["type"]))) {
      refuse("filters", "Each filter must have a 'type' of one of: 'event', 'hogql', 'person'");
    }
  }
}

/**
 * Offsets are checked with the sent or stored interval. They can be set together with an interval, but without one the
 * service fails, which is inferred.
 */
function checkSchedule(values: FieldValues, row: BatchExportRow | undefined): void {
  const { timezone, interval = row?.interval } = values;
  if (has(values, "timezone") && !isZone(pythonString(timezone))) {
    throw invalid("invalid_choice", `"${pythonString(timezone)}" is not a valid choice.`, "timezone");
  }
  if (has(values, "offset_day") && interval !== "week") {
    refuse("offset_day", "offset_day is not applicable for non-weekly intervals");
  }
  if (has(values, "offset_hour") && interval !== "week" && interval !== "day") {
    refuse("offset_hour", "offset_hour is not applicable for non-daily/weekly intervals");
  }
  const isOffset = values["offset_day"] !== undefined || values["offset_hour"] !== undefined;
  if (values["interval"] === undefined && isOffset) throw serverFailure();
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/**
 * The stored form of the settings. One number contains both offsets, and a PATCH from days to weeks or back keeps it,
 * so a daily export can contain a day that it doesn't show.
 *
 * @source service 2026-09, batch-exports.md, offsets
 */
export function currentSettings(values: FieldValues, partial: boolean): FieldValues {
  const { interval, timezone, offset_day, offset_hour } = values;
  const isSent = offset_day !== undefined || (interval === "week" && offset_hour !== undefined);
  const daily = offset_hour === undefined ? {} : { offset_day: null, offset_hour };
  const weekly = isSent ? { offset_day: offset_day ?? 0, offset_hour: offset_hour ?? 0 } : {};
  const none = { offset_day: null, offset_hour: null };
  const isKept = partial && (interval === undefined || interval === "day" || interval === "week");
  return {
    ...(isKept ? {} : none),
    ...(interval === "day" ? daily : interval === "week" ? weekly : {}),
    ...(timezone === undefined ? {} : { timezone: timezone ?? "UTC" }),
  };
}
