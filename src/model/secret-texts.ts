import { type AnyResource, secretFields } from "./definition.ts";
import type { FieldMarks } from "./field.ts";
import type { Values } from "./json-value.ts";

/** Every text in the values of secret fields, at any depth: what must be in no message. */
export function secretTextsIn(definition: AnyResource, values: Values): string[] {
  return secretFields(definition).flatMap((name) => textsIn(values[name]));
}

/** Whether a value, as it is, must not be printed or written into a program. */
export function isSecretValue({ secret, withoutSecrets }: FieldMarks, value: unknown): boolean {
  return secret === true || (withoutSecrets !== undefined && withoutSecrets(value) !== value);
}

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
