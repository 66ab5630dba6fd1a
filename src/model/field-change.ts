import type { Text } from "./messages.ts";

/** What a change of one field does. */
export type ChangeEffect =
  /** A request changes the object in place. */
  | "update"
  /** The object is deleted and made anew. */
  | "replace"
  /** Only the state changes; nothing is sent. */
  | "store";

/** One difference between what state holds and what is declared. */
export interface FieldChange {
  readonly path: string;
  readonly kind: "add" | "remove" | "change" | "unknown";
  readonly effect: ChangeEffect;
  readonly secret: boolean;
  /** Why this is a change, for users; never holds a secret value. */
  readonly reason: Text;
}
