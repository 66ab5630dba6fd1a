import type { Text } from "../model/messages.ts";

/** The condition of deferrable inputs. */
export interface DeferredFields<Wire> {
  /** The inputs that the service refuses until the condition is met. */
  readonly inputs: readonly string[];
  readonly isMet: (wire: Wire) => boolean;
  /** Why the condition isn't met, and the next step. */
  readonly reason: Text;
}

/**
 * The service refuses these inputs until a condition is met. They are stored but not sent; the first update after that
 * sends them. The output `heldBack` lists them.
 *
 * The driver also omits them from the create, and warns about them after each write until the condition is met.
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
