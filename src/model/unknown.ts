/**
 * A value that an engine doesn't know yet (an output of something not created so far).
 *
 * Each engine has its own marker for it; adapters convert it to and from this symbol, so no rule of the model depends
 * on an engine.
 */
export const UNKNOWN: unique symbol = Symbol.for("orgform.unknown");

/** Whether a value is, or contains at any depth, an unknown. */
export function containsUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  if (typeof value === "object" && value !== null) return Object.values(value).some(containsUnknown);
  return false;
}

/** The part of `value` at `path`; an unknown on the way represents everything in it. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null) return here === UNKNOWN ? UNKNOWN : undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
