import { type AnyResource, fieldsOf } from "./definition.ts";
import { normalized } from "./diff.ts";
import type { IdentityParts } from "./identity.ts";
import { pick, textsByName, type Values } from "./json-value.ts";
import { containsUnknown } from "./unknown.ts";

/** The known parts of the identity among inputs, in the service's spelling: every spelling of an object results in one ID. */
export function identityIn(definition: AnyResource, values: Values): IdentityParts {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const parts = Object.entries(pick(values, definition.identity.parts)).map(([name, value]) => {
    const declared = rules.get(name);
    return [name, declared === undefined ? value : normalized(declared, value)] as const;
  });
  return textsByName(Object.fromEntries(parts));
}

/** Whether all parts of the identity are known. */
export function isIdentified(definition: AnyResource, at: IdentityParts): boolean {
  return definition.identity.parts.every((part) => at[part] !== undefined && !containsUnknown(at[part]));
}
