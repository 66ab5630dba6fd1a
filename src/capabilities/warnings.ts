import type { Seen } from "../model/hook-arguments.ts";
import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** Warnings for users about facts that no difference shows. */
export interface Warnings {
  /**
   * Preview: warnings about facts that a difference doesn't show.
   *
   * @param shown - the current values in the list, if the held values are an earlier run's state and might be outdated
   */
  readonly planWarnings?: (held: Values, inputs: Values, shown?: Values) => readonly Text[];
  /**
   * Preview and after every write: warnings based on the declaration and on lists that this process read anyway.
   *
   * @param nowMs - the service's time, as far as known
   */
  readonly inputWarnings?: (inputs: Values, seen: Seen, nowMs: number) => readonly Text[];
}

/**
 * Warnings about things that a difference can't show. Both hooks only read: `planWarnings` runs for an object that the
 * state or the list shows, and `inputWarnings` for every declaration.
 *
 * @see src/driver/hooks.ts
 * @see test/unit/capabilities/warnings.test.ts
 */
export function warnings(hooks: Warnings): Warnings & { readonly name: string } {
  return { name: "warnings", ...hooks };
}
