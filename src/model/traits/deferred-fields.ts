import type { Text } from "../messages.ts";

/** Trait: the service refuses the inputs that are marked `isDeferrable` until a condition holds; they are deferred until then. */
export interface DeferredFields<Wire> {
  readonly precondition?: Precondition<Wire>;
}

/** The condition of deferrable fields. */
export interface Precondition<Wire> {
  readonly isMet: (wire: Wire) => boolean;
  /** Why it is closed, and what opens it. */
  readonly reason: Text;
}

/** Name of the output that lists the declared settings that are deferred. */
export const HELD_BACK = "heldBack";
