import { type AnyResource, fieldsOf } from "./definition.ts";
import { normalized } from "./diff.ts";
import { pick, type Values } from "./json-value.ts";

/** The parts of the identity among inputs, as the service spells them: every spelling of an object gives one id. */
export function identityIn(definition: AnyResource, values: Values): Record<string, unknown> {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const parts = Object.entries(pick(values, definition.identity.parts)).map(([name, value]) => {
    const declared = rules.get(name);
    return [name, declared === undefined ? value : normalized(declared, value)] as const;
  });
  return Object.fromEntries(parts);
}
