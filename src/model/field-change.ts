import type { Text } from "./messages.ts";

/** The effect of a change of one field. */
export type ChangeEffect =
  /** A request changes the object in place. */
  | "update"
  /** The object is deleted and created again. */
  | "replace"
  /** Only the state changes; nothing is sent. */
  | "store";

/** One difference between the state and the declaration. */
export interface FieldChange {
  readonly path: string;
  readonly kind: "add" | "remove" | "change" | "unknown";
  readonly effect: ChangeEffect;
  readonly secret: boolean;
  /** Why this is a change, for users; never contains a secret value. */
  readonly reason: Text;
}
