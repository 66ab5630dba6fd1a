import type { Dialect } from "../dialects.ts";
import { canonicalUuid } from "../identifiers.ts";
import { invalid, invalidInput } from "../pipeline/service-error.ts";
import { isDictionary, readDateTime, readDictionary, readInteger, readList } from "./read-value.ts";
import { pythonTypeName } from "./python-text.ts";
import { type FieldSpec, type ResourceSpec, fieldsIn, isWritableIn } from "./field.ts";

/** Checked values by field name; omitted fields are absent. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** How one body is read. */
export type ReadOptions = {
  readonly dialect: Dialect;
  /** PATCH: required fields can be missing. */
  readonly partial: boolean;
  /** More checks by field name, which run immediately after the field's own; they throw to refuse. */
  readonly checks?: Readonly<Record<string, (value: unknown) => void>>;
};

const TRUE_WORDS = new Set<unknown>([
  "t",
  "T",
  "y",
  "Y",
  "yes",
  "Yes",
  "YES",
  "true",
  "True",
  "TRUE",
  "on",
  "On",
  "ON",
  "1",
  1,
  true,
]);
const FALSE_WORDS = new Set<unknown>([
  "f",
  "F",
  "n",
  "N",
  "no",
  "No",
  "NO",
  "false",
  "False",
  "FALSE",
  "off",
  "Off",
  "OFF",
  "0",
  0,
  false,
]);
const NULL_WORDS = new Set<unknown>(["null", "Null", "NULL", ""]);

/**
 * Checks a request body field by field and returns the writable values in it.
 *
 * Unknown and read-only fields are ignored, and only the first error is reported.
 * @throws ServiceError 400 with the service's code and text
 * @source live service 2025-08, flows 1:13-105 and 2:2-73
 */
export function readBody<Values extends object = FieldValues>(
  resource: ResourceSpec<Values>,
  body: unknown,
  options: ReadOptions,
): Values {
  const data = asDictionary(body);
  const values: Record<string, unknown> = {};
  for (const field of fieldsIn(resource, options.dialect)) {
    if (!isWritableIn(field, options.dialect)) continue;
    if (!Object.hasOwn(data, field.name)) {
      if (field.required === true && !options.partial) throw invalid("required", "This field is required.", field.name);
      continue;
    }
    const value = readValue(field, data[field.name]);
    options.checks?.[field.name]?.(value);
    values[field.name] = value;
  }
  return values as Values;
}

/** The body as a dictionary; throws the service's refusal for everything else, for one field or for the whole body. */
export function asDictionary(body: unknown, attr: string | null = null): Readonly<Record<string, unknown>> {
  if (isDictionary(body)) return body;
  throw invalidInput(`Invalid data. Expected a dictionary, but got ${pythonTypeName(body)}.`, attr);
}

function readValue(field: FieldSpec, sent: unknown): unknown {
  if (sent === null) {
    if (field.nullable === true) return null;
    throw invalid("null", "This field may not be null.", field.name);
  }
  if (field.read !== undefined) return field.read(sent, field);
  if (field.type === "boolean") return readBoolean(field, sent);
  if (field.type === "integer") return readInteger(field, sent);
  if (field.type === "dateTime") return readDateTime(field, sent);
  if (field.type === "any") return sent;
  if (field.type === "object") return readDictionary(field, sent);
  if (field.type === "list") return readList(field, sent);
  if (field.type === "uuid") return readReference(field, sent);
  return readText(field, sent);
}

/** Reads a Boolean, in any of the spellings that the service accepts. */
export function readBoolean(field: FieldSpec, sent: unknown): boolean | null {
  if (TRUE_WORDS.has(sent)) return true;
  if (FALSE_WORDS.has(sent)) return false;
  if (field.nullable === true && NULL_WORDS.has(sent)) return null;
  throw invalidInput("Must be a valid boolean.", field.name);
}

function readReference(field: FieldSpec, sent: unknown): string | null {
  if (sent === "" && field.nullable === true) return null;
  if (typeof sent !== "string") {
    const detail = `Incorrect type. Expected pk value, received ${pythonTypeName(sent)}.`;
    throw invalid("incorrect_type", detail, field.name);
  }
  const uuid = canonicalUuid(sent);
  if (uuid === undefined) throw invalidInput(`“${sent}” is not a valid UUID.`, field.name);
  return uuid;
}

/** Reads a string, or one of the field's choices. */
export function readText(field: FieldSpec, sent: unknown): string {
  if (typeof sent !== "string" && typeof sent !== "number") {
    throw field.choices === undefined
      ? invalidInput("Not a valid string.", field.name)
      : invalid("invalid_choice", `"${String(sent)}" is not a valid choice.`, field.name);
  }
  const text = field.choices === undefined ? String(sent).trim() : String(sent);
  if (text === "" && field.blank === true) return text;
  // An empty choice is an invalid choice; only other strings are refused as blank. @source flow 6:30
  if (text === "" && field.choices === undefined) {
    throw invalid("blank", "This field may not be blank.", field.name);
  }
  checkText(field, text);
  return text;
}

/** Refuses a string that a field doesn't accept. */
export function checkText(field: FieldSpec, text: string): void {
  if (field.choices !== undefined && !field.choices.includes(text)) {
    throw invalid("invalid_choice", `"${text}" is not a valid choice.`, field.name);
  }
  if (text.includes("\u0000")) {
    throw invalid("null_characters_not_allowed", "Null characters are not allowed.", field.name);
  }
  if (field.maxChars !== undefined && [...text].length > field.maxChars) {
    throw invalid("max_length", `Ensure this field has no more than ${field.maxChars} characters.`, field.name);
  }
  if (field.pattern !== undefined && !field.pattern.matches.test(text)) {
    throw invalidInput(field.pattern.detail, field.name);
  }
}
