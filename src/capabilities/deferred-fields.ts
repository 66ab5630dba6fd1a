import type { Text } from "../model/messages.ts";

/** The condition of deferrable inputs. */
export interface DeferredFields<Wire> {
  /** The inputs that are refused until then. */
  readonly inputs: readonly string[];
  readonly isMet: (wire: Wire) => boolean;
  /** Why it is not met, and what helps. */
  readonly reason: Text;
}

/**
 * The service refuses these inputs until a condition is met. They are stored but not sent; the first update after that
 * sends them. The output `heldBack` lists them.
 *
 * The driver leaves them out of the create as well, and warns of them after each write until the condition is met.
 *
 * @see src/driver/hooks/deferred-fields.ts
 * @see test/unit/capabilities/deferred-fields.test.ts
 */
export function deferredFields<Wire>(rules: DeferredFields<Wire>): {
  readonly name: string;
  readonly deferredFields: DeferredFields<Wire>;
} {
  return { name: "deferred fields", deferredFields: rules };
}
