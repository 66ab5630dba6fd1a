import { UNKNOWN } from "../../../model/unknown.ts";

/** The string that represents an unknown value, at any depth. @source engines: the SDK's `runtime.unknownValue` */
export const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The input with which the engine finds the provider's code; never part of the model. */
export const PROVIDER_KEY = "__provider";

/** The engine's properties in the model's form: with marked unknowns, and without the provider's code. */
export function fromPulumi(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name !== PROVIDER_KEY) values[name] = translate(value, UNKNOWN_TEXT, UNKNOWN);
  }
  return values;
}

/** Values of the model in the engine's form. */
export function toPulumi(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return translated(values, UNKNOWN, UNKNOWN_TEXT);
}

function translate(value: unknown, from: unknown, to: unknown): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => translate(item, from, to));
  return typeof value === "object" && value !== null ? translated(value, from, to) : value;
}

function translated(record: object, from: unknown, to: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, translate(item, from, to)]));
}
