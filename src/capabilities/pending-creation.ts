import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** When an object can't be created yet, and until when. */
export interface PendingCreation {
  /** By inputs and outputs. */
  readonly isPending: (values: Values) => boolean;
  readonly reason: Text;
  /**
   * The time, RFC 3339, before which nothing can be done. Until then, only the state has the object. A pending object
   * without such a time has a row or a placeholder in its list.
   */
  readonly dueAt?: (values: Values) => string | undefined;
}

/**
 * The service can't store the object until something else has happened. Create then only warns and stores it as
 * pending. The first update after the event creates the object.
 *
 * The driver asks before each update whether the object can be created now. Until then, a read keeps it in the state, and
 * its absence proves nothing.
 *
 * @see src/driver/hooks/pending-creation.ts
 * @see test/unit/capabilities/pending-creation.test.ts
 */
export function pendingCreation(rules: PendingCreation): {
  readonly name: string;
  readonly pendingCreation: PendingCreation;
} {
  return { name: "pending creation", pendingCreation: rules };
}
