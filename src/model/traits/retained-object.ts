import type { Values } from "../json-value.ts";

/** Trait: a deletion can be told to leave the object as it is; then nothing is looked at or sent. */
export interface RetainedObject {
  /** Whether it stays, by what state holds. */
  readonly isRetained?: (state: Values) => boolean;
}
