import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** An update that no input asks for. */
export interface PendingUpdate {
  /** Why the update is needed, by the object's values and the declaration. */
  readonly why: (held: Values, inputs: Values) => Text | undefined;
  /** The output in which a preview shows it. */
  readonly output: string;
}

/**
 * The object might need an update although it matches the declaration: an expired invite, an interrupted rotation.
 *
 * A preview shows it as a change of the output, with the reason. The update then runs although no input differs.
 *
 * If several capabilities of a resource ask for an update, the first one names the reason.
 *
 * @see src/driver/hooks.ts
 * @see test/unit/capabilities/pending-update.test.ts
 */
export function pendingUpdate(update: PendingUpdate): { readonly name: string; readonly pendingUpdate: PendingUpdate } {
  return { name: "pending update", pendingUpdate: update };
}
