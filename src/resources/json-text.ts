import { jsonText } from "../model/json-value.ts";

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
