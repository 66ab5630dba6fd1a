import * as z from "zod";
import { isJson, isRecord, jsonText, parsedJson, type Values } from "../../model/json-value.ts";

/** JSON in a program: a string, which every engine has a function for. */
export const jsonTextInput = () =>
  z.string().refine(isJson, "expected JSON text, such as jsonencode or JSON.stringify write");

/** A program's JSON string in the service's form; `null` and undefined stay unchanged. */
export const jsonToWire = (text: string | null | undefined): unknown =>
  typeof text === "string" ? parsedJson(text) : text;

/**
 * The settings of some code without the defaults of the settings marked `secret`; the same string if there are none.
 */
export function withoutSecretDefaults(value: unknown): unknown {
  if (typeof value !== "string" || !isJson(value)) return value;
  const settings = parsedJson(value);
  const hides = (one: unknown): one is Values => {
    const { secret, default: preset = "" } = isRecord(one) ? one : {};
    return secret === true && preset !== "" && preset !== null;
  };
  const open = (one: unknown): unknown => (hides(one) ? { ...one, default: undefined } : one);
  if (Array.isArray(settings)) return settings.some(hides) ? jsonText(settings.map(open)) : value;
  if (!isRecord(settings) || !Object.values(settings).some(hides)) return value;
  return jsonText(Object.fromEntries(Object.entries(settings).map(([key, one]) => [key, open(one)])));
}
