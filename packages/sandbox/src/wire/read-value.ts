import { wireTimeFromMs } from "../clock.ts";
import { invalid, invalidInput } from "../pipeline/service-error.ts";
import type { FieldSpec } from "./field.ts";
import { pythonString, pythonTypeName } from "./python-text.ts";

/**
 * Reads a whole number; text of digits is one, and so is 1.0.
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
 * Reads a time and returns it in UTC as the service shows it; without an offset it is UTC already, and a date is its
 * midnight.
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

/** Whether a value is left out, null, or an empty text. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Whether a JSON value is a dictionary. */
export function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The dictionary that a value is; anything else counts as one without members. */
export function dictionaryIn(value: unknown): Readonly<Record<string, unknown>> {
  return isDictionary(value) ? value : {};
}

/** Takes a list as it is. */
export function readList(field: FieldSpec, sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent;
  throw invalid("not_a_list", `Expected a list of items but got type "${pythonTypeName(sent)}".`, field.name);
}

/** Takes a dictionary as it is. */
export function readDictionary(field: FieldSpec, sent: unknown): Readonly<Record<string, unknown>> {
  if (isDictionary(sent)) return sent;
  throw invalid("not_a_dict", `Expected a dictionary of items but got type "${pythonTypeName(sent)}".`, field.name);
}

/**
 * A reader for numbers of a fixed set; the same number written as text is taken, a number by another spelling and a
 * boolean are not.
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
