import { type AnyResource, fieldsOf } from "./definition.ts";
import { sameStored } from "./diff.ts";
import type { Values } from "./json-value.ts";

/**
 * What an import takes: a setting that stands at the service's default counts as not declared. Engines leave out empty
 * values when they write a configuration, and a person what need not be said.
 */
export function withoutServiceDefaults(definition: AnyResource, values: Values): Record<string, unknown> {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = rules.get(name);
    return field === undefined || !("serviceDefault" in field) || !sameStored(field, value, field.serviceDefault);
  });
  return Object.fromEntries(kept);
}
