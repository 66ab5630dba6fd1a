import type { Exchange } from "../../pipeline/exchange.ts";
import { denied, invalid } from "../../pipeline/service-error.ts";
import { pythonString } from "../../wire/python-text.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { readFlags } from "./flags.ts";
import type { BatchExportRow } from "./rows.ts";

/**
 * Judges the settings of 2026-09 among what was sent, with what is stored.
 *
 * @source service 2026-09, batch-exports.md, export object
 */
export function checkCurrentSettings(exchange: Exchange, values: FieldValues, row: BatchExportRow | undefined): void {
  const model = values["model"] ?? row?.model ?? "events";
  if (row !== undefined && values["model"] !== undefined && (values["model"] || "events") !== (row.model || "events")) {
    throw invalid("invalid_input", "Cannot change the model of a batch export.", "model");
  }
  if (row === undefined) checkUnlocked(exchange, values);
  const has = (name: string): boolean => values[name] !== undefined && values[name] !== null;
  const refuse = (name: string, detail: string): never => {
    throw invalid("invalid_input", detail, name);
  };
  if (has("filters") && model !== "events") refuse("filters", "Filters are only supported for the events model.");
  if (model === "hogql" && row === undefined && !has("hogql_query")) {
    refuse("hogql_query", "A query is required for the hogql model.");
  }
  for (const name of ["hogql_query", "hogql_modifiers", "primary_key", "version_key"]) {
    if (has(name) && model !== "hogql") refuse(name, `'${name}' is only supported for the hogql model.`);
  }
  for (const name of ["primary_key", "version_key"]) {
    if (Array.isArray(values[name]) && values[name].length === 0) refuse(name, "This list may not be empty.");
  }
  checkMode(values, row, refuse);
  checkSchedule(values, has, refuse);
}

type Refuse = (name: string, detail: string) => never;

function checkUnlocked({ world }: Exchange, { interval, model }: FieldValues): void {
  const flags = readFlags(world);
  if (/^every (?:5|15) minutes$/.test(pythonString(interval)) && !flags.highFrequency) {
    throw denied("Higher frequency batch exports are not enabled for this team.");
  }
  if (model === "hogql" && !flags.hogql) throw denied("HogQL batch exports are not enabled for this team.");
}

/** The stored values of the two choices were not read; the sandbox takes them in either case and keeps small letters. */
function checkMode(values: FieldValues, row: BatchExportRow | undefined, refuse: Refuse): void {
  const mode = values["incremental_mode"];
  if (mode === undefined) return;
  const name = pythonString(mode).toLowerCase();
  if (name !== "append" && name !== "merge") {
    throw invalid("invalid_choice", `"${pythonString(mode)}" is not a valid choice.`, "incremental_mode");
  }
  const key = values["primary_key"] === undefined ? row?.primary_key : values["primary_key"];
  if (name === "merge" && (key === undefined || key === null)) {
    refuse("incremental_mode", "A primary key is required to merge.");
  }
}

/** Offsets are judged with the interval that is sent beside them, and only then. */
function checkSchedule(values: FieldValues, has: (name: string) => boolean, refuse: Refuse): void {
  const { timezone, interval } = values;
  if (has("timezone") && !isZone(pythonString(timezone))) {
    throw invalid("invalid_choice", `"${pythonString(timezone)}" is not a valid choice.`, "timezone");
  }
  if (interval === undefined) return;
  if (has("offset_day") && interval !== "week") refuse("offset_day", "offset_day is only valid for weekly exports.");
  if (has("offset_hour") && interval !== "week" && interval !== "day") {
    refuse("offset_hour", "offset_hour is only valid for daily and weekly exports.");
  }
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/**
 * What is stored of the settings: another interval resets the offset, and without an interval beside it an offset is not
 * converted, which the sandbox reads as not stored.
 */
export function currentSettings(values: FieldValues, row: BatchExportRow | undefined, partial: boolean): FieldValues {
  const { interval, timezone, incremental_mode, offset_day, offset_hour } = values;
  const isReset = interval !== undefined && (!partial || interval !== row?.interval);
  const before = { offset_day: isReset ? null : row?.offset_day, offset_hour: isReset ? null : row?.offset_hour };
  const offsets =
    interval === undefined
      ? before
      : {
          offset_day: offset_day ?? noneIfSent(offset_day, before.offset_day),
          offset_hour: offset_hour ?? noneIfSent(offset_hour, before.offset_hour),
        };
  return {
    ...offsets,
    ...(timezone === undefined ? {} : { timezone: timezone ?? "UTC" }),
    ...(incremental_mode === undefined ? {} : { incremental_mode: pythonString(incremental_mode).toLowerCase() }),
  };
}

const noneIfSent = (sent: unknown, before: unknown): unknown => (sent === null ? null : (before ?? null));
