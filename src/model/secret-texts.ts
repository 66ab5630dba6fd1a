import { secretMembers } from "./block.ts";
import { type AnyResource, fieldsOf } from "./definition.ts";
import type { FieldMarks } from "./field.ts";
import type { Values } from "./json-value.ts";
import { UNKNOWN, valueAt } from "./unknown.ts";

/** The paths of all secrets in the values of a resource: fields, and fields of objects in inputs. */
export function secretPaths(definition: AnyResource): (readonly string[])[] {
  const outputs = fieldsOf(definition, "outputs").filter(([, { secret }]) => secret === true);
  const inputs = fieldsOf(definition, "inputs").flatMap(([name, rules]) =>
    rules.secret === true ? [[name]] : secretMembers(name, rules).map(({ path }) => path),
  );
  return [...inputs, ...outputs.map(([name]) => [name])];
}

/** The paths of the secrets in inputs; none for an object that is unknown as a whole. */
export function givenSecrets(definition: AnyResource, inputs: Values): (readonly string[])[] {
  return secretPaths(definition).filter(
    (path) =>
      valueAt(inputs, path) !== undefined && (path.length === 1 || valueAt(inputs, path.slice(0, -1)) !== UNKNOWN),
  );
}

/** Every string in the secrets of values, at any depth: no message can contain them. */
export function secretTextsIn(definition: AnyResource, values: Values): string[] {
  return secretPaths(definition).flatMap((path) => textsIn(valueAt(values, path)));
}

/** Whether an unchanged value must not be printed or written into a program. */
export function isSecretValue({ secret }: Pick<FieldMarks, "secret">, value: unknown): boolean {
  return secret === true || (secret !== undefined && secret.withoutSecrets(value) !== value);
}

/** A value in the form for lists: without the secrets that it contains. */
export function withoutSecretsInside({ secret }: Pick<FieldMarks, "secret">, value: unknown): unknown {
  return typeof secret === "object" ? secret.withoutSecrets(value) : value;
}

/** Every string in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
