import type { Values } from "../model/json-value.ts";

/** Lists of their own that hold some of the objects; a part of the identity tells which, and `list` is asked with it. */
export interface SeparateLists {
  /** Name of the part, which need not be an input. */
  readonly part: string;
  /** What the part will be of what a program declares; undefined where that is not known yet. */
  readonly of: (inputs: Values) => string | undefined;
  /** Whether an object of this part lies in a list of its own, which holds nothing of another part. */
  readonly isSeparate: (part: string) => boolean;
  /** Name of the route of such a list, where not every service has it. */
  readonly route?: (part: string) => string;
  /** What lies in these lists, for people: nobody can list it without knowing the parts. */
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
