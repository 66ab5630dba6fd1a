import type { Values } from "../model/json-value.ts";

/** An object's name for people, if no input is exactly that; it belongs to the natural key. */
export interface NestedName {
  readonly of: (inputs: Values) => string | undefined;
  /** Whether all inputs of the natural key are known. */
  readonly isKnown: (inputs: Values) => boolean;
}

/**
 * The object's name is inside an input, or follows from several inputs. Summaries, lists, and the natural key read it
 * there.
 *
 * A preview compares two declarations only once the name of each is known.
 *
 * Create sends objects of the same natural key one after the other, and this name counts as part of the key.
 *
 * @see src/model/title.ts
 * @see src/driver/plan/declared-twice.ts
 * @see src/driver/creation/exclusive.ts
 * @see test/unit/capabilities/nested-name.test.ts
 */
export function nestedName(name: NestedName): { readonly name: string; readonly nestedName: NestedName } {
  return { name: "nested name", nestedName: name };
}
