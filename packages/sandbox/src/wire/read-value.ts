import { wireTimeFromMs } from "../clock.ts";
import { invalid, invalidInput } from "../pipeline/service-error.ts";
import type { FieldSpec } from "./field.ts";
import { pythonString, pythonTypeName } from "./python-text.ts";

/**
 * Reads an integer; a string of digits is accepted, and so is 1.0.
 * @source live service 2025-08, flows 3:45-53 and 4:13
 */
export function readInteger(field: FieldSpec, sent: unknown): number {
  const text = typeof sent === "string" ? sent.trim().replace(/\.0*$/, "") : sent;
  const value = typeof text === "string" && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw invalidInput("A valid integer is required.", field.name);
  }
  if (field.most !== undefined && value > field.most) {
    throw invalid("max_value", `Ensure this value is less than or equal to ${field.most}.`, field.name);
  }
  if (field.least !== undefined && value < field.least) {
    throw invalid("min_value", `Ensure this value is greater than or equal to ${field.least}.`, field.name);
  }
  return value;
}

const DATE_TIME_FORMS = "YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]";
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,6})\d{0,6})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads a time and returns it in UTC in the service's form. Without an offset, it is in UTC; a date means its midnight.
 * @source live service 2025-08, flow 7:132-159
 */
export function readDateTime(field: FieldSpec, sent: unknown): string {
  const found = typeof sent === "string" ? DATE_TIME.exec(sent.trim()) : null;
  const timeMs = found === null ? Number.NaN : Date.parse(isoOf(found));
  if (found === null || Number.isNaN(timeMs)) {
    const detail = `Datetime has wrong format. Use one of these formats instead: ${DATE_TIME_FORMS}.`;
    throw invalidInput(detail, field.name);
  }
  const micros = (found[4] ?? "").padEnd(6, "0");
  const whole = wireTimeFromMs(timeMs).replace("Z", "");
  return Number(micros) === 0 ? `${whole}Z` : `${whole}.${micros}Z`;
}

function isoOf([, date, minute = "00:00", second = "00", , zone = "Z"]: RegExpExecArray): string {
  const offset =
    zone.toUpperCase() === "Z"
      ? "Z"
      : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hour, rest) => `${String(hour)}:${String(rest ?? "00")}`);
  return `${date}T${minute}:${second}${offset}`;
}

/** Whether a value is omitted, null, or an empty string. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Whether a JSON value is a dictionary. */
export function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a dictionary; anything else becomes an empty one. */
export function dictionaryIn(value: unknown): Readonly<Record<string, unknown>> {
  return isDictionary(value) ? value : {};
}

/** Accepts a list unchanged. */
export function readList(field: FieldSpec, sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent;
  throw invalid("not_a_list", `Expected a list of items but got type "${pythonTypeName(sent)}".`, field.name);
}

/** Accepts a dictionary unchanged. */
export function readDictionary(field: FieldSpec, sent: unknown): Readonly<Record<string, unknown>> {
  if (isDictionary(sent)) return sent;
  throw invalid("not_a_dict", `Expected a dictionary of items but got type "${pythonTypeName(sent)}".`, field.name);
}

/**
 * A reader for numbers from a fixed set; it accepts the same number as a string, but neither another spelling nor a
 * Boolean.
 * @source live service 2025-08, flows 3:45-53 and 4:13
 */
export function numberChoice(choices: readonly number[]): NonNullable<FieldSpec["read"]> {
  return (sent, field) => {
    const found = choices.find((choice) => String(choice) === pythonString(sent));
    if (found === undefined)
      throw invalid("invalid_choice", `"${pythonString(sent)}" is not a valid choice.`, field.name);
    return found;
  };
}

/** Levels of a member: member, administrator, owner. @source live service 2025-08, flow 3:45-53 */
export const readLevel = numberChoice([1, 8, 15]);
