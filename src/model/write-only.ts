import { type AnyResource, fieldsOf } from "./definition.ts";

/** Names of the inputs that the service never returns. */
export function writeOnlyInputs(definition: AnyResource): string[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => (rules.returned === "never" ? [name] : []));
}

/** Names of the inputs that the service might not return: the write-only ones, and those that it returns sometimes. */
export function unshownInputs(definition: AnyResource): string[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) =>
    rules.returned === "never" || rules.returned === "sometimes" ? [name] : [],
  );
}
