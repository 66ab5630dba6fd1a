/**
 * A value that an engine does not know yet (an output of something not created so far).
 *
 * Each engine has its own sign for it on the wire; adapters translate to and from this one symbol, so that no rule of
 * the model depends on an engine.
 */
export const UNKNOWN: unique symbol = Symbol.for("orgform.unknown");

/** Tells whether a value is, or contains at any depth, an unknown. */
export function containsUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  if (typeof value === "object" && value !== null) return Object.values(value).some(containsUnknown);
  return false;
}

/** Tells whether the place named by `path` lies at or above or below an unknown of `value`. */
export function touchesUnknown(value: unknown, path: readonly PropertyKey[]): boolean {
  let here = value;
  for (const key of path) {
    if (here === UNKNOWN) return true;
    if (typeof here !== "object" || here === null) return false;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return containsUnknown(here);
}
