import type { Values } from "../model/json-value.ts";

/** Separate lists for some of the objects. A part of the identity selects the list, and `list` is called with it. */
export interface SeparateLists {
  /** Name of the part, which needn't be an input. */
  readonly part: string;
  /** The part of a declaration; undefined if it isn't known yet. */
  readonly of: (inputs: Values) => string | undefined;
  /** Whether objects of this part have a separate list, without objects of other parts. */
  readonly isSeparate: (part: string) => boolean;
  /** Name of the route of such a list, if not every service has it. */
  readonly route?: (part: string) => string;
  /** A description for users of the objects in these lists, which can only be listed by part. */
  readonly words: string;
}

/**
 * Some objects have separate lists besides the main one. Each is searched only in its own list; `list` shows none.
 *
 * @see src/driver/session/list-cache.ts
 * @see src/driver/inventory/unmanaged-objects.ts
 * @see test/unit/capabilities/separate-lists.test.ts
 */
export function separateLists(lists: SeparateLists): { readonly name: string; readonly separateLists: SeparateLists } {
  return { name: "separate lists", separateLists: lists };
}
