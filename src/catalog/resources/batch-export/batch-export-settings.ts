import type { OrganizationWire } from "../../../client/client.ts";
import type { BatchExportBody, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, jsonText, type Values } from "../../../model/json-value.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { jsonToWire } from "../../fields/json-text.ts";
import { isContractService, isServiceOf2026 } from "../../../client/service-age.ts";

/** Settings that only exports of queries have. */
const OF_QUERIES = ["hogqlQuery", "hogqlModifiers", "primaryKey", "versionKey"] as const;

/**
 * What settings contradict each other in; what is not known yet is not judged.
 *
 * @source service 2026-09, batch-exports.md, export object
 */
export function settingProblems(inputs: Values): Problem[] {
  const { model = "events", interval, incrementalMode, primaryKey } = inputs;
  const problems = containsUnknown(model) ? [] : modelProblems(inputs, String(model));
  if (incrementalMode === "merge" && primaryKey === undefined) {
    problems.push({ path: "incrementalMode", reason: message`"merge" needs ${fieldRef("primaryKey")}` });
  }
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

function modelProblems(inputs: Values, model: string): Problem[] {
  const isQuery = model === "hogql";
  const foreign = isQuery ? [] : OF_QUERIES.filter((name) => isGiven(inputs, name));
  const problems: Problem[] = foreign.map((path) => ({ path, reason: message`needs ${fieldRef("model", "hogql")}` }));
  if (isQuery && inputs["hogqlQuery"] === undefined) {
    problems.push({ path: "hogqlQuery", reason: message`is required for ${fieldRef("model", "hogql")}` });
  }
  if (isGiven(inputs, "filters") && model !== "events") {
    problems.push({ path: "filters", reason: message`needs ${fieldRef("model", "events")}` });
  }
  return problems;
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

/** The settings as the service takes them: an offset counts beside its interval alone, and another interval forgets it. */
export function settingsToBody(
  inputs: NewSettings & { readonly interval?: string | undefined },
  before: Before<BatchExportWire> | undefined,
): BatchExportBody {
  const hasOffset = inputs.offsetDay !== undefined || inputs.offsetHour !== undefined;
  const isRetimed = inputs.interval !== undefined || hasOffset;
  const { desired = {} } = before ?? {};
  const day = inputs.offsetDay === undefined ? desired["offsetDay"] : inputs.offsetDay;
  const hour = inputs.offsetHour === undefined ? desired["offsetHour"] : inputs.offsetHour;
  const interval = inputs.interval ?? (hasOffset ? textIn(desired, "interval") : undefined);
  return {
    ...(interval === undefined ? {} : { interval }),
    ...(isRetimed && day !== undefined ? { offset_day: day as number | null } : {}), // -- checked by its type before
    ...(isRetimed && hour !== undefined ? { offset_hour: hour as number | null } : {}), // -- as above
    timezone: inputs.timezone,
    filters: jsonToWire(inputs.filters),
    hogql_query: inputs.hogqlQuery,
    hogql_modifiers: jsonToWire(inputs.hogqlModifiers),
    primary_key: inputs.primaryKey,
    version_key: inputs.versionKey,
    incremental_mode: inputs.incrementalMode ?? undefined,
  };
}

function textIn(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The settings as the service shows them; one that shows none of them runs in UTC, without an offset, and appends. */
export function settingsFromWire(wire: BatchExportWire, declared: NewSettings = {}) {
  const { hogql_query, hogql_modifiers, primary_key, version_key, incremental_mode } = wire;
  return {
    timezone: wire.timezone ?? defaultFor(declared.timezone, "UTC"),
    offsetDay: wire.offset_day ?? null,
    offsetHour: wire.offset_hour ?? null,
    filters: jsonOrNull(wire.filters),
    // Where it is not shown, nothing can be said of it.
    hogqlQuery: hogql_query,
    hogqlModifiers: jsonOrNull(hogql_modifiers),
    primaryKey: primary_key ?? null,
    versionKey: version_key ?? null,
    incrementalMode: incremental_mode?.toLowerCase() ?? defaultFor(declared.incrementalMode, "append"),
  };
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
export const NEW_INPUTS = ["timezone", "offsetDay", "offsetHour", "filters", ...OF_QUERIES, "incrementalMode"] as const;

/** Whether the service that shows an export does not take an input: filters came before the others. */
export function isLackingSetting(wire: BatchExportWire, input: string): boolean {
  return input === "filters" ? wire.filters === undefined : !isOfNewerService(wire);
}

/** The same by the organization, where there is no export. Filters came to the contract with none of its exports. */
export function isLackingBelow(home: OrganizationWire, input: string): boolean {
  return input === "filters" ? isContractService(home) : !isServiceOf2026(home);
}
