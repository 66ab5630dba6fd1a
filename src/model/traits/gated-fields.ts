import type { Text } from "../messages.ts";

/** Trait: the service refuses the inputs that are marked `gated` until a condition holds; they are deferred until then. */
export interface GatedFields<Wire> {
  readonly gate?: Gate<Wire>;
}

/** The condition of gated fields. */
export interface Gate<Wire> {
  readonly isOpen: (wire: Wire) => boolean;
  /** Why it is closed, and what opens it. */
  readonly reason: Text;
}

/** Name of the output that lists the declared settings that are deferred. */
export const HELD_BACK = "heldBack";
