import type { OrganizationWire } from "../../../client/client.ts";
import type { BatchExportBody, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { canonicalJson, isRecord, jsonText, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { jsonToWire } from "../../fields/json-text.ts";
import { isContractService, isServiceOf2026 } from "../../../client/service-age.ts";

/**
 * What settings contradict each other in; what is not known yet is not judged. The service changed its rules in October
 * 2026: refused is what it refuses before and after.
 *
 * @source service 2026-09, batch-exports.md, export object and after 2026-09
 */
export function settingProblems(inputs: Values): Problem[] {
  const { model = "events", interval } = inputs;
  const problems = model === "hogql" ? queryProblems(inputs) : [];
  if (containsUnknown(interval)) return problems;
  if (isGiven(inputs, "offsetDay") && interval !== "week") {
    problems.push({ path: "offsetDay", reason: message`needs ${fieldRef("interval", "week")}` });
  }
  if (isGiven(inputs, "offsetHour") && interval !== "week" && interval !== "day") {
    problems.push({ path: "offsetHour", reason: 'needs an interval of "day" or "week"' });
  }
  return problems;
}

function isGiven(inputs: Values, name: string): boolean {
  return inputs[name] !== undefined && !containsUnknown(inputs[name]);
}

function queryProblems(inputs: Values): Problem[] {
  const problems: Problem[] = [];
  if (inputs["hogqlQuery"] === undefined) {
    problems.push({ path: "hogqlQuery", reason: message`is required for ${fieldRef("model", "hogql")}` });
  }
  // A list of none is no filter, and refused on some days alone.
  if (isGiven(inputs, "filters") && sameJson(String(inputs["filters"])) !== null) {
    problems.push({
      path: "filters",
      reason: message`aren't supported with ${fieldRef("model", "hogql")}: filter in ${fieldRef("hogqlQuery")}`,
    });
  }
  return problems;
}

/** JSON text in the form in which two are compared: nothing, and a list or a record of nothing, are the same. */
export function sameJson(text: string): unknown {
  const value = parsedJson(text);
  const isNothing = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return isNothing ? null : canonicalJson(text);
}

/** A query with its spaces folded outside of quotes, as the service prints the one beside the model `events`. */
export function sameQuery(query: string): string {
  return query
    .replaceAll(/('[^']*'|"[^"]*"|`[^`]*`)|\s+/gu, (_all, quoted: string | undefined) => quoted ?? " ")
    .trim();
}

/** The inputs that came with 2026-09. */
export interface NewSettings {
  readonly timezone?: string | null | undefined;
  readonly offsetDay?: number | null | undefined;
  readonly offsetHour?: number | null | undefined;
  readonly filters?: string | null | undefined;
  readonly hogqlQuery?: string | null | undefined;
  readonly hogqlModifiers?: string | null | undefined;
  readonly primaryKey?: readonly string[] | null | undefined;
  readonly versionKey?: readonly string[] | null | undefined;
  readonly incrementalMode?: string | null | undefined;
}

/** The settings as the service takes them. */
export function settingsToBody(
  inputs: NewSettings & { readonly interval?: string | undefined },
  before: Before<BatchExportWire> | undefined,
): BatchExportBody {
  return {
    ...(before === undefined ? firstSchedule(inputs) : changedSchedule(inputs, before)),
    timezone: inputs.timezone,
    filters: jsonToWire(inputs.filters),
    hogql_query: inputs.hogqlQuery,
    hogql_modifiers: jsonToWire(inputs.hogqlModifiers),
    // A new export shows in its answer whether the service has these: they are sent where it does, after that.
    ...(before === undefined ? {} : mergeToBody(inputs)),
  };
}

type Schedule = NewSettings & { readonly interval?: string | undefined };

function firstSchedule({ interval, offsetDay, offsetHour }: Schedule): BatchExportBody {
  return { interval, offset_day: offsetDay, offset_hour: offsetHour };
}

/**
 * The schedule of a change, whole or not at all: an offset without its interval breaks the request, and another interval
 * keeps the offsets of before. What is not declared stays as it was just read.
 *
 * @source service 2026-09, batch-exports.md, offsets
 */
function changedSchedule(changed: Schedule, { wire, desired }: Before<BatchExportWire>): BatchExportBody {
  const { interval = wire.interval, offsetDay, offsetHour } = changed;
  if (changed.interval === undefined && offsetDay === undefined && offsetHour === undefined) return {};
  if (!isOfNewerService(wire)) return firstSchedule(changed);
  const offset = (name: "offsetDay" | "offsetHour", shown: number | null | undefined): number | null => {
    const { [name]: wanted = desired[name] } = changed;
    return typeof wanted === "number" || wanted === null ? wanted : (shown ?? null);
  };
  const hour = offset("offsetHour", wire.offset_hour);
  if (interval === "week") return { interval, offset_day: offset("offsetDay", wire.offset_day), offset_hour: hour };
  // A daily export takes no day.
  return interval === "day" ? { interval, offset_day: null, offset_hour: hour } : { interval };
}

function mergeToBody({ primaryKey, versionKey, incrementalMode }: NewSettings): BatchExportBody {
  return {
    primary_key: primaryKey,
    version_key: versionKey,
    incremental_mode: incrementalMode?.toUpperCase(),
  };
}

/**
 * The settings as the service shows them; one that shows none of them runs in UTC, without an offset, and appends. Of a
 * setting that the newer service does not show yet nothing can be said.
 */
export function settingsFromWire(wire: BatchExportWire, declared: NewSettings = {}) {
  const { primary_key, version_key, incremental_mode } = wire;
  const ifNotShown = isOfNewerService(wire) ? undefined : null;
  const mode = incremental_mode?.toLowerCase();
  return {
    timezone: wire.timezone ?? defaultFor(declared.timezone, "UTC"),
    offsetDay: wire.offset_day ?? null,
    offsetHour: wire.offset_hour ?? null,
    filters: jsonOrNull(wire.filters),
    // Where it is not shown, nothing can be said of it.
    hogqlQuery: queryIn(wire),
    hogqlModifiers: wire.hogql_modifiers === undefined ? ifNotShown : jsonOrNull(wire.hogql_modifiers),
    primaryKey: primary_key === undefined ? ifNotShown : primary_key,
    versionKey: version_key === undefined ? ifNotShown : version_key,
    incrementalMode: mode ?? (declared.incrementalMode === APPEND ? APPEND : undefined),
  };
}

/** What every service does with the rows of a later run unless it is told otherwise. */
const APPEND = "append";

/** The query of an export: beside a model other than `hogql`, the newer service shows it in the schema alone. */
function queryIn(wire: BatchExportWire): string | null | undefined {
  if (!isOfNewerService(wire) || wire.model === "hogql" || !isRecord(wire.schema)) return wire.hogql_query;
  const { hogql_query: query } = wire.schema;
  return typeof query === "string" ? query : wire.hogql_query;
}

/** What goes without saying, where a program says something. */
function defaultFor(declared: unknown, value: string): string | undefined {
  return declared === undefined ? undefined : value;
}

/** Nothing, and a list or a record of nothing, are the same. */
function jsonOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const isNothing = Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
  return isNothing ? null : jsonText(value);
}

/** Whether the service is one that lets type and model stand for good: it shows what came with that. */
export function isOfNewerService(wire: BatchExportWire): boolean {
  return wire.timezone !== undefined;
}

/** Inputs that not every service takes; the model `hogql` comes with a query, and is told by that. */
export const NEW_INPUTS = [
  "timezone",
  "offsetDay",
  "offsetHour",
  "filters",
  "hogqlQuery",
  "hogqlModifiers",
  "primaryKey",
  "versionKey",
  "incrementalMode",
] as const;

/** Whether the service that shows an export does not take an input: filters came before the others. */
export function isLackingSetting(wire: BatchExportWire, input: string): boolean {
  return input === "filters" ? wire.filters === undefined : !isOfNewerService(wire);
}

/** The same by the organization, where there is no export. Filters came to the contract with none of its exports. */
export function isLackingBelow(home: OrganizationWire, input: string): boolean {
  return input === "filters" ? isContractService(home) : !isServiceOf2026(home);
}
