import * as z from "zod";

import type { OrganizationWire } from "../../../client/client.ts";
import type { BatchExportBody, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { canonicalJson, isRecord, jsonText, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { field } from "../../../model/field.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { jsonTextInput, jsonToWire } from "../../fields/json-text.ts";
import { timeZone } from "../../fields/time-zone.ts";
import { isContractService, isServiceOf2026 } from "../../../client/service-age.ts";

/**
 * Contradictions between settings. Skips unknown values. The service changed its rules in October 2026, so this refuses
 * only what the service refused both before and after.
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
  // An empty list means no filter, and is refused only on some days.
  if (isGiven(inputs, "filters") && sameJson(String(inputs["filters"])) !== null) {
    problems.push({
      path: "filters",
      reason: message`aren't supported with ${fieldRef("model", "hogql")}: filter in ${fieldRef("hogqlQuery")}`,
    });
  }
  return problems;
}

/** A JSON string in the form for comparisons: null, an empty list, and an empty record are equal. */
function sameJson(text: string): unknown {
  const value = parsedJson(text);
  const isNothing = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return isNothing ? null : canonicalJson(text);
}

/**
 * A query with collapsed spaces and uppercase keywords outside quotes, as the service prints the query of an export with
 * the model `events`.
 */
export function sameQuery(query: string): string {
  return query
    .replaceAll(/('[^']*'|"[^"]*"|`[^`]*`)|\s+/gu, (_all, quoted: string | undefined) => quoted ?? " ")
    .replaceAll(KEYWORD, (word, quoted: string | undefined) => quoted ?? word.toUpperCase())
    .trim();
}

/** Keywords, and quoted texts in which they are no keywords. @source live service 2025-08, flow 7:204 */
const KEYWORD = /('[^']*'|"[^"]*"|`[^`]*`)|\b(?:select|distinct|from|where|as|and|or|not|in|is|null|limit)\b/giu;

/** The default treatment of rows from a later run, in every service version. */
const APPEND = "append";

/** The query of an export: for a model other than `hogql`, newer services show it only in the schema. */
function queryIn(wire: BatchExportWire): string | null | undefined {
  if (!isOfNewerService(wire) || wire.model === "hogql" || !isRecord(wire.schema)) return wire.hogql_query;
  const { hogql_query: query } = wire.schema;
  return typeof query === "string" ? query : wire.hogql_query;
}

/** Null, an empty list, and an empty record are equal. */
function jsonOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const isNothing = Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
  return isNothing ? null : jsonText(value);
}

/** A request body, and the project of a new export. */
export type ExportBody = BatchExportBody & { readonly project?: number };

/** The wire form of an export's fields. */
export const { same, custom, shown } = codecsOf<BatchExportWire, ExportBody>();

/** An interval or an offset. A change sends the whole schedule or nothing of it. */
export function inSchedule<Shown>(
  key: "interval" | "offset_day" | "offset_hour",
  read: (wire: BatchExportWire) => Shown,
) {
  return custom(read, (given: string | number | null, { inputs, before }) =>
    before === undefined || !isOfNewerService(before.wire) ? { [key]: given } : changedSchedule(inputs, before),
  );
}

/**
 * The schedule in a change. An offset without its interval breaks the request, and a new interval keeps the earlier
 * offsets. Undeclared values stay as last read.
 *
 * @source service 2026-09, batch-exports.md, offsets
 */
function changedSchedule(changed: Values, { wire, desired }: Before<BatchExportWire>): BatchExportBody {
  const interval = typeof changed["interval"] === "string" ? changed["interval"] : wire.interval;
  const offset = (name: "offsetDay" | "offsetHour", shownOne: number | null | undefined): number | null => {
    const { [name]: wanted = desired[name] } = changed;
    return typeof wanted === "number" || wanted === null ? wanted : (shownOne ?? null);
  };
  const hour = offset("offsetHour", wire.offset_hour);
  if (interval === "week") return { interval, offset_day: offset("offsetDay", wire.offset_day), offset_hour: hour };
  // A daily export has no day.
  return interval === "day" ? { interval, offset_day: null, offset_hour: hour } : { interval };
}

/** Null and the first choice are equal. */
const noneIfFirst = (value: number): number | null => (value === 0 ? null : value);

/**
 * A setting of the merge. The response to a new export shows whether the service has these settings. Orgform sends them
 * after that.
 */
function ofMerge<Shown, Given>(
  read: (wire: BatchExportWire, reading: Reading) => Shown,
  write: (given: Given) => ExportBody,
) {
  return custom(read, (given: Given, { before }) => (before === undefined ? {} : write(given)));
}

/** If a newer service doesn't show a setting yet, its value is unknown. Older services never have it. */
function ifShown<T>(wire: BatchExportWire, value: T | undefined): T | null | undefined {
  if (value !== undefined) return value;
  return isOfNewerService(wire) ? undefined : null;
}

/** An empty list or record counts as null. */
const JSON_SETTING = { serviceDefault: null, normalize: sameJson } as const;

/** Inputs that not every service accepts. A service without them runs in UTC, without an offset, and appends. */
export const newInputs = {
  timezone: field(timeZone().optional(), {
    doc: 'Time zone of days and weeks, such as "Europe/Berlin"; the service\'s default is "UTC".',
    serviceDefault: "UTC",
    wire: custom(
      (wire, { declared }) => wire.timezone ?? (declared?.["timezone"] === undefined ? undefined : "UTC"),
      (timezone: string) => ({ timezone }),
    ),
  }),
  offsetDay: field(z.number().int().min(0).max(6).optional(), {
    doc: "Day of a weekly export, 0 (Sunday, the default) to 6.",
    serviceDefault: null,
    normalize: noneIfFirst,
    wire: inSchedule("offset_day", (wire) => wire.offset_day ?? null),
  }),
  offsetHour: field(z.number().int().min(0).max(23).optional(), {
    doc: "Hour of a daily or weekly export, 0 (the default) to 23.",
    serviceDefault: null,
    normalize: noneIfFirst,
    wire: inSchedule("offset_hour", (wire) => wire.offset_hour ?? null),
  }),
  filters: field(jsonTextInput().optional(), {
    doc: "Filters for the events to export, as JSON text: a list of property filters with `key`, `value`, `operator`, and `type`.",
    ...JSON_SETTING,
    wire: custom(
      ({ filters }) => jsonOrNull(filters),
      (text: string | null) => ({ filters: jsonToWire(text) }),
    ),
  }),
  hogqlQuery: field(z.string().min(1).optional(), {
    doc: 'Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces and the case of keywords make no difference.',
    serviceDefault: null,
    normalize: sameQuery,
    returned: "sometimes",
    // If the service doesn't show it, its value is unknown.
    wire: custom(queryIn, (hogql_query: string | null) => ({ hogql_query })),
  }),
  hogqlModifiers: field(jsonTextInput().optional(), {
    doc: "Modifiers of the query, as JSON text: an object of the service's modifiers.",
    ...JSON_SETTING,
    returned: "where supported",
    wire: custom(
      (wire) => ifShown(wire, wire.hogql_modifiers === undefined ? undefined : jsonOrNull(wire.hogql_modifiers)),
      (text: string | null) => ({ hogql_modifiers: jsonToWire(text) }),
    ),
  }),
  primaryKey: field(z.array(z.string()).min(1).optional(), {
    doc: "Columns of the query that identify a row.",
    serviceDefault: null,
    returned: "where supported",
    wire: ofMerge(
      (wire) => ifShown(wire, wire.primary_key),
      (primary_key: readonly string[] | null) => ({ primary_key }),
    ),
  }),
  versionKey: field(z.array(z.string()).min(1).optional(), {
    doc: "Columns of the query that order versions of a row.",
    serviceDefault: null,
    returned: "where supported",
    wire: ofMerge(
      (wire) => ifShown(wire, wire.version_key),
      (version_key: readonly string[] | null) => ({ version_key }),
    ),
  }),
  incrementalMode: field(z.enum(["append", "merge"]).optional(), {
    doc: 'Whether rows of a later run are appended or merged by the primary key; the service\'s default is "append".',
    serviceDefault: "append",
    returned: "where supported",
    wire: ofMerge(
      ({ incremental_mode: mode }, { declared }) =>
        mode?.toLowerCase() ?? (declared?.["incrementalMode"] === APPEND ? APPEND : undefined),
      (mode: string) => ({ incremental_mode: mode.toUpperCase() }),
    ),
  }),
};

/** Whether the service never changes type and model. Such a service shows the fields that came with that rule. */
export function isOfNewerService(wire: BatchExportWire): boolean {
  return wire.timezone !== undefined;
}

/** Whether the service that shows an export doesn't accept an input: filters came before the others. */
export function isLackingSetting(wire: BatchExportWire, input: string): boolean {
  return input === "filters" ? wire.filters === undefined : !isOfNewerService(wire);
}

/** The same, judged by the organization if there is no export. The contract's exports have no filters. */
export function isLackingBelow(home: OrganizationWire, input: string): boolean {
  return input === "filters" ? isContractService(home) : !isServiceOf2026(home);
}
