import type { Seen } from "../model/hook-arguments.ts";
import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** What a user should know that no difference shows. */
export interface Warnings {
  /**
   * Preview: warnings of what a difference does not show.
   *
   * @param shown - what the list shows now, where what is held may be outdated: state, as an earlier run left it
   */
  readonly planWarnings?: (held: Values, inputs: Values, shown?: Values) => readonly Text[];
  /**
   * Preview and after every write: warnings by what is declared and by lists that this process has read anyway.
   *
   * @param nowMs - the service's time as far as it is known
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
