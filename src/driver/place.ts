import type { AnyResource } from "../model/definition.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import type { Wire } from "./session/list-cache.ts";

/**
 * An identity with the part of the organization that holds the object, where values name it: a service that lists objects
 * part by part is asked for that one alone. The part is no part of the identity, and of no id. Where objects lie in lists of
 * their own, the part of the identity that tells which.
 */
export function placedBy(definition: AnyResource, at: IdentityParts, values: Values): IdentityParts {
  const { own, parts } = definition.collection ?? {};
  const apart = own === undefined || at[own.part] !== undefined ? undefined : own.of(values);
  if (own !== undefined) return apart === undefined ? at : { ...at, [own.part]: apart };
  const field = parts?.field;
  const part = field === undefined ? undefined : values[field];
  return field === undefined || typeof part !== "string" ? at : { ...at, [field]: part };
}

/** The identity of a row, with the part that holds the object where the row names it. */
export function placeOf(definition: AnyResource, wire: Wire, scope: IdentityParts): IdentityParts {
  const at: IdentityParts = definition.identity.of(wire, scope);
  const parts = definition.collection?.parts;
  const part = parts?.of(wire);
  return parts === undefined || part === undefined ? at : { ...at, [parts.field]: part };
}
