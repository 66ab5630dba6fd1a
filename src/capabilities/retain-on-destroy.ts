import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** The effect of a deletion, according to the state. */
export interface RetainOnDestroy {
  /** Whether the deletion leaves the object unchanged, without any request. */
  readonly isRetained: (state: Values) => boolean;
  /** The warning in the preview of a deletion: the affected person, and the alternatives. Sends no request. */
  readonly removalNotice: (state: Values) => Text | undefined;
}

/**
 * A deletion can leave the object unchanged (`onDestroy`); otherwise its preview names the affected person.
 *
 * If the object is retained, the driver makes no request, and the declaration alone ends. If several capabilities
 * decide, one that retains the object is enough, and each warns.
 *
 * @see src/driver/hooks.ts
 * @see src/driver/remove.ts
 * @see test/unit/capabilities/retain-on-destroy.test.ts
 */
export function retainOnDestroy(rules: RetainOnDestroy): RetainOnDestroy & { readonly name: string } {
  return { name: "retain on destroy", ...rules };
}
