import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: a deletion can be told to leave the object as it is; then nothing is looked at or sent. */
export interface RetainedObject {
  /** Whether it stays, by what state holds. */
  readonly isRetained?: (state: Values) => boolean;
  /** What the preview of a deletion says beside it, by what state holds: whom it concerns, and what else it could do. */
  readonly removalNotice?: (state: Values) => Text | undefined;
}
