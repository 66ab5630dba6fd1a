import { isRecord } from "../model/json-value.ts";

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}

/** The value of a JSON text; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text without blanks and with sorted keys: the form in which two are compared. */
export function canonicalJson(text: string): string {
  return isJson(text) ? jsonText(parsedJson(text)) : text;
}

/** A value as canonical JSON text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
