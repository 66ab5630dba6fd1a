import type { ListCapability, SeparateLists } from "../model/list-capability.ts";

/** Some objects lie in lists of their own beside the one list. Each is looked for in its own list alone, and none is listed for people. */
export function separateLists(lists: SeparateLists): ListCapability {
  return { name: "separate lists", separateLists: lists };
}
