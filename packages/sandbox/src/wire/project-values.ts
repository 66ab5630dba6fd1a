import { invalid, invalidInput, sandboxError } from "../pipeline/service-error.ts";
import type { FieldSpec } from "./field.ts";
import { pythonTypeName } from "./python-text.ts";
import { readText } from "./read-body.ts";
import { isDictionary, readList } from "./read-value.ts";

type Reader<Value = unknown> = (sent: unknown, field: FieldSpec) => Value;

/** A list of strings; a refusal names the item's index. @source live service 2025-08, flow 6:44-51, 6:61-66 */
export function textList(item: Pick<FieldSpec, "maxChars" | "nullable"> = {}): Reader<(string | null)[]> {
  return (sent, field) =>
    readList(field, sent).map((each, index) => {
      const name = `${field.name}__${index}`;
      if (each === null && item.nullable === true) return null;
      if (each === null) throw invalid("null", "This field may not be null.", name);
      return readText({ ...item, name, type: "text", source: field.source }, each);
    });
}

const TAG_MAX_CHARS = 255;

/** Labels of a project: trimmed, in lower case, without duplicates. @source service 2026-09, projects.md, Writable fields */
export const readTags: Reader = (sent, field) => {
  const tags = textList({ maxChars: TAG_MAX_CHARS })(sent, field);
  return [...new Set(tags.map((tag) => tag?.toLowerCase()))];
};

/** A code of ISO 4217; this doesn't check which codes the service knows. */
export const readCurrency: Reader = (sent, field) => {
  if (typeof sent === "string" && /^[A-Z]{3}$/.test(sent)) return sent;
  throw invalid("invalid_choice", `"${String(sent)}" is not a valid choice.`, field.name);
};

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const RATE_PLACES = 2;
const RATE_DIGITS = 3;

/** A number from 0 to 1 with two decimals, shown as a string. @source live service 2025-08, flow 6:67-73; live notes 1.2 */
export const readShare: Reader = (sent, field) => {
  const refuse = (code: string, detail: string): never => {
    throw invalid(code, detail, field.name);
  };
  const text = typeof sent === "string" || typeof sent === "number" ? String(sent).trim() : "";
  const found = DECIMAL.exec(text);
  const [whole = "", places = ""] = [found?.[2], found?.[3]];
  if (found === null || whole + places === "") return refuse("invalid_input", "A valid number is required.");
  const digits = Math.max((whole + places).replace(/^0+/, "").length, places.length);
  if (digits > RATE_DIGITS) refuse("max_digits", `Ensure that there are no more than ${RATE_DIGITS} digits in total.`);
  if (places.length > RATE_PLACES) {
    refuse("max_decimal_places", `Ensure that there are no more than ${RATE_PLACES} decimal places.`);
  }
  if (digits - places.length > RATE_DIGITS - RATE_PLACES) {
    refuse("max_whole_digits", "Ensure that there are no more than 1 digits before the decimal point.");
  }
  const value = Number(text);
  if (value > 1) refuse("max_value", "Ensure this value is less than or equal to 1.");
  if (value < 0) refuse("min_value", "Ensure this value is greater than or equal to 0.");
  return value.toFixed(RATE_PLACES);
};

/** The number of another object; the route checks that it exists. @source live service 2025-08, flow 6:111 */
export const readNumberReference: Reader = (sent, field) => {
  const text = typeof sent === "string" || typeof sent === "number" ? String(sent).trim() : "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid("incorrect_type", `Incorrect type. Expected pk value, received ${pythonTypeName(sent)}.`, field.name);
};

/** The ways to join persons with events, as far as they were seen. @source live service 2025-08, flow 6:14, 6:125 */
const PERSON_MODES: readonly unknown[] = ["disabled", "person_id_override_properties_joined", null, undefined];

/** Modifiers of queries, accepted unchanged; the service's response to an unknown mode wasn't seen. */
export const readModifiers: Reader = (sent) => {
  const mode = isDictionary(sent) ? sent["personsOnEventsMode"] : undefined;
  if (PERSON_MODES.includes(mode)) return sent;
  throw sandboxError(
    501,
    "not_implemented",
    `No recording shows what the service does with personsOnEventsMode ${JSON.stringify(mode)}.`,
  );
};

/** A dictionary in one of the accepted forms; `fault` returns the service's text about a wrong one. */
function dictionaryWith(fault: (value: Readonly<Record<string, unknown>>) => string | undefined): Reader {
  return (sent, field) => {
    const detail = isDictionary(sent) ? fault(sent) : NO_DICTIONARY;
    if (detail === undefined) return sent;
    throw invalidInput(detail, field.name);
  };
}

const NO_DICTIONARY = "Must provide a dictionary or None.";

const hasOnly = (value: object, known: readonly string[]): boolean =>
  Object.keys(value).every((key) => known.includes(key));

/** @source live service 2025-08, flow 6:81-83 */
export const readLinkedFlag = dictionaryWith((value) => {
  const keys = Object.keys(value).toSorted().join(" ");
  if (keys === "id key" || keys === "id key variant") return undefined;
  return "Must provide a dictionary with only 'id' and 'key' keys. _or_ only 'id', 'key', and 'variant' keys.";
});

/** @source live service 2025-08, flow 6:87-89 */
export const readPayloadCapture = dictionaryWith((value) =>
  hasOnly(value, ["recordHeaders", "recordBody"])
    ? undefined
    : "Must provide a dictionary with only 'recordHeaders' and/or 'recordBody' keys.",
);

const MASKING = { maskAllInputs: "boolean", maskTextSelector: "string", blockSelector: "string" } as const;

/** @source live service 2025-08, flow 6:84-86; live notes 8.1 for the types */
export const readMasking = dictionaryWith((value) => {
  const known = Object.keys(MASKING);
  if (!hasOnly(value, known)) return `Must provide a dictionary with only known keys: ${known.join(", ")}.`;
  const wrong = Object.entries(MASKING).find(([key, type]) => key in value && typeof value[key] !== type);
  return wrong === undefined ? undefined : `${wrong[0]} must be a ${wrong[1]}.`;
});

const REPLAY_KEYS = ["record_canvas", "ai_config"];
const SUMMARY_KEYS = [
  "included_event_properties",
  "opt_in",
  "preferred_events",
  "excluded_events",
  "important_user_properties",
];

/** @source live service 2025-08, flow 6:90-93; live notes 8.1 */
export const readReplay = dictionaryWith((value) => {
  if (!hasOnly(value, REPLAY_KEYS)) {
    return `Must provide a dictionary with only known keys. One or more of ${REPLAY_KEYS.join(", ")}.`;
  }
  const summary = value["ai_config"] ?? null;
  if (summary === null) return undefined;
  if (!isDictionary(summary)) return NO_DICTIONARY;
  const allowed = SUMMARY_KEYS.join(", ");
  return hasOnly(summary, SUMMARY_KEYS) ? undefined : `Must provide a dictionary with only allowed keys: ${allowed}.`;
});
