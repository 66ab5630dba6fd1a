import { type AnyResource, secretFields } from "./definition.ts";
import type { Values } from "./json-value.ts";

/** Every text in the values of secret fields, at any depth: what must be in no message. */
export function secretTextsIn(definition: AnyResource, values: Values): string[] {
  return secretFields(definition).flatMap((name) => textsIn(values[name]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
