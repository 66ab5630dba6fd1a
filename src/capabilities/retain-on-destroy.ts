import type { Capability } from "../model/capability.ts";
import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** What a deletion does, by what state holds. */
export interface RetainOnDestroy {
  /** Whether the object stays as it is. */
  readonly isRetained: (state: Values) => boolean;
  /** What the preview of a deletion warns of. */
  readonly removalNotice: (state: Values) => Text | undefined;
}

/** A deletion can leave the object as it is (`onDestroy`); the preview of one that does not names whom it concerns. */
export function retainOnDestroy(rules: RetainOnDestroy): Capability {
  return { name: "retain on destroy", ...rules };
}
